"""The graph gets its final shape: copies that mean the same are one, loops are refused, nodes stand in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nemcon.errors import SchemaError
from nemcon.read import graph as g
from nemcon.read.graph import Key, Node
from nemcon.read.texts import Text
from nemcon.records import replace


def merged(root: Key, nodes: dict[Key, Node]) -> tuple[Key, dict[Key, Node]]:
    """The same graph with copies of one place put together again where dynamic scope makes no difference.

    Partition refinement: all nodes of a place begin in one class; a class is split while two of its nodes have edges
    into different classes.
    """
    if not any("@" in key for key in nodes):
        return root, nodes
    group: dict[Key, Key] = {key: node.pointer for key, node in nodes.items()}
    while True:
        shape = {
            key: (group[key], tuple(group[child] for child in node.children()))
            for key, node in nodes.items()
        }
        names: dict[Any, Key] = {}
        for key in nodes:
            first = names.get(shape[key])
            if first is None or (len(key), key) < (len(first), first):
                names[shape[key]] = key
        new = {key: names[shape[key]] for key in nodes}
        if len(set(new.values())) == len(set(group.values())):
            break
        group = new
    alone: dict[str, set[Key]] = {}
    for key, node in nodes.items():
        alone.setdefault(node.pointer, set()).add(new[key])
    final = {
        key: nodes[key].pointer if len(alone[nodes[key].pointer]) == 1 else new[key]
        for key in nodes
    }
    result = {
        final[key]: replace(
            node,
            key=final[key],
            keywords=tuple(_renamed(keyword, final) for keyword in node.keywords),
            discriminator=_known(node.discriminator, final),
        )
        for key, node in nodes.items()
    }
    return final[root], result


def _known(
    discriminator: g.Discriminator | None, names: Mapping[Key, Key]
) -> g.Discriminator | None:
    """The same with the keys that are in use; a mapping may name schemas that nothing else leads to."""
    if discriminator is None:
        return None
    mapping = {value: names[key] for value, key in discriminator.mapping.items() if key in names}
    return replace(discriminator, mapping=mapping)


def _renamed(keyword: g.Keyword, names: dict[Key, Key]) -> g.Keyword:
    changes: dict[str, Any] = {}
    match keyword:
        case (
            g.Reference()
            | g.Not()
            | g.AdditionalProperties()
            | g.PropertyNames()
            | g.Items()
            | g.Contains()
        ):
            changes["target"] = names[keyword.target]
        case g.UnevaluatedProperties() | g.UnevaluatedItems():
            changes["target"] = names[keyword.target]
        case g.AllOf() | g.AnyOf() | g.OneOf():
            changes["branches"] = tuple(names[key] for key in keyword.branches)
        case g.PrefixItems():
            changes["items"] = tuple(names[key] for key in keyword.items)
        case g.Properties():
            changes["properties"] = {name: names[key] for name, key in keyword.properties.items()}
        case g.PatternProperties():
            changes["patterns"] = tuple((pattern, names[key]) for pattern, key in keyword.patterns)
        case g.DependentSchemas():
            changes["schemas"] = {name: names[key] for name, key in keyword.schemas.items()}
        case g.Conditional():
            changes["condition"] = names[keyword.condition]
            changes["then"] = None if keyword.then is None else names[keyword.then]
            changes["otherwise"] = None if keyword.otherwise is None else names[keyword.otherwise]
        case _:
            return keyword
    return replace(keyword, **changes)


def ordered(root: Key, nodes: dict[Key, Node], definitions: list[Key]) -> dict[Key, Node]:
    """`nodes` depth first from the root, then from the definitions it does not reach, by name."""
    seen: dict[Key, Node] = {}
    for start in [root, *definitions]:
        stack = [start]
        while stack:
            key = stack.pop()
            if key not in seen:
                seen[key] = nodes[key]
                stack.extend(reversed(list(nodes[key].children())))
    same = {key: key for key in seen}
    return {
        key: (
            node
            if node.discriminator is None
            else replace(node, discriminator=_known(node.discriminator, same))
        )
        for key, node in seen.items()
    }


def refuse_loops(texts: Mapping[str, Text], nodes: Mapping[Key, Node]) -> None:
    """Raises SchemaError for a schema that applies itself to the same value again without end."""
    done: set[Key] = set()
    for start in nodes:
        path: dict[Key, None] = {}
        stack: list[tuple[Key, Node | None, g.Keyword | None]] = [(start, None, None)]
        while stack:
            key, parent, keyword = stack.pop()
            if parent is not None and keyword is None:
                path.pop(key)
                done.add(key)
                continue
            if key in path:
                assert parent is not None and keyword is not None
                raise _loop(texts, parent, keyword, nodes[key])
            if key in done:
                continue
            path[key] = None
            stack.append((key, nodes[key], None))
            stack.extend(
                (child, nodes[key], it) for it in in_place(nodes[key]) for child in it.children()
            )


def _loop(texts: Mapping[str, Text], node: Node, keyword: g.Keyword, back: Node) -> SchemaError:
    pointer = node.origin.pointer + keyword.pointer.removeprefix(node.pointer)
    problem = f"this leads back to #{back.origin.pointer} without getting further into the value"
    return texts[node.origin.document].refuse(pointer, problem)


def in_place(node: Node) -> Iterator[g.Keyword]:
    """The keywords that apply nodes to the very value `node` looks at."""
    for keyword in node.keywords:
        match keyword:
            case (
                g.Reference()
                | g.AllOf()
                | g.AnyOf()
                | g.OneOf()
                | g.Not()
                | g.Conditional()
                | g.DependentSchemas()
            ):
                yield keyword
            case _:
                pass
