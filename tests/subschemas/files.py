"""Little registries for the tests of schemas."""

from collections.abc import Mapping
from json import dumps
from typing import Any

from alvara.documents.document import Document
from alvara.documents.load import load
from alvara.subschemas.references import References, Subschema, embedded

HERE = "capabilities/work-permit/update-validity.yaml"


def references(files: Mapping[str, Any] | None = None) -> References:
    """Follow references among some files, which are given as values or as bytes."""
    held = files or {}

    def read(path: str) -> Document | None:
        if path not in held:
            return None
        content = held[path]
        return load(path, content if isinstance(content, bytes) else dumps(content).encode())

    return References(read)


def schema(value: Any) -> Subschema:
    """Take a value as the `inputSchema` of a capability."""
    return embedded(HERE, ("inputSchema",), value)
