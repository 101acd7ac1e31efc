"""Whether somebody may sign, before they are asked for anything; and if not, why, and what would help."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from alvara.approvals.agreement import Agreement, Slot, demand_for, eligible_for, objection
from alvara.approvals.agreements import Agreements
from alvara.approvals.renewal import is_ending, said_already
from alvara.approvals.telling import refused
from alvara.approvals.validity import Standing
from alvara.diagnostics.finding import Diagnostic
from alvara.identity.suggestions import did_you_mean
from alvara.model.approval import Decision
from alvara.model.governance import Governance, Key, Person
from alvara.rules import rules_on
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key
from alvara.workspace.entity import Entity

_MOST_NAMED = 4


class Refused(Exception):
    """Somebody may not sign; the text says why, and what would help."""


class Nothing(Exception):
    """There is nothing to sign; the text says why."""


class Unclear(Exception):
    """What is meant cannot be told; the text says which options would tell."""


class Wish(NamedTuple):
    """What somebody wants to say. `seat` is in whose place they speak: their own ID where in nobody's."""

    decision: Decision
    person: Person
    role: str
    seat: str

    @property
    def on_behalf_of(self) -> str:
        """In whose place they speak, if in somebody else's."""
        return "" if self.seat == self.person.id else self.seat


def agreement_on(entity: Entity, agreements: Agreements) -> Agreement:
    """Find the verdict on a definition. Raises `Refused` or `Nothing` where it is not to be agreed on."""
    for one in agreements.agreements:
        if one.subject.place == (entity.path, entity.pointer):
            return one
    if entity.status == "draft":
        kind, step = ("", "review") if entity.kind == "capability" else (" --kind policy", "active")
        raise Refused(f"`{entity.id}` is a draft, which may still change: bring it to {step} first, with "
                      f"`alvara promote {entity.id} {step}{kind}`")  # fmt: skip
    if entity.kind == "policy":
        raise Nothing(f"nobody has to agree to the policy `{entity.id}`: governance/policy.yaml asks nobody for that")
    raise Nothing(f"nobody has to agree to `{entity.id}`: governance/policy.yaml asks nobody where the risk is "
                  f"{entity.risk}")  # fmt: skip


def check_ground(agreements: Agreements) -> Governance:
    """Give the governance that judges. Raises `Refused` where nobody can sign anything now."""
    if agreements.governance is None:
        raise Refused(agreements.doubt or "there is no `governance/` here, so nobody is known who could agree: "
                      "people, their keys and roles come first, in a change of their own")  # fmt: skip
    if agreements.governing:
        raise Refused(
            f"{agreements.governing[0]} is changed here, and who may agree is what the main branch says: bring that "
            "there first, in a change of its own"
        )
    return agreements.governance


def person_called(id: str, governance: Governance) -> Person:
    """Find somebody. Raises `Refused`."""
    person = governance.people.get(id)
    if person is None:
        tip = did_you_mean(id, governance.people)
        raise Refused(f"nobody is known as `{id}`{'; ' + tip if tip else ': governance/people/ has who is known'}")
    if person.kind != "human":
        raise Refused(f"`{id}` is a {person.kind}, and only people agree")
    return person


def person_behind(email: str, governance: Governance) -> Person:
    """Find whose address git has. Raises `Unclear`."""
    if not email:
        raise Unclear("who are you? Say so with --as PERSON, or tell git your address: git config user.email ADDRESS")
    found = [p for _, p in sorted(governance.people.items()) if email.lower() in {e.lower() for e in p.emails}]
    if len(found) != 1:
        who = " and ".join(f"`{p.id}`" for p in found) if found else "nobody in governance/people/"
        raise Unclear(f"git's address is `{email}`, which is that of {who}: say who you are with --as PERSON")
    return person_called(found[0].id, governance)


def wish_of(
    decision: Decision, person: Person, role: str, on_behalf_of: str, agreement: Agreement, agreements: Agreements
) -> Wish:
    """Complete what somebody wants to say. Raises `Refused`, `Nothing` or `Unclear` where they may not say it."""
    governance = check_ground(agreements)
    seat = person_called(on_behalf_of, governance).id if on_behalf_of else person.id
    subject = agreement.subject
    if agreement.refusals:
        no = agreement.refusals[0]
        if decision != "approve":
            raise Nothing(f"{refused(no)}, which no approval outweighs: there is nothing to add ({no.record})")
        raise Refused(f"{refused(no)} ({no.record}), which no approval outweighs: change what was refused, and bring "
                      "a new version")  # fmt: skip
    if decision == "approve":
        _check_authors((person.id, seat), role, agreement)
    wish = Wish(decision, person, _role(decision, person, role, seat, agreement, governance, agreements.now), seat)
    _check_twins(wish, agreement, agreements, governance)
    if decision == "approve":
        missing = [slot.role for slot in _open(agreement, agreements.now)]
        if not missing:
            raise Nothing(f"everybody has agreed to `{subject.id}` {subject.version}, until {agreement.ends[:10]}")
        if not role and wish.role not in missing:
            others = " and ".join(dict.fromkeys(missing))
            raise Nothing(f"nobody is missing as {wish.role} for `{subject.id}`; it still takes {others}")
    elif decision == "revoke" and not any(slot.record for slot in agreement.slots):
        raise Refused(f"nobody has approved `{subject.id}` {subject.version} yet, so there is nothing to take back; "
                      f"`alvara reject {subject.id}` says no to it")  # fmt: skip
    return wish


def could_sign(person: Person, agreement: Agreement, governance: Governance, now: str) -> list[str]:
    """List the roles in which somebody could give what is missing, or renew what they gave and what ends soon."""
    if person.kind != "human" or agreement.refusals or person.id in agreement.authors:
        return []
    able, day = dict(agreement.eligible), now[:10]
    taken = {who for slot in agreement.slots if slot.state == "signed" for who in (slot.person, slot.seat)}
    id = agreement.subject.id
    seats = [o for o in governance.people.values() if o.id not in taken | agreement.authors]
    missing = dict.fromkeys(slot.role for slot in agreement.slots if slot.state != "signed")
    own = [slot for slot in _open(agreement, now) if slot.state == "signed" and slot.person == person.id]
    return [slot.role for slot in own if _holds(person, slot.role, slot.seat, id, governance, day)] + [
        role for role in missing
        if person.id in able.get(role, ())
        or (person.id not in taken and any(o.lets(person.id, role, id, day) for o in seats))
    ]  # fmt: skip


def objection_to_key(person: Person, public: PublicKey, governance: Governance, now: str) -> str:
    """Say why somebody cannot sign with a key now, or nothing."""
    owned = [key for key in person.keys if _raw(key) == public.raw]
    if not owned:
        return f"{public.fingerprint} is no key of `{person.id}`; governance/people/{person.id}.yaml has those that are"
    if not any(key.window.holds(now[:10]) for key in owned):
        return f"the key `{owned[0].id}` of `{person.id}` does not count on {now[:10]}"
    if any(revoked.key == public.fingerprint and revoked.voids(now) for revoked in governance.revocations):
        return f"the key `{owned[0].id}` of `{person.id}` is revoked"
    return ""


_OF_STATUS = "lifecycle-step-skipped"
"""Where a definition stands is not what is signed; and it may go from review into use with the records alone."""


def errors_in(entity: Entity, reached: Iterable[str], findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """List the errors that stand in what is to be approved, apart from what people have yet to agree on."""
    agreeing = {_OF_STATUS, *(rule.name for rule in rules_on(Agreements))}
    files = {entity.path, *reached}
    return [
        d for d in findings
        if d.severity == "error" and d.rule not in agreeing and d.revision == "current"
        and (d.subject == entity.id or d.file in files)
    ]  # fmt: skip


def _role(
    decision: Decision, person: Person, role: str, seat: str, agreement: Agreement, governance: Governance, now: str
) -> str:  # fmt: skip
    """Find as what somebody speaks: what they say, or the one role that can be meant."""
    id, day = agreement.subject.id, now[:10]
    wanted = list(dict.fromkeys(slot.role for slot in agreement.slots))
    if role and role not in wanted:
        raise Refused(f"nobody has to agree as {role} to `{id}`; it takes {' and '.join(wanted)}")
    held = [one for one in wanted if _holds(person, one, seat, id, governance, day)]
    if (role and role not in held) or not held:
        raise Refused(_not_held(person, [role] if role else wanted, seat, agreement, governance, day))
    if role:
        return role
    lacking = _open(agreement, now)
    missing = {slot.role for slot in lacking if slot.person == person.id} or {slot.role for slot in lacking}
    if decision == "approve" and not missing.intersection(held):
        return held[0]  # and there is nothing left to sign, whatever they meant
    open_roles = [one for one in held if one in missing] if decision == "approve" else held
    if len(open_roles) > 1:
        raise Unclear(f"as what do you speak? Say so with {' or '.join(f'--role {one}' for one in open_roles)}")
    return open_roles[0]


def _open(agreement: Agreement, now: str) -> list[Slot]:
    """List the slots that somebody is asked for: nobody fills them, or not for much longer."""
    return [slot for slot in agreement.slots if slot.state != "signed" or is_ending(slot.expires_at, now)]


def _holds(person: Person, role: str, seat: str, id: str, governance: Governance, day: str) -> bool:
    if seat == person.id:
        return person.may(role, id, day)
    return governance.people[seat].lets(person.id, role, id, day)


def _not_held(
    person: Person, roles: list[str], seat: str, agreement: Agreement, governance: Governance, day: str
) -> str:  # fmt: skip
    """Say that somebody does not hold a role, and who does."""
    id = agreement.subject.id
    if seat != person.id:
        what = f"`{seat}` does not let `{person.id}` agree as {' or '.join(roles)} on `{id}` in their place on {day}"
        return f"{what}; `delegations` in governance/people/{seat}.yaml would have to say so"
    owners = [o.id for _, o in sorted(governance.people.items())
              if any(o.lets(person.id, role, id, day) for role in roles)]  # fmt: skip
    said = f"`{person.id}` does not hold the role {' or '.join(roles)} for `{id}` on {day}"
    if owners:
        return f"{said}; in the place of {owners[0]} they could sign: --on-behalf-of {owners[0]}"
    return f"{said}{_others(agreement, roles, governance, day)}"


def _check_authors(people: Sequence[str], role: str, agreement: Agreement) -> None:
    """Refuse whoever had a part in it."""
    for who in people:
        if who in agreement.authors:
            part = "proposed it" if who in agreement.subject.proposers else "had a part in a commit that changed it"
            others = [p for named, able in agreement.eligible if role in ("", named) for p in able]
            way = f"; {_named(others)} could agree to it" if others else ""
            raise Refused(f"`{who}` {part}, and nobody approves their own work{way}")


def _check_twins(wish: Wish, agreement: Agreement, agreements: Agreements, governance: Governance) -> None:
    """Refuse to say again what counts for long yet, and what can still be written anew."""
    subject = agreement.subject
    demand = demand_for(subject, agreement.level, governance)
    for standing in _same_word(wish, agreement, agreements.standings):
        record = standing.record
        why = objection(standing, subject, agreement.level, demand, agreements.now, agreement.authors)
        if not why and (words := said_already(record, agreements.now)):
            raise Nothing(f"{words} ({record.path})")
        if why and record.path in agreements.fresh:
            raise Refused(f"what `{wish.person.id}` signed before does not count: {why}; delete {record.path}, which "
                          "nobody else has yet, and sign again")  # fmt: skip


def _same_word(wish: Wish, agreement: Agreement, standings: Iterable[Standing]) -> Iterator[Standing]:
    subject = agreement.subject
    for standing in standings:
        record = standing.record
        about = (record.kind, record.id, record.decision, record.role, record.approver)
        same = about == (subject.kind, subject.id, wish.decision, wish.role, wish.person.id)
        if same and record.digest in subject.digests:
            yield standing


def _others(agreement: Agreement, roles: Iterable[str], governance: Governance, day: str) -> str:
    id = agreement.subject.id
    found = [p for role in roles for p in eligible_for(role, id, governance, day, agreement.authors)]
    return f"; {_named(found)} could" if found else "; nobody does who could sign it"


def _named(people: Sequence[str]) -> str:
    known = list(dict.fromkeys(people))
    shown = known[:_MOST_NAMED]
    more = f" or one of {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 and not more else [", ".join(shown)]) + more


def _raw(key: Key) -> bytes:
    try:
        return parse_public_key(key.text).raw
    except BadKey:
        return b""
