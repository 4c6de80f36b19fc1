"""The invariants of ARCHITECTURE.md, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes
from nemcon.render.compiler import syntax
from places import ROOT

PACKAGE = ROOT / "generator" / "nemcon"
TEMPLATES = ROOT / "templates"
ROOMS = ("errors", "read", "model", "fixtures", "render", "agree", "commands")

PORCH = {
    "": "commands",
    "__main__": "commands",
    "config": "commands",
    "errors": "errors",
    "loading": "agree",
    "package": "agree",
    "pipeline": "agree",
    "records": "errors",
    "deeply": "errors",
}
"""The modules outside the rooms: each may import what its room may, and is itself part of that room."""

NETWORK = {
    "aiohttp", "asyncio", "ftplib", "http", "httpx", "requests", "select", "smtplib", "socket", "socketserver", "ssl",
    "urllib.request", "webbrowser", "xmlrpc",
}  # fmt: skip
LOADERS = {
    "agree/annotations.py": {"eval"},
    "loading.py": {"exec", "compile"},
    "read/formats.py": {"exec", "compile"},
    "records.py": {"exec", "compile"},
    "render/environment.py": {"exec", "compile"},
}
"""Who may run text as code: what loads a generated package, what resolves its quoted annotations, what loads the format
functions, what writes the `__init__` of a record, and what loads a template; never text of a schema."""

PRINTERS = ("commands/", "read/ecma/make_properties.py")
LONGEST = 450


def _sources() -> list[Path]:
    """What people wrote."""
    return sorted(path for path in PACKAGE.rglob("*.py") if "generated" not in path.parts)


def _name(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


every_source = pytest.mark.parametrize("path", _sources(), ids=_name)


def _room(module: str) -> str:
    """The room of a module, which is named without the `nemcon.` before it."""
    first = module.split(".")[0]
    return first if first in ROOMS else PORCH[first]


def _imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            for alias in node.names:
                yield f"{node.module}.{alias.name}", node.lineno


def _is_module(name: str) -> bool:
    path = ROOT / "generator" / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


@every_source
def test_doors_open_one_way(path: Path) -> None:
    own = _name(path).removesuffix(".py").replace("/", ".").removesuffix("__init__").rstrip(".")
    here = ROOMS.index(_room(own))
    for name, line in _imports(ast.parse(path.read_text("utf-8"))):
        if own and name.startswith("nemcon."):
            module = name if _is_module(name) else name.rpartition(".")[0]
            there = _room(module.removeprefix("nemcon").lstrip("."))
            assert (
                ROOMS.index(there) <= here
            ), f"{_name(path)}:{line} reaches from {ROOMS[here]} into {there}"


@every_source
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST


@every_source
def test_there_is_no_network(path: Path) -> None:
    for name, line in _imports(ast.parse(path.read_text("utf-8"))):
        parts = name.split(".")
        heads = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
        assert not heads & NETWORK, f"{_name(path)}:{line} imports {name}"


@every_source
def test_text_is_run_as_code_in_few_places(path: Path) -> None:
    allowed = LOADERS.get(_name(path), set())
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert (
                node.func.id not in {"exec", "eval", "compile", "__import__"} - allowed
            ), node.lineno


@every_source
def test_dataclasses_are_records(path: Path) -> None:
    """docs/decisions/0017-records.md; and facts of both kinds side by side would not be told alike."""
    for name, line in _imports(ast.parse(path.read_text("utf-8"))):
        assert name.split(".")[0] != "dataclasses", f"{_name(path)}:{line}: nemcon.records"


@every_source
def test_only_commands_print(path: Path) -> None:
    if _name(path).startswith(PRINTERS):
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "input"}, node.lineno


@every_source
def test_only_publishing_writes(path: Path) -> None:
    if _name(path) == "read/ecma/make_properties.py" or _name(path).startswith("commands/"):
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in {
                "write_text",
                "write_bytes",
                "unlink",
                "rename",
                "mkdir",
            }, node.lineno


@every_source
def test_nothing_is_random_and_nothing_asks_the_clock(path: Path) -> None:
    for name, line in _imports(ast.parse(path.read_text("utf-8"))):
        if (
            _room(_name(path).removesuffix(".py").split("/")[0].replace("__init__", ""))
            == "commands"
        ):
            return
        assert name.split(".")[0] not in {"random", "secrets", "time", "datetime", "uuid"}, line


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in _sources()
        if _name(path).startswith("read/graph") or _name(path) == "model/types.py"
    ],
    ids=_name,
)
def test_representations_are_frozen(path: Path) -> None:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.decorator_list:
            shown = " ".join(ast.unparse(it) for it in node.decorator_list)
            assert "frozen=True" in shown, node.name


def test_there_is_no_room_for_everything_else() -> None:
    assert not [path for path in _sources() if path.stem in ("utils", "helpers", "common", "misc")]
    assert {_name(path).split("/")[0] for path in _sources() if "/" in _name(path)} <= set(ROOMS)


every_template = pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.jinja")), ids=lambda it: it.relative_to(TEMPLATES).as_posix()
)

VOUCHING_FOR_ANYTHING = {
    "safe",
    "e",
    "escape",
    "forceescape",
    "format",
    "urlize",
    "xmlattr",
    "replace",
    "tojson",
}


@every_template
def test_no_template_vouches_for_text_itself(path: Path) -> None:
    """What a filter of nemcon's has not made, `printed` refuses; a template must not get around it."""
    text = path.read_text("utf-8")
    tree = syntax().parse(text)
    assert not {it.name for it in tree.find_all(nodes.Filter)} & VOUCHING_FOR_ANYTHING
    assert not list(
        tree.find_all((nodes.MarkSafe, nodes.MarkSafeIfAutoescape, nodes.ScopedEvalContextModifier))
    )


def test_architecture_names_every_room_with_its_invariant() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for room in ROOMS[1:]:
        section = text.partition(f"\n## {room.upper()}\n")[2].partition("\n## ")[0]
        assert "*Invariant: " in section, room


def test_no_target_asks_the_graph_what_a_type_is() -> None:
    plans = [*(PACKAGE / "render").glob("*.py")]
    kinds = {"Required", "Properties", "AdditionalProperties", "Type", "Enum", "Const", "AnyOf"}
    for path in plans:
        for name, _ in _imports(ast.parse(path.read_text("utf-8"))):
            asked = name == "nemcon.read.graph" or name.rpartition(".")[2] in kinds
            assert not (name.startswith("nemcon.read") and asked), f"{path.name} imports {name}"


MODULE_LEVEL = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign, ast.Expr, ast.If,
)  # fmt: skip
CALLED = {
    "Error", "Final", "Schema", "_Automaton", "TypeVar", "TypedDict", "UnsetType", "_decoder", "_scanner", "_writer", "compile",
    "dataclass", "frozenset", "msgspec.json.Decoder", "msgspec.json.Encoder", "msgspec.json.Encoder().encode",
    "re.compile", "set", "unittest.main", "json.decoder.JSONDecoder",
}  # fmt: skip
MODULES = {
    "base64", "collections", "collections.abc", "copy", "dataclasses", "datetime", "decimal", "enum", "functools", "importlib", "importlib.util",
    "json", "msgspec", "pathlib", "re", "typing", "unicodedata", "unittest", "uuid", "warnings",
}  # fmt: skip


def _generated() -> list[Path]:
    return sorted([*(ROOT / "generated").rglob("*.py"), *(ROOT / "tests" / "golden").rglob("*.py")])


@pytest.mark.parametrize("path", _generated(), ids=lambda it: it.relative_to(ROOT).as_posix())
def test_importing_generated_code_only_defines_things(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    for node in tree.body:
        assert isinstance(node, MODULE_LEVEL), (node.lineno, type(node).__name__)
        if isinstance(node, ast.Expr):
            assert isinstance(node.value, ast.Constant), node.lineno
        if isinstance(node, ast.If):
            assert ast.unparse(node.test) in (
                "TYPE_CHECKING",
                "__name__ == '__main__'",
            ), node.lineno
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            calls = [it for it in ast.walk(node.value) if isinstance(it, ast.Call)]
            for call in calls:
                assert ast.unparse(call.func) in CALLED, (node.lineno, ast.unparse(call.func))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= MODULES, node.lineno
        elif isinstance(node, ast.ImportFrom) and not node.level:
            assert node.module in MODULES, node.lineno
