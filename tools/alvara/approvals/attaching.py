"""Which policies decide on a capability, as those who agree to it sign it."""

from collections.abc import Collection

from alvara.approvals.subject import Attached, guard_digest
from alvara.model.policy import DECIDING
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body
from alvara.workspace.workspace import View, beyond_draft

UNKNOWN = ""
"""The digest of what cannot be worked out: no record is about it."""

_Place = tuple[str, object]


class Attachments:
    """The policies that decide on each capability, found once from the side of the policies, which are fewer."""

    def __init__(self, view: View) -> None:
        """Take the view that is asked, when the first answer is wanted."""
        self._view = view
        self._found: dict[_Place, list[Entity]] | None = None

    def on(self, capability: Entity) -> list[Entity]:
        """List the policies that decide on a capability, by ID."""
        if self._found is None:
            self._found = {}
            policies = [p for p in self._view.look(beyond_draft("policy", "")) if p.status in DECIDING]
            for policy in sorted(policies, key=lambda p: (p.id, p.version)):
                for one in capabilities_under(policy, self._view):
                    self._found.setdefault((one.path, one.pointer), []).append(policy)
        return self._found.get((capability.path, capability.pointer), [])


def attached(policy: Entity, body: Body | None, today: str, former: Collection[str] = ()) -> Attached:
    """Say what those sign of a policy who agree to what it decides on; `body` is None where it cannot be had.

    `former` are the names that it had before.
    """
    ended = policy.expires and policy.expires < today
    digest = UNKNOWN if body is None else guard_digest(body)
    return Attached(policy.id, tuple(former), digest, policy.effect == "allow" and not ended)
