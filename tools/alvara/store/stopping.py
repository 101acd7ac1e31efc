"""What is stopped: the entries of a list, each judged by who signed it, folded together.

Whatever is doubtful keeps the door shut. To stop takes one person who may agree to the capability in any role; to give
it back takes everybody who would have to agree to it. A key that is revoked takes back no stop that it signed, but
whatever it gave back.
"""

from collections.abc import Iterable
from typing import NamedTuple

from alvara.approvals.quorum import fill
from alvara.store.denials import Entry, Listed
from alvara.store.voices import Bench, Heard, Signer, hear, may_speak, voices_on

ANYBODY = "anybody"
"""Stands for the role of a signature that is missing where no role in particular is asked for."""


class Lift(NamedTuple):
    """An entry that gives something back, or would once the roles that are `missing` have signed it.

    `people` are those whose word counts.
    """

    heard: Heard
    people: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether it gives back."""
        return not self.missing

    @property
    def wanted(self) -> str:
        """Say who has yet to sign."""
        return "somebody who may agree to it" if self.missing == (ANYBODY,) else " and ".join(self.missing)


class Stop(NamedTuple):
    """A capability that is stopped, and by which entry.

    `names` are those under which it is, `proposed` the last entry that would give it back and does not yet.
    """

    entry: Entry
    names: frozenset[str]
    proposed: Lift | None = None


def stops_in(listed: Listed, bench: Bench) -> tuple[Stop, ...]:
    """Fold a list into what is stopped, in the order of the list. Raises `BadDenyList` where an entry does not hold."""
    stops: dict[int, Stop] = {}
    known: dict[str, set[int]] = {}
    for heard in hear(listed, bench):
        entry = heard.entry
        about = sorted(set[int]().union(*(known.get(name, ()) for name in _widened(entry.names, bench))))
        for number in about:
            stop = stops[number]
            if entry.decision == "deny":
                stops[number] = stop._replace(proposed=None)
                continue
            lift = lift_of(heard, stop, bench)
            if not lift.counts:
                stops[number] = stop._replace(proposed=lift)
                continue
            del stops[number]
            for name in _widened(stop.names, bench):
                known[name].discard(number)
        if entry.decision == "deny":
            names = _names(heard, bench)
            if not any(names <= stops[number].names for number in about):
                stops[entry.sequence] = Stop(entry, names)
                for name in _widened(names, bench):
                    known.setdefault(name, set()).add(entry.sequence)
    return tuple(stops.values())


def lift_of(heard: Heard, stop: Stop, bench: Bench, more: Iterable[Signer] = ()) -> Lift:
    """Tell what an entry still takes before it gives something back, with the word of some more people.

    Where what is stopped has had several names, everybody has to sign who would for either of them.
    """
    entry, signers = heard.entry, (*heard.signers, *more)
    if bench.governance is None or entry.by is None or entry.issued_at < stop.entry.issued_at:
        trusting = bench.governance is None and entry.by is None and entry.issued_at >= stop.entry.issued_at
        return Lift(heard, (), () if trusting else (ANYBODY,))
    people: set[str] = set()
    missing: tuple[str, ...] = ()
    for id in sorted({bench.meant(name) or name for name in entry.names | stop.names}):
        voices = voices_on(id, entry, signers, bench)
        slots = bench.governance.demand(bench.weighed(id).risk).slots
        chosen = fill(slots, voices) if slots else tuple(voices[:1]) or (None,)
        people |= {voice.person for voice in chosen if voice is not None}
        roles = zip(slots or (ANYBODY,), chosen, strict=True)
        missing = max(missing, tuple(role for role, voice in roles if voice is None), key=len)
    return Lift(heard, tuple(sorted(people)), missing)


def stop_of(stops: Iterable[Stop], name: str, bench: Bench) -> Stop | None:
    """Find what is stopped under a name, whatever it was called when that was written."""
    wanted = _widened((name,), bench)
    return next((stop for stop in stops if not wanted.isdisjoint(_widened(stop.names, bench))), None)


def names_in(stops: Iterable[Stop], bench: Bench) -> frozenset[str]:
    """Give every name that is stopped: what was written, and what the active bundle calls the same."""
    return _widened(frozenset[str]().union(*(stop.names for stop in stops)), bench)


def _widened(names: Iterable[str], bench: Bench) -> frozenset[str]:
    """Give some names, and what the active bundle means by them."""
    return frozenset(names) | frozenset(filter(None, map(bench.meant, names)))


def _names(heard: Heard, bench: Bench) -> frozenset[str]:
    """Give the names that an entry stops: those that the active bundle knows as something else take a role for that."""
    entry, governance = heard.entry, bench.governance
    own = bench.meant(entry.capability)
    author = next((signer.person for signer in heard.signers if signer.person.id == entry.by), None)
    if own is None or author is None or governance is None:
        return entry.names
    day = entry.issued_at[:10]
    return frozenset(
        name for name in entry.names
        if name == entry.capability or (id := bench.meant(name)) in (None, own)
        or may_speak(author, id or name, day, governance)
    )  # fmt: skip
