"""nemcon and its peers, each as a function from a schema to the texts of its modules."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

from nemcon import generate

Made = dict[str, str]


def nemcon(schema: Any) -> Made:
    """Every file of a package but the schema itself and the digests."""
    files = generate(schema, name="harbour").files
    beside = ("schema.json", "manifest.json", "py.typed")
    return {name: text for name, text in files.items() if name not in beside}


def datamodel_code_generator(schema: Any) -> Made:
    import datamodel_code_generator as peer
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.format import Formatter

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = peer.generate(
            json.dumps(schema),
            input_file_type=peer.InputFileType.JsonSchema,
            output_model_type=DataModelType.DataclassesDataclass,
            enum_field_as_literal=peer.LiteralType.All,
            disable_timestamp=True,
            formatters=[Formatter.BUILTIN],
        )
    return {"datamodel-code-generator": str(made)}


def fastjsonschema(schema: Any) -> Made:
    import fastjsonschema as peer

    code = peer.compile_to_code(schema, use_formats=False)
    return {"fastjsonschema": code}


GENERATORS: tuple[Callable[[Any], Made], ...] = (nemcon, datamodel_code_generator, fastjsonschema)
