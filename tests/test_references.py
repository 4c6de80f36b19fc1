"""References lead where files lie: up from a folder too, and never out of the root."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import Place, place
from jsonschema import Draft202012Validator
from nemcon import generate
from nemcon.agree.referee import referees
from nemcon.errors import SchemaError
from nemcon.fixtures.judge import Judge
from nemcon.read import read_schema
from nemcon.read.formats import is_of_format
from nemcon.read.graph import Graph
from nemcon.read.uris import Climbs, joined, relative
from referencing import Registry
from referencing.jsonschema import DRAFT202012

__all__ = ["place"]

ORDER = {"type": "object", "properties": {"x": {"$ref": "../common.json"}}}
TABLE = """
[tool.nemcon.packages.o]
source = "orders/o.json"
"""


def accepts(graph: Graph, value: Any) -> bool:
    return Judge(graph.nodes, is_of_format).accepts(graph.root, value)


def laid_out(place: Place) -> None:
    place.schema({"type": "string"}, "common.json")
    place.schema({"type": "integer"}, "orders/common.json")
    place.schema(ORDER, "orders/o.json")


def agreed(graph: Graph, value: Any) -> bool:
    """The verdict on which the judge, the bundle read again, and a referee agree, wherever the bundle is."""
    bundle: Any = graph.bundle
    uri = "file:///a/b/c/generated/o/schema.json"
    registry: Any = Registry().with_resource(uri, DRAFT202012.create_resource(bundle))
    found = {
        accepts(graph, value),
        accepts(read_schema(bundle), value),
        *(referee(value) for referee in referees(graph).values()),
    }
    if "$id" not in bundle:  # jsonschema forgets the identifier of a schema that it is referred to
        found.add(Draft202012Validator({"$ref": uri}, registry=registry).is_valid(value))
    (verdict,) = found
    assert isinstance(verdict, bool)
    return verdict


def test_a_reference_that_leads_up_never_means_a_sibling_of_that_name(place: Place) -> None:
    laid_out(place)
    done = place.run("generate", "orders/o.json", "--out", ".")
    assert done.code == 3
    assert done.err == (
        "nemcon: orders/o.json:5:15: #/properties/x/$ref: the reference '../common.json' leads out of 'orders', where no"
        " file is read; give that document as the resource '../common.json'\n"
    )


def test_it_means_the_file_where_the_project_has_it(place: Place) -> None:
    laid_out(place)
    place.write("pyproject.toml", TABLE)
    assert place.run("generate").code == 0
    assert "x: str" in (place.folder / "generated/o/models.py").read_text("utf-8")
    place.schema({"type": "boolean"}, "common.json")
    assert place.run("check", "--no-diff").code == 1
    assert place.run("generate", "orders/o.json", "--name", "p").code == 0
    assert "x: bool" in (place.folder / "generated/p/models.py").read_text("utf-8")


def test_a_resource_is_called_what_the_schema_calls_it(place: Place) -> None:
    laid_out(place)
    done = place.run(
        *("generate", "orders/o.json", "--out", ".", "--resource", "../common.json=common.json")
    )
    assert done.code == 0, done.err
    assert "x: str" in (place.folder / "o/models.py").read_text("utf-8")
    beside = place.run(
        *("generate", "orders/o.json", "--out", ".", "--resource", "common.json=common.json")
    )
    assert beside.code == 3


@pytest.mark.parametrize("root", [".", "/"])
def test_a_bundle_holds_for_others_wherever_it_is(place: Place, root: str) -> None:
    part = {"type": "array", "items": {"$ref": "../deep/er/leaf.json#/$defs/a"}}
    place.schema(part, "parts/common.json")
    leaf = {"$defs": {"a": {"anyOf": [{"type": "null"}, {"$ref": "../../one/two/main.json"}]}}}
    place.schema(leaf, "deep/er/leaf.json")
    main = {"type": "object", "properties": {"x": {"$ref": "../../parts/common.json"}}}
    place.schema(main, "one/two/main.json")
    graph = read_schema("one/two/main.json", root=root)
    assert agreed(graph, {"x": [None, {"x": [{"x": []}]}]})
    assert not agreed(graph, {"x": [None, {"x": [{"x": 1}]}]})
    assert str(place.folder) not in json.dumps(graph.bundle)


@pytest.mark.parametrize("draft", ["04", "06", "07"])
def test_a_schema_that_is_a_reference_alone_needs_no_identifier(place: Place, draft: str) -> None:
    dialect = f"http://json-schema.org/draft-{draft}/schema#"
    place.schema(
        {"$schema": dialect, "type": "object", "additionalProperties": {"$ref": "orders/p.json"}},
        "c.json",
    )
    place.schema({"$schema": dialect, "type": "integer"}, "orders/p.json")
    place.schema({"$schema": dialect, "$ref": "../c.json"}, "orders/o.json")
    graph = read_schema("orders/o.json", root=".")
    bundle: Any = graph.bundle
    cases: list[tuple[Any, bool]] = [({"a": 1}, True), ({"a": "1"}, False), ([], False)]
    for value, verdict in cases:
        assert accepts(graph, value) is accepts(read_schema(bundle), value) is verdict
        assert referees(graph)["jsonschema"](value) is verdict


@pytest.mark.parametrize("file", ["o.json", "orders/o.json"])
def test_a_schema_may_call_itself_by_the_name_of_its_file(place: Place, file: str) -> None:
    up = "../" * file.count("/")
    place.schema({"type": "string"}, "common.json")
    schema = {
        "anyOf": [{"$ref": f"{up}common.json"}, {"items": {"$ref": "o.json"}, "type": "array"}]
    }
    place.schema(schema, file)
    graph = read_schema(file, root=".")
    assert agreed(graph, [["a"]]) and not agreed(graph, [[1]])


def test_a_part_of_a_document_refers_up(place: Place) -> None:
    laid_out(place)
    place.schema({"$defs": {"o": ORDER}, "type": "null"}, "orders/all.json")
    graph = read_schema("orders/all.json#/$defs/o", root=".")
    assert agreed(graph, {"x": "a"}) and not agreed(graph, {"x": 1})


def test_schemas_that_are_compiled_together_refer_up(place: Place) -> None:
    laid_out(place)
    place.schema({"type": "array", "items": {"$ref": "../common.json"}}, "orders/list.json")
    graph = read_schema(["orders/o.json", "orders/list.json"], root=".")
    assert agreed(graph, {"x": "a"}) and agreed(graph, ["a"])
    assert not agreed(graph, {"x": 1}) and not agreed(graph, [1])
    resources: dict[str, Any] = {"../common.json": {"type": "boolean"}}
    graph = read_schema(["orders/o.json", "orders/list.json"], resources=resources)
    assert agreed(graph, [True]) and not agreed(graph, ["a"])


@pytest.mark.parametrize("reference", ["../../../../no.json", "http://[", "no.json"])
def test_what_nobody_refers_to_may_refer_to_anything(place: Place, reference: str) -> None:
    laid_out(place)
    place.schema({"type": "string", "$defs": {"unused": {"$ref": reference}}}, "common.json")
    graph = read_schema("orders/o.json", root=".")
    bundle: Any = graph.bundle
    assert [*bundle["$defs"]] == ["common.json"] and "orders" not in json.dumps(bundle)
    assert agreed(graph, {"x": "a"}) and not agreed(graph, {"x": 1})


def test_what_is_above_the_root_has_no_name(place: Place) -> None:
    laid_out(place)
    resources: dict[str, Any] = {"../../common.json": {"type": "string"}}
    place.schema({"$ref": "../../common.json"}, "orders/o.json")
    bundle = json.dumps(read_schema("orders/o.json", resources=resources).bundle)
    assert json.loads(bundle)["$ref"] == "common.json"
    assert place.folder.name not in bundle
    resources = {"../../common.json": {"type": ["array", "null"], "items": {"$ref": "_/_/o.json"}}}
    graph = read_schema("orders/o.json", resources=resources)
    assert agreed(graph, [[None]]) and not agreed(graph, [[1]])


def test_resources_of_a_schema_that_is_no_file(place: Place) -> None:
    common: Any = {"type": "string"}
    assert agreed(read_schema(ORDER, resources={"../common.json": common}), {"x": "a"})
    with pytest.raises(SchemaError, match=r"give that document as the resource '../common.json'"):
        read_schema(ORDER, resources={"common.json": common})


def test_files_are_known_by_identifiers_above_the_schema_s(place: Place) -> None:
    home = "https://example.org/s/"
    place.schema({"$id": f"{home}common.json", "type": "string"}, "common.json")
    place.schema({"$id": f"{home}orders/o.json", **ORDER}, "orders/o.json")
    graph = read_schema("orders/o.json", root=".")
    assert agreed(graph, {"x": "a"}) and not agreed(graph, {"x": 1})
    with pytest.raises(SchemaError, match="leads outside of what is given"):
        read_schema("orders/o.json")


def test_agree_has_its_second_opinion(place: Place) -> None:
    laid_out(place)
    place.write("pyproject.toml", TABLE)
    done = place.run("agree")
    assert done.code == 0 and "in doubt" not in done.out, done.out


def test_a_reference_may_not_lead_up_for_ever(place: Place) -> None:
    place.schema({"$ref": "../" * 1000 + "a.json"}, "o.json")
    with pytest.raises(SchemaError, match="it leads more than 64 folders up"):
        read_schema("o.json")


def test_what_is_above_is_watched(place: Place) -> None:
    from nemcon.commands.watch import _inputs
    from nemcon.config import configuration

    laid_out(place)
    place.write("pyproject.toml", TABLE)
    every = list(configuration(place.folder).packages)
    inside = (it for it in map(Path.resolve, _inputs(every)) if it.is_relative_to(place.folder))
    names = {str(it.relative_to(place.folder)) for it in inside}
    assert names == {
        "pyproject.toml",
        "common.json",
        "reading.json",
        "orders/common.json",
        "orders/o.json",
    }


def test_generate_takes_a_root(place: Place) -> None:
    laid_out(place)
    module = generate("orders/o.json", root=place.folder, targets=["validator"]).load().validator
    assert module.is_valid({"x": "a"}) and not module.is_valid({"x": 1})


@pytest.mark.parametrize(
    ("base", "reference", "found"),
    [
        ("a/b.json", "../c.json", "c.json"),
        ("a/b.json", "../a/../c.json#/x", "c.json#/x"),
        ("b.json", "x/../c.json", "c.json"),
        ("https://example.org/b", "../../c", "https://example.org/c"),
        ("/a/b", "../../c", "/c"),
        ("b.json", "../c.json", 1),
        ("a/b.json", "../../../c.json", 2),
        ("a/b.json?../..", "../../c", 1),
        ("b.json", "x/../../c/d", 1),
    ],
)
def test_nothing_is_cut_off_from_a_relative_reference(
    base: str, reference: str, found: str | int
) -> None:
    if isinstance(found, str):
        assert joined(base, reference) == found
        return
    with pytest.raises(Climbs) as caught:
        joined(base, reference)
    assert caught.value.levels == found


@pytest.mark.parametrize("base", ["a", "a/b", "a/b/c", "x/y", "a/x/y/z"])
@pytest.mark.parametrize("uri", ["a", "c", "a/c", "a/b", "a/b/d/e", "z/z"])
def test_relative_is_the_way_back(base: str, uri: str) -> None:
    assert joined(base, relative(base, uri)) == uri
