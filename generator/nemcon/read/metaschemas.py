"""The metaschemas, and whether a schema is valid against its own."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from nemcon.read.dialects import DRAFT202012, OPENAPI31
from nemcon.read.graph import JSON
from nemcon.read.pointers import join
from nemcon.read.references import Place, References, Resource

_FOLDERS = {
    "http://json-schema.org/draft-04/schema": "draft4",
    "http://json-schema.org/draft-06/schema": "draft6",
    "http://json-schema.org/draft-07/schema": "draft7",
    "https://json-schema.org/draft/2019-09/schema": "draft201909",
    "https://json-schema.org/draft/2020-12/schema": "draft202012",
}


@lru_cache(maxsize=None)
def contents(uri: str) -> JSON:
    """The metaschema at `uri`, or None when there is none of that name."""
    base = files("jsonschema_specifications") / "schemas"
    if uri in _FOLDERS:
        path = base / _FOLDERS[uri] / "metaschema.json"
    else:
        for root, folder in _FOLDERS.items():
            prefix = root.removesuffix("schema") + "meta/"
            if uri.startswith(prefix) and "/" not in uri[len(prefix) :]:
                path = base / folder / "vocabularies" / uri[len(prefix) :]
                break
        else:
            return None
    if not path.is_file():
        return None
    value: JSON = json.loads(path.read_text(encoding="utf-8"))
    return value


def check(references: References, resource: Resource, place: Place) -> None:
    """Raises SchemaError when the schema of `resource` breaks its own metaschema."""
    uri = DRAFT202012 if resource.dialect.uri == OPENAPI31 else resource.dialect.uri
    metaschema = contents(uri)
    value = references.value(resource.place)
    if metaschema is None or (isinstance(value, dict) and "openapi" in value):
        return
    import jsonschema

    validator = jsonschema.validators.validator_for(metaschema)(metaschema)
    error = jsonschema.exceptions.best_match(validator.iter_errors(value))
    if error is not None:
        pointer = join(resource.place.pointer, *error.absolute_path)
        raise references.text(place).refuse(pointer, error.message[:200])
