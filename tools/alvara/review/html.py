"""The review as one page for a browser or for paper: nothing runs in it, and nothing is fetched."""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256

from alvara.report.escape import in_html
from alvara.review.differences import differences
from alvara.review.html_style import STYLE
from alvara.review.markup import spans
from alvara.review.review import FATES, IMPACTS, Fate, Point, Review, Thing
from alvara.review.wording import (
    CROWD,
    EFFECTS,
    MEANINGS,
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

_MOST_THINGS = 1_000
"""Things of one fate told one by one: a browser has to lay them out."""

_MOST_LINES = 100
_MOST_DIFFERENCES = 20
_MOST_NOTES = 50

_ELSEWHERE = "<code>alvara diff --format json</code> lists every one"


def render(review: Review) -> str:
    """Write the page, the gravest first; what is left out is counted."""
    title = "What this change means"
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_permissions()}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{title}: {in_html(frame_of(review))}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{title}</h1>",
        f"<p><strong>{_sentence(summary_of(review))}</strong></p>",
        f"<p>{_sentence(frame_of(review))}.</p>",
        *_table(review),
    ]
    for fate in FATES:
        if things := review.with_fate(fate):
            lines += _section(fate, things)
    return "\n".join((*lines, *_notes(review), "</main>", "</body>", "</html>")) + "\n"


def _permissions() -> str:
    """Let a browser apply our own style, and do nothing else, whatever stands in the page."""
    digest = b64encode(sha256(STYLE.encode()).digest()).decode()
    return f"default-src &#x27;none&#x27;; style-src &#x27;sha256-{digest}&#x27;"


def _table(review: Review) -> Iterator[str]:
    """Count the changes by what they do, those that there are none of too."""
    if not review.things:
        return
    yield "<table>"
    yield "<caption>The changes by what they do</caption>"
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("What it does", "That is", "Changes"))
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for impact in IMPACTS:
        number = f"<td>{review.impacts.get(impact, 0):,}</td>"
        yield f'<tr class="{impact}"><th scope="row">{EFFECTS[impact]}</th><td>{MEANINGS[impact]}</td>{number}</tr>'
    yield "</tbody>"
    yield "</table>"


def _section(fate: Fate, things: list[Thing]) -> Iterator[str]:
    """Tell of all things that one fate befell; many that came or went are told in groups."""
    yield f'<section aria-labelledby="{fate}">'
    yield f'<h2 id="{fate}">{HEADINGS[fate]}: {len(things):,}</h2>'
    crowded = fate != "changed" and len(things) > CROWD
    told = [thing for thing in things if not crowded or len(thing.points) > 1]
    for thing in told[:_MOST_THINGS]:
        yield from _thing(thing)
    if (left := len(told) - _MOST_THINGS) > 0:
        yield f"<p>{and_more(left, 'thing')}; {_ELSEWHERE}</p>"
    if crowded and (rest := [thing for thing in things if len(thing.points) == 1]):
        yield "<ul>"
        yield from (f"<li>{_sentence(heading)}: {some_of(ids, _code)}</li>" for heading, ids in grouped(rest))
        yield "</ul>"
    yield "</section>"


def _thing(thing: Thing) -> Iterator[str]:
    versions = f" {in_html(versions_of(thing))}" if versions_of(thing) else ""
    other = f", which was {_code(thing.other)}" if thing.other else ""
    yield "<article>"
    yield f"<h3>{in_html(thing.kind)} {_code(thing.id)}{versions}{other}</h3>"
    if thing.smallest:
        yield f"<p>The change takes at least <strong>{in_html(thing.smallest)}</strong>.</p>"
    for about in thing.about:
        yield f"<p>{_sentence(about)}</p>"
    yield from _points(thing)
    yield "</article>"


def _points(thing: Thing) -> Iterator[str]:
    lines = lines_of(thing)
    if not lines:
        return
    yield "<ul>"
    for point, others in lines[:_MOST_LINES]:
        yield f'<li class="{point.impact}">{_line(point, others)}'
        yield from _details(point)
        yield "</li>"
    if (left := len(lines) - _MOST_LINES) > 0:
        yield f"<li>{and_more(left, 'change')}; {_ELSEWHERE}</li>"
    yield "</ul>"


def _line(point: Point, others: Sequence[str]) -> str:
    effect, place = EFFECTS[point.impact], _code(place_of(point))
    return f"<strong>{effect}</strong>: {_sentence(point.words)}{whom(others, _code)} <small>({place})</small>"


def _details(point: Point) -> Iterator[str]:
    """Show an example, and what exactly was and is."""
    witness, found = witness_of(point), differences(point)
    if witness is None and not found:
        return
    yield "<ul>"
    if witness is not None:
        yield f"<li>for example: {_code(witness)}</li>"
    for place, before, after in found[:_MOST_DIFFERENCES]:
        sides = (("was", "del", before), ("is", "ins", after))
        said = ", ".join(f"{word} <{tag}>{_shown(text)}</{tag}>" for word, tag, text in sides if text is not None)
        yield f"<li>{_code(place) + ' ' if place else ''}{said}</li>"
    if (left := len(found) - _MOST_DIFFERENCES) > 0:
        yield f"<li>{and_more(left, 'difference')}; {_ELSEWHERE}</li>"
    yield "</ul>"


def _notes(review: Review) -> Iterator[str]:
    notes = [_sentence(note) for note in review.notes[:_MOST_NOTES]]
    if (left := len(review.notes) - _MOST_NOTES) > 0:
        notes.append(and_more(left, "note"))
    if untold := untold_of(review):
        notes.append(in_html(untold))
    if notes:
        yield '<section aria-labelledby="notes">'
        yield '<h2 id="notes">Notes</h2>'
        yield "<ul>"
        yield from (f"<li>{note}</li>" for note in notes)
        yield "</ul>"
        yield "</section>"


def _sentence(words: str) -> str:
    """Write a sentence of ours, in which the words of authors stand between backticks."""
    return "".join(_code(text) if is_code else in_html(text) for text, is_code in spans(words)) or "(empty)"


def _code(text: str) -> str:
    return f"<code>{_shown(text)}</code>"


def _shown(text: str) -> str:
    return in_html(text) if text.strip() else "(empty)"
