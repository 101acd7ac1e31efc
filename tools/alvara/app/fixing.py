"""What `check --fix` mends: a finding whose right answer is certain, as edits of the file that it stands in.

Where an author has a choice, as between a new major version and taking a change back, nothing is mended.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from alvara.app.bumping import find_bump, only_recorded, with_version
from alvara.app.editing import Uneditable, open_file, quoted, value_of
from alvara.app.filechange import FileChange
from alvara.compare.comparison import Compared, Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.documents import nodes
from alvara.documents.composition import compositions
from alvara.documents.edit import Edit, next_line
from alvara.documents.entries import rewritten
from alvara.documents.front_matter import load_page
from alvara.documents.text import decode, line_starts
from alvara.identity.versions import meant
from alvara.model.config import Config
from alvara.model.filekind import LEDGER, kind_of


class Fixed(NamedTuple):
    """What becomes of a file, and the rules that it then satisfies."""

    change: FileChange
    rules: tuple[str, ...]


class _Found(NamedTuple):
    """A file with findings; `whole` are all its characters, a byte order mark included. `spots` are theirs."""

    path: str
    data: bytes
    whole: str
    config: Config
    comparisons: Sequence[Comparison]
    spots: Sequence[Diagnostic]


def fixable(findings: Iterable[Diagnostic]) -> dict[str, tuple[str, ...]]:
    """Tell which files may be mended, and of what. What the ledger remembers nobody edits."""
    rules: dict[str, set[str]] = {}
    for finding in findings:
        if finding.rule in FIXES and finding.revision == "current" and not finding.file.startswith(f"{LEDGER}/"):
            rules.setdefault(finding.file, set()).add(finding.rule)
    return {path: tuple(sorted(names)) for path, names in sorted(rules.items())}


def by_file(comparisons: Iterable[Comparison]) -> Mapping[str, Sequence[Comparison]]:
    """Narrow comparisons to what stands in each file: many may have to be mended."""
    found: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        inside: dict[str, list[Compared]] = {}
        for one in comparison.compared:
            inside.setdefault(one.after.facts.path, []).append(one)
        for path, several in inside.items():
            found.setdefault(path, []).append(comparison._replace(compared=tuple(several)))
    return found


def fix(
    path: str, data: bytes, rules: Iterable[str], config: Config, comparisons: Sequence[Comparison] = (),
    findings: Iterable[Diagnostic] = (),
) -> Fixed | None:  # fmt: skip
    """Mend what can be mended in a file that holds these bytes. Of two edits that overlap, the next round makes one.

    `comparisons` are those of the file, `findings` those that were made in it.
    """
    try:
        found = _Found(path, data, data.decode("utf-8"), config, comparisons, tuple(findings))
    except UnicodeDecodeError:
        return None
    edits: list[Edit] = []
    mended: set[str] = set()
    position = 0
    for edit, rule in sorted((edit, name) for name in rules for edit in _edits(name, found)):
        if edit.start >= position:
            edits.append(edit)
            mended.add(rule)
            position = edit.end
    change = FileChange(path, path, found.whole, tuple(edits))
    return Fixed(change, tuple(sorted(mended))) if change.data != data else None


def _edits(rule: str, found: _Found) -> list[Edit]:
    try:
        return list(FIXES[rule](found))
    except Uneditable:  # what else is wrong with the file comes first
        return []


def _without_mark(found: _Found) -> Iterator[Edit]:
    if found.whole.startswith("\ufeff"):
        yield Edit(0, 1, "")


def _composed(found: _Found) -> Iterator[Edit]:
    text = decode(found.data)[0]
    start = len(found.whole) - len(text)
    if kind_of(found.path, found.config) == "page":
        start += next_line(text, 0)  # the front matter begins below its fence
        text = load_page(found.path, found.data).head.text
    for edit in compositions(text):
        yield Edit(edit.start + start, edit.end + start, edit.text)


def _as_text(found: _Found) -> Iterator[Edit]:
    """Quote a version that is read as a number, in the three parts that it must have."""
    scalar, start, _ = _version_of(found)
    if not scalar.style and (answer := meant(scalar.value)):
        yield Edit(scalar.start + start, scalar.end + start, quoted(answer))


def _in_three_parts(found: _Found) -> Iterator[Edit]:
    scalar, start, text = _version_of(found)
    if answer := meant(scalar.value):
        edit = rewritten(text, scalar, answer)
        yield Edit(edit.start + start, edit.end + start, edit.text)


def _version_of(found: _Found) -> tuple[nodes.Scalar, int, str]:
    """Give the version of a file's one definition, where its text begins in the file, and the text."""
    file = open_file(found.path, found.data)
    written = value_of(file.map_at(()), "version")
    if not isinstance(written, nodes.Scalar):
        raise Uneditable(f"{found.path} has no version that could be written otherwise")
    return written, len(file.mark), file.text


def _bumped(found: _Found) -> Iterator[Edit]:
    """Write the version that `alvara bump` would."""
    if only_recorded(found.comparisons):
        return
    entities = (one.after.facts for comparison in found.comparisons for one in comparison.compared)
    entity = next((entity for entity in entities if entity.version), None)
    if entity is not None and (version := find_bump(entity, found.comparisons).version):
        yield from with_version(found.data, entity, version).edits


def _of_one_type(found: _Found) -> Iterator[Edit]:
    """Write a literal as the number beside it is: `3` as `3.0`, or the other way round."""
    text = decode(found.data)[0]
    starts, before = line_starts(text), len(found.whole) - len(text)
    for spot in found.spots:
        if spot.rule == "integer-beside-number" and spot.line <= len(starts):
            start = starts[spot.line - 1] + spot.column - 1
            end = start + spot.end_column - spot.column
            if answer := _other_way(text[start:end]):
                yield Edit(start + before, end + before, answer)


def _other_way(literal: str) -> str:
    """Write a number of the one type as one of the other; nothing where that is another number."""
    if re.fullmatch(r"-?[0-9]+", literal):
        return f"{literal}.0"
    whole = re.fullmatch(r"(-?[0-9]+)\.0+", literal)
    return whole[1] if whole else ""


FIXES: Mapping[str, Callable[[_Found], Iterator[Edit]]] = {
    "byte-order-mark": _without_mark,
    "byte-order-mark-in-record": _without_mark,
    "integer-beside-number": _of_one_type,
    "text-not-nfc": _composed,
    "version-not-a-string": _as_text,
    "version-not-bumped": _bumped,
    "version-not-semver": _in_three_parts,
}
"""By the rule that finds it."""
