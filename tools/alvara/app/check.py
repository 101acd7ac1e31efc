"""The `check` verb: a tree and what was remembered of it in, an outcome out. No printing, no disk, no clock."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from alvara.app.extraction import Extractor
from alvara.app.judging import Judge, touched
from alvara.app.library import Library
from alvara.app.settings import Settings
from alvara.app.tree_reading import judge_entries
from alvara.diagnostics.finding import Diagnostic, sort_key
from alvara.documents.shape import Validators
from alvara.files.tree import Entry, FileTree
from alvara.model.config import Config
from alvara.model.filekind import is_read
from alvara.report.report import Summary
from alvara.workspace.contribution import Contribution
from alvara.workspace.overlay import Overlay
from alvara.workspace.snapshot import KINDS, Memory, Snapshot, Stamp, remember
from alvara.workspace.workspace import TODAY, Answers, Workspace

NOTHING_DEFINED = "nothing is defined in this registry yet; `alvara new` makes a first definition"

Spread = Callable[[Callable[[str], Contribution], list[str]], Iterable[tuple[Contribution, bytes | None]]]
"""Extracts from many paths, in several processes where that pays; what is frozen for a pipe on the way is kept."""

MOST_OVERLAID = 64
"""Files that may differ from the snapshot before a new one is worth its writing."""


class Sight(NamedTuple):
    """What a look at a tree has seen, for comparing it with another: the facts, and what tells which files differ.

    `blobs` name the bytes of each file as git does; `users` are the files that were read together with another.
    """

    workspace: Answers
    extractor: Extractor
    blobs: Mapping[str, str]
    used: Mapping[str, str]
    users: Mapping[str, Sequence[str]]


class Outcome(NamedTuple):
    """What a look at a tree found, before waivers and severities.

    `refused` says in the system's words what could not be opened; `referred` are the files read because another file
    refers to them; `memory` is None where nothing new is worth remembering.
    """

    summary: Summary
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    referred: frozenset[str] = frozenset()
    memory: Memory | None = None
    sight: Sight | None = None


def examine(
    tree: FileTree, settings: Settings, validators: Validators, today: str, spread: Spread, known: Snapshot | None
) -> Outcome:
    """Look at a tree. What `known` remembers is trusted for every file whose stamp is the same."""
    config = settings.config
    assert config is not None, "settings that do not hold stop a run before this"
    entries = tree.entries()
    held = known.files if known is not None else {}
    files = {e.path: e for e in entries if e.kind == "file" and (e.path in held or is_read(e.path, config))}
    library = Library(tree, config, files)
    changed = sorted(files) if known is None else _changed(files, known, tree)
    extractor = Extractor(config, settings.catalogue, validators, library.read)
    fresh: dict[str, Contribution] = {}
    frozen: dict[str, bytes] = {}
    for contribution, packed in spread(extractor.extract, changed):
        fresh[contribution.path] = contribution
        if packed is not None:
            frozen[contribution.path] = packed
    look = _Look(tree, config, today, files, library, entries, extractor)
    return _from_scratch(look, fresh, frozen) if known is None else _from_snapshot(look, known, fresh)


class _Look(NamedTuple):
    """What one look at a tree works with."""

    tree: FileTree
    config: Config
    today: str
    files: Mapping[str, Entry]
    library: Library
    entries: Sequence[Entry]
    extractor: Extractor

    def sight(
        self, workspace: Answers, blobs: dict[str, str], fresh: Iterable[Contribution],
        users: Mapping[str, Iterable[str]], used: Mapping[str, str],
    ) -> Sight:  # fmt: skip
        """Bring what is known up to date with the files that were read just now."""
        found = {path: list(paths) for path, paths in users.items()}
        known = dict(used)
        for contribution in fresh:
            blobs[contribution.path] = contribution.blob
            for path, blob in contribution.uses:
                found.setdefault(path, []).append(contribution.path)
                known[path] = blob
        return Sight(workspace, self.extractor, blobs, known, found)

    def outcome(
        self, counts: Counter[str], bindings: int, diagnostics: list[Diagnostic], refused: list[str],
        referred: frozenset[str], memory: Memory | None, sight: Sight,
    ) -> Outcome:  # fmt: skip
        odd, notes = judge_entries(self.entries, self.config)
        shut = [f"{entry.path}: {entry.stamp[0]}" for entry in self.entries if entry.kind == "refused"]
        summary = Summary(len(self.files), counts["resource"], counts["capability"], counts["policy"], bindings)
        if not (any(counts[kind] for kind in KINDS) or shut or refused):  # records define nothing
            notes.append(NOTHING_DEFINED)
        found = tuple(sorted(odd + diagnostics, key=sort_key))
        return Outcome(summary, found, tuple(notes), tuple(sorted(shut + refused)), referred, memory, sight)


def _refused(contributions: Iterable[Contribution]) -> list[str]:
    """List what could not be opened. A run that met with that is not remembered, or the next one would not look."""
    return sorted({word for contribution in contributions for word in contribution.refused})


def _changed(files: Mapping[str, Entry], known: Snapshot, tree: FileTree) -> list[str]:
    """List the files to read: those whose stamp differs, and those that were read together with such a file."""
    stamps, users = known.stamps, known.totals.users
    changed = {path for path, entry in files.items() if stamps.get(path) != entry.stamp}
    alone = stamps.keys() - files.keys() - known.files.keys()
    moved = {path for path in alone if _stamp(tree, path) != stamps[path]} | changed
    moved |= known.files.keys() - files.keys()
    changed.update(path for used in moved for path in users.get(used, ()) if path in files)
    return sorted(changed)


def _stamp(tree: FileTree, path: str) -> Stamp:
    entry = tree.entry(path)
    return () if entry is None else entry.stamp


def _stamps(look: "_Look", referred: Iterable[str], read: Mapping[str, Contribution]) -> dict[str, Stamp]:
    """Give the stamps to remember: of what was refused none, so that the next run tries again."""
    files = look.files.items()
    stamps = {path: () if path in read and read[path].refused else entry.stamp for path, entry in files}
    for path in referred:
        if path not in stamps:
            stamps[path] = _stamp(look.tree, path)
    return stamps


def _from_scratch(look: "_Look", contributions: dict[str, Contribution], frozen: Mapping[str, bytes]) -> Outcome:
    """Judge everything."""
    workspace = Workspace(look.config, contributions.values())
    judge = Judge(workspace, look.today, look.library.document)
    verdicts = {path: judge.verdict(contribution) for path, contribution in contributions.items()}
    counts = Counter[str](entity.kind for c in contributions.values() for entity in c.entities)
    bindings = sum(verdict.bindings for verdict in verdicts.values())
    diagnostics = [d for c in contributions.values() for d in c.diagnostics]
    diagnostics += [d for verdict in verdicts.values() for d in verdict.diagnostics]
    referred = frozenset(used for c in contributions.values() for used, _ in c.uses)
    refused = _refused(contributions.values())
    memory = None
    if not refused:
        memory = remember(look.today, _stamps(look, referred, contributions), workspace, verdicts, frozen)
    sight = look.sight(workspace, {}, contributions.values(), {}, {})
    return look.outcome(counts, bindings, diagnostics, refused, referred, memory, sight)


def _from_snapshot(look: "_Look", known: Snapshot, fresh: dict[str, Contribution]) -> Outcome:
    """Judge again only what the changed files touch."""
    gone = sorted(known.files.keys() - look.files.keys())
    workspace = Overlay(look.config, known, fresh.values(), gone)
    dirty = set() if look.today == known.today else {TODAY}
    for path in [*fresh, *gone]:
        before = known.contribution(path) if path in known.files else None
        dirty |= touched(before, fresh.get(path))
    again = {path for key in dirty for path in known.askers(key)}
    again = (again | fresh.keys()) - set(gone)
    judge = Judge(workspace, look.today, look.library.document)
    verdicts = {path: judge.verdict(workspace.contribution(path)) for path in sorted(again)}

    counts = Counter[str](dict(zip(KINDS, known.totals.counts, strict=True)))
    bindings = known.totals.bindings
    replaced = again & known.files.keys() | set(gone)
    for path in replaced:
        remembered = known.remembered(path)
        counts.subtract(dict(zip(KINDS, remembered.counts, strict=True)))
        bindings -= remembered.bindings
    referred = {used for used, paths in known.totals.users.items() if not replaced.issuperset(paths)}
    diagnostics = [d for path in sorted(known.totals.speaking - replaced) for d in known.diagnostics(path)]
    for path, verdict in verdicts.items():
        contribution = workspace.contribution(path)
        counts.update(entity.kind for entity in contribution.entities)
        bindings += verdict.bindings
        diagnostics += [*contribution.diagnostics, *verdict.diagnostics]
        referred.update(used for used, _ in contribution.uses)
    refused = _refused(fresh.values())
    memory = None
    unsettled = any(path in look.files for path, stamp in known.stamps.items() if not stamp)
    if not refused and (len(again) > MOST_OVERLAID or gone or unsettled):
        whole = Workspace(look.config, (workspace.contribution(path) for path in look.files))
        everything = known.verdicts(path for path in look.files if path not in verdicts) | verdicts
        frozen = {path: known.frozen(path) for path in look.files if path not in fresh}
        memory = remember(look.today, _stamps(look, referred, fresh), whole, everything, frozen)
    blobs = known.blobs()
    for path in gone:
        del blobs[path]
    sight = look.sight(workspace, blobs, fresh.values(), known.totals.users, known.totals.used)
    return look.outcome(counts, bindings, diagnostics, refused, frozenset(referred), memory, sight)
