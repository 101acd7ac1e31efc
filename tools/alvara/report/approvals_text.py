"""The inbox for people: what waits, who has agreed, who is missing and who could."""

from collections.abc import Iterator, Sequence

from alvara.approvals.agreement import Agreement, Slot
from alvara.approvals.inbox import Waiting
from alvara.approvals.renewal import is_ending
from alvara.approvals.telling import command, say_signed
from alvara.report.escape import one_line

_MOST_NAMED = 4


def render(
    found: Sequence[Waiting], now: str, frame: str, notes: Sequence[str] = (), *, narrowed: bool = False
) -> str:  # fmt: skip
    """Write the inbox. `frame` says as of when it is; `narrowed` tells that not everything was asked for."""
    blocks = ["\n".join(map(one_line, _block(one, now))) for one in found]
    blocks.append("\n".join((*(f"note: {one_line(note)}" for note in notes), frame, _count(found, narrowed))))
    return "\n\n".join(blocks) + "\n"


def _block(one: Waiting, now: str) -> Iterator[str]:
    agreement, subject = one.agreement, one.agreement.subject
    what = f"{subject.id} {subject.version} ({subject.kind}, {subject.status}"
    what += f", {agreement.level.risk} in risk)" if agreement.level.risk else ")"
    if agreement.refusals:
        yield f"{what}: refused"
    elif agreement.satisfied:
        yield f"{what}: agreed on until {agreement.ends[:10]}"
    else:
        signed = sum(slot.state == "signed" for slot in agreement.slots)
        yield f"{what}: {signed} of {len(agreement.slots)} have agreed"
    if agreement.level.reason:
        yield f"  {agreement.level.reason}"
    yield from (f"  {slot.role}: {_told(slot, agreement, now)}" for slot in agreement.slots)
    yield from (f"  problem: {problem}" for problem in one.problems)


def _told(slot: Slot, agreement: Agreement, now: str) -> str:
    if slot.state == "signed":
        who = slot.person if slot.person == slot.seat else f"{slot.person} in place of {slot.seat}"
        again = f"; to renew it: {command(agreement.subject, slot.role)}" if is_ending(slot.expires_at, now) else ""
        return f"{who} agreed, until {slot.expires_at[:10]}{'' if agreement.refusals else again}"
    if slot.state == "expired":
        state = f"what {slot.person} agreed to ended on {slot.expires_at[:10]}"
    else:
        state = say_signed(slot) if slot.state == "invalid" else "nobody has agreed"
    return state if agreement.refusals else f"{state}; {_who_could(slot.role, agreement)}"


def _who_could(role: str, agreement: Agreement) -> str:
    people = next((people for named, people in agreement.eligible if named == role), ())
    if not people:
        return f"nobody who had no part in it may agree as {role}"
    shown = people[:_MOST_NAMED]
    more = f" or one of {len(people) - len(shown)} more" if len(people) > len(shown) else ""
    named = f"{', '.join(shown)}{more}" if more or len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
    return f"{named} could: {command(agreement.subject, role)}"


def _count(found: Sequence[Waiting], narrowed: bool) -> str:
    if not found:
        return "nothing here fits" if narrowed else "nothing waits for anybody: there is nothing that people agree on"
    refused = sum(bool(one.agreement.refusals) for one in found)
    agreed = sum(one.agreement.satisfied for one in found)
    counts = {"waiting for somebody": len(found) - agreed - refused, "agreed on": agreed, "refused": refused}
    told = ", ".join(f"{number} {state}" for state, number in counts.items() if number)
    return f"{len(found)} {'definition' if len(found) == 1 else 'definitions'} that people agree on: {told}"
