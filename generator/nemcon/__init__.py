"""nemcon: one JSON Schema in, Python code of several kinds out, all of one mind."""

TYPE_CHECKING = False

if TYPE_CHECKING:
    from nemcon.errors import NemconError, SchemaError, UsageError
    from nemcon.package import Package
    from nemcon.pipeline import generate

__all__ = ["NemconError", "Package", "SchemaError", "UsageError", "generate"]

_HOMES = {
    "NemconError": "errors",
    "SchemaError": "errors",
    "UsageError": "errors",
    "Package": "package",
    "generate": "pipeline",
}


def __getattr__(name: str) -> object:
    """Each name is imported when it is first asked for, so that `import nemcon` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"nemcon.{_HOMES[name]}"), name)
    return found
