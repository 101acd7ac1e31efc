"""What a definition would say anyway, taken out again: a bundle has every default, and tells nobody who wrote it."""

from collections.abc import Mapping
from typing import Any

from alvara.decode.capability import resolve
from alvara.decode.resource import DEFAULTS
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource


def without_defaults(model: Capability | Resource | Policy) -> dict[str, Any]:
    """Give a definition, defaults filled in, without the keys that would be filled in just so."""
    definition = model.definition
    if isinstance(model, Resource):
        return {key: value for key, value in definition.items() if DEFAULTS.get(key) != value}
    if isinstance(model, Policy):
        return dict(definition)
    return _filled_in_less(definition, _of_capability(definition))


def _of_capability(definition: Mapping[str, Any]) -> dict[str, Any]:
    """Give the defaults of a capability: they depend on what else it says."""
    deciding = {key: definition[key] for key in ("id", "description", "action", "type") if key in definition}
    filled = resolve(deciding, {})
    plain = resolve({"id": definition["id"], "description": definition["description"]}, {})
    return filled | {key: plain[key] for key in ("action", "type")}


def _filled_in_less(block: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Take what is as by default out of a block, and of the blocks in it."""
    left: dict[str, Any] = {}
    for key, value in block.items():
        if key in _NEEDED or key not in defaults:
            left[key] = value
        elif key in _BLOCKS:
            if inner := _filled_in_less(value, defaults[key]):
                left[key] = inner
        elif value != defaults[key]:
            left[key] = value
    return left


_NEEDED = frozenset({"id", "description"})
_BLOCKS = frozenset({"execution", "retry"})
"""What is filled in key by key."""
