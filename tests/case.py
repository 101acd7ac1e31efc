"""Running a case folder: a little registry, judged as the command would judge it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.agreeing import Seen, agree, judge_agreements
from alvara.app.check import Outcome, examine
from alvara.app.comparing import Other, compare_with, judge_comparison
from alvara.app.echoes import without_awaited
from alvara.app.library import Library
from alvara.app.past import Past
from alvara.app.recollection import Recollection
from alvara.app.settings import read_settings
from alvara.app.waiving import settle
from alvara.approvals.authorship import Authored
from alvara.compare.bases import Base, BaseKind
from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.shape import Validators
from alvara.files.tree import Ending, Entry
from alvara.identity.digests import blob_id
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, folders_of
from alvara.report.report import Report, Summary
from alvara.report.text import render
from alvara.workspace.contribution import Contribution
from alvara.workspace.snapshot import Memory, Snapshot
from alvara.workspace.workspace import View

NOW = "2026-09-01T00:00:00Z"
DEFAULT_CONFIG = b"""\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: example
locales: [pt-BR, en]
knowledge: {translations: {en: docs/en}}
"""
VALIDATORS = Validators(read_schema)
BASES: Mapping[BaseKind, str] = {"pull-request": "base", "published": "published"}
"""The kinds of bases in the order in which they judge, and the folder of each beside the files of a case."""

RELEASED = "2026-08-01T00:00:00Z"
"""When what lies in `published/` was committed."""


@dataclass(frozen=True)
class CaseTree:
    """A case's files on disk, with an `alvara.yaml` lent to it where it has none.

    What not every checkout can hold stands in a `tree.json` beside the files: `copies` (from a path that is not there
    to the file that it repeats) and `times` (how often a file's bytes are repeated).
    """

    disk: DirectoryTree
    copies: Mapping[str, str]
    times: Mapping[str, int]

    def entries(self) -> list[Entry]:
        return self.disk.entries() + [Entry(path, "file", (0,)) for path in self.copies]

    def entry(self, path: str) -> Entry | None:
        found = self.disk.entry(self.copies.get(path, path))
        if found is None:
            return Entry(CONFIG, "file", (0,)) if path == CONFIG else None
        return found._replace(path=path)

    def ending(self, path: str) -> Ending:
        return self.disk.ending(path)

    def read(self, path: str) -> bytes:
        if path == CONFIG and self.disk.entry(CONFIG) is None:
            return DEFAULT_CONFIG
        return self.disk.read(self.copies.get(path, path)) * self.times.get(path, 1)


def tree_of(folder: Path) -> CaseTree:
    """Open the files of a case folder."""
    beside = folder.parent / "tree.json"
    odd = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    disk = DirectoryTree(folder, (*folders_of(None), "docs"))
    return CaseTree(disk, odd.get("copies", {}), odd.get("times", {}))


def judge(
    folder: Path, known: Snapshot | None = None, recollection: Recollection | None = None
) -> tuple[tuple[Diagnostic, ...], Snapshot | None]:
    """Judge the registry in a folder by every rule."""
    tree = tree_of(folder)
    settings = read_settings(tree, VALIDATORS)
    if settings.config is None:
        return settings.diagnostics, None
    outcome = examine(tree, settings, VALIDATORS, NOW[:10], extract_all, known)
    document = Library(tree, settings.config).document
    bases = [_compared(folder, kind, outcome, settings.config, recollection) for kind in BASES]
    compared = [base for base in bases if base is not None]
    agreed = _agreed(folder, tree, outcome, settings.config, compared)
    told = without_awaited(
        (d for base in compared for d in base.diagnostics), agreed, [base.comparison for base in compared]
    )
    return settle((*outcome.diagnostics, *told, *agreed), settings.config, NOW[:10], document), reopened(outcome.memory)


class Judged(NamedTuple):
    """What is said of a case that nothing is remembered of, and what is remembered then."""

    findings: tuple[Diagnostic, ...]
    snapshot: Snapshot | None
    recollected: Mapping[str, bytes]


@cache
def judged(folder: Path) -> Judged:
    """Judge the registry in a folder once for all tests that ask."""
    recollection = Recollection()
    findings, snapshot = judge(folder, None, recollection)
    return Judged(findings, snapshot, dict(recollection.all()))


class Compared(NamedTuple):
    """What came of comparing with one base."""

    past: Past
    comparison: Comparison
    diagnostics: list[Diagnostic]


def _compared(
    folder: Path, kind: BaseKind, outcome: Outcome, config: Config, recollection: Recollection | None
) -> Compared | None:
    """Compare with the base that lies beside a case's files, if one does."""
    beside = folder.parent / BASES[kind]
    if not beside.is_dir() or outcome.sight is None:
        return None
    tree = tree_of(beside)
    blobs = {entry.path: blob_id(tree.read(entry.path)) for entry in tree.entries() if entry.kind == "file"}
    base = Base(kind, "main", "0123456789abcdef")
    released = any(path.startswith("ledger/releases/") for path in outcome.sight.blobs)
    comparison, view, before = compare_with(
        Other(base, blobs, tree), outcome.sight, config, VALIDATORS, NOW[:10], released, recollection
    )
    said = judge_comparison(comparison, view, before, Library(tree_of(folder), config).document)
    return Compared(Past(base, blobs, tree, lambda: RELEASED), comparison, said)


def _agreed(
    folder: Path, tree: CaseTree, outcome: Outcome, config: Config, compared: list[Compared]
) -> list[Diagnostic]:  # fmt: skip
    """Judge what people have agreed on; who committed what stands in an `authors.json` beside the files."""
    if outcome.sight is None:
        return []
    pasts, comparisons = tuple(one.past for one in compared), tuple(one.comparison for one in compared)
    beside = folder.parent / "authors.json"
    known = [Authored(**one) for one in json.loads(beside.read_text(encoding="utf-8"))] if beside.exists() else []
    seen = Seen(
        outcome.sight, tree, config, VALIDATORS, NOW, pasts, comparisons,
        lambda paths: [one for one in known if one.path in paths],
    )  # fmt: skip
    before = Library(pasts[0].tree, config).document if pasts else (lambda path: None)
    return judge_agreements(
        agree(seen), View(outcome.sight.workspace, NOW[:10]), before, Library(tree, config).document
    )  # fmt: skip


def reopened(memory: Memory | None) -> Snapshot | None:
    """Open what a run remembered, as the next run would find it."""
    if memory is None:
        return None
    body = b"".join(memory.body)
    return Snapshot(*memory[:6], lambda start, length: body[start : start + length])


def extract_all(extract: Callable[[str], Contribution], paths: list[str]) -> Iterator[tuple[Contribution, None]]:
    """Do in this process what the command spreads over two."""
    return ((extract(path), None) for path in paths)


def rendered(findings: Iterable[Diagnostic]) -> str:
    """Write findings the way the terminal shows them, without the line of counts."""
    text = render(Report(NOW, Summary(), tuple(findings)))
    return text.partition("\nas of ")[0].rstrip("\n") + "\n" if findings else ""
