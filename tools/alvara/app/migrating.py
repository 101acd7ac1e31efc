"""The `migrate` verb: the old IDs in a consumer's file give way to the ones that they lead to now."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from alvara.app.filechange import FileChange
from alvara.app.survey import Survey
from alvara.documents.edit import Edit, apply
from alvara.documents.front_matter import load_page
from alvara.documents.scalar_places import NotYaml, scalar_places
from alvara.identity.occurrences import DOTTED
from alvara.registry.lookup import KINDS
from alvara.sources.json_texts import json_texts
from alvara.sources.markdown_names import LINE_END, LINK, markdown_names
from alvara.sources.python_texts import python_texts
from alvara.sources.stretches import Stretch, Stretches
from alvara.sources.typescript_texts import typescript_texts
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import ends, present_id

FORMATS = {
    ".md": "markdown", ".markdown": "markdown", ".json": "json", ".yaml": "yaml", ".yml": "yaml", ".ts": "typescript",
    ".tsx": "typescript", ".mts": "typescript", ".cts": "typescript", ".py": "python", ".pyi": "python",
}  # fmt: skip
"""What is in a file, by the end of its name."""

_KINDS_OF_KEYS = {
    **dict.fromkeys(("semanticId", "semanticIds", "entity", "parentId", "uiRefs", "apiRefs", "focus"), "resource"),
    **dict.fromkeys(("capability", "capabilities", "relatedCapabilities", "capabilityRefs"), "capability"),
    **dict.fromkeys(("policy", "policies", "relatedPolicies", "policyRefs", "decidedBy"), "policy"),
}
"""The keys and attributes that say of what kind the thing is that they name."""


_OWN = frozenset({"capabilities", "semantic-ids", "policies", "ledger", "approvals", "governance", "alvara.yaml"})


class Doubt(NamedTuple):
    """An old ID that was left, with its place and why; `column_after` is its column once the others are rewritten."""

    line: int
    column: int
    column_after: int
    name: str
    why: str


class Migrated(NamedTuple):
    """What becomes of a file. `code` are the lines on which the letters of an old ID are code, which stays."""

    change: FileChange
    doubts: tuple[Doubt, ...]
    code: tuple[int, ...]

    @property
    def rewritten(self) -> int:
        """How many names give way."""
        return len(self.change.edits)


class NewNames:
    """What each old ID of a registry is called now, by kind."""

    def __init__(self, found: Survey) -> None:
        """Follow the records of all renames to their ends."""
        self._view = found.view
        records: list[Entity] = [
            e for c in found.workspace.contributions.values() for e in c.entities if e.kind == "migration"
        ]
        self._ends: dict[str, dict[str, str]] = {kind: ends(records, kind) for kind in KINDS}
        self.old: frozenset[str] = frozenset(record.id for record in records)
        """Every name that was given up."""

    def of(self, name: str, kind: str = "") -> tuple[str, str]:
        """Give the name to write instead; empty where that is not known, with the reason why."""
        meant: dict[str, str] = {}
        for each in (kind,) if kind else KINDS:
            if name in self._ends[each]:
                end = self._ends[each][name]
                meant[each] = present_id(self._view, each, end) or ""
                if not meant[each]:
                    stones = self._view.definitions("tombstone", end)
                    return "", f"it was renamed to `{end}`, which is {'retired' if stones else 'not there'}"
            elif (there := present_id(self._view, each, name)) is not None:
                meant[each] = there
        if len(set(meant.values())) == 1:
            return next(iter(meant.values())), ""
        if meant:
            words = " or ".join(f"the {each} `{id}`" for each, id in meant.items())
            return "", f"it may mean {words}"
        return "", f"it is no {kind} that was renamed" if kind else "its renames go round in a ring"


def migrate(path: str, text: str, names: NewNames) -> Migrated:
    """Work out what becomes of a file, whose text may begin with a byte order mark."""
    hits = [(m.start(), m.end(), m.group()) for m in DOTTED.finditer(text) if m.group() in names.old]
    escaped = list(_escaped(text, names))
    if not hits and not escaped:
        return Migrated(FileChange(path, path, text, ()), (), ())
    form = FORMATS[path[path.rindex(".") :].lower()]
    why = {"yaml": "it stands in a comment", "json": "it stands in a comment"}.get(form, "")
    try:
        stretches = list(_stretches(form, path, text))
    except NotYaml:
        stretches, why = [], "the file does not parse"
    starts = [stretch.start for stretch in stretches]
    edits: list[Edit] = []
    doubts: list[tuple[int, str, str]] = escaped
    code: list[int] = []
    for start, end, name in hits:
        position = bisect_right(starts, start) - 1
        stretch = stretches[position] if position >= 0 and end <= stretches[position].end else None
        if stretch is None and not why:
            if "." in name:
                code.append(start)
            continue
        new, reason = _verdict(text, stretch, start, end, names) if stretch else ("", why if "." in name else "")
        if new and new != name:
            edits.append(Edit(start, end, new))
        elif reason:
            doubts.append((start, name, reason))
    change = FileChange(path, path, text, tuple(edits))
    lines, lines_after = _Lines(text), _Lines(apply(text, edits))
    moved = _Moved(edits)
    told = tuple(
        Doubt(lines.of(start), lines.column(start), lines_after.column(moved.to(start)), name, reason)
        for start, name, reason in sorted(doubts)
    )
    return Migrated(change, told, tuple(map(lines.of, code)))


_ESCAPED_DOT = re.compile(r"\\(?:u002[eE]|x2[eE]|u\{0*2[eE]\}|U0000002[eE])")
_AROUND_IT = re.compile(rf"(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]*(?:{_ESCAPED_DOT.pattern}[A-Za-z0-9_.-]*)+")


def _escaped(text: str, names: NewNames) -> Iterator[tuple[int, str, str]]:
    """Find the old IDs that have a dot written as an escape, by where they start."""
    if not _ESCAPED_DOT.search(text):
        return
    for found in _AROUND_IT.finditer(text):
        name = _ESCAPED_DOT.sub(".", found.group())
        if name in names.old:
            yield found.start(), name, "a dot of it is written as an escape"


def _verdict(text: str, stretch: Stretch, start: int, end: int, names: NewNames) -> tuple[str, str]:
    """Decide about one name: what to write instead, or why that is in doubt; neither where it is a mere word."""
    name, kind = text[start:end], _KINDS_OF_KEYS.get(stretch.key, "")
    alone = _is_alone(text, stretch, start, end)
    if "." not in name:  # an everyday word, unless its place says that it is a name
        if not alone or stretch.mode == "open":
            return "", ""
        if not kind and stretch.key != LINK:
            return "", "a single word is a name only where its key says so"
    if stretch.mode == "open":
        return "", "whether it is a name cannot be told here"
    if stretch.mode == "whole" and not alone:
        return "", "it is a part of a longer text"
    return names.of(name, kind)


_MOST_AROUND = 64
"""Characters beside a name that are looked at; where there are more, it does not stand alone."""


def _is_alone(text: str, stretch: Stretch, start: int, end: int) -> bool:
    """Whether a stretch holds the name and nothing else, but perhaps a version behind it."""
    if start - stretch.start > _MOST_AROUND or stretch.end - end > _MOST_AROUND:
        return False
    behind = text[end : stretch.end].strip()
    return not text[stretch.start : start].strip() and (not behind or behind.startswith("@"))


def _stretches(form: str, path: str, text: str) -> Stretches:
    mark = len(text) - len(text.removeprefix("\ufeff"))
    if form == "json":
        return json_texts(text)
    if form == "python":
        return python_texts(text)
    if form == "typescript":
        return typescript_texts(text)
    if form == "yaml":
        return _yaml(text[mark:], mark)
    return _markdown(path, text, mark)


def _yaml(text: str, offset: int) -> Stretches:
    for place in scalar_places(text):
        yield Stretch(place.start + offset, place.end + offset, "open" if place.block else "whole", place.key)


def _markdown(path: str, text: str, mark: int) -> Iterator[Stretch]:
    page = load_page(path, text.encode())
    body = len(text) - len(page.body)
    if page.head.text:
        first = text.index("\n", mark) + 1 if "\n" in text[mark:body] else text.index("\r", mark) + 1
        yield from _yaml(page.head.text, first)
    yield from markdown_names(text[body:], body)


class _Moved:
    """Where a place in a text is once the edits before it are made; they come in order."""

    def __init__(self, edits: list[Edit]) -> None:
        self._starts = [edit.start for edit in edits]
        self._shifts = [0, *accumulate(len(edit.text) - (edit.end - edit.start) for edit in edits)]

    def to(self, offset: int) -> int:
        return offset + self._shifts[bisect_right(self._starts, offset)]


class _Lines:
    """Lines and columns by offset, counted from 1; a byte order mark is no column."""

    def __init__(self, text: str) -> None:
        self._starts = [len(text) - len(text.removeprefix("\ufeff")), *(end.end() for end in LINE_END.finditer(text))]

    def of(self, offset: int) -> int:
        return bisect_right(self._starts, offset)

    def column(self, offset: int) -> int:
        return offset - self._starts[self.of(offset) - 1] + 1


def is_own(path: str) -> bool:
    """Whether a file of the registry itself is one that `rename` looks after, or that remembers what was."""
    return path.partition("/")[0] in _OWN
