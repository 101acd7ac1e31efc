"""The review for a terminal: what came and went, then what changed in each thing, the gravest first."""

from collections.abc import Iterator

from alvara.report.escape import one_line
from alvara.review.differences import differences
from alvara.review.review import FATES, Review, Thing
from alvara.review.wording import (
    CROWD,
    EFFECTS,
    and_more,
    frame_of,
    grouped,
    lines_of,
    place_of,
    some_of,
    summary_of,
    untold_of,
    versions_of,
    whom,
    witness_of,
)
from alvara.review.wording import FATES as HEADINGS

_MOST_LINES = 40
"""Changes told of one thing."""

_MOST_THINGS = 200
"""Things told one by one."""

_MOST_DIFFERENCES = 8

_ELSEWHERE = "--format json lists every one"


def render(review: Review) -> str:
    """Write the review. What is left out is counted."""
    blocks = []
    for fate in FATES:
        things = review.with_fate(fate)
        if things and fate == "changed":
            blocks += ["\n".join(_thing(thing)) for thing in things[:_MOST_THINGS]]
            if (left := len(things) - _MOST_THINGS) > 0:
                blocks.append(f"... and {left:,} more that changed; {_ELSEWHERE}")
        elif things:
            blocks.append("\n".join((f"{HEADINGS[fate]}: {len(things):,}", *_listed(things))))
    end = [f"note: {one_line(note)}" for note in review.notes]
    end += [line for line in (one_line(frame_of(review)), summary_of(review), untold_of(review)) if line]
    blocks.append("\n".join(end))
    return "\n\n".join(blocks) + "\n"


def _listed(things: list[Thing]) -> Iterator[str]:
    """List what has one fate; many are told in groups, besides those of which there is more to say."""
    special = [thing for thing in things if len(thing.points) > 1] if len(things) > CROWD else things
    for thing in special[:_MOST_THINGS]:
        yield from _thing(thing, "  ")
    if (left := len(special) - _MOST_THINGS) > 0:
        yield f"  ... and {left:,} more of which there is something to say; {_ELSEWHERE}"
    rest = [] if special is things else [thing for thing in things if len(thing.points) == 1]
    groups = grouped(rest)
    for heading, ids in groups[:_MOST_LINES]:
        yield f"  {one_line(heading)}: {some_of(ids, one_line)}"
    if (left := sum(len(ids) for _, ids in groups[_MOST_LINES:])) > 0:
        yield f"  ... and {left:,} more; {_ELSEWHERE}"


def _thing(thing: Thing, indent: str = "") -> Iterator[str]:
    versions = f" {versions_of(thing)}" if versions_of(thing) else ""
    needs = f"; the change takes at least {thing.smallest}" if thing.smallest else ""
    other = f", which was {thing.other}" if thing.other else ""
    yield indent + one_line(f"{thing.kind} {thing.id}{versions}{other}{needs}")
    for sentence in thing.about:
        yield f"{indent}  {_beginning(sentence)}"
    lines = lines_of(thing)
    for point, others in lines[:_MOST_LINES]:
        shown = one_line(point.words) + whom(others, one_line)
        yield f"{indent}  {EFFECTS[point.impact]}: {shown} ({one_line(place_of(point))})"
        witness = witness_of(point)
        if witness is not None:
            yield f"{indent}      for example: {one_line(witness)}"
        found = differences(point)
        for place, before, after in found[:_MOST_DIFFERENCES]:
            label = f"{one_line(place)}: " if place else ""
            if before is not None:
                yield f"{indent}      - {label}{one_line(before)}"
            if after is not None:
                yield f"{indent}      + {label}{one_line(after)}"
        if (left := len(found) - _MOST_DIFFERENCES) > 0:
            yield f"{indent}      {and_more(left, 'difference')}; {_ELSEWHERE}"
    if (left := len(lines) - _MOST_LINES) > 0:
        yield f"{indent}  {and_more(left, 'change')}; {_ELSEWHERE}"


def _beginning(sentence: str) -> str:
    """Write what an author says at the beginning of a line, where two colons are a command to some CI services."""
    shown = one_line(sentence.strip())
    return rf"\x3a{shown[1:]}" if shown.startswith("::") else shown
