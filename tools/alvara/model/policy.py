"""A policy: a rule that allows, denies or asks for confirmation."""

from collections.abc import KeysView, Mapping
from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.model.lifecycle import Deprecation
from alvara.model.reference import Reference

STRENGTH: Mapping[str, int] = {"allow": 0, "require-confirmation": 1, "deny": 2}
"""How much an effect stands in the way."""

DECIDING = frozenset({"active", "deprecated"})
"""The statuses in which a policy decides."""


class Policy(NamedTuple):
    """A policy as its file says; `scopes` are the `x.*` patterns of `appliesTo.capabilities`."""

    id: str
    path: str
    pointer: Pointer
    version: str
    status: str
    effect: str
    owner: str
    definition: Mapping[str, Any]
    written: Mapping[str, Any]
    references: tuple[Reference, ...] = ()
    scopes: tuple[tuple[str, Pointer], ...] = ()
    deprecation: Deprecation | None = None

    @property
    def kind(self) -> Literal["policy"]:
        """The kind's name."""
        return "policy"

    @property
    def keys(self) -> KeysView[str]:
        """The keys that its author wrote."""
        return self.written.keys()
