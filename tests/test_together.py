"""Several schemas in one package: each is a class of its own, what they share is there once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import Place, place
from nemcon import SchemaError, UsageError, generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.agree.referee import referees
from nemcon.read import read_schema

__all__ = ["place"]

MONEY = {"$ref": "common/money.json#/$defs/Money"}
FILES: dict[str, Any] = {
    "invoice.schema.json": {
        "title": "Invoice",
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "total": MONEY,
            "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
        },
        "required": ["id"],
        "$defs": {
            "Line": {"type": "object", "properties": {"text": {"type": "string"}, "price": MONEY}},
            "Unused": {"enum": ["a", "b"]},
        },
    },
    "order.json": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "number": {"type": "integer"},
            "invoice": {"$ref": "invoice.schema.json"},
            "sum": {"$ref": "https://example.org/money.json#/$defs/Money"},
            "lines": {"type": "array", "items": {"$ref": "#/definitions/Line"}},
        },
        "required": ["number"],
        "definitions": {"Line": {"type": "object", "properties": {"count": {"type": "integer"}}}},
    },
    "common/money.json": {
        "$id": "https://example.org/money.json",
        "$defs": {
            "Money": {
                "type": "object",
                "properties": {"amount": {"type": "number"}, "currency": {"type": "string"}},
                "required": ["amount"],
            }
        },
    },
}
NAMES = ["invoice.schema.json", "order.json", "common/money.json"]
INVOICE = {"id": "x", "total": {"amount": 1.5}, "lines": [{"text": "a", "price": {"amount": 1}}]}
ORDER = {"number": 1.0, "invoice": INVOICE, "sum": {"amount": 2}, "lines": [{"count": 3.0}]}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, schema in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(schema, indent=1), "utf-8")
    return [str(tmp_path / name) for name in NAMES]


def test_every_schema_is_a_class_and_what_they_share_is_one(files: list[str]) -> None:
    made = generate(files, name="billing").load()
    for target in ("models", "structs"):
        module = getattr(made, target)
        order = module.decode(json.dumps(ORDER), module.Order)
        assert isinstance(order.invoice, module.Invoice)
        assert type(order.sum) is type(order.invoice.total) is module.Money
        assert isinstance(order.lines[0], module.OrderLine)
        assert isinstance(order.invoice.lines[0], module.InvoiceLine)
        assert isinstance(module.decode(json.dumps(INVOICE)), module.Invoice)
        with pytest.raises(made.validator.ValidationError) as refused:
            module.decode(json.dumps(INVOICE), module.Order)
        (error,) = refused.value.errors
        assert error.keyword_location == "/$defs/order.json/required"
    assert made.validator.Order.is_valid(ORDER) and not made.validator.Order.is_valid(INVOICE)
    assert made.validator.Invoice.is_valid(INVOICE) and not made.validator.Unused.is_valid("c")
    assert made.validator.is_valid(ORDER) and made.validator.is_valid(INVOICE)


@pytest.mark.parametrize("definition", [None, "Invoice", "Order", "Money", "InvoiceLine"])
def test_laws(files: list[str], definition: str | None) -> None:
    graph = read_schema(files)
    pointers = {
        "Invoice": "/$defs/invoice.schema.json",
        "Order": "/$defs/order.json",
        "Money": "/$defs/https:~1~1example.org~1money.json/$defs/Money",
        "InvoiceLine": "/$defs/invoice.schema.json/$defs/Line",
    }
    fragment = pointers.get(definition or "", "")
    court = Court(
        generate(files, name="billing", targets=TARGETS).load(),
        TARGETS,
        defaults_of(graph),
        {} if definition == "Money" else referees(graph, fragment),
        definition,
    )
    for document in (INVOICE, ORDER, {}, {"id": 1}, {"number": 1.5}, 3, {"amount": 1, "x": 2}):
        assert not check_document(court, document)


def test_nothing_says_where_the_files_were(files: list[str], tmp_path: Path) -> None:
    made = generate(files, name="billing").files
    assert not [name for name, text in made.items() if str(tmp_path) in text]
    again = generate(files[::-1], name="billing").files
    assert "class InvoiceLine" in again["models.py"] and "class OrderLine" in again["models.py"]


def test_titles_that_are_alike(tmp_path: Path) -> None:
    paths = [tmp_path / "first-one.json", tmp_path / "second.json"]
    for path in paths:
        path.write_text('{"title": "Same", "type": "object", "properties": {"a": {}}}')
    names = generate(paths, name="two").load().models.__all__
    assert {"FirstOne", "Second", "Two"} <= {*names}


def test_components_of_one_document(tmp_path: Path) -> None:
    path = tmp_path / "api.yaml"
    path.write_text("""openapi: 3.1.0
components:
  schemas:
    Pet: {type: object, properties: {owner: {$ref: '#/components/schemas/Person'}}, required: [owner]}
    Shop: {type: object, properties: {boss: {$ref: '#/components/schemas/Person'}}, required: [boss]}
    Person: {type: object, properties: {name: {type: string}}}
    Other: {type: object}
""")
    pointers = [f"{path}#/components/schemas/{name}" for name in ("Pet", "Shop")]
    made = generate(pointers, name="api").load()
    assert made.models.decode(b'{"boss": {"name": "x"}}', made.models.Shop).boss.name == "x"
    assert {"Pet", "Shop", "Person"} <= {*made.models.__all__}
    assert "Other" not in made.models.__all__


def test_what_cannot_be_put_together(files: list[str], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a package of several schemas needs a name"):
        generate(files)
    with pytest.raises(UsageError, match="a package is made of one schema or more"):
        generate([], name="x")
    with pytest.raises(UsageError, match="the schema is named twice"):
        generate([files[0], files[0]], name="x")
    with pytest.raises(UsageError, match=r"leads to nothing"):
        generate([f"{files[0]}#/$defs/None"], name="x")
    broken = tmp_path / "broken.json"
    broken.write_text('{\n "type": "strin"\n}')
    with pytest.raises(SchemaError) as refused:
        generate([files[0], broken], name="x")
    assert str(refused.value).startswith(f"{broken}:2:")


def test_on_the_command_line(place: Place) -> None:
    for name, schema in FILES.items():
        place.write(name, json.dumps(schema))
    done = place.run("generate", "--together", "--name", "billing", *NAMES[:2])
    assert (done.code, done.err) == (0, "") and "generated/billing: wrote" in done.out
    assert "class Order:" in (place.folder / "generated/billing/models.py").read_text("utf-8")
    assert place.run("generate", "--together", *NAMES[:2]).err == (
        "nemcon: a package of several schemas needs a name\n"
    )
    assert "each a file" in place.run("generate", "--together", "--name", "x").err


def test_configured(place: Place) -> None:
    for name, schema in FILES.items():
        place.write(name, json.dumps(schema))
    place.write(
        "pyproject.toml",
        '[tool.nemcon.packages.billing]\nsources = ["invoice.schema.json", "order.json"]\n',
    )
    assert place.run("generate").code == 0
    assert place.run("generate").out == "generated/billing: nothing changed\n"
    assert place.run("check").code == 0
    place.write("order.json", json.dumps({**FILES["order.json"], "title": "Purchase"}))
    assert place.run("check").code == 1
    assert place.run("generate").code == 0
    assert "class Purchase:" in (place.folder / "generated/billing/models.py").read_text("utf-8")
    place.write("pyproject.toml", '[tool.nemcon.packages.b]\nsource = "a"\nsources = ["b"]\n')
    assert "tool.nemcon.packages.b.source" in place.run("generate").err
