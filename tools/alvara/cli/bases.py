"""The revisions that `alvara check` compares with: found, read, and what the rules say of the difference."""

from collections.abc import Iterable
from typing import NamedTuple

from alvara.adapters.bases import Found, Missing, Refs, Unusable, explicit_base
from alvara.adapters.revision import NoRevision, Revision
from alvara.app.check import Outcome
from alvara.app.comparing import Other, compare_with, echoes_of, judge_comparison, settings_of
from alvara.app.library import Library
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.compare.bases import Base, BaseKind
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import Unreadable
from alvara.model.filekind import CONFIG, folders_of

_PARTIAL = "what a partial clone leaves out comes with: git fetch --refetch --no-filter"


class Compared(NamedTuple):
    """What came of the comparisons: findings, the bases in the order they are named, and notes."""

    diagnostics: tuple[Diagnostic, ...] = ()
    bases: tuple[Base, ...] = ()
    notes: tuple[str, ...] = ()
    echoes: frozenset[tuple[str, str, str]] = frozenset()

    def without_echoes(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Leave out what merely repeats that something is gone: that is told once, where it stood."""
        return [d for d in diagnostics if (d.rule, d.file, d.pointer) not in self.echoes]


def compare_place(place: Place, outcome: Outcome, base: str | None, refs: Refs | None, now: str) -> Compared:
    """Compare a registry that was looked at with its base. Raises `CannotLook` where one that is needed is missing."""
    config, sight = place.settings.config, outcome.sight
    if base == "none" or config is None or sight is None:
        return Compared()
    root = str(place.root)
    try:
        found = explicit_base(root, base) if base is not None else _found(refs)
    except Unusable as error:
        raise CannotLook(str(error)) from error
    if isinstance(found, Missing):
        return Compared(notes=(found.note,))
    kind: BaseKind = "pull-request" if base is None else "explicit"
    try:
        revision = Revision(root, found.commit)
        blobs = {path: blob for path, (mode, blob) in revision.blobs().items() if mode == "file"}
    except NoRevision as error:
        raise CannotLook(f"`{found.ref}` cannot be the base: {error}") from error
    named = Base(kind, found.ref, found.commit)
    notes = (found.note,) if found.note else ()
    if CONFIG not in blobs:
        return Compared(bases=(named,), notes=(*notes, f"there is no {CONFIG} in `{found.ref}`: everything is new"))
    tree = revision.tree(folders_of(config))
    if not place.settings.digest.startswith(blobs[CONFIG]) and settings_of(tree, place.validators) is None:
        notes = (*notes, f"the {CONFIG} in `{found.ref}` does not hold: what is there is read by the settings of now")
    within = {entry.path: blobs[entry.path] for entry in tree.entries() if entry.path in blobs}
    within |= {path: blobs[path] for path in sight.used if path in blobs}
    schema = config.principal_schema
    same = place.settings.digest == blobs[CONFIG] + (blobs.get(schema, "") if schema else "")
    other = Other(named, within, tree, config if same else None)
    released = any(path.startswith("ledger/releases/") for path in sight.blobs)
    try:
        comparison, view, before = compare_with(other, sight, config, place.validators, now[:10], released)
    except Unreadable as error:
        raise CannotLook(f"`{found.ref}` cannot be the base: {error.strerror}; {_PARTIAL}") from error
    document = Library(place.tree, config).document
    told = judge_comparison(comparison, view, before, document)
    return Compared(tuple(told), (named,), notes, echoes_of(comparison, told, outcome.diagnostics, sight))


def _found(refs: Refs | None) -> Found | Missing:
    return refs.fork_point() if refs is not None else Missing("nothing is compared")
