"""OpenAPI documents, whose schemas stand among their components."""

from __future__ import annotations

from nemcon.read.graph import JSON


def is_openapi(value: JSON) -> bool:
    """Whether a document says that it is one."""
    return isinstance(value, dict) and isinstance(value.get("openapi"), str)


def component_names(value: JSON) -> list[str]:
    """The names of the schemas among the components of an OpenAPI document."""
    components = value.get("components") if isinstance(value, dict) else None
    schemas = components.get("schemas") if isinstance(components, dict) else None
    if not isinstance(schemas, dict):
        return []
    return [name for name, schema in schemas.items() if isinstance(schema, (dict, bool))]
