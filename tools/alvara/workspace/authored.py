"""The JSON Schemas that a definition brings with it, and what they say."""

from collections.abc import Collection, Mapping
from typing import Any

from alvara.documents.document import Document
from alvara.model.capability import Capability
from alvara.model.filekind import CONFIG
from alvara.model.resource import Resource
from alvara.model.schemas import SCHEMA_KEYS, Names
from alvara.subschemas.merging import names_of
from alvara.subschemas.reach import Reach, reach
from alvara.subschemas.references import References, Subschema, embedded
from alvara.workspace.setting import Setting


class Schemas:
    """The schemas of one definition, each walked once."""

    def __init__(self, references: References, reaches: Mapping[str, Reach]) -> None:
        """Keep the reach of each schema by the key that the definition has it under."""
        self.references, self.reaches = references, reaches

    def sound(self, key: str) -> Subschema | None:
        """Give a schema whose words can be relied on, None where there is none."""
        found = self.reaches.get(key)
        return found.root if found is not None and found.sound else None


NONE = Schemas(References(lambda path: None), {})


def schemas(definition: Capability | Resource, setting: Setting) -> Schemas:
    """Give the schemas of a definition."""
    if isinstance(definition, Resource) and definition.written.keys().isdisjoint(SCHEMA_KEYS):
        return NONE
    return setting.once(_schemas, definition)


def reaches(definition: Capability | Resource, setting: Setting) -> Collection[Reach]:
    """List what each schema that concerns a definition reaches: a capability is also about who calls it, and where."""
    if isinstance(definition, Resource):
        return schemas(definition, setting).reaches.values()
    return setting.once(_reaches, definition)


def referred(definition: Capability | Resource, setting: Setting) -> Collection[Document]:
    """List the other files that the schemas of a definition refer to, one after another."""
    return schemas(definition, setting).references.documents.values()


def names(definition: Capability | Resource, key: str, setting: Setting) -> Names | None:
    """List the properties that a schema of a definition declares; None where it does not say, or not soundly."""
    found = schemas(definition, setting)
    root = found.sound(key)
    return None if root is None else names_of(root, found.references)


def rely_on_surroundings(setting: Setting) -> None:
    """Have a file judged again when the schema of the principal, or of the context, changes, or what they refer to."""
    for _, used in _surroundings(setting):
        setting.used |= used


def _reaches(capability: Capability, setting: Setting) -> Collection[Reach]:
    found = [*schemas(capability, setting).reaches.values()]
    for reached, used in _surroundings(setting):
        setting.used |= used
        found.append(reached)
    return found


def _schemas(definition: Any, setting: Setting) -> Schemas:
    references = References(setting.document)
    written = definition.written
    found = {
        key: embedded(definition.path, (*definition.pointer, key), written[key])
        for key in SCHEMA_KEYS
        if key in written
    }
    return Schemas(references, {key: reach(schema, references) for key, schema in found.items()})


def _surroundings(setting: Setting) -> tuple[tuple[Reach, frozenset[str]], ...]:
    """Give the reach of the principal's and the context's schema, with the files that were read for it."""
    config = setting.config
    settings = (("principal", config.principal_schema), ("context", config.context_schema))
    return tuple(setting.always(_surrounding, named) for named in settings if named[1])


def _surrounding(named: tuple[str, str], setting: Setting) -> tuple[Reach, frozenset[str]]:
    """Follow a path in the settings as if it were a reference that stands there."""
    used: set[str] = set()

    def read(path: str) -> Document | None:
        used.add(path)
        return setting.document(path)

    part, path = named
    root = embedded(CONFIG, (part, "schema"), {"$ref": path})
    return reach(root, References(read)), frozenset(used)
