"""One thing naming another, and how sure the author was."""

from typing import Literal, NamedTuple

from alvara.diagnostics.site import Pointer

TargetKind = Literal["capability", "resource", "policy", "page", "guard", "source"]
"""What the target must be; a `guard` is a policy or a resource of type rule."""

Role = Literal[
    "semanticIds", "knowledge", "capabilityRefs", "policyRefs", "uiRefs", "apiRefs", "sourceRefs", "parentId",
    "relation", "target", "step", "verification", "appliesTo", "navigation", "replacedBy", "link", "subject", "entity",
]  # fmt: skip
"""Which key of the author's file the reference stands under."""

BINDINGS: frozenset[str] = frozenset(
    {"semanticIds", "knowledge", "capabilityRefs", "policyRefs", "uiRefs", "apiRefs", "appliesTo", "subject"}
)
"""The roles that bind two things to each other; the others merely mention one."""

RELIANCES: frozenset[str] = frozenset({"step", "target", "verification", "navigation"})
"""The roles by which a capability needs another thing to be there when it runs."""


class Reference(NamedTuple):
    """A plain tuple underneath, since a registry holds tens of thousands and they travel between processes.

    `relation` is the relation's type, empty for every other role.
    """

    role: Role
    kind: TargetKind
    target: str
    pointer: Pointer
    confidence: str = "MANUAL"
    relation: str = ""
