"""What the scenarios of a registry have tried: each atom seen to hold and not to hold, each denial by itself."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.conditions.truth import FALSE, TRUE
from alvara.decisions.decision import Judged, Kind
from alvara.diagnostics.site import Pointer, Site
from alvara.model.condition import atoms, expectations_of, name_of
from alvara.scenarios.running import Ran

_SEEN = (("TRUE", TRUE), ("FALSE", FALSE))


class Atom(NamedTuple):
    """One condition that decides something: whose it is, and its own `id` or position.

    `subject` is a policy's ID, or a capability's with its version.
    """

    kind: Kind
    subject: str
    id: str


class Goals(NamedTuple):
    """Everything that could be tried, with where it stands: atoms, and the policies that deny."""

    atoms: Mapping[Atom, Site]
    denies: Mapping[str, Site]


class Gap(NamedTuple):
    """An atom that was never seen to be some of what it can be, in the words of traces."""

    atom: Atom
    lacks: tuple[str, ...]
    at: Site


class Coverage(NamedTuple):
    """Counts, and what is missing, by path and place. Nothing is rounded: 999 of 1,000 is not all."""

    atoms: int
    covered: int
    gaps: tuple[Gap, ...]
    denies: int
    alone: int
    never_alone: tuple[tuple[str, Site], ...]


def goals_of_policy(written: Mapping[str, Any], path: str, pointer: Pointer) -> Goals:
    """List what a policy decides by."""
    site = Site(path, (*pointer, "id"))
    denies = {written["id"]: site} if written["effect"] == "deny" else {}
    return Goals(dict(_condition("policy", written["id"], written.get("when", {}), path, (*pointer, "when"))), denies)


def goals_of_capability(written: Mapping[str, Any], path: str, pointer: Pointer) -> Goals:
    """List what a capability demands before a call, asks about, and promises after it."""
    subject = subject_of(written["id"], written["version"])
    found: dict[Atom, Site] = {}
    lists: tuple[tuple[Kind, Any, Pointer], ...] = (
        ("precondition", written.get("preconditions", ()), ("preconditions",)),
        ("postcondition", written.get("postconditions", ()), ("postconditions",)),
        ("verification", expectations_of(written), _EXPECT),
    )
    for kind, listed, steps in lists:
        for i, atom in enumerate(listed):
            found[Atom(kind, subject, name_of(atom, i))] = Site(path, (*pointer, *steps, i, "expr"))
    asked, place = written.get("confirmation", {}).get("when", {}), (*pointer, "confirmation", "when")
    found |= dict(_condition("confirmation", subject, asked, path, place))
    return Goals(found, {})


_EXPECT: Pointer = ("verification", "expect")


def subject_of(capability: str, version: str) -> str:
    """Name a capability among its versions."""
    return f"{capability}@{version}"


def together(goals: Iterable[Goals]) -> Goals:
    """Put goals together."""
    atoms: dict[Atom, Site] = {}
    denies: dict[str, Site] = {}
    for each in goals:
        atoms |= each.atoms
        denies |= each.denies
    return Goals(atoms, denies)


def cover(goals: Goals, runs: Iterable[tuple[str, Ran]]) -> Coverage:
    """Count what was tried; each run comes with the name of its capability (`subject_of`)."""
    seen: dict[Atom, set[str]] = {atom: set() for atom in goals.atoms}
    alone: set[str] = set()
    for subject, ran in runs:
        for atom, word in _seen(subject, ran.judged):
            if atom in seen:
                seen[atom].add(word)
        if ran.outcome == "deny" and len(ran.reasons) == 1 and ran.reasons[0].policy:
            alone.add(ran.reasons[0].policy)
    gaps = [
        Gap(atom, lacks, goals.atoms[atom])
        for atom, words in seen.items()
        if (lacks := tuple(word for word, _ in _SEEN if word not in words))
    ]
    lonely = [(policy, site) for policy, site in goals.denies.items() if policy not in alone]
    return Coverage(
        len(seen), len(seen) - len(gaps), tuple(sorted(gaps, key=_by_use)), len(goals.denies),
        len(goals.denies) - len(lonely), tuple(sorted(lonely, key=lambda one: one[1].path)),
    )  # fmt: skip


def _by_use(gap: Gap) -> tuple[int, int, str, tuple[str, ...]]:
    """Order gaps by what a scenario for them would show: of policies first, and first what was never tried at all."""
    return _ORDER.index(gap.atom.kind), -len(gap.lacks), gap.at.path, tuple(map(str, gap.at.pointer))


_ORDER: tuple[Kind, ...] = ("policy", "precondition", "confirmation", "postcondition", "verification")


def _seen(subject: str, judged: Iterable[Judged]) -> Iterator[tuple[Atom, str]]:
    for each in judged:
        for atom in each.atoms:
            whose = each.owner if each.kind == "policy" else subject
            for word, truth in _SEEN:
                if atom.truth is truth:
                    yield Atom(each.kind, whose, atom.id), word


def _condition(
    kind: Kind, subject: str, condition: Mapping[str, Any], path: str, pointer: Pointer
) -> Iterator[tuple[Atom, Site]]:
    for i, (atom, place) in enumerate(atoms(condition, pointer)):
        yield Atom(kind, subject, name_of(atom, i)), Site(path, (*place, "expr"))
