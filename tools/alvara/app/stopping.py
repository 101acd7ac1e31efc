"""What is written to stop a capability, or to give it back: by whom, whether they may, and the entry itself."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from alvara.app.permission import Nothing, Refused, Unclear, objection_to_key, person_called
from alvara.app.stop_judge import Judge
from alvara.approvals.agreement import people_in
from alvara.approvals.telling import any_of
from alvara.approvals.validity import moved
from alvara.model.governance import Governance, Person
from alvara.signatures.keys import PublicKey
from alvara.store.denials import Decision, Entry, Listed, Signed, following, is_reason
from alvara.store.stopping import Lift, Stop, lift_of, stop_of
from alvara.store.voices import Heard, Signer, may_speak


class Draft(NamedTuple):
    """An entry to be signed, and the place in the list that it takes: that of a proposal, or the next one."""

    entry: Entry
    place: int


class Case(NamedTuple):
    """A list as it stands, and what it is about now: a capability, at a moment."""

    judge: Judge
    listed: Listed
    stops: tuple[Stop, ...]
    id: str
    now: str

    @property
    def governance(self) -> Governance | None:
        """Who governs, if anybody does."""
        return self.judge.bench.governance

    @property
    def stop(self) -> Stop | None:
        """What stops the capability now."""
        return stop_of(self.stops, self.id, self.judge.bench)


def id_of(name: str, judge: Judge, stops: Sequence[Stop]) -> str:
    """Find which capability is meant: one of the active bundle, one that it had, or one that is stopped already."""
    id = judge.meant(name)
    if id is not None:
        return id
    stop = stop_of(stops, name, judge.bench)
    if stop is not None:
        return stop.entry.capability
    if "@" in name:
        raise Unclear(f"all versions of a capability are stopped together: write `{name.partition('@')[0]}`")
    tip = judge.hint(name)
    raise Unclear(f"the active bundle knows no capability `{name}`{'; ' + tip if tip else ''}")


def check_reason(reason: str) -> str:
    """Give a reason as it is written down. Raises `Unclear` for what is none."""
    if not is_reason(reason):
        raise Unclear("a reason is a line or two of text, that others understand later: --reason TEXT")
    return reason.strip()


def is_usable(public: PublicKey, named: str, case: Case) -> bool:
    """Whether to sign with a key: one that counts now, of the person that is named, or of anybody with a role."""
    governance, day = case.governance, case.now[:10]
    assert governance is not None, "without one nobody signs"
    return any(named or may_speak(person, case.id, day, governance) for person in _owners(public, named, case))


def speaker_of(public: PublicKey, named: str, case: Case) -> Person:
    """Find who signs with a key. Raises `Refused` where nobody may, `Unclear` where several do."""
    governance = case.governance
    assert governance is not None, "without one nobody signs"
    found = _owners(public, named, case)
    if not found and named:
        raise Refused(objection_to_key(person_called(named, governance), public, governance, case.now))
    if not found:
        raise Refused(f"{public.fingerprint} is no key that counts today of anybody whom the active bundle knows")
    if len(found) > 1:
        raise Unclear(f"that key is of {' and '.join(f'`{p.id}`' for p in found)}: say who you are with --as PERSON")
    return person_called(found[0].id, governance)


def draft_stop(case: Case, reason: str, person: Person | None) -> Draft:
    """Write the entry that stops a capability. Raises `Refused`, and `Nothing` where it is stopped already."""
    stop, also = case.stop, case.judge.also(case.id)
    if stop is not None and stop.proposed is None and {case.id, *also} <= stop.names:
        by = f" by `{stop.entry.by}`" if stop.entry.by else ""
        raise Nothing(f"`{case.id}` is stopped already, since {stop.entry.issued_at}{by}: {stop.entry.reason}")
    if person is not None:
        _check_role(person, case)
    return _next(case, "deny", reason, person, case.now)


def draft_lift(case: Case, reason: str, signer: Signer | None) -> Draft:
    """Write the entry that gives a capability back, or take the one that somebody proposed.

    Raises `Nothing` where there is nothing to sign, `Refused` where the signature would not count, and `Unclear` where
    a reason is missing, or is another than that of the proposal.
    """
    stop = case.stop
    if stop is None:
        raise Nothing(f"`{case.id}` is not stopped")
    if case.now < stop.entry.issued_at:
        raise Unclear(f"it was stopped at {stop.entry.issued_at}, and here it is {case.now}: set the clock of one "
                      "of the two machines")  # fmt: skip
    proposed = stop.proposed
    if signer is not None and proposed is not None and _is_open(proposed, case):
        if reason and reason != proposed.heard.entry.reason:
            raise Unclear(f"`{proposed.heard.entry.by}` proposed it for another reason: {proposed.heard.entry.reason}. "
                          "Leave out --reason to sign that")  # fmt: skip
        _check_counts(proposed, lift_of(proposed.heard, stop, case.judge.bench, [signer]), signer, case)
        return Draft(proposed.heard.entry, proposed.heard.entry.sequence - 1)
    draft = _next(case, "undeny", check_reason(reason), signer.person if signer else None, case.now)
    if signer is not None:
        heard, bench = Heard(Signed(draft.entry)), case.judge.bench
        _check_counts(lift_of(heard, stop, bench), lift_of(heard, stop, bench, [signer]), signer, case)
    return draft


def with_entry(listed: Listed, draft: Draft, key: str = "", armor: str = "") -> Listed:
    """Put an entry in its place, with one signature more where there is one."""
    there = listed[draft.place] if draft.place < len(listed) else Signed(draft.entry)
    made = there.with_signature(key, armor) if armor else there
    return (*listed[: draft.place], made, *listed[draft.place + 1 :])


def _owners(public: PublicKey, named: str, case: Case) -> list[Person]:
    """List whose key this is, as far as it counts now."""
    governance = case.governance
    assert governance is not None, "without one nobody signs"
    people = [person_called(named, governance)] if named else governance.people.values()
    return [person for person in people if not objection_to_key(person, public, governance, case.now)]


def _next(case: Case, decision: Decision, reason: str, person: Person | None, now: str) -> Draft:
    by, also = None if person is None else person.id, case.judge.also(case.id)
    registry = case.judge.bench.registry
    return Draft(following(case.listed, decision, registry, case.id, also, reason, by, now), len(case.listed))


def _is_open(proposed: Lift, case: Case) -> bool:
    """Whether a proposal may still be signed: it is signed as of its own date, and that must not be long ago."""
    governance, entry = case.governance, proposed.heard.entry
    if governance is None or entry.by is None:
        return False
    return moved(case.now, -timedelta(days=governance.admission.past_days)) <= entry.issued_at <= case.now


def _check_role(person: Person, case: Case) -> None:
    governance, day = case.governance, case.now[:10]
    assert governance is not None, "nobody is known without"
    if may_speak(person, case.id, day, governance):
        return
    able = sorted(p.id for p in governance.people.values() if may_speak(p, case.id, day, governance))
    others = f"; {any_of(able)} could" if able else "; nobody does"
    raise Refused(f"`{person.id}` holds no role for `{case.id}` on {day}{others}")


def _check_counts(before: Lift, after: Lift, signer: Signer, case: Case) -> None:
    """Refuse a signature that brings nothing nearer."""
    id = signer.person.id
    if id in before.people or any(id == other.person.id for other in before.heard.signers):
        raise Nothing(f"`{id}` has signed it already; still missing: {before.wanted}")
    if len(after.missing) < len(before.missing):
        return
    governance = case.governance
    assert governance is not None, "nobody is known without"
    if id in people_in(case.judge.bench.weighed(case.id).proposers, governance):
        raise Refused(f"`{id}` proposed `{case.id}`, and nobody gives back their own work")
    _check_role(signer.person, case)
    raise Refused(f"the word of `{id}` would not count here: it takes {before.wanted}")
