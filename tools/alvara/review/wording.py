"""The words that the formats share: how a change is called, and what there is of what."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from alvara.compare.change import NO_WITNESS, Impact
from alvara.review.differences import written
from alvara.review.review import IMPACTS, Fate, Point, Review, Thing

EFFECTS: Mapping[Impact, str] = {
    "breaking": "breaks", "widening": "opens", "narrowing": "tightens", "additive": "adds", "text": "changes",
}  # fmt: skip
MEANINGS: Mapping[Impact, str] = {
    "breaking": "what worked before may fail, or mean something else",
    "widening": "more may be done, or more easily",
    "narrowing": "less may be done, or less easily",
    "additive": "something new, and all that worked goes on working",
    "text": "words, or how something is carried out",
}
FATES: Mapping[Fate, str] = {
    "gone": "Gone", "lost": "Renamed, and the old name leads nowhere", "renamed": "Renamed", "new": "New",
    "changed": "Changed",
}  # fmt: skip
_COUNTED: Mapping[Fate, str] = {
    "gone": "gone", "lost": "renamed without an alias", "renamed": "renamed", "new": "new", "changed": "changed",
}  # fmt: skip
_MANY = {
    "capability": "capabilities",
    "policy": "policies",
    "settings": "settings",
    "governance": "files of governance",
}

CROWD = 12
"""More things than this that came or went are told in groups."""

MOST_NAMED = 5
"""Names that are told of a group."""


class Line(NamedTuple):
    """Points that say the same of several things, told as one."""

    point: Point
    others: tuple[str, ...]


def lines_of(thing: Thing) -> list[Line]:
    """Tell what changed, each sentence once: a policy that comes to decide on many capabilities says so once."""
    told: list[tuple[Point, list[str]]] = []
    same: dict[tuple[str, ...], list[str]] = {}
    for point in thing.points:
        key = (point.impact, point.aspect, point.words)
        if (point.kind, point.subject) == (thing.kind, thing.id):
            told.append((point, []))
        elif key in same:
            same[key].append(point.subject)
        else:
            same[key] = [point.subject]
            told.append((point, same[key]))
    return [Line(point, tuple(others)) for point, others in told]


def witness_of(point: Point) -> str | None:
    """Give an example of what is accepted or returned on one side only."""
    return None if point.witness is NO_WITNESS else written(point.witness)


def place_of(point: Point) -> str:
    """Say where something stands."""
    return f"{'base:' if point.revision == 'base' else ''}{point.file}:{point.line}"


def versions_of(thing: Thing) -> str:
    """Say which version a thing had and has."""
    was, now = thing.versions
    if not was or not now or was == now:
        return now or was
    return f"{was}, now {now}"


def grouped(things: list[Thing]) -> list[tuple[str, list[str]]]:
    """Group things by kind and by the first segment of their ID, the most numerous first."""
    groups: dict[tuple[str, str], list[str]] = {}
    for thing in things:
        head = thing.id.partition("/")[0] if "/" in thing.id else thing.id.partition(".")[0]
        groups.setdefault((thing.kind, head), []).append(thing.id)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return [(f"{count(len(ids), kind)} of `{head}`", sorted(ids)) for (kind, head), ids in ordered]


def some_of(ids: Sequence[str], write: Callable[[str], str]) -> str:
    """Name the first of a group, and say how many more there are. `write` makes an ID safe where it is to stand."""
    more = f" and {len(ids) - MOST_NAMED:,} more" if len(ids) > MOST_NAMED else ""
    return f"{', '.join(map(write, ids[:MOST_NAMED]))}{more}"


def whom(others: Sequence[str], write: Callable[[str], str]) -> str:
    """Name the capabilities that a sentence is about, behind it; many of them by their number."""
    if not others:
        return ""
    if len(others) <= CROWD:
        return f": {', '.join(map(write, others))}"
    return f": {count(len(others), 'capability')}, among them {', '.join(map(write, others[:MOST_NAMED]))}"


def and_more(number: int, noun: str) -> str:
    """Say how many of something are not shown."""
    return f"... and {number:,} more {noun if number == 1 else noun + 's'}"


def count(number: int, kind: str) -> str:
    """Count things of a kind."""
    return f"{number:,} {kind if number == 1 else _MANY.get(kind, kind + 's')}"


def summary_of(review: Review) -> str:
    """Say in a line how much changed, and how gravely."""
    if not review.things:
        return "Nothing changed in what the registry says."
    fates = ", ".join(f"{number:,} {_COUNTED[fate]}" for fate, number in review.fates.items())
    if not any(number for impact, number in review.impacts.items() if impact != "text"):
        return f"{fates}. What changed is no more than {MEANINGS['text']}."
    return f"{fates}. Of the changes, {effects_of(review.impacts)}."


def effects_of(impacts: Mapping[Impact, int]) -> str:
    """Count changes by what they do."""
    return ", ".join(
        f"{impacts[impact]:,} {EFFECTS[impact] if impacts[impact] == 1 else EFFECTS[impact][:-1]}"
        for impact in IMPACTS
        if impacts.get(impact)
    )


def untold_of(review: Review) -> str:
    """Say how many files differ without anything to tell of them."""
    if not review.untold:
        return ""
    files = "file differs" if review.untold == 1 else "files differ"
    return f"{review.untold:,} more {files} in layout, place, records or renamed references only."


def frame_of(review: Review) -> str:
    """Say what was compared, and as of when."""
    return f"{review.before} compared with {review.after}, as of {review.now}"
