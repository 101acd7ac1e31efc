"""Whether a definition is agreed on: the level asked for and why, who fills each slot, who is missing."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Literal, NamedTuple, cast

from alvara.approvals.keyring import can_sign
from alvara.approvals.quorum import Voice, fill
from alvara.approvals.subject import Attached, Subject, highest
from alvara.approvals.validity import Fault, Standing, lapse, lifetime
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
        return Level(top, f"the approval policy asks for that where the action is `{subject.action}`")
    return Level(top, f"it was that before, and what is {subject.risk} now is agreed on by those who agreed then")


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
    authors |= people_in(subject.proposers, governance)
    about = [s for s in standings if (s.record.kind, s.record.id) == (subject.kind, subject.id)]
    about = sorted((s for s in about if s.record.digest in subject.digests), key=lambda s: s.record.path)
    refusals = tuple(
        Refusal(s.record.approver, s.record.role, s.record.decision, s.record.path)
        for s in about
        if s.record.decision != "approve" and s.fault is None
    )
    said = [(s, against(s, subject, level, demand, now, authors)) for s in about if s.record.decision == "approve"]
    chosen = fill(demand.slots, [_voice(s) for s, fault in said if fault is None])
    by_path = {s.record.path: s.record for s, _ in said}
    slots = tuple(_filled(role, voice, by_path) for role, voice in zip(demand.slots, chosen, strict=True))
    heard = [voice for voice in chosen if voice is not None]
    spoken = {(voice.role, voice.person, voice.seat) for voice in heard}
    fruitless = [(s, fault or _counted_once(s, heard)) for s, fault in said if _spoken(s.record) not in spoken]
    slots = _explained(slots, fruitless, now)
    lacking = dict.fromkeys(slot.role for slot in slots if slot.state != "signed")
    taken = authors | frozenset(who for voice in heard for who in (voice.person, voice.seat))
    eligible = tuple((role, eligible_for(role, subject.id, governance, now[:10], taken)) for role in lacking)
    return Agreement(subject, level, slots, refusals, authors, eligible)


def against(
    standing: Standing, subject: Subject, level: Level, demand: Demand, now: str, authors: frozenset[str]
) -> Fault | None:  # fmt: skip
    """Say what keeps an approval of this content from counting, and the key of its predicate that says so."""
    record = standing.record
    if standing.fault is not None:
        return standing.fault
    if record.version != subject.version:
        return Fault(f"it names the version {record.version} and is about {subject.version}", "version")
    for who, key in ((record.approver, "approver"), (record.seat, "onBehalfOf")):
        if who in authors:
            return Fault(f"`{who}` had a part in it, and nobody approves their own work", key)
    if subject.kind == "capability" and not record.reaches(level.risk):
        return Fault(f"it was given at {record.risk}, and {level.risk} is asked for", "risk")
    if lifetime(record) > timedelta(days=demand.max_age_days):
        days = -(-lifetime(record) // timedelta(days=1))
        return Fault(f"it claims to last {days} days, and {demand.max_age_days} are allowed", "expiresAt")
    if words := unguarded(record, subject.attached):
        return Fault(words, "guards")
    return Fault(words, "expiresAt") if (words := lapse(record, now)) else None


def against_in(standing: Standing, agreement: Agreement, governance: Governance, now: str) -> Fault | None:
    """Say the same of an approval of what a verdict is on."""
    subject, level = agreement.subject, agreement.level
    return against(standing, subject, level, demand_for(subject, level, governance), now, agreement.authors)


def unguarded(record: Approval, attached: Sequence[Attached]) -> str:
    """Say which policy no longer decides as it did when a record was signed, or opens what it did not open then."""
    now: dict[str, set[str]] = {}
    for policy in attached:
        for name in (policy.id, *policy.aliases):
            now.setdefault(name, set()).add(policy.digest)
    for guard in record.guards:
        if guard.id not in now:
            return f"the policy `{guard.id}` decided when it was signed and does not any longer"
        if guard.digest not in now[guard.id]:
            return f"the policy `{guard.id}` decides otherwise than when it was signed"
    signed = {(guard.id, guard.digest) for guard in record.guards}
    for policy in attached:
        if policy.opens and signed.isdisjoint((name, policy.digest) for name in (policy.id, *policy.aliases)):
            return f"the policy `{policy.id}` allows since, and did not when it was signed"
    return ""


def eligible_for(role: str, id: str, governance: Governance, day: str, but: frozenset[str]) -> tuple[str, ...]:
    """List who could agree in a role on a day, some people left out."""
    holders = (p for p in governance.people.values() if p.id not in but and p.may(role, id, day))
    return tuple(sorted(p.id for p in holders if can_sign(p, governance, day)))


def people_in(names: Iterable[str], governance: Governance) -> frozenset[str]:
    """Give the people that some names stand for: that of a team is everybody in it."""
    return frozenset(who for name in names for who in (name, *governance.teams.get(name, ())))


def _voice(standing: Standing) -> Voice:
    record = standing.record
    return Voice(record.role, record.approver, record.seat, standing.key, record.path, record.expires_at)


def _spoken(record: Approval) -> tuple[str, str, str]:
    """Say whose word it is, and as what: of several that say the same only the last is spoken of."""
    return record.role, record.approver, record.seat


def _counted_once(standing: Standing, heard: Iterable[Voice]) -> Fault:
    """Say what a record that would count has in common with one that does."""
    record = standing.record
    for voice in heard:
        if voice.person == record.approver:
            return Fault(f"`{voice.person}` counts once, and does as {voice.role}", "approver")
        if voice.seat == record.seat:
            return Fault(f"`{voice.person}` and `{record.approver}` speak from one seat, that of `{voice.seat}`",
                         "onBehalfOf")  # fmt: skip
        if voice.key == standing.key:
            return Fault(f"`{record.approver}` signed it with the same key as `{voice.person}`")
    return Fault("others fill every slot for its role", "role")


def _filled(role: str, voice: Voice | None, records: Mapping[str, Approval]) -> Slot:
    if voice is None:
        return Slot(role)
    return Slot(role, "signed", voice.person, voice.seat, records[voice.record].expires_at, voice.record)


def _explained(slots: tuple[Slot, ...], fruitless: list[tuple[Standing, Fault]], now: str) -> tuple[Slot, ...]:
    """Tell for each slot that is empty which record came nearest: one that has expired before one that never held."""
    last = {_spoken(one[0].record): one for one in sorted(fruitless, key=lambda one: one[0].record.expires_at)}
    nearest = sorted(last.values(), key=lambda one: (not _is_over(one[0], one[1], now), one[0].record.path))
    found: list[Slot] = []
    for slot in slots:
        match = next((one for one in nearest if one[0].record.role == slot.role), None)
        if slot.state == "signed" or match is None:
            found.append(slot)
            continue
        nearest.remove(match)
        standing, fault = match
        record, state = standing.record, "expired" if _is_over(standing, fault, now) else "invalid"
        found.append(Slot(slot.role, cast(State, state), record.approver, record.seat, record.expires_at, record.path,
                          fault.words))  # fmt: skip
    return tuple(found)


def _is_over(standing: Standing, fault: Fault, now: str) -> bool:
    """Whether a record held, and its time is all that is wrong with it."""
    return fault.words == lapse(standing.record, now)
