"""The wall reads what says the same once: never yes where the whole module would get a no, and no more work than there is to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from nemcon import generate
from nemcon.render import judgements, wall
from nemcon.render.generated import judged
from nemcon.render.statements import Statements
from places import GENERATED, ROOT
from test_security_wall import BREACHES, HEAD

GOLDEN = ROOT / "tests" / "golden"
MODULES = sorted(
    [*GOLDEN.glob("*/expected/*.py"), *GENERATED.glob("*.py")],
    key=lambda it: (it.parent.parent.name, it.name),
)


def _statements() -> Statements:
    return Statements(wall._is_fine, wall._may_begin, wall.names())


def _is_sound(text: str) -> bool:
    """Whether what is fine piece by piece is fine as a whole; texts with hidden characters are always taken as a whole."""
    if wall._HIDDEN.search(text):
        return True
    return not _statements().are_fine(text) or not list(wall._code(text))


@pytest.mark.parametrize("path", MODULES, ids=lambda it: f"{it.parent.parent.name}-{it.name}")
def test_what_is_generated_comes_apart(path: object) -> None:
    assert _statements().are_fine(path.read_text("utf-8"))  # type: ignore[attr-defined]


def test_what_is_known_is_what_would_be_found() -> None:
    """Of every statement that is known ahead: `python -m nemcon.commands.make_judgements` was run after the last change."""
    assert judgements.sources() == judged.SOURCES
    ahead = judgements.known()
    found = _statements()
    found.read(ahead)
    assert len(ahead) > 500 and found.known == ahead


def test_an_edited_wall_knows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judged, "SOURCES", "of another wall")
    assert judgements.known() == {}


AROUND = (
    "{}",
    "class A:\n    {}",
    "def f():\n    {}",
    "X = [\n    {}\n]",
    "if TYPE_CHECKING:\n    {}",
)
TRICKS = (
    'x = "a" ; import os',
    "x = (\nevil()\n    )",
    'x = """\n"""; import os',
    '"""a""" + __import__("os")',
    '"""a\nb""" ; import os',
    "x = 1 \\\nimport os",
    "if x:\n    pass\nimport os",
    "else:\n    pass",
    "except ValueError:\n    pass",
    "try:\n    x = 1\ny = 2",
    "@dataclass\nx = 1",
    "x = 'it\\'s' + eval('1') + 'x'",
    "x = f'{eval(1)}'",
    "x = f\"{print('x')}\"",
    "x = 'a'  # it's\nimport os",
    "x = ('\n'",
    "ｅｖａｌ('1')",
    "x.__globals__",
    "def f(a=g()): ...",
    "x = lambda: eval",
    "match x:\n    case 1: pass",
    "x = [\n1,\n] ; import os",
    "x = '\\N{nothing of that name}'",
)


@pytest.mark.parametrize("around", AROUND, ids=range(len(AROUND)))
@pytest.mark.parametrize("code", [*BREACHES, *TRICKS], ids=lambda it: ascii(it)[1:40])
def test_what_the_whole_refuses_no_statement_lets_through(code: str, around: str) -> None:
    inside = code.replace("\n", "\n" + " " * (around.index("{}") - around.rfind("\n", 0, -3) - 1))
    for it in (code, inside):
        assert _is_sound(f"{HEAD}{around.format(it) if '{' not in it else it}\n")


def _spoiled(lines: list[str], at: int) -> Iterator[list[str]]:
    line = lines[at]
    yield lines[:at] + lines[at + 1 :]
    yield [*lines[:at], f"    {line}", *lines[at + 1 :]]
    yield [*lines[:at], line[4:], *lines[at + 1 :]]
    yield [*lines[:at], line[:-1], *lines[at + 1 :]]
    yield [*lines[:at], line.replace('"', "", 1), *lines[at + 1 :]]
    yield [*lines[:at], line.replace("(", "(eval(1), ", 1), *lines[at + 1 :]]
    yield [*lines[:at], line, line, *lines[at + 1 :]]


@pytest.mark.parametrize("start", range(4))
def test_spoiled_modules_are_no_better_in_pieces(start: int) -> None:
    lines = (GOLDEN / "tagged/expected/validator.py").read_text("utf-8").split("\n")
    for at in range(start, len(lines), 12):
        for spoiled in _spoiled(lines, at):
            assert _is_sound("\n".join(spoiled))


def test_more_of_the_same_is_not_parsed_again() -> None:
    parsed: list[int] = []
    fields = {
        "a": {"type": "string"},
        "b": {"type": "integer", "minimum": 1},
        "c": {"enum": [1, 2]},
    }
    record = {"type": "object", "properties": fields, "required": ["a"]}
    for number in (20, 60):
        statements = _statements()
        schema = {"$defs": {f"Record{it}": record for it in range(number)}}
        for path, text in generate(schema).files.items():
            if path.endswith(".py"):
                assert statements.are_fine(text)
        parsed.append(statements.parsed)
    assert parsed[1] < 1.1 * parsed[0]
