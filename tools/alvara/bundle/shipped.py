"""A definition in a bundle, as what may be compared or decided on."""

from collections.abc import Mapping
from typing import Any

from alvara.compare.definition import Definition, Model
from alvara.decode.capability import capability
from alvara.decode.defaults import without_defaults
from alvara.decode.policy import policy
from alvara.decode.resource import resource
from alvara.identity.ids import Kind
from alvara.subschemas.references import References
from alvara.workspace.entity import facts

NO_REFERENCES = References(lambda path: None)
"""What a definition in a bundle refers to stands in it."""


def definition_of(kind: Kind, body: Mapping[str, Any], place: str) -> Definition:
    """Give a definition that has the shape of its kind and lies at a place."""
    model = _model(kind, body, place)
    model = model._replace(written=without_defaults(model))
    return Definition(facts(model), model, NO_REFERENCES, form="shipped")


def _model(kind: Kind, body: Mapping[str, Any], place: str) -> Model:
    if kind == "capability":
        return capability(body, place)
    return policy(body, place, ()) if kind == "policy" else resource(body, place, ())
