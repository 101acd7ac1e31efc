"""Whether there are enough people to agree to a definition, were all of them asked today."""

from alvara.approvals.agreement import Agreement, eligible_for
from alvara.approvals.quorum import Voice, fill
from alvara.model.governance import Governance


def short_of(agreement: Agreement, governance: Governance, day: str) -> tuple[str, ...]:
    """List the roles that would stay empty whoever signs. What is agreed on already is short of nothing."""
    if agreement.satisfied or agreement.refusals:
        return ()
    slots = tuple(slot.role for slot in agreement.slots)
    voices = [
        Voice(role, id, id, id.encode())
        for role in sorted(set(slots))
        for id in eligible_for(role, agreement.subject.id, governance, day, agreement.authors)
    ]
    return tuple(slot for slot, voice in zip(slots, fill(slots, voices), strict=True) if voice is None)
