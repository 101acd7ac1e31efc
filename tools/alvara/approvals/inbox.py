"""What waits for people, and what they have agreed on: every verdict, with whatever stands in its way."""

from collections.abc import Iterator
from typing import NamedTuple

from alvara.approvals.agreement import Agreement
from alvara.approvals.agreements import Agreements
from alvara.approvals.reachability import short_of
from alvara.approvals.renewal import is_ending
from alvara.approvals.telling import refused


class Waiting(NamedTuple):
    """A definition that people have to agree on. `problems` are what no further approval would mend."""

    agreement: Agreement
    problems: tuple[str, ...] = ()

    def is_expiring(self, now: str) -> bool:
        """Whether somebody's approval ends soon, or has ended."""
        return any(slot.state in ("signed", "expired") and is_ending(slot.expires_at, now)
                   for slot in self.agreement.slots)  # fmt: skip


def inbox(agreements: Agreements) -> tuple[Waiting, ...]:
    """List everything that people have to agree on, by kind and ID."""
    found = [Waiting(one, tuple(dict.fromkeys(_problems(one, agreements)))) for one in agreements.agreements]
    return tuple(sorted(found, key=lambda w: (w.agreement.subject.kind, w.agreement.subject.id,
                                              w.agreement.subject.version)))  # fmt: skip


def _problems(agreement: Agreement, agreements: Agreements) -> Iterator[str]:
    subject = agreement.subject
    for no in agreement.refusals:
        yield refused(no)
    for slot in agreement.slots:
        if slot.state == "invalid":
            yield f"{slot.record} does not count: {slot.why}"
    for standing in agreements.newcomers():
        record = standing.record
        if (record.kind, record.id) == (subject.kind, subject.id) and standing.fault is not None:
            yield f"{record.path} does not count: {standing.fault.words}"
    for one in agreements.strangers:
        if one.subject.place == subject.place:
            yield f"{one.name} <{one.email}>, an author, is nobody whom governance/people/ knows"
    if agreements.governance is not None:
        lacking = short_of(agreement, agreements.governance, agreements.now[:10])
        if lacking:
            yield f"there are not enough people who could agree as {' and '.join(dict.fromkeys(lacking))}"
