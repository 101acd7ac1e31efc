"""A revision beside the one that was checked: what differs is read on both sides, compared, and judged.

Files that are the same on both sides, and refer to nothing that differs, are not opened: the cost grows with the
change.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from alvara.app.check import Sight
from alvara.app.defining import Defining
from alvara.app.extraction import Extractor
from alvara.app.library import Library
from alvara.app.locating import Locator
from alvara.app.recollection import Recollection
from alvara.app.settings import read_settings
from alvara.compare.bases import Base
from alvara.compare.comparison import Comparison, compare
from alvara.compare.definition import Definition, Name
from alvara.decode.page import identify
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.document import Document
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree, Unreadable
from alvara.identity.ids import Kind
from alvara.model.config import Config
from alvara.model.filekind import DEFINING, IN_LEDGER, kind_of
from alvara.model.ledger import Ledger, name_of, releases_among
from alvara.rules import rules_on
from alvara.subschemas.references import References
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import release_of
from alvara.workspace.renamed import present_id
from alvara.workspace.workspace import View

if TYPE_CHECKING:
    from alvara.bundle.unpacking import Unpacked


Versioned = tuple[str, str, str]
"""A kind, an ID and a version."""


class Other(NamedTuple):
    """The revision that is compared with: what it is, its files by git's names for their bytes, and a way to read.

    `config` are its settings, where those are known without reading them.
    """

    base: Base
    blobs: Mapping[str, str]
    tree: FileTree
    config: Config | None = None


def compare_with(
    other: Other, sight: Sight, config: Config, validators: Validators, today: str, released: bool = False,
    recollection: Recollection | None = None,
) -> tuple[Comparison, View, Callable[[str], Document | None]]:  # fmt: skip
    """Compare a revision with what was seen. Gives the facts, a view of the present, and what reads the past.

    Raises `Unreadable` where a file of the revision that is needed cannot be had.
    """
    then = other.config or settings_of(other.tree, validators) or config
    library = Library(other.tree, then)
    extractor = Extractor(then, sight.extractor.catalogue, validators, library.read)
    before, after = _differing(other, sight, then, config)
    view = View(sight.workspace, today)
    recollection = recollection or Recollection()
    past = Defining(extractor, then, other.blobs, recollection)

    def is_settled(path: str) -> bool:
        return all(other.blobs.get(used, "") == blob for used, blob in sight.workspace.contribution(path).uses)

    present = Defining(sight.extractor, config, sight.blobs, recollection, is_settled)
    same = past.listed(before) & present.listed(after)
    comparison = compare(
        other.base,
        past.definitions(before, same),
        present.definitions(after, same),
        view,
        rewritten=[
            path for path in other.blobs if kind_of(path, then) in IN_LEDGER and _is_rewritten(path, other, sight)
        ],
        released=released,
        registry=(then.registry, config.registry),
    )
    for reason in extractor.kept_shut:  # of the present that is told where it is judged
        raise Unreadable(0, reason)
    moved = _moved_pages(other.blobs, sight.blobs, config)
    return comparison._replace(moved=moved), view, library.document


def compare_with_bundle(
    base: Base, bundle: "Unpacked", sight: Sight, config: Config, today: str, released: bool = False
) -> tuple[Comparison, View]:
    """Compare a bundle with what was seen. It has no files that could be told to be the same, so that all are read."""
    from alvara.compare.wholeness import make_whole  # between revisions of git nothing is written out

    view = View(sight.workspace, today)
    paths = sorted(path for path in sight.blobs if kind_of(path, config) in DEFINING)
    present = Defining(sight.extractor, config, sight.blobs, Recollection())
    after = map(make_whole, present.definitions(paths, ()))
    registries = (bundle.config.registry, config.registry)
    return compare(base, bundle.definitions, after, view, released=released, registry=registries), view


def compare_with_ledger(
    base: Base, path: str, sight: Sight, today: str, digests: Mapping[Versioned, str], told: Container[Name] = ()
) -> tuple[Comparison, View]:
    """Compare with what the records say of a release and of those before it, `path` being that of the last one.

    What is `told` to have another name now is left out, since the records cannot tell which. They tell what exists,
    where it stands, its version, its risk and its other names, and by its digest whether anything else changed, though
    not what. `digests` are those of the present.
    """
    view = View(sight.workspace, today)
    last = next(record for record in releases_among(sight.blobs) if record.path == path)
    records = [record for record in releases_among(sight.blobs) if record.sequence <= last.sequence]
    known = [e for record in records for e in view.definitions("release", record.version) if e.path == record.path]
    references = References(sight.extractor.document)
    before: list[Definition] = []
    after: dict[tuple[str, object], Definition] = {}
    standing = Ledger(tuple(map(release_of, known))).standing()
    renamed = _renamed_since(map(name_of, standing), view)
    for key, (release, entry) in standing.items():
        kind, id = name_of(key)
        if kind not in DEFINING or (kind, id) in told:
            continue
        place = ("ids", key)
        aliases = tuple((alias, (*place, "aliases", number)) for number, alias in enumerate(entry.aliases))
        facts = Entity(
            cast(Kind, kind), id, release.path, place, entry.status, version=entry.version, risk=entry.risk,
            aliases=aliases,
        )  # fmt: skip
        before.append(Definition(facts, None, references, digest=entry.digest))
        for found in view.named(kind, id):
            digest = "" if _may_differ(found, renamed) else digests.get((kind, found.id, found.version), "")
            after[found.path, found.pointer] = Definition(found, None, references, digest=digest)
    comparison = compare(base, before, after.values(), view, released=True)
    return comparison, view


def _renamed_since(names: Iterable[Name], view: View) -> set[str]:
    """List the IDs that things have now which had others in a release."""
    present = {(kind, id): present_id(view, kind, id) for kind, id in names if not view.definitions(kind, id)}
    return {now for now in present.values() if now is not None}


def _may_differ(found: Entity, renamed: Container[str]) -> bool:
    """Whether its digest may be another one though nothing changed that a version stands for.

    It holds what is announced of an end, and the names of what is referred to.
    """
    return found.kind == "resource" or found.announced or any(r.target in renamed for r in found.references)


def judge_comparison(
    comparison: Comparison, view: View, before: Callable[[str], Document | None], now: Callable[[str], Document | None]
) -> list[Diagnostic]:
    """Apply the rules on two revisions."""
    locator = Locator(now, before)
    return [
        locator.diagnose(rule, finding, rule.severity, finding.subject)
        for rule in rules_on(Comparison)
        for finding in rule.check(comparison, view)
    ]


def settings_of(tree: FileTree, validators: Validators) -> Config | None:
    """Give the settings of a revision; None where it has none that hold."""
    try:
        return read_settings(tree, validators).config
    except (KeyError, OSError):
        return None


def _moved_pages(before: Mapping[str, str], after: Mapping[str, str], config: Config) -> dict[str, str]:
    """Lead from the pages that are gone to those that hold the same bytes; to none where several do."""
    gone, come = ([p for p in one if p not in other and kind_of(p, config) == "page"]
                  for one, other in ((before, after), (after, before)))  # fmt: skip
    places: dict[str, list[str]] = {}
    for path in come if gone else ():
        places.setdefault(after[path], []).append(path)
    return {identify(path, config)[0]: identify(found[0], config)[0]
            for path in gone if len(found := places.get(before[path], [])) == 1}  # fmt: skip


def _is_rewritten(path: str, other: Other, sight: Sight) -> bool:
    """Whether a record says something else now; other line ends are the doing of a checkout."""
    if sight.blobs.get(path) == other.blobs[path]:
        return False
    try:
        now = sight.extractor.read(path)
    except Unreadable:
        return False
    return now is None or _lines(now) != _lines(other.tree.read(path))


def _lines(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


def _differing(other: Other, sight: Sight, then: Config, now: Config) -> tuple[list[str], list[str]]:
    """List the defining files that may say something else, on each side."""
    changed = {path for path, blob in other.blobs.items() if sight.blobs.get(path, sight.used.get(path)) != blob}
    changed |= sight.blobs.keys() - other.blobs.keys()
    changed |= {path for path in sight.used if path not in other.blobs and sight.used[path]}
    reached = changed | {user for path in changed for user in sight.users.get(path, ())}
    before = sorted(path for path in reached if path in other.blobs and kind_of(path, then) in DEFINING)
    after = sorted(path for path in reached if path in sight.blobs and kind_of(path, now) in DEFINING)
    return before, after
