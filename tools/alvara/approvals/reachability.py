"""Whether there are enough people to agree to a definition, were all of them asked today."""

from alvara.approvals.agreement import Agreement, demand_for, eligible_for, level_of
from alvara.approvals.quorum import Voice, fill
from alvara.model.governance import Governance


def short_of(agreement: Agreement, governance: Governance, day: str) -> tuple[str, ...]:
    """List the roles that would stay empty whoever signs. What has been signed already is heard as well."""
    if agreement.refusals:
        return ()
    subject = agreement.subject
    slots = demand_for(subject, level_of(subject, governance), governance).slots
    voices = [
        Voice(role, id, id, id.encode())
        for role in sorted(set(slots))
        for id in eligible_for(role, subject.id, governance, day, agreement.authors)
    ]
    signed = [slot for slot in agreement.slots if slot.state == "signed"]
    voices += [Voice(slot.role, slot.person, slot.seat, slot.person.encode()) for slot in signed]
    return tuple(slot for slot, voice in zip(slots, fill(slots, voices), strict=True) if voice is None)
