"""The review as one comment on a pull request: as much as fits, the gravest first, and how much does not."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from alvara.report.escape import one_line
from alvara.review.differences import differences
from alvara.review.markup import code, fenced, sentence
from alvara.review.review import FATES, IMPACTS, Review, Thing
from alvara.review.wording import (
    CROWD,
    EFFECTS,
    MEANINGS,
    and_more,
    effects_of,
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

LONGEST = 60_000
"""Characters. The forges take 65,536 (GitHub) and a million (GitLab)."""

_RESERVED = 1_000
"""Characters kept for saying what was left out."""

_MOST_LINES = 20
_MOST_DIFFERENCES = 6
_MOST_NOTES = 5


class _Block(NamedTuple):
    """Some lines, and what to write where there is no room for them. `things` are those that they tell of."""

    full: str
    brief: str
    things: int = 0


def render(review: Review) -> str:
    """Write the comment: Markdown without tables and HTML, which no text of an author can break."""
    head = ["## What this change means", f"**{summary_of(review)}**"]
    used = [impact for impact in IMPACTS if impact in review.impacts]
    if used:
        head.append("\n".join(f"- *{EFFECTS[impact]}*: {MEANINGS[impact]}" for impact in used))
    foot = [sentence(f"note: {note}") for note in review.notes[:_MOST_NOTES]]
    if (left := len(review.notes) - _MOST_NOTES) > 0:
        foot.append(f"... and {left:,} more files that are not understood")
    foot += [line for line in (untold_of(review), sentence(frame_of(review)) + ".") if line]
    room = LONGEST - _RESERVED - sum(len(part) + 2 for part in (*head, *foot))
    shown, left_out = _fitting(list(_blocks(review)), room)
    if left_out:
        things = f"{left_out:,} {'thing' if left_out == 1 else 'things'}"
        foot.insert(0, f"There was no room here for {things}; `alvara diff` shows more, and with `--format json` all.")
    return "\n\n".join((*head, *shown, *foot)) + "\n"


def _fitting(blocks: list[_Block], room: int) -> tuple[list[str], int]:
    """Choose what fits into a room, in full or in brief, and count what does not."""
    shown, left_out = [], 0
    for block in blocks:
        for text in (block.full, block.brief):
            if text and len(text) + 2 <= room:
                shown.append(text)
                room -= len(text) + 2
                break
        else:
            left_out += block.things
    return shown, left_out


def _blocks(review: Review) -> Iterator[_Block]:
    for fate in FATES:
        things = review.with_fate(fate)
        if not things:
            continue
        yield _Block(f"### {HEADINGS[fate]}: {len(things):,}", "")
        crowded = fate != "changed" and len(things) > CROWD
        for thing in things:
            if not crowded or len(thing.points) > 1:
                yield _Block("\n".join(_thing(thing)), _brief(thing), 1)
        if crowded:
            yield from _groups([thing for thing in things if len(thing.points) == 1])


def _groups(things: list[Thing]) -> Iterator[_Block]:
    """Tell of many things by what they have in common."""
    for heading, ids in grouped(things):
        brief = f"- {sentence(heading)}"
        yield _Block(f"{brief}: {some_of(ids, code)}", brief, len(ids))


def _brief(thing: Thing) -> str:
    return f"- {thing.kind} {code(thing.id)}: {effects_of(Counter(point.impact for point in thing.points))}"


def _thing(thing: Thing) -> Iterator[str]:
    versions = f" {sentence(versions_of(thing))}" if versions_of(thing) else ""
    needs = f"; the change takes at least **{sentence(thing.smallest)}**" if thing.smallest else ""
    other = f", which was {code(thing.other)}" if thing.other else ""
    yield f"- {thing.kind} {code(thing.id)}{versions}{other}{needs}"
    for about in thing.about:
        yield f"  - {sentence(about)}"
    lines = lines_of(thing)
    for point, others in lines[:_MOST_LINES]:
        yield f"  - *{EFFECTS[point.impact]}*: {sentence(point.words)}{whom(others, code)} ({code(place_of(point))})"
        witness = witness_of(point)
        if witness is not None:
            yield f"    - for example: {code(witness)}"
        found = differences(point)
        rows = []
        for place, before, after in found[:_MOST_DIFFERENCES]:
            label = f"{one_line(place)}: " if place else ""
            rows += [
                f"{sign} {label}{one_line(text)}" for sign, text in (("-", before), ("+", after)) if text is not None
            ]
        if rows:
            yield from fenced(rows, "    ")
        if (left := len(found) - _MOST_DIFFERENCES) > 0:
            yield f"    - {and_more(left, 'difference')}"
    if (left := len(lines) - _MOST_LINES) > 0:
        yield f"  - {and_more(left, 'change')}"
