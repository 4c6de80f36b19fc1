"""Templates as Python: every macro a function, so that a run needs no Jinja and every check that can be made is made here.

Jinja reads the templates; what it would run itself is printed as a module that imports nothing of it. A template prints text of
its own, what a filter or a macro made (which are safe by what they are), or anything else through `printed`, which lets through
code and counts alone. What a template may use is what is handled here: the rest is refused.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeGuard, cast

from jinja2 import Environment, nodes

from nemcon.render import printing
from nemcon.render.environment import digest
from nemcon.render.layout import laid_out
from nemcon.render.text import literal
from nemcon.render.validator import filters

FILTERS: Mapping[str, Callable[..., Any]] = {**printing.FILTERS, **filters.FILTERS}
"""What makes code of a value, by the name that templates give it."""

_PLAIN = {"length": "len({})", "list": "list({})", "string": "str({})", "upper": "{}.upper()"}
_COMPARED = {
    "eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in", "notin": "not in"
}  # fmt: skip
_OWN = frozenset(
    "Any Code Namespace called enumerate get len list map out printed str template".split()
)


class Unsupported(Exception):
    """A template that uses what compiled templates do not have."""


@cache
def syntax() -> Environment:
    """The Jinja environment that reads templates."""
    return Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)


def compiled(name: str, text: str) -> str:
    """The text of the module of a template."""
    return _Module(name).printed(text)


def _free(name: str, taken: Iterable[str]) -> str:
    """`name`, or one like it that Python and the module have no other use for."""
    while keyword.iskeyword(name) or name in taken:
        name += "_"
    return name


class _Module:
    """One template on its way to Python."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.filters: set[str] = set()
        self.globals: dict[str, str] = {}
        self.imports: list[str] = []

    def printed(self, text: str) -> str:
        tree = syntax().parse(text)
        for node in tree.body:
            if isinstance(node, nodes.FromImport):
                self._import(node)
            elif isinstance(node, nodes.Macro):
                self.globals[node.name] = _free(node.name, _OWN)
            elif _is_constant(node):
                self.globals[node.target.name] = _free(node.target.name, _OWN)
        pieces: list[str] = []
        constants: list[str] = []
        rest: list[nodes.Node] = []
        for node in tree.body:
            if isinstance(node, nodes.Macro):
                pieces.append(_Function(self, node.name).of_macro(node))
            elif _is_constant(node):
                constants.append(_Function(self, "").of_constant(node))
            elif not isinstance(node, nodes.FromImport):
                rest.append(node)
        if any(not _is_blank(node) for node in rest):
            pieces.append(_Function(self, "render").of_body(rest))
        body = "\n\n\n".join([*pieces, *constants])
        return laid_out(f"{self._head(text, body)}\n\n\n{body}\n")

    def _import(self, node: nodes.FromImport) -> None:
        source = node.template
        if not isinstance(source, nodes.Const):
            raise Unsupported(f"{self.name}:{node.lineno}: an import of a computed name")
        for it in node.names:
            name, known = (it, it) if isinstance(it, str) else it
            self.globals[known] = _free(known, _OWN)
            self.imports.append(f"{self.globals[known]} = template({literal(source.value)}).{name}")

    def _head(self, text: str, body: str) -> str:
        modules: dict[str, list[str]] = {}
        for name in sorted(self.filters):
            made = FILTERS[name]
            modules.setdefault(made.__module__, []).append(f"{made.__name__} as as_{name}")
        helpers = ("Code", "Namespace", "get", "printed")
        own = [name for name in helpers if re.search(rf"\b{name}\(", body)]
        if own:
            modules.setdefault("nemcon.render.printing", [])[:0] = own
        if self.imports:
            modules["nemcon.render.environment"] = ["template"]
        lines = [
            f'"""templates/{self.name}, as `python -m nemcon.commands.make_templates` compiles it."""',
            "",
            *(["from typing import Any", ""] if ": Any" in body else []),
            *(f"from {name} import {', '.join(modules[name])}" for name in sorted(modules)),
            "",
            f'SOURCE = "{digest(text)}"',
            "",
            *self.imports,
        ]
        return "\n".join(lines).rstrip()


def _is_constant(node: nodes.Node) -> TypeGuard[Any]:
    """Whether a template, outside of its macros, gives a name to what does not depend on facts: a dictionary."""
    return isinstance(node, nodes.Assign) and isinstance(node.node, nodes.Dict)


def _is_blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Output) and all(
        isinstance(part, nodes.TemplateData) and not part.data.strip() for part in node.nodes
    )


class _Function:
    """A macro, or the body of a template. Jinja's scopes are Python's, but that a loop has one of its own."""

    def __init__(self, module: _Module, name: str) -> None:
        self.module = module
        self.name = name
        self.lines: list[str] = []
        self.depth = 1
        self.scopes: list[dict[str, str]] = [{}]
        self.used: set[str] = {*_OWN, *module.globals.values()}
        self.loops: list[tuple[str, str]] = []
        self.blocks = 0
        self.given: list[str] | None = None

    def of_macro(self, node: nodes.Macro) -> str:
        parameters = [f"{self._declare(it.name)}: Any" for it in node.args]
        plain = len(parameters) - len(node.defaults)
        for place, value in enumerate(node.defaults, plain):
            parameters[place] += f" = {self._expression(value)}"
        if any(it.name == "caller" for it in node.find_all(nodes.Name)):
            parameters.append(f"{self._declare('caller')}: Any")
        self._body(node.body)
        return self._text(self.module.globals[self.name], parameters, "Code")

    def of_constant(self, node: nodes.Assign) -> str:
        return f"{self._known(cast(nodes.Name, node.target))} = {self._expression(node.node)}"

    def of_body(self, body: Sequence[nodes.Node]) -> str:
        self.given = []
        self._body(body)
        facts = ["*", *(f"{name}: Any" for name in self.given)] if self.given else []
        return self._text("render", [*facts, "**_: object"], "str")

    def _text(self, name: str, parameters: list[str], made: str) -> str:
        """The function, whose lines are there."""
        whole = '"".join(out)' if made == "str" else f'{made}("".join(out))'
        lines = [f"def {name}({', '.join(parameters)}) -> {made}:", "    out: list[str] = []"]
        return "\n".join([*lines, *self.lines, f"    return {whole}"])

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _refuse(self, node: nodes.Node, what: str = "") -> Unsupported:
        what = what or type(node).__name__
        return Unsupported(f"{self.module.name}:{node.lineno}: compiled templates have no {what}")

    # Names.

    def _declare(self, name: str) -> str:
        made = _free(name, self.used)
        self.used.add(made)
        self.scopes[-1][name] = made
        return made

    def _known(self, node: nodes.Name) -> str:
        for scope in reversed(self.scopes):
            if node.name in scope:
                return scope[node.name]
        if node.name in self.module.globals:
            return self.module.globals[node.name]
        if self.given is None:
            raise self._refuse(node, f"name {node.name!r} there")
        if node.name in self.used or keyword.iskeyword(node.name):
            raise self._refuse(node, f"fact named {node.name!r}")
        self.used.add(node.name)
        self.scopes[0][node.name] = node.name
        self.given.append(node.name)
        return node.name

    # Statements.

    def _body(self, body: Sequence[nodes.Node]) -> None:
        before = len(self.lines)
        parts: list[str] = []
        for node in body:
            if isinstance(node, nodes.Output):
                parts += [self._part(part) for part in node.nodes]
                continue
            self._write(parts)
            parts = []
            self._statement(node)
        self._write(parts)
        if len(self.lines) == before:
            self._line("pass")

    def _statement(self, node: nodes.Node) -> None:
        match node:
            case nodes.If():
                self._if(node)
            case nodes.For():
                self._for(node)
            case nodes.Assign():
                self._set(node)
            case nodes.CallBlock():
                self._call_block(node)
            case _:
                raise self._refuse(node)

    def _write(self, parts: list[str]) -> None:
        if len(parts) == 1:
            self._line(f"out.append({parts[0]})")
        elif parts:
            self._line(f"out += ({', '.join(parts)})")

    def _part(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.TemplateData):
            return literal(node.data)
        text, safe = self._valued(node)
        return text if safe else f"printed({text})"

    @contextmanager
    def _inside(self) -> Any:
        self.depth += 1
        yield
        self.depth -= 1

    def _if(self, node: nodes.If) -> None:
        self._line(f"if {self._expression(node.test)}:")
        with self._inside():
            self._body(node.body)
        for other in node.elif_:
            self._line(f"elif {self._expression(other.test)}:")
            with self._inside():
                self._body(other.body)
        if node.else_:
            self._line("else:")
            with self._inside():
                self._body(node.else_)

    def _for(self, node: nodes.For) -> None:
        if node.recursive:
            raise self._refuse(node, "recursive loop")
        whole = self._expression(node.iter)
        self.scopes.append({})
        targets = self._target(node.target)
        if node.test is not None:
            kept = self._expression(node.test)
            whole = f"[{_grouped(targets)} for {targets} in {whole} if {kept}]"
        asked = {it.attr for it in node.find_all(nodes.Getattr) if _is_loop(it.node)}
        number = len(self.loops) + 1
        items, index = _free(f"items_{number}", self.used), _free(f"index_{number}", self.used)
        if asked or node.else_:
            self._line(f"{items} = list({whole})")
            whole = items
        head = (
            f"{index}, {_grouped(targets)} in enumerate({whole})"
            if asked
            else f"{targets} in {whole}"
        )
        self._line(f"for {head}:")
        self.loops.append((items, index))
        with self._inside():
            self._body(node.body)
        self.loops.pop()
        self.used -= set(self.scopes.pop().values())
        if node.else_:
            self._line(f"if not {items}:")
            with self._inside():
                self._body(node.else_)

    def _target(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.Tuple):
            return ", ".join(self._target(it) for it in node.items)
        if isinstance(node, nodes.Name):
            return self._declare(node.name)
        raise self._refuse(node)

    def _set(self, node: nodes.Assign) -> None:
        value = self._expression(node.node)
        if isinstance(node.target, nodes.NSRef):
            space = self._known(nodes.Name(node.target.name, "load", lineno=node.lineno))
            self._line(f"{space}.{node.target.attr} = {value}")
        elif isinstance(node.target, nodes.Name):
            known = self.scopes[-1].get(node.target.name) or self._declare(node.target.name)
            self._line(f"{known} = {value}")
        else:
            raise self._refuse(node.target)

    def _call_block(self, node: nodes.CallBlock) -> None:
        inner = _Function(self.module, "caller")
        inner.scopes, inner.used, inner.given = [*self.scopes, {}], self.used, self.given
        inner.depth = self.depth + 1
        inner._body(node.body)
        self.blocks += 1
        name = f"called_{self.blocks}"
        self._line(f"def {name}() -> Code:")
        with self._inside():
            self._line("out: list[str] = []")
            self.lines += inner.lines
            self._line('return Code("".join(out))')
        head = self._expression(node.call)[:-1]
        self._line(f"out.append({head}{'' if head.endswith('(') else ', '}{name}))")

    # Expressions.

    def _expression(self, node: nodes.Node) -> str:
        return self._valued(node)[0]

    def _valued(self, node: nodes.Node) -> tuple[str, bool]:
        """The expression, and whether its value is text that may be printed by what it is."""
        match node:
            case nodes.Const():
                return literal(node.value), isinstance(node.value, str)
            case nodes.Call():
                return self._call(node)
            case nodes.Filter():
                return self._filter(node)
            case nodes.CondExpr():
                return self._either(node)
            case _:
                return self._plain(node), False

    def _plain(self, node: nodes.Node) -> str:
        """An expression of any value."""
        match node:
            case nodes.Name():
                return self._known(node)
            case nodes.Getattr():
                return self._attribute(node)
            case nodes.Getitem():
                return f"{self._operand(node.node)}[{self._expression(node.arg)}]"
            case nodes.Test(name="none"):
                return f"{self._operand(node.node)} is None"
            case nodes.Test(name="sameas"):
                return f"{self._operand(node.node)} is {self._operand(node.args[0])}"
            case nodes.Test():
                raise self._refuse(node, f"test {node.name!r}")
            case nodes.Compare():
                rest = [f" {_COMPARED[it.op]} {self._operand(it.expr)}" for it in node.ops]
                return self._operand(node.expr) + "".join(rest)
            case nodes.Concat():
                return f'"".join(map(str, ({self._listed(node.nodes)})))'
            case nodes.Tuple():
                return f"({self._listed(node.items)})"
            case nodes.List():
                return f"[{self._listed(node.items).removesuffix(', ')}]"
            case nodes.Dict():
                pairs = [
                    (self._expression(it.key), self._expression(it.value)) for it in node.items
                ]
                return f"{{{', '.join(f'{key}: {value}' for key, value in pairs)}}}"
            case nodes.Not():
                return f"not {self._operand(node.node)}"
            case nodes.And() | nodes.Or() | nodes.Add():
                sign = {nodes.And: "and", nodes.Or: "or", nodes.Add: "+"}[type(node)]
                return f"{self._operand(node.left)} {sign} {self._operand(node.right)}"
            case _:
                raise self._refuse(node)

    def _listed(self, items: Sequence[nodes.Node]) -> str:
        return "".join(f"{self._expression(it)}, " for it in items)

    def _operand(self, node: nodes.Node) -> str:
        text = self._expression(node)
        loose = (nodes.BinExpr, nodes.UnaryExpr, nodes.Compare, nodes.Test, nodes.Concat)
        return f"({text})" if isinstance(node, loose) else text

    def _attribute(self, node: nodes.Getattr) -> str:
        if _is_loop(node.node):
            items, index = self.loops[-1]
            known = {
                "index0": index,
                "first": f"{index} == 0",
                "last": f"{index} == len({items}) - 1",
            }
            if node.attr not in known:
                raise self._refuse(node, f"loop.{node.attr}")
            return known[node.attr]
        return f"get({self._expression(node.node)}, {literal(node.attr)})"

    def _call(self, node: nodes.Call) -> tuple[str, bool]:
        if node.dyn_args or node.dyn_kwargs:
            raise self._refuse(node, "call with unpacked arguments")
        arguments = [self._expression(it) for it in node.args]
        arguments += [f"{it.key}={self._expression(it.value)}" for it in node.kwargs]
        if isinstance(node.node, nodes.Name) and node.node.name == "namespace":
            return f"Namespace({', '.join(arguments)})", False
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        local = any(name in scope for scope in self.scopes)
        macro = name == "caller" and self.given is None
        safe = macro or (name in self.module.globals and not local)
        return f"{self._expression(node.node)}({', '.join(arguments)})", safe

    def _filter(self, node: nodes.Filter) -> tuple[str, bool]:
        if node.kwargs or node.node is None:
            raise self._refuse(node, "filter used like that")
        if node.name in _PLAIN and not node.args:
            return _PLAIN[node.name].format(self._operand(node.node)), False
        if node.name not in FILTERS:
            raise self._refuse(node, f"filter {node.name!r}")
        if all(isinstance(it, nodes.Const) for it in (node.node, *node.args)):
            made = FILTERS[node.name](*(it.as_const() for it in (node.node, *node.args)))
            return f"Code({literal(made)})", True
        self.module.filters.add(node.name)
        arguments = [self._expression(it) for it in (node.node, *node.args)]
        return f"as_{node.name}({', '.join(arguments)})", True

    def _either(self, node: nodes.CondExpr) -> tuple[str, bool]:
        if node.expr2 is None:
            raise self._refuse(node, "condition without an alternative")
        one, safe = self._valued(node.expr1)
        other, safe_too = self._valued(node.expr2)
        return f"({one} if {self._expression(node.test)} else {other})", safe and safe_too


def _is_loop(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name) and node.name == "loop"


def _grouped(targets: str) -> str:
    return f"({targets})" if "," in targets else targets
