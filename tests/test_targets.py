"""Every target, on schemas that are hard for one of them: generated, loaded, and held to the laws."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
import typing
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from nemcon import UsageError, generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.agree.referee import referees
from nemcon.package import Package
from nemcon.read import read_schema
from target_cases import CASES

CLASSES = TARGETS[1:]


@cache
def package(name: str, enums: str = "literal") -> Package:
    return generate(CASES[name][0], name="case", targets=TARGETS, enums=enums)


@cache
def court(name: str, enums: str = "literal") -> Court:
    graph = read_schema(CASES[name][0])
    return Court(package(name, enums).load(), TARGETS, defaults_of(graph), referees(graph))


@pytest.mark.parametrize("name", CASES)
def test_laws(name: str) -> None:
    _, accepted, refused = CASES[name]
    for document, expected in [*((it, True) for it in accepted), *((it, False) for it in refused)]:
        assert not check_document(court(name), document, expected)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("target", CLASSES)
def test_annotations_resolve(name: str, target: str) -> None:
    module = getattr(court(name).package, target)
    for exported in module.__all__:
        found = getattr(module, exported)
        if isinstance(found, type):
            typing.get_type_hints(found)


@pytest.mark.parametrize("target", CLASSES)
def test_every_class_decodes_on_its_own(target: str) -> None:
    loaded = court("recursion").package
    module = getattr(loaded, target)
    made = module.decode(b'{"back": {"value": 1.0, "x": 2}}', module.Other)
    assert json.loads(module.encode(made)) == {"back": {"value": 1, "x": 2}}
    with pytest.raises(loaded.validator.ValidationError) as caught:
        module.decode(b'{"back": {}}', module.Other)
    assert caught.value.errors == tuple(loaded.validator.Other.iter_errors({"back": {}}))
    with pytest.raises(TypeError, match="is no type of this module"):
        module.decode(b"{}", dict)


def _parts(document: Any) -> list[Any]:
    """A document and every value in it."""
    found = [document]
    for value in found:
        if isinstance(value, (dict, list)):
            found.extend(value.values() if isinstance(value, dict) else value)
    return found


@pytest.mark.parametrize("enums", ["literal", "enum"])
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("target", CLASSES)
def test_every_class_says_what_its_schema_says(name: str, target: str, enums: str) -> None:
    loaded = court(name, enums).package
    module, validator = getattr(loaded, target), loaded.validator
    groups = json.loads(generate(CASES[name][0], targets=("fixtures",)).files["fixtures.json"])
    documents = [test["data"] for group in groups for test in group["tests"]]
    parts = {json.dumps(it): it for document in documents for it in _parts(document)}
    for exported in module.__all__:
        cls = getattr(module, exported)
        schema = validator if exported == "Root" else getattr(validator, exported, None)
        if not isinstance(cls, type) or cls.__module__ != module.__name__:
            continue  # no class: what an alias stands for may be the root's type, or another alias's, too
        if not isinstance(schema, validator.Schema) and schema is not validator:
            continue  # what the module itself is made of, and classes that no schema has to itself
        try:
            module.decode("{}", cls)
        except validator.ValidationError:
            pass
        except TypeError as error:
            assert "is no type of this module" in str(error) and exported != "Root"
            continue  # one of several branches of a union that the schema around them constrains too
        for text, value in list(parts.items())[:300]:
            try:
                module.decode(text, cls)
                errors: tuple[Any, ...] = ()
            except validator.ValidationError as refused:
                errors = refused.errors
            assert errors == tuple(schema.iter_errors(value)), (exported, text)


TEXTS: dict[bytes, Any] = {
    b"\xef\xbb\xbf{}": {},
    '{"a": 1}'.encode("utf-16"): {"a": 1},
    '{"a": 1}'.encode("utf-16-le"): {"a": 1},
    '{"a": 1}'.encode("utf-32-be"): {"a": 1},
    b' \n{"a": 1}\t\r\n': {"a": 1},
    b'{"a": 1, "a": 2}': {"a": 2},
    b'{"a": 1e400}': {"a": 10**400},
    b'{"a": -1e400, "b": [1E+400, {"c": 1e308}]}': {"a": -(10**400), "b": [10**400, {"c": 1e308}]},
    b'{"a": ' + b"9" * 5000 + b"}": {"a": 10**5000 - 1},
    b'{"a": "\\ud800", "\\udfff": 1}': {"a": "\ud800", "\udfff": 1},
    b'{"a": "\xed\xa0\x80"}': {"a": "\ud800"},
    b"-0": 0,
    b"-0.0": 0,
    b"1e-400": 0,
}
NO_JSON = [
    b"",
    b"{",
    b"{} {}",
    b"\xff",
    b"NaN",
    b"[Infinity]",
    b'{"a": -Infinity}',
    b"'a'",
    b"01",
    b'"\n"',
    b"[" * 100_000,
    b"1e999999999",
    b"9" * 200_000,
    b"1" * 400 + b".5",
]


@pytest.mark.parametrize("target", CLASSES)
@pytest.mark.parametrize("text", TEXTS, ids=[repr(text[:30]) for text in TEXTS])
def test_texts(target: str, text: bytes) -> None:
    """A text is what json.loads makes of it, but no number loses its value; and the way back is exact too."""
    module = getattr(court("anything").package, target)
    made = module.decode(text)
    assert module.to_builtins(made) == TEXTS[text]
    assert module.to_builtins(module.decode(module.encode(made))) == TEXTS[text]


@pytest.mark.parametrize("target", CLASSES)
@pytest.mark.parametrize("text", NO_JSON, ids=[repr(text[:30]) for text in NO_JSON])
def test_no_json(target: str, text: bytes) -> None:
    loaded = court("anything").package
    with pytest.raises(loaded.validator.ValidationError) as caught:
        getattr(loaded, target).decode(text)
    assert [error.keyword for error in caught.value.errors] in (["json"], ["depth"])


def test_unset_is_one_object() -> None:
    unset = court("closed").package.models.UNSET
    assert not unset
    assert repr(unset) == "UNSET"
    assert copy.deepcopy(unset) is unset and copy.copy(unset) is unset
    assert isinstance(unset, court("closed").package.models.UnsetType)


def test_deep_objects_encode_or_say_so() -> None:
    loaded = court("recursion").package
    for target in CLASSES:
        module = getattr(loaded, target)
        made = module.decode(b'{"value": 1}')
        for _ in range(100_000):
            if target == "typed_dicts":
                made = {"value": 1, "next": made}
            else:
                made = module.Node(value=1, next=made)
        try:
            assert module.encode(made).startswith(b'{"value":1')
        except loaded.validator.ValidationError as refused:
            assert [error.keyword for error in refused.errors] == ["depth"]


def test_values_that_are_no_json_do_not_crash() -> None:
    loaded = court("anything").package
    for value in (float("inf"), float("nan"), [float("inf")]):
        for target in CLASSES:
            with pytest.raises((loaded.validator.ValidationError, ValueError)):
                module = getattr(loaded, target)
                module.encode(module.from_builtins(value))


NUMBERS: dict[str, Any] = {
    "one": {"type": "number"},
    "list": {"type": "array", "items": {"type": "number"}},
    "map": {"type": "object", "additionalProperties": {"type": ["number", "null"]}},
    "any": {},
    "tree": {"$ref": "#/$defs/tree"},
    "inner": {"title": "Inner", "type": "object", "properties": {"deep": {"type": "number"}}},
    "more": {"type": ["number", "string"]},
}


@pytest.mark.parametrize("names", [list(NUMBERS), *([name] for name in NUMBERS)])
@pytest.mark.parametrize("target", ["models", "structs"])
def test_what_is_not_finite_is_never_written(target: str, names: list[str]) -> None:
    """msgspec writes null for it: that is told from a null that is meant."""
    tree: dict[str, Any] = {"type": ["array", "number"], "items": {"$ref": "#/$defs/tree"}}
    properties = {"note": {"type": ["string", "null"]}, **{it: NUMBERS[it] for it in names}}
    schema = {"type": "object", "properties": properties, "$defs": {"tree": tree}}
    module = getattr(generate(schema, name="thing").load(), target)
    whole = {
        "note": None, "one": 1.5, "list": [1.5], "map": {"a": 1.5, "b": None}, "any": [{"a": None, "b": 1.5}],
        "tree": [[1.5]], "inner": {"deep": 1.5}, "more": 1.5,
    }  # fmt: skip
    document = {key: value for key, value in whole.items() if key in ("note", *names)}
    made = module.from_builtins(document)
    assert json.loads(module.encode(made)) == document
    assert json.loads(module.encode([made, None])) == [document, None]
    for broken in _broken(module, made):
        for value in (broken, [broken], {"a": broken, "b": None}):
            with pytest.raises(ValueError):
                module.encode(value)


def test_only_what_may_be_foreign_is_looked_at() -> None:
    """A null that is meant costs nothing where the schema has no number, or the object has none."""
    note = {"type": ["string", "null"]}
    reading = {"type": "object", "properties": {"level": {"type": "number"}, "note": note}}
    schema = {
        "type": "object",
        "properties": {"note": note, "any": {}, "readings": {"type": "array", "items": reading}},
    }
    module = generate(schema, name="thing", targets=("structs",)).load().structs
    seen: list[Any] = []
    text = module._text
    module._text = lambda value: seen.append(value) or text(value)
    for document, expected in (
        ({"note": None}, []),
        ({"note": None, "any": [1.5, None]}, [[1.5, None]]),
        ({"note": None, "readings": [{"level": 0.5, "note": None}]}, []),
    ):
        seen.clear()
        assert json.loads(module.encode(module.from_builtins(document))) == document
        assert seen == expected


def _broken(module: Any, made: Any) -> Iterator[Any]:
    """Copies of an object with one of its numbers made infinite, and one with such a number among its extras."""
    for infinite in (float("inf"), float("nan")):
        for name in ("one", "more"):
            if hasattr(made, name):
                yield _changed(made, name, infinite)
        for name, value in (
            ("list", [infinite]),
            ("map", {"a": infinite}),
            ("any", {"b": infinite}),
        ):
            if hasattr(made, name):
                yield _changed(made, name, value)
        if hasattr(made, "any"):
            yield _changed(made, "any", infinite)
        if hasattr(made, "tree"):
            yield _changed(made, "tree", [[1], [infinite]])
        if hasattr(made, "inner"):
            yield _changed(made, "inner", _changed(made.inner, "deep", infinite))
        extras: Any = {"x": infinite}
        yield _changed(
            made, "extras", module.Extras(extras) if hasattr(module, "Extras") else extras
        )


def _changed(made: Any, name: str, value: Any) -> Any:
    changed = copy.deepcopy(made)
    setattr(changed, name, value)
    return changed


def test_targets_that_others_need_come_along() -> None:
    made = generate({"type": "string"}, name="thing", targets=("models",))
    assert {"models.py", "validator.py"} <= set(made.files)
    assert "structs.py" not in made.files
    with pytest.raises(UsageError, match="no target 'model'"):
        generate({}, name="thing", targets=("model",))


def test_two_loads_are_two_packages() -> None:
    first, second = package("closed").load(), package("closed").load()
    assert first.models.Case is not second.models.Case
    name = first.models.__name__
    assert name in sys.modules
    del first
    assert name not in sys.modules


def test_copied_anywhere_under_any_name(tmp_path: Path) -> None:
    made = package("merged")
    for folder in (tmp_path / "vendored", tmp_path / "deep" / "other_name"):
        folder.mkdir(parents=True)
        for file in ("models.py", "validator.py"):
            (folder / file).write_text(made.files[file], "utf-8")
    (tmp_path / "deep" / "__init__.py").touch()
    code = """
import sys, pickle
sys.modules['msgspec'] = None
import vendored.models as a, deep.other_name.models as b
assert a.encode(a.decode(b'{"id": "a", "extra": 1.0}')) == b'{"id":"a","extra":1}'
assert b.decode(b'{"id": "a", "extra": 1}') != a.decode(b'{"id": "a", "extra": 1}')
assert pickle.loads(pickle.dumps(a.decode(b'{"id": "a", "extra": 1}'))) == a.decode(b'{"id": "a", "extra": 1}')
assert 'nemcon' not in sys.modules
"""
    subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{code}"],
        check=True,
    )


def test_pickle_and_copy_keep_everything() -> None:
    loaded = court("absent, null and defaulted").package
    for target in CLASSES:
        module = getattr(loaded, target)
        made = module.decode(b'{"nullable": null, "more": [1]}')
        assert copy.deepcopy(made) == made
        assert pickle.loads(pickle.dumps(made)) == made


def test_nothing_is_imported_by_importing_nemcon() -> None:
    code = "import sys, nemcon; assert not {'jinja2', 'msgspec', 'nemcon.read', 'ruamel'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_same_in_same_out() -> None:
    code = (
        "import json, hashlib; from nemcon import generate; from target_cases import CASES\n"
        "for name in CASES:\n"
        "    made = generate(CASES[name][0], name='case', targets=('models', 'structs', 'typed_dicts'))\n"
        "    print(name, hashlib.sha256(json.dumps(made.files, sort_keys=True).encode()).hexdigest())"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(__file__).parent), "LC_ALL": "C"},
            cwd=Path(__file__).parents[1],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "42")
    ]
    assert outputs[0] == outputs[1]


def test_a_definition_keeps_its_name_beside_a_root_of_that_title() -> None:
    loaded = court("a definition named like the root").package
    assert loaded.validator.A.is_valid({"x": "y"})
    assert loaded.models.Root is loaded.models.ADocument
    assert loaded.models.decode(b'{"x": "y"}', loaded.models.A).x == "y"


@pytest.mark.parametrize("exponent", ["9" * 3, "9" * 6, "9" * 20, "9" * 5_000])
def test_a_number_with_any_exponent_gets_an_answer(exponent: str) -> None:
    package = generate({"type": "number"}).load()
    for name in ("models", "structs", "typed_dicts"):
        module = getattr(package, name)
        for text in (f"1E{exponent}", f"-1.5E+{exponent}"):
            with pytest.raises(package.validator.ValidationError):
                module.decode(f"[{text}]".encode())
        assert not package.validator.is_valid([module.decode(f"-2E-{exponent}")])
