"""Which policies decide on a capability, as those who agree to it sign it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType

from alvara.approvals.subject import Attached, guard_digest
from alvara.diagnostics.site import Pointer
from alvara.model.policy import DECIDING
from alvara.workspace.attachment import policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body
from alvara.workspace.workspace import View

UNKNOWN = ""
"""The digest of what cannot be worked out: no record is about it."""


def deciding_on(capability: Entity, view: View) -> list[Entity]:
    """List the policies that decide on a capability, by ID."""
    return sorted((p for p in policies_on(capability, view) if p.status in DECIDING), key=lambda p: (p.id, p.version))


def attached_to(
    capability: Entity, view: View, body_of: Callable[[Entity], Body | None],
    former: Mapping[str, Collection[str]] = MappingProxyType({}), known: dict[tuple[str, Pointer], str] | None = None,
) -> Iterator[Attached]:  # fmt: skip
    """Yield what decides on a capability. `body_of` gives a policy in full, None where it cannot be had.

    `former` are the names that policies had before. `known` keeps the digests of policies from one capability to the
    next.
    """
    for policy in deciding_on(capability, view):
        ended = policy.expires and policy.expires < view.today
        digest = known.get((policy.path, policy.pointer)) if known is not None else None
        if digest is None:
            body = body_of(policy)
            digest = UNKNOWN if body is None else guard_digest(body)
            if known is not None:
                known[policy.path, policy.pointer] = digest
        yield Attached(policy.id, tuple(former.get(policy.id, ())), digest, policy.effect == "allow" and not ended)
