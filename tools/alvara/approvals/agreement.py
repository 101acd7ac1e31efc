"""Whether a definition is agreed on: the level asked for and why, who fills each slot, who is missing."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from alvara.approvals.quorum import Voice, fill
from alvara.approvals.subject import Attached, Subject, highest
from alvara.approvals.validity import Standing, lapse, lifetime
from alvara.model.approval import Approval
from alvara.model.governance import Demand, Governance

State = Literal["signed", "missing", "expired", "invalid"]


class Level(NamedTuple):
    """The level of risk that a definition is agreed on at, and what makes it that; empty where its own risk does."""

    risk: str
    reason: str = ""


class Slot(NamedTuple):
    """A role that has to agree, and who does. Where nobody does, `why` says what came nearest."""

    role: str
    state: State = "missing"
    person: str = ""
    seat: str = ""
    expires_at: str = ""
    record: str = ""
    why: str = ""


class Refusal(NamedTuple):
    """Somebody's no, which no number of approvals outweighs."""

    person: str
    role: str
    decision: str
    record: str


class Agreement(NamedTuple):
    """The verdict on a definition. `authors` may not agree to it; `eligible` could, by role, for what is missing."""

    subject: Subject
    level: Level
    slots: tuple[Slot, ...]
    refusals: tuple[Refusal, ...] = ()
    authors: frozenset[str] = frozenset()
    eligible: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def satisfied(self) -> bool:
        """Whether everybody has agreed who has to, and nobody has refused."""
        return not self.refusals and all(slot.state == "signed" for slot in self.slots)

    @property
    def ends(self) -> str:
        """The first moment at which it is not agreed on any longer; empty where nobody had to."""
        return min((slot.expires_at for slot in self.slots if slot.state == "signed"), default="")


def level_of(subject: Subject, governance: Governance) -> Level:
    """Find the level: that of the risk, of the risk it had where others may have got it, and of its action's floor."""
    floor = governance.risk_floors.get(subject.action, "") if subject.kind == "capability" else ""
    top = highest(filter(None, (subject.risk, subject.recorded, floor)))
    if top == subject.risk:
        return Level(top)
    if top == floor:
        return Level(top, f"the approval policy asks for {top} where the action is `{subject.action}`")
    return Level(top, f"its risk was {top}, and those who agreed then have to agree to less")


def demand_for(subject: Subject, level: Level, governance: Governance) -> Demand:
    """Give what has to come together for a definition."""
    return governance.policies if subject.kind == "policy" else governance.demand(level.risk)


def weigh(
    subject: Subject, standings: Iterable[Standing], governance: Governance, now: str,
    authors: frozenset[str] = frozenset(),
) -> Agreement:  # fmt: skip
    """Weigh the records about a definition. Those about other content are passed over."""
    level = level_of(subject, governance)
    demand = demand_for(subject, level, governance)
    authors |= frozenset(subject.proposers)
    about = [s for s in standings if (s.record.kind, s.record.id) == (subject.kind, subject.id)]
    about = sorted((s for s in about if s.record.digest in subject.digests), key=lambda s: s.record.path)
    refusals = tuple(
        Refusal(s.record.approver, s.record.role, s.record.decision, s.record.path)
        for s in about
        if s.record.decision != "approve" and s.fault is None
    )
    said = [(s, objection(s, subject, level, demand, now, authors)) for s in about if s.record.decision == "approve"]
    voices = [_voice(s) for s, why in said if not why]
    by_path = {s.record.path: s.record for s, _ in said}
    slots = tuple(
        _filled(role, voice, by_path) for role, voice in zip(demand.slots, fill(demand.slots, voices), strict=True)
    )
    slots = _explained(slots, [(s, why) for s, why in said if why])
    lacking = dict.fromkeys(slot.role for slot in slots if slot.state != "signed")
    taken = frozenset(slot.person for slot in slots if slot.state == "signed")
    eligible = tuple((role, eligible_for(role, subject.id, governance, now[:10], authors | taken)) for role in lacking)
    return Agreement(subject, level, slots, refusals, authors, eligible)


def objection(
    standing: Standing, subject: Subject, level: Level, demand: Demand, now: str, authors: frozenset[str]
) -> str:  # fmt: skip
    """Say why an approval of this content does not count, or nothing."""
    record = standing.record
    if standing.fault is not None:
        return standing.fault.words
    if record.approver in authors or record.seat in authors:
        return f"`{record.approver if record.approver in authors else record.seat}` proposed it"
    if subject.kind == "capability" and not record.reaches(level.risk):
        return f"it was given at {record.risk}, and {level.risk} is asked for"
    if lifetime(record).days > demand.max_age_days:
        return f"it claims to last {lifetime(record).days} days, and {demand.max_age_days} are allowed"
    return unguarded(record, subject.attached) or lapse(record, now)


def unguarded(record: Approval, attached: Sequence[Attached]) -> str:
    """Say which policy no longer decides as it did when a record was signed, or opens what it did not open then."""
    now = {name: policy for policy in attached for name in (policy.id, *policy.aliases)}
    signed = {now[guard.id].id for guard in record.guards if guard.id in now}
    for guard in record.guards:
        if guard.id not in now:
            return f"the policy `{guard.id}` decided when it was signed and does not any longer"
        if now[guard.id].digest != guard.digest:
            return f"the policy `{guard.id}` decides otherwise than when it was signed"
    opened = [policy.id for policy in attached if policy.opens and policy.id not in signed]
    return f"the policy `{opened[0]}` allows since, and did not when it was signed" if opened else ""


def eligible_for(role: str, id: str, governance: Governance, day: str, but: frozenset[str]) -> tuple[str, ...]:
    """List who could agree in a role on a day, some people left out."""
    return tuple(sorted(p.id for p in governance.people.values() if p.id not in but and p.may(role, id, day)))


def _voice(standing: Standing) -> Voice:
    record = standing.record
    return Voice(record.role, record.approver, record.seat, standing.key, record.path)


def _filled(role: str, voice: Voice | None, records: dict[str, Approval]) -> Slot:
    if voice is None:
        return Slot(role)
    return Slot(role, "signed", voice.person, voice.seat, records[voice.record].expires_at, voice.record)


def _explained(slots: tuple[Slot, ...], fruitless: list[tuple[Standing, str]]) -> tuple[Slot, ...]:
    """Tell for each slot that is empty which record came nearest: one that has expired before one that never held."""
    nearest = sorted(fruitless, key=lambda one: (not one[1].startswith("it expired"), one[0].record.path))
    found: list[Slot] = []
    for slot in slots:
        match = next((one for one in nearest if one[0].record.role == slot.role), None)
        if slot.state == "signed" or match is None:
            found.append(slot)
            continue
        nearest.remove(match)
        record, why = match[0].record, match[1]
        state: State = "expired" if why.startswith("it expired") else "invalid"
        found.append(slot._replace(state=state, person=record.approver, seat=record.seat,
                                   expires_at=record.expires_at, record=record.path, why=why))  # fmt: skip
    return tuple(found)
