"""`nemcon explain`: what nemcon makes of a schema, or of a place in it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from nemcon.commands.options import chosen, compiled, schema_options
from nemcon.commands.terminal import plural, say
from nemcon.errors import UsageError
from nemcon.model.types import Alias, Enumeration, Field, Loss, Model, Record, Type
from nemcon.pipeline import Compiled
from nemcon.read.graph import Graph, Node
from nemcon.read.pointers import normal
from nemcon.render.annotations import Annotations


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("schema", metavar="SCHEMA", help="a schema, or a configured package")
    parser.add_argument(
        "pointer",
        nargs="?",
        metavar="POINTER",
        help="a place, as in /$defs/Name (the whole schema)",
    )
    schema_options(parser)


def run(found: Namespace) -> int:
    (settings,) = chosen(found, [found.schema])
    made = compiled(settings, targets=("validator",))
    lines = (
        _whole(made)
        if found.pointer is None
        else _place(made, normal(found.pointer.removeprefix("#")))
    )
    for line in lines:
        say(line)
    return 0


def _whole(made: Compiled) -> Iterator[str]:
    graph, model = made.graph, made.model
    yield f"{made.package.name}: {plural(len(graph.nodes), 'place')}, dialect {graph.dialect}"
    yield f"Root: {_shown(model.root)}"
    for declaration in model.declarations:
        if isinstance(declaration, Record):
            yield f"class {declaration.name}: {declaration.pointer or '(root)'}"
            yield from (f"    {_field(field)}" for field in declaration.fields)
            yield f"    {_extras(declaration)}"
        else:
            yield f"{_named(declaration)}: {declaration.pointer or '(root)'}"
    if model.losses:
        yield "wider than the schema; decoding enforces it all the same:"
        yield from (f"    {_loss(loss)}" for loss in model.losses)
    yield from (f"warning: {warning}" for warning in graph.warnings)


def _place(made: Compiled, pointer: str) -> Iterator[str]:
    nodes = [node for node in made.graph.nodes.values() if node.pointer == pointer]
    if not nodes:
        raise UsageError(f"there is no schema at #{pointer}{_nearest(made.graph, pointer)}")
    node = nodes[0]
    yield f"#{pointer}: {made.model.names[node.key]}"
    yield f"written in: {node.origin.document}#{node.origin.pointer}"
    yield from (f"type: {line}" for line in dict.fromkeys(_types(made.model, node)))
    for keyword in node.keywords:
        yield f"{_role(keyword)}: {keyword.pointer}"
    losses = [
        loss
        for loss in made.model.losses
        if loss.pointer == pointer or _inside(loss.pointer, pointer)
    ]
    yield from (f"wider than the schema: {_loss(loss)}" for loss in losses)


def _role(keyword: object) -> str:
    """Whether errors name the keyword itself, or those of the schemas it applies."""
    children = bool(getattr(keyword, "children", tuple)())
    return "applies" if children else "can report"


def _inside(pointer: str, schema: str) -> bool:
    return pointer.rpartition("/")[0] == schema


def _nearest(graph: Graph, pointer: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(pointer, [node.pointer for node in graph.nodes.values()], 1, 0)
    return f"; did you mean #{near[0]}?" if near else ""


def _types(model: Model, node: Node) -> Iterator[str]:
    """Where the place shows in the modules."""
    if not node.pointer:
        yield f"Root: {_shown(model.root)}"
    for declaration in model.declarations:
        if isinstance(declaration, Record):
            if declaration.pointer == node.pointer:
                yield f"class {declaration.name}"
            for field in declaration.fields:
                if field.pointer == node.pointer:
                    yield f"{declaration.name}.{_field(field)}"
        elif declaration.pointer == node.pointer:
            yield _named(declaration)


def _named(it: Alias | Enumeration) -> str:
    if isinstance(it, Alias):
        return f"{it.name} = {_shown(it.type)}"
    return f"enum {it.name}: {', '.join(name for name, _ in it.members)}"


def _field(field: Field) -> str:
    key = f" (key {field.key!r})" if field.key != field.attribute else ""
    default = f" {field.default!r}" if field.presence == "defaulted" else ""
    return f"{field.attribute}{key}: {_shown(field.type)}, {field.presence}{default}"


def _extras(record: Record) -> str:
    if record.extras is None:
        return "no other keys"
    return f"other keys: {_shown(record.extras)}"


def _shown(type_: Type) -> str:
    return Annotations(tuples=True).text(type_)


def _loss(loss: Loss) -> str:
    return f"{loss.pointer} ({loss.keyword}): {loss.reason}"
