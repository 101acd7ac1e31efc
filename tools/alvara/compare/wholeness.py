"""Definitions in the form that a bundle has them in: whatever is shared or left out filled in, schemas written out.

Compared in that form, it makes no difference how a registry shares what it says between its files.
"""

from typing import Any

from alvara.compare.definition import Definition, Model
from alvara.model.schemas import SCHEMA_KEYS
from alvara.subschemas.references import References, embedded
from alvara.subschemas.whole import Unresolved, write_out
from alvara.workspace.subjects import body_of


def make_whole(definition: Definition) -> Definition:
    """Write out a definition. Its `written` keys stay as they are, so that changes are shown where they were made."""
    model = definition.model
    if model is None or definition.form != "written":
        return definition
    return definition._replace(model=_whole(model, definition.references), form="whole")


def _whole(model: Model, references: References) -> Model:
    filled: dict[str, Any] = dict(model.definition)
    for key in SCHEMA_KEYS:
        if key in filled:
            try:
                filled[key] = write_out(embedded(model.path, (*model.pointer, key), filled[key]), references)
            except Unresolved:
                continue  # rules of their own say so, and no bundle can have it
    try:
        return model._replace(definition=body_of(model._replace(definition=filled)))
    except ValueError:  # two keys that look the same: no bundle can have that either
        return model._replace(definition=filled)
