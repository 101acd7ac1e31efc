"""The yes of a user: what it is bound to, and whether it is still good.

The digest names everything that the user was asked about. It is no secret and no signature: whoever passes a yes on
says that a user gave it, and keeps the list of those that were used.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from alvara.decisions.admission import Admitted
from alvara.decisions.charter import Charter
from alvara.decisions.decision import Reason
from alvara.decisions.moments import later, moment, written
from alvara.decisions.request import Request
from alvara.identity.digests import digest

State = Literal["none", "accepted", "mismatch", "expired", "spent", "not_needed"]
"""What became of the yes that a request brought."""


def expiry(charter: Charter, now: datetime) -> str:
    """Give the moment until which a yes to a question of now will be good."""
    return written(later(now, charter.asking.ttl_seconds))


def confirmation_digest(charter: Charter, admitted: Admitted, asked: Sequence[Reason], expires_at: str) -> str:
    """Name what a user says yes to: this operation as it is defined here, for them, on this state of this record.

    It names for which reasons they are asked, too: a yes is no answer to a question that comes up later.
    """
    principal, resource = admitted.values["principal"], admitted.values.get("resource")
    return digest(
        {
            "source": charter.source.digest, "capability": charter.id, "version": charter.version,
            "definition": charter.digest, "input": admitted.digests["input"],
            "principal": {"id": principal["id"], "tenant": principal.get("tenant")},
            "resource": None if resource is None else [resource.get("id"), version_of(charter, admitted)],
            "asked": [[reason.policy, reason.code, reason.atom] for reason in asked], "expiresAt": expires_at,
        }
    )  # fmt: skip


def version_of(charter: Charter, admitted: Admitted) -> Any:
    """Give the version of the record that was looked at: what `recordVersion` leads to, else its digest."""
    value = admitted.values.get("resource")
    for step in charter.record_version:
        value = value.get(step) if isinstance(value, Mapping) else None
    if charter.record_version and value is not None and not isinstance(value, (dict, list)):
        return value
    return admitted.digests.get("resource")


def state_of(
    charter: Charter, admitted: Admitted, asked: Sequence[Reason], request: Request, now: datetime
) -> State:  # fmt: skip
    """Say whether the yes that a request brings is good for what its user is asked now, and for which reasons."""
    given = request.confirmed
    if given is None:
        return "none"
    if given.digest != confirmation_digest(charter, admitted, asked, given.expires_at):
        return "mismatch"
    try:
        until = moment(given.expires_at)
    except ValueError:
        return "mismatch"
    if not now < until <= later(now, charter.asking.ttl_seconds):
        return "expired"
    return "spent" if given.digest in request.spent else "accepted"
