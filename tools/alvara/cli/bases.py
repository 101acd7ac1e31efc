"""The revisions that `alvara check` compares with: found, read, and what the rules say of the difference."""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from alvara.adapters.bases import Found, Missing, Refs, Unrelated, Unusable
from alvara.adapters.cache import keep_definitions, recall_definitions
from alvara.adapters.revision import PARTIAL, NoRevision, Revision
from alvara.app.check import Outcome, Sight
from alvara.app.comparing import (
    Other,
    compare_with,
    compare_with_bundle,
    compare_with_ledger,
    judge_comparison,
    settings_of,
)
from alvara.app.echoes import echoes_of, told_once
from alvara.app.library import Library
from alvara.app.past import Past
from alvara.app.recollection import Recollection
from alvara.cli.asking import Asked
from alvara.cli.bundle_names import is_bundle, no_bundle_either
from alvara.cli.compared import Compared
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.compare.bases import Base, BaseKind
from alvara.compare.definition import Name
from alvara.files.tree import Unreadable
from alvara.identity.ids import path_of
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, folders_of, is_governed
from alvara.model.ledger import Recorded, releases_among

if TYPE_CHECKING:
    from alvara.bundle.unpacking import Unpacked

_NOTHING = "nothing is compared: "


class _Release(NamedTuple):
    """The release to compare with: its record, its tag where that is used, and what is to be said of it."""

    record: Recorded
    tag: Found | None
    note: str = ""


def compare_place(place: Place, outcome: Outcome, asked: Asked, refs: Refs, now: str) -> Compared:
    """Compare a registry that was looked at with its bases. Raises `CannotLook` where one that is needed is missing."""
    recollection = recall_definitions(str(place.root))
    compared = _compared(place, outcome, asked, refs, now, recollection)
    keep_definitions(str(place.root), recollection)
    return compared


def _compared(
    place: Place, outcome: Outcome, asked: Asked, refs: Refs, now: str, recollection: Recollection
) -> Compared:  # fmt: skip
    config, sight = place.settings.config, outcome.sight
    if config is None or sight is None:
        return Compared()
    bundle = _bundle(place, asked)
    branch = None if bundle is not None else _branch(place, asked, refs)
    held = _Held(str(place.root), config, sight)
    blobs = held.blobs(branch) if isinstance(branch, Found) else None
    release = _release(sight, refs, asked, blobs if asked.base is None else None)
    first = _Comparing(place, config, sight, now, held, recollection, released=release is not None)
    done = Compared()
    if bundle is not None:
        done = first.with_bundle(bundle, str(asked.base))
    elif isinstance(branch, Found):
        kind: BaseKind = "pull-request" if asked.base is None else "explicit"
        done = first.with_revision(branch, kind, branch.note)
    elif branch is not None:
        reason = branch.note if release is None else branch.note.replace(_NOTHING, "only the release is compared: ")
        done = Compared(notes=(reason,))
    if release is None:
        return first.with_echoes(done, outcome)
    told = frozenset(name for comparison in done.comparisons for name in comparison.former_names)
    second = first.with_release(release, told)
    both = Compared(
        told_once(done.diagnostics, second.diagnostics),
        (*done.bases, *second.bases),
        (*done.notes, *second.notes),
        (*done.comparisons, *second.comparisons),
        homes=done.homes,
        pasts=(*done.pasts, *second.pasts),
    )
    return first.with_echoes(both, outcome)


def _bundle(place: Place, asked: Asked) -> "Unpacked | None":
    """Open the bundle that was asked for; None where the name is that of something else."""
    root, name = str(place.root), asked.base
    if name is None or name == "none":
        return None
    if not is_bundle(root, name):
        return None
    from alvara.cli.bundled import open_verified  # most runs compare with a revision of git

    return open_verified(root, name, place.validators)


def _branch(place: Place, asked: Asked, refs: Refs) -> Found | Missing | None:
    """Find the revision that was asked for, or where this work left the branch."""
    if asked.base == "none":
        return None
    try:
        return refs.fork_point() if asked.base is None else refs.explicit(asked.base)
    except Unusable as error:
        way = "; to compare with nothing: --base none" if isinstance(error, Unrelated) else ""
        raise CannotLook(f"{error}{no_bundle_either(str(place.root), asked.base or '')}{way}") from error


def _release(sight: Sight, refs: Refs, asked: Asked, base: dict[str, str] | None) -> _Release | None:
    """Choose the release to compare with: the last one, unless this very change prepares it.

    One without a tag may be prepared and not out yet: then an earlier one with a tag is what others have.
    """
    records = [r for r in releases_among(sight.blobs) if r.version != asked.but and (base is None or r.path in base)]
    if not records:
        if asked.against_release:
            raise CannotLook("there is no release to compare with; `alvara release prepare VERSION` makes the first")
        return None
    last = records[-1]
    tag = refs.tagged(last.version)
    if tag is not None:
        return _Release(last, tag)
    way = f"its tag is not here; to get it: {refs.fetching(last.version)}"
    if asked.against_release:
        raise CannotLook(f"release {last.version} is to be compared with, and {way}")
    for earlier in reversed(records):
        if (tag := refs.tagged(earlier.version)) is not None:
            note = f"compared with release {earlier.version}: that of {last.version} may not be out yet, {way}"
            return _Release(earlier, tag, note)
    return _Release(last, None, f"of release {last.version} only its record is compared: {way}")


class _Held:
    """The listings of the revisions that were asked for, each read once."""

    def __init__(self, root: str, config: Config, sight: Sight) -> None:
        self._root, self._config, self._sight = root, config, sight
        self._revisions: dict[str, Revision] = {}
        self._blobs: dict[str, dict[str, str]] = {}

    def revision(self, found: Found) -> Revision:
        commit = found.commit
        if commit not in self._revisions:
            try:
                self._revisions[commit] = Revision(self._root, commit, commit=commit if found.sure else "")
                self._revisions[commit].blobs()
            except NoRevision as error:
                raise CannotLook(f"`{found.ref}` cannot be the base: {error}") from error
        return self._revisions[commit]

    def moment(self, found: Found) -> str:
        try:
            return self.revision(found).moment
        except (NoRevision, ValueError) as error:
            raise CannotLook(f"when `{found.ref}` was committed cannot be told: {error}") from error

    def blobs(self, found: Found) -> dict[str, str]:
        listed = self.revision(found).blobs()
        if found.commit not in self._blobs:
            self._blobs[found.commit] = {path: blob for path, (mode, blob) in listed.items() if mode == "file"}
        return self._blobs[found.commit]


class _Comparing:
    """One registry, compared with one revision after the other."""

    def __init__(
        self, place: Place, config: Config, sight: Sight, now: str, held: _Held, recollection: Recollection, *,
        released: bool,
    ) -> None:  # fmt: skip
        self._place, self._config, self._sight, self._today = place, config, sight, now[:10]
        self._held, self._released = held, released
        self._document = Library(place.tree, config).document
        self._recollection = recollection

    def with_revision(
        self, found: Found, kind: BaseKind, note: str = "", told: frozenset[Name] = frozenset()
    ) -> Compared:
        notes = (note,) if note else ()
        base = Base(kind, found.ref, found.commit)
        blobs = self._held.blobs(found)
        if CONFIG not in blobs:
            notes = (*notes, f"there is no {CONFIG} in `{base.ref}`: everything is new")
            return Compared(bases=(base,), notes=notes)
        tree = self._held.revision(found).tree(folders_of(self._config))
        schema, settings = self._config.principal_schema, self._place.settings
        known = settings.digest == blobs[CONFIG] + (blobs.get(schema, "") if schema else "")
        if not settings.digest.startswith(blobs[CONFIG]) and settings_of(tree, self._place.validators) is None:
            what = f"the {CONFIG} in `{base.ref}` does not hold"
            notes = (*notes, f"{what}: what is there is read by the settings of now")
        within = {entry.path: blobs[entry.path] for entry in tree.entries() if entry.path in blobs}
        within |= {path: blobs[path] for path in self._sight.used if path in blobs}
        other = Other(base, within, tree, self._config if known else None)
        try:
            comparison, view, before = compare_with(
                other, self._sight, self._config, self._place.validators, self._today, self._released,
                self._recollection,
            )  # fmt: skip
        except Unreadable as error:
            raise CannotLook(f"`{base.ref}` cannot be the base: {error.strerror}; {PARTIAL}") from error
        comparison = comparison.without(told)
        said = judge_comparison(comparison, view, before, self._document)
        past = Past(base, within, tree, partial(self._held.moment, found))
        return Compared(tuple(said), (base,), notes, (comparison,), pasts=(past,))

    def with_bundle(self, bundle: "Unpacked", name: str) -> Compared:
        from alvara.cli.bundled import base_of, remarks_on

        base = base_of(name, bundle)
        comparison, view = compare_with_bundle(
            base, bundle, self._sight, self._config, self._today, self._released
        )  # fmt: skip
        found = judge_comparison(comparison, view, bundle.document, self._document)
        homes = {d.facts.path: path_of(*d.name) for d in bundle.definitions}  # type: ignore[arg-type]
        return Compared(tuple(found), (base,), remarks_on(name, bundle), (comparison,), homes=homes)

    def with_echoes(self, done: Compared, outcome: Outcome) -> Compared:
        """Find what is said already, by what was compared."""
        echoes = [echoes_of(c, done.diagnostics, outcome.diagnostics, self._sight) for c in done.comparisons]
        return done._replace(echoes=frozenset().union(*echoes))

    def with_release(self, release: _Release, told: frozenset[Name]) -> Compared:
        notes = (release.note,) if release.note else ()
        record, tag = release.record, release.tag
        if tag is not None:
            if record.path in self._held.blobs(tag):
                doubt = self._doubt_about(tag)
                done = self.with_revision(tag, "published", told=told)
                return done._replace(notes=(*notes, *done.notes, *((doubt,) if doubt else ())))
            notes = (*notes, f"the tag `{tag.ref}` does not hold the record of its release: only that is compared")
        base = Base("published", f"release {record.version}", "")
        from alvara.app.releasing import digests_of  # where the tag is here, it tells more

        place = self._place
        digests = digests_of(place.tree, place.settings, place.validators)
        comparison, view = compare_with_ledger(base, record.path, self._sight, self._today, digests, told)
        found = judge_comparison(comparison, view, self._document, self._document)
        return Compared(tuple(found), (base,), notes, (comparison,))

    def _doubt_about(self, tag: Found) -> str:
        """Refuse a tag that is not that of a release, where its commit says who makes them."""
        if not is_governed(self._held.blobs(tag)):
            return ""
        from alvara.cli.release_gate import doubt_about_base  # most registries have no tags that are signed

        place = self._place
        tree = self._held.revision(tag).tree(folders_of(self._config))
        return doubt_about_base(
            str(place.root), tag, self._held.moment(tag), tree, place.tree, self._config, place.validators
        )
