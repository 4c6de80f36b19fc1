"""Templates are compiled to Python: what comes of them, what they may use, and that nothing unvouched is printed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from nemcon.commands import make_templates
from nemcon.render import environment
from nemcon.render.compiler import Unsupported, compiled
from nemcon.render.printing import Code


def _render(text: str, **facts: Any) -> str:
    scope: dict[str, Any] = {}
    exec(compiled("test.jinja", text), scope)
    made: str = scope["render"](**facts)
    return made


def test_the_modules_are_those_of_the_templates() -> None:
    """`python -m nemcon.commands.make_templates` was run after the last change."""
    found = {path.name: path.read_text("utf-8") for path in make_templates.FOLDER.glob("*.py")}
    assert found == make_templates.texts()


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("plain\n", {}, "plain\n"),
        ("{{ it|literal }}", {"it": 'say "hi"'}, "'say \"hi\"'"),
        ("{{ it }}", {"it": Code("x + 1")}, "x + 1"),
        ("{{ it }}", {"it": 3}, "3"),
        ("{{ 'x' }}{{ 'a' if it else 'b' }}", {"it": 0}, "xb"),
        ("{% for a, b in it.items() if b %}\n{{ a|identifier }}\n{% endfor %}\n", {"it": {"p": 1, "q": 0}}, "p\n"),
        ("{% for a in it %}{{ a }}{% if not loop.last %}, {% endif %}{% endfor %}", {"it": [1, 2]}, "1, 2"),
        ("{% for a in it %}{{ loop.index0 }}{% endfor %}", {"it": "xy"}, "01"),
        ("{% for a in it %}x{% else %}none{% endfor %}", {"it": []}, "none"),
        ("{% set a = 1 %}{% for b in it %}{% set a = b %}{% endfor %}{{ a }}", {"it": [2, 3]}, "1"),
        ("{% for a in it %}{% for a in it %}{{ a }}{% endfor %}{{ a }}{% endfor %}", {"it": [1, 2]}, "121122"),
        (
            "{% set n = namespace(on=true) %}{% for a in it %}{% if not n.on %}, {% endif %}"
            "{% set n.on = false %}{{ a }}{% endfor %}",
            {"it": [1, 2]},
            "1, 2",
        ),
        ("{% macro f(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ f(1) }}{{ f(3, b=4) }}", {}, "1234"),
        ("{% macro f() %}<{{ caller() }}>{% endmacro %}{% call f() %}{{ it }}{% endcall %}", {"it": 5}, "<5>"),
        (
            "{% macro f(a) %}{{ a }}{{ caller() }}{% endmacro %}"
            "{% call f(1) %}a{% endcall %}{% call f(2) %}b{% endcall %}",
            {},
            "1a2b",
        ),
        (
            "{% set WAYS = {'one': one} %}{% macro two(it, to) %}{{ to.one(it) }}{% endmacro %}"
            "{% macro one(it) %}<{{ it }}>{% endmacro %}{{ two(it, WAYS) }}",
            {"it": 1},
            "<1>",
        ),
        ("{{ it.name }}", {"it": SimpleNamespace(name=Code("a"))}, "a"),
        ("{{ it.name }}", {"it": {"name": Code("b")}}, "b"),
        ("{% if it is none or it in (1, 2) and it|length %}x{% endif %}", {"it": None}, "x"),
        ("{% if it is none %}x{% elif it == 2 %}y{% endif %}", {"it": 2}, "y"),
        ("{{ ('a' ~ it)|literal }}", {"it": 1}, '"a1"'),
        ("{{ type|literal }}{% set out = 1 %}{{ out }}", {"type": "t"}, '"t"1'),
        ("{{ it|upper }}", {"it": Code("a")}, "A"),
        ("{% if it is sameas one %}1{% endif %}", {"it": True, "one": 1}, ""),
    ],
)  # fmt: skip
def test_what_templates_say(text: str, facts: dict[str, Any], expected: str) -> None:
    assert _render(text, **facts) == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ it }}", "os.system('x')"),
        ("{{ it }}", True),
        ("{{ it }}", None),
        ("{{ it|upper }}", "x"),
        ("{{ it ~ it }}", "x"),
        ("{{ 'a' if it else it }}", ""),
        ("{% macro f(a) %}{{ a }}{% endmacro %}{{ f(it) }}", "x"),
        ("{% for f in it %}{{ f() }}{% endfor %}", [lambda: "x"]),
        ("{% macro f(to) %}{{ to.x() }}{% endmacro %}{{ f(it) }}", {"x": lambda: "x"}),
        ("{% for caller in it %}{{ caller() }}{% endfor %}", [lambda: "x"]),
        ("{% macro f() %}x{% endmacro %}{% for f in it %}{{ f() }}{% endfor %}", [lambda: "x"]),
    ],
)
def test_a_plain_string_cannot_be_printed(text: str, value: Any) -> None:
    with pytest.raises(TypeError, match="without a filter"):
        _render(text, it=value)


def test_what_a_fact_does_not_have_cannot_be_asked() -> None:
    with pytest.raises(TypeError):
        _render("{{ it }}")
    with pytest.raises(AttributeError):
        _render("{{ it.other }}", it={})


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{{ it|safe }}", "filter 'safe'"),
        ("{{ it|map('upper') }}", "filter 'map'"),
        ("{% include 'x' %}", "Include"),
        ("{% set a %}x{% endset %}", "AssignBlock"),
        ("{% macro f() %}{{ other }}{% endmacro %}", "name 'other' there"),
        ("{{ it is odd }}", "test 'odd'"),
        ("{% for a in it %}{{ loop.length }}{% endfor %}", "loop.length"),
        ("{{ 'a' if it }}", "condition without an alternative"),
        ("{{ it * 2 }}", "Mul"),
        ("{{ out }}", "fact named 'out'"),
    ],
)
def test_what_templates_may_not_use(text: str, what: str) -> None:
    with pytest.raises(Unsupported, match=f"^test.jinja:1: compiled templates have no {what}$"):
        compiled("test.jinja", text)


def test_an_edited_template_counts_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "package/__init__.py.jinja"
    text = (environment.templates_folder() / name).read_text("utf-8")
    (tmp_path / "package").mkdir()
    (tmp_path / name).write_text(f"# Edited.\n{text}", "utf-8")
    monkeypatch.setattr(environment, "templates_folder", lambda: tmp_path)
    environment.template.cache_clear()
    try:
        assert environment.template(name).render(title="T", modules=["a"]).startswith("# Edited.")
    finally:
        environment.template.cache_clear()
