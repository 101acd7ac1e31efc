"""Two revisions compared: the same things before and after, what is gone and what is new. Rules judge it."""

from collections.abc import Container, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from alvara.compare.bases import Base
from alvara.compare.capability import compare_capability, weigh_risk
from alvara.compare.change import Bump, Change, largest
from alvara.compare.definition import Definition, Name
from alvara.compare.former_names import LostName, TakenName, lost_names, taken_names
from alvara.compare.pairing import Pair, pair
from alvara.compare.policy import compare_policy
from alvara.compare.present_names import PresentNames
from alvara.compare.renames import Rename, find_renames, names_after
from alvara.compare.resource import compare_resource
from alvara.compare.schemas import refers
from alvara.compare.sides import Sides, same, sides_of
from alvara.identity.ids import path_of
from alvara.identity.versions import Version, parse
from alvara.model.schemas import SCHEMA_KEYS
from alvara.workspace.workspace import View


class Compared(NamedTuple):
    """A definition before and after, with what changed. Under another ID it is a rename that left its old name."""

    before: Definition
    after: Definition
    changes: tuple[Change, ...]

    @property
    def needed(self) -> Bump:
        """The smallest bump that all changes together ask for."""
        return largest(self.changes)


class Comparison(NamedTuple):
    """The facts. `gone` and `new` leave renames out: `renames` have kept the old ID as an alias, `guesses` have not.

    `lost` are aliases that lead nowhere now, and `taken` those that lead elsewhere.

    `excused` are gone too, and may be so only because of a mistake that is told elsewhere. `rewritten` are the records
    of the ledger that are not what they were; `released` tells whether there is any release to be bound by. `registry`
    is the identifier before and after. `moved` leads from pages that are gone to those that hold the same bytes now.
    """

    base: Base
    compared: tuple[Compared, ...]
    gone: tuple[Definition, ...]
    excused: tuple[Definition, ...]
    new: tuple[Definition, ...]
    renames: tuple[Rename, ...]
    guesses: tuple[Rename, ...]
    lost: tuple[LostName, ...]
    taken: tuple[TakenName, ...]
    rewritten: tuple[str, ...]
    released: bool
    registry: tuple[str, str]
    moved: Mapping[str, str] = MappingProxyType({})

    @property
    def demands_versions(self) -> bool:
        """Whether versions are measured against this base: what is released decides, and only lacking that a branch."""
        return self.base.kind == "published" or not self.released

    @property
    def former_names(self) -> frozenset[Name]:
        """The names of which this comparison has to say that they do not lead where they led."""
        bearers = (guess.before.name for guess in self.guesses)
        lost, taken = (one.name for one in self.lost), (one.name for one in self.taken)
        return frozenset((*bearers, *lost, *taken, *filter(None, map(_name_in_record, self.rewritten))))

    def without(self, names: Container[Name]) -> "Comparison":
        """Leave out what had some names as its ID: what became of them is told already."""
        return self._replace(
            compared=tuple(one for one in self.compared if one.before.name not in names),
            gone=tuple(gone for gone in self.gone if gone.name not in names),
            renames=tuple(rename for rename in self.renames if rename.before.name not in names),
            guesses=tuple(guess for guess in self.guesses if guess.before.name not in names),
        )

    def versioned(self) -> Iterator[tuple[Compared, Version, Version]]:
        """Yield what is bound by its version, with the one that it had and has; nothing where another base decides.

        That is what others rely on; what has no version, or none that is one, is told elsewhere.
        """
        for one in self.compared if self.demands_versions else ():
            was, now = parse(one.before.facts.version), parse(one.after.facts.version)
            if one.before.is_published and was is not None and now is not None:
                yield one, was, now

    def succession(self) -> Iterator[tuple[Definition, Definition]]:
        """Yield everything that is on both sides, whatever it is called."""
        for one in self.compared:
            yield one.before, one.after


def compare(
    base: Base, before: Iterable[Definition], after: Iterable[Definition], view: View, *,
    rewritten: Iterable[str] = (), released: bool = False, registry: tuple[str, str] = ("", ""),
) -> Comparison:  # fmt: skip
    """Compare the definitions that may differ; what is the same on both sides may be left out of both."""
    matched = pair(before, after, lambda name: len(view.definitions(*name)))
    leaving = [
        d for d in matched.gone if not is_retired(d, view) and not view.unread(d.facts.path) and not lives_on(d, view)
    ]
    renames, guesses = find_renames(leaving, matched.new, view)
    pairs = sorted((*matched.pairs, *(Pair(r.before, r.after) for r in renames)), key=_place)
    taken = {id(r.before) for r in (*renames, *guesses)} | {id(r.after) for r in renames}
    guessed = {id(r.after) for r in guesses}
    names = PresentNames(view, names_after(guesses))
    gone = [d for d in matched.gone if id(d) not in taken and not _stands_elsewhere(d, view)]
    missing = tuple(d for d in gone if not is_excused(d, view))
    taken_aliases = tuple(taken_names(pairs, missing, view))
    takings = {(*one.name, one.taker.id) for one in taken_aliases}
    return Comparison(
        base,
        tuple(Compared(*found, _without_takings(found, changes_between(found, names), takings)) for found in pairs),
        missing,
        tuple(d for d in gone if is_excused(d, view)),
        tuple(d for d in matched.new if id(d) not in taken | guessed),
        renames,
        guesses,
        tuple(lost_names(pairs, view)),
        taken_aliases,
        tuple(sorted(rewritten)),
        released,
        registry,
    )


def _name_in_record(path: str) -> Name | None:
    """Give the old name that a record of a rename or of an end keeps; None for that of a release."""
    _, _, record = path.partition("/")
    sort, *rest = record.split("/")
    return (rest[0], rest[1].removesuffix(".yaml")) if sort != "releases" and len(rest) == 2 else None


def _without_takings(
    found: Pair, changes: tuple[Change, ...], takings: Container[tuple[str, str, str]]
) -> tuple[Change, ...]:
    """Leave out that an alias is new where it was taken from another thing: no version makes that legal."""
    kind, id = found.after.name
    return tuple(c for c in changes if c.aspect != "aliases" or (kind, str(c.after), id) not in takings)


def is_retired(gone: Definition, view: View) -> bool:
    """Whether a tombstone says that a thing is gone; one of another kind with the same ID says nothing of it."""
    return any(stone.type == gone.facts.kind for stone in view.definitions("tombstone", gone.facts.id))


def lives_on(gone: Definition, view: View) -> bool:
    """Whether an ID is still there in another major, so that no tombstone can close it."""
    return bool(view.definitions(*gone.name))


def is_excused(gone: Definition, view: View) -> bool:
    """Whether a thing may be missing only because its file cannot be read, or says that it holds another."""
    facts = gone.facts
    if view.suspended(facts.kind, facts.id) or view.unread(facts.path):
        return True
    return gone.major is not None and view.unread(path_of(facts.kind, facts.id, gone.major))


def is_unread(gone: Definition, view: View) -> bool:
    """Whether a thing may be missing only because the file that ought to hold it cannot be read."""
    return view.unreadable(gone.facts.kind, gone.facts.id) or view.unread(gone.facts.path)


def _stands_elsewhere(gone: Definition, view: View) -> bool:
    """Whether a file that is the same on both sides defines the same: what was defined twice is still there."""
    return any(e.major == gone.facts.major for e in view.definitions(*gone.name))


def changes_between(found: Pair, names: PresentNames | None = None) -> tuple[Change, ...]:
    """List what changed in a definition; facts only where a side does not hold its shape, which is said elsewhere.

    With the names of the present, a reference that follows a rename is no change.
    """
    sides = sides_of(found, names)
    if sides is None:
        return (*_of_facts(found), *_of_digests(found))
    if _is_unchanged(sides):
        return ()
    by_kind = {"capability": compare_capability, "policy": compare_policy, "resource": compare_resource}
    return tuple(by_kind[str(found.after.facts.kind)](sides))


def _is_unchanged(sides: Sides) -> bool:
    """Whether nothing can have changed: most of what stands in a file that changed."""
    return same(sides.old, sides.new) and (sides.settled or not any(refers(sides.new.get(key)) for key in SCHEMA_KEYS))


def _of_facts(found: Pair) -> Iterator[Change]:
    """Tell what the facts alone do: all that there is of a side that only the ledger remembers."""
    was, now = found.before.facts.risk, found.after.facts.risk
    if was and now and was != now:
        place, (impact, bump, words) = found.after.facts, weigh_risk(was, now)
        yield Change("risk", impact, bump, words, place.path, (*place.pointer, "risk"), before=was, after=now)


def _of_digests(found: Pair) -> Iterator[Change]:
    """Tell that one version has two contents: what differs only the tag of the release could tell."""
    was, now = found.before, found.after
    known = was.digest and now.digest and was.name == now.name
    if known and was.digest != now.digest and was.facts.version == now.facts.version:
        pointer = (*now.facts.pointer, "version")
        words = "it does not say what it said when it was released"
        yield Change("content", "text", "patch", words, now.facts.path, pointer, before=was.digest, after=now.digest)


def _place(found: Pair) -> tuple[Name, int]:
    return found.after.name, found.after.major or 0
