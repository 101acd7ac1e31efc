"""The `release` verb: what a release changes, as the record that the ledger keeps of it."""

from collections.abc import Iterable, Mapping

from alvara.app.bundling import make_bundle
from alvara.app.editing import plain, quoted
from alvara.app.evidence import Proof
from alvara.app.models import Incomplete, read_definitions
from alvara.app.settings import Settings
from alvara.bundle.build import component_digests
from alvara.bundle.contents import COMPONENTS, Origin
from alvara.bundle.contents import Component as Known
from alvara.bundle.manifest import Source, files_of
from alvara.bundle.published import entries_in
from alvara.decode.ledger import release as decode
from alvara.documents.document import HARMLESS
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.ledger import Component, Entry, Ledger, Release, name_of, releases_among
from alvara.workspace.definitions import Definitions
from alvara.workspace.subjects import body_of

RELEASE = "release"


def read_releases(tree: FileTree, validators: Validators) -> Ledger:
    """Read the records of all releases. Raises `Incomplete` where one cannot be read, since the rest mean less then."""
    releases, problems = [], []
    for record in releases_among(entry.path for entry in tree.entries() if entry.kind == "file"):
        document = load(record.path, tree.read(record.path))
        harmed = any(problem.rule not in HARMLESS for problem in document.problems)
        if harmed or not validators.of(RELEASE).accepts(document.value):
            problems.append(f"{record.path}: this is no record of a release; `alvara check` says more")
        else:
            releases.append(decode(document.value, record.path))
    if problems:
        raise Incomplete(problems)
    return Ledger(tuple(releases))


def entries_of(definitions: Definitions) -> dict[str, Entry]:
    """Say of everything that others may rely on where it stands, by the keys of `Release.ids`."""
    return entries_in({
        "capability": tuple(map(body_of, definitions.capabilities)),
        "policy": tuple(map(body_of, definitions.policies)),
        "resource": tuple(map(body_of, definitions.resources)),
    })  # fmt: skip


def digests_of(tree: FileTree, settings: Settings, validators: Validators) -> dict[tuple[str, str, str], str]:
    """Give the digests of all that others may rely on, by kind, ID and version; none where not all can be had."""
    try:
        found = entries_of(read_definitions(tree, settings, validators))
    except Incomplete:
        return {}
    return {(*name_of(key), entry.version): entry.digest for key, entry in found.items()}


def record_of(version: str, ledger: Ledger, definitions: Definitions) -> Release:
    """Make the record of the next release. Raises `Incomplete` where it could not be bundled."""
    last, was, now = ledger.last, ledger.published(), entries_of(definitions)
    ids: dict[str, Entry | None] = {key: now.get(key) for key in sorted(was.keys() | now.keys())}
    changed = {key: entry for key, entry in ids.items() if was.get(key) != entry}
    digests = _digests(make_bundle(definitions, Origin("1970-01-01T00:00:00Z")))
    sequence = 1 if last is None else last.sequence + 1
    return Release(
        f"ledger/releases/{sequence}-{version}.yaml", version, sequence, last.version if last else None,
        {name: _counted(last, name, digests[name]) for name in COMPONENTS}, changed,
    )  # fmt: skip


def write_out(release: Release) -> bytes:
    """Write a record: the same bytes wherever and whenever it is made."""
    lines = [
        f"version: {quoted(release.version)}",
        f"sequence: {release.sequence}",
        f"previous: {'null' if release.previous is None else quoted(release.previous)}",
        "components:" if release.components else "components: {}",
        *(
            f"  {name}: {{releases: {part.releases}, digest: {quoted(part.digest)}}}"
            for name, part in sorted(release.components.items())
        ),
        "ids:" if release.ids else "ids: {}",
        *(f"  {plain(key)}: {_entry(entry)}" for key, entry in sorted(release.ids.items())),
    ]
    return ("\n".join(lines) + "\n").encode()


def count_changes(release: Release, before: Ledger) -> tuple[int, int, int]:
    """Count what a release brings, changes and takes away; a major is the same one whether others stand beside it."""
    was, now = _by_major(before), _by_major(Ledger((*before.releases, release)))
    changed = sum(was[key] != now[key] for key in was.keys() & now.keys())
    return len(now.keys() - was.keys()), changed, len(was.keys() - now.keys())


def _by_major(ledger: Ledger) -> dict[tuple[str, ...], Entry]:
    """Give what is published by kind, ID and major; a key tells the major only where there are several."""
    state = ledger.published().items()
    return {(*name_of(key), entry.version.partition(".")[0]): entry for key, entry in state}


def make_known_bundle(
    definitions: Definitions, ledger: Ledger, as_of: str, source: Source, proof: Proof
) -> dict[str, bytes]:  # fmt: skip
    """Make the bundle of a tree: under the name of the last release where it is what that released."""
    last = ledger.last
    if last is None:
        return make_bundle(definitions, Origin(as_of, source), proof)
    parts = {name: Known(part.releases, part.digest) for name, part in last.components.items()}
    if ledger.published() == entries_of(definitions):
        released = Origin(as_of, source, last.version, last.sequence, last.previous, parts)
        files = make_bundle(definitions, released, proof)
        if _digests(files) == {name: part.digest for name, part in last.components.items()}:
            return files
    return make_bundle(definitions, Origin(as_of, source, None, last.sequence, last.version, parts), proof)


def differences(one: Release, other: Release) -> Iterable[str]:
    """List what two records of one release do not say alike."""
    keys = sorted(one.ids.keys() | other.ids.keys())
    yield from (key for key in keys if key not in one.ids or key not in other.ids or one.ids[key] != other.ids[key])
    if one.components != other.components:
        yield "components"
    if (one.sequence, one.previous) != (other.sequence, other.previous):
        yield "previous"


def _digests(files: Mapping[str, bytes]) -> dict[str, str]:
    return component_digests(files_of(files))


def _counted(last: Release | None, name: str, digest: str) -> Component:
    nothing = Component(0, component_digests(())[name])
    before = nothing if last is None else last.components.get(name, nothing)
    return before if before.digest == digest else Component(before.releases + 1, digest)


def _entry(entry: Entry | None) -> str:
    if entry is None:
        return "null"
    parts = [f"version: {quoted(entry.version)}"] if entry.version else []
    parts.append(f"status: {entry.status}")
    if entry.risk:
        parts.append(f"risk: {entry.risk}")
    parts.append(f"digest: {quoted(entry.digest)}")
    if entry.aliases:
        parts.append(f"aliases: [{', '.join(map(plain, entry.aliases))}]")
    return f"{{{', '.join(parts)}}}"
