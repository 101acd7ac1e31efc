"""What a model is told of a scope, compiled and ranked, within a budget of tokens."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from alvara.registry.budget import BUDGET, count
from alvara.registry.clearance import Clearance
from alvara.registry.entries import Writer, in_line
from alvara.registry.places import UnknownName, there_are
from alvara.registry.scopes import SECTIONS, Item, Section, find_scope
from alvara.registry.shown import Shown

_ONE: Mapping[Section, str] = {
    "resources": "resource", "capabilities": "capability", "policies": "policy", "rules": "rule", "pages": "page"
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a context tells of: how far it is from the scope, and the tokens of its line."""

    kind: str
    id: str
    distance: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Context:
    """What is told of a scope. `text` is Markdown, empty where not even the first entry fits.

    `entries` stand in the order of their weight, in the text they are gathered under titles. `left_out` counts what
    belongs to the scope and had no room. `tokens` is the estimate for the whole text, `least` for one with the first
    entry only.
    """

    scope: str
    type: str
    locale: str
    budget: int
    tokens: int
    least: int
    entries: tuple[Entry, ...]
    left_out: Mapping[Section, int]
    text: str


def compile_context(
    seen: Clearance, shown: Shown, scope: str, budget: int = BUDGET, locale: str | None = None
) -> Context:  # fmt: skip
    """Tell a model of a scope within a budget of tokens: whole entries only, the nearest first, until one has no room.

    So a larger budget never loses what a smaller one had. What the caller may not use is as if it were not there.
    Raises `UnknownName` where there is no such scope or locale, and `ValueError` for a budget below 1.
    """
    if budget < 1:
        raise ValueError(f"a budget of {budget} tokens holds nothing")
    about = seen.ground.holdings.about
    if locale is not None and locale not in about.locales:
        raise UnknownName("there is no locale", locale, about.locales, there_are(about.locales))
    found = find_scope(seen, scope)
    locales = about.locales if locale is None else (locale, *about.locales)
    title = f"# `{found.id}`, {found.type} of {in_line(about.name)}"
    lines, least = _fit(title, found.items, Writer(seen.ground, shown, locales), budget)
    left_out = _counted(found.items[len(lines) :])
    text = _text(title, lines, left_out) if lines or least <= budget else ""
    entries = (Entry(i.name.kind, i.name.id, i.distance, _cost(line)) for i, line in lines)
    return Context(
        found.id, found.type, locales[0], budget, count(text), least, tuple(entries), left_out, text
    )  # fmt: skip


_Line = tuple[Item, str]


def _fit(title: str, items: Sequence[Item], writer: Writer, budget: int) -> tuple[list[_Line], int]:
    """Write as many entries as there is room for, and tell what a text with the first one alone takes.

    What is left out has to be counted in the text as well. Since lines add up, nothing is written or counted twice.
    """
    lines: list[_Line] = []
    rest, spent, least, fitting = _counted(items), _cost(title), 0, 0
    titled: set[Section] = set()
    for item in items:
        line = writer.write(item)
        lines.append((item, line))
        spent += _cost(line) + (0 if item.section in titled else _cost(*_heading(item.section)))
        titled.add(item.section)
        rest[item.section] -= 1
        total = spent + _cost(*_remainder(rest))
        least = least or total
        if spent > budget:
            break
        if total <= budget:
            fitting = len(lines)
    return lines[:fitting], least or spent


def _text(title: str, lines: Sequence[_Line], left_out: Mapping[Section, int]) -> str:
    """Write a context: its title, the entries of each section, and how many were left out."""
    written = [title]
    for section in SECTIONS:
        here = [line for item, line in lines if item.section == section]
        written += [*_heading(section), *here] if here else []
    return "\n".join([*written, *_remainder(left_out)]) + "\n"


def _heading(section: Section) -> tuple[str, str]:
    return "", f"## {section.capitalize()}"


def _remainder(left_out: Mapping[Section, int]) -> tuple[str, ...]:
    counted = [
        f"{number} {_ONE[section] if number == 1 else section}" for section, number in left_out.items() if number
    ]
    return ("", f"Left out for want of room: {', '.join(counted)}.") if counted else ()


def _cost(*lines: str) -> int:
    """Count the tokens of some lines with their line breaks."""
    return sum(count(line) + 1 for line in lines)


def _counted(items: Sequence[Item]) -> dict[Section, int]:
    found = Counter(item.section for item in items)
    return {section: found[section] for section in SECTIONS}
