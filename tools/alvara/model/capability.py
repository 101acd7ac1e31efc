"""A capability: an operation that an agent may ask for."""

from collections.abc import KeysView, Mapping
from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.model.lifecycle import Deprecation
from alvara.model.reference import Reference

RISKS: tuple[str, ...] = ("read", "low", "medium", "high", "critical")
"""From harmless to irreversible."""

WEIGHTY = ("high", "critical")
"""The risks that take somebody's word beyond review, whatever a policy asks for."""

READS = frozenset({"get", "list", "search", "explain"})
"""Actions that change nothing (PRD-004, section 17)."""

NAVIGATIONS = frozenset({"navigate", "filter", "sort"})
"""Actions that move the user interface only (PRD-004, section 17)."""

FLOORS: Mapping[str, str] = {
    **dict.fromkeys(READS, "read"),
    **dict.fromkeys(NAVIGATIONS, "low"),
    **dict.fromkeys(("create", "update", "custom"), "medium"),
    **dict.fromkeys(("approve", "cancel", "submit"), "high"),
    "delete": "critical",
}
"""The least risk that an action carries, until a governance policy says otherwise (PRD-004, section 17)."""


def floor_of(action: str, definition: Mapping[str, Any]) -> str:
    """Give the least risk that a capability may have: whatever is irreversible, financial or legal is critical."""
    return "critical" if definition.get("effects") else FLOORS[action]


def mode_of(action: str) -> Literal["read", "write"]:
    """Tell which of its domain's `execution` blocks a capability takes over."""
    return "read" if action in READS or action == "navigate" else "write"


class Step(NamedTuple):
    """One call of a composite capability."""

    id: str
    capability: str
    pointer: Pointer


class Capability(NamedTuple):
    """A capability as its file says, defaults filled in.

    `definition` is the whole mapping with defaults resolved; the attributes are what rules ask for most.
    `written` is the mapping as authored. `pointer` leads to it in its document. `unsure` are the keys that the domain
    may share and whose value in its file does not hold: that they are missing here says nothing.
    """

    id: str
    path: str
    pointer: Pointer
    version: str
    status: str
    type: str
    action: str
    domain: str
    risk: str
    owner: str
    definition: Mapping[str, Any]
    written: Mapping[str, Any]
    references: tuple[Reference, ...] = ()
    aliases: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    permissions: tuple[str, ...] = ()
    deprecation: Deprecation | None = None
    shared_errors: tuple[str, ...] = ()
    unsure: frozenset[str] = frozenset()

    @property
    def kind(self) -> Literal["capability"]:
        """The kind's name."""
        return "capability"

    @property
    def keys(self) -> KeysView[str]:
        """The keys that its author wrote."""
        return self.written.keys()

    @property
    def reads(self) -> bool:
        """Whether the action changes nothing."""
        return self.action in READS

    @property
    def navigates(self) -> bool:
        """Whether the action moves the user interface only."""
        return self.action in NAVIGATIONS

    @property
    def writes(self) -> bool:
        """Whether the action changes records."""
        return not self.reads and not self.navigates

    @property
    def action_in_doubt(self) -> bool:
        """Whether the action was left out, and the risk is too low for the one that is then meant: one is a slip."""
        return "action" not in self.written and RISKS.index(self.risk) < RISKS.index(FLOORS[self.action])

    @property
    def deletes(self) -> bool:
        """Whether the action, or the call that performs it, takes something away."""
        return self.action == "delete" or self.definition.get("endpoint", {}).get("method") == "DELETE"

    @property
    def domain_file(self) -> str:
        """The path of the file that may hold what this capability shares with its domain."""
        return "/".join(self.path.split("/")[:2]) + "/domain.yaml"

    def place(self, *keys: str) -> Pointer:
        """Give the pointer to a key of the definition, or to what is written of the way there, or to the ID."""
        block: Any = self.written
        depth = 0
        while depth < len(keys) and isinstance(block, Mapping) and keys[depth] in block:
            block = block[keys[depth]]
            depth += 1
        return (*self.pointer, *(keys[:depth] or ("id",)))
