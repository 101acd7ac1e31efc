"""Whether a bundle is whole: exactly the files that its manifest lists, saying exactly what they say together.

Integrity comes first: names, sizes, hashes. Where that holds, the bundle is made again out of its own contents, and
each file has to come out the same. Then come the people: whether all have agreed who have to, and who vouches for the
whole (`alvara.bundle.trust`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any, Protocol

from alvara.bundle.agreed import agree_in
from alvara.bundle.build import assemble, component_digests
from alvara.bundle.conditions import known_language, troubles
from alvara.bundle.contents import Contents
from alvara.bundle.defects import Defect
from alvara.bundle.evidence import Evidence, evidence_in, is_verbatim
from alvara.bundle.layout import BINDINGS, EVIDENCE, FOLDERS, MANIFEST, REGISTRY, SIGNATURE
from alvara.bundle.manifest import FORMAT, MAJOR, MINOR, Manifest, identity, parse_format, parse_manifest
from alvara.bundle.public import STATUSES
from alvara.bundle.sizes import LARGEST_BUNDLE, LARGEST_FILE, LARGEST_MANIFEST
from alvara.bundle.stems import private_paths
from alvara.bundle.trust import Vouched, disagreements, lapsed, misrecorded, vouch
from alvara.bundle.wire import Malformed, parse_json
from alvara.documents.shape import Validators
from alvara.signatures.dsse import LARGEST as LARGEST_ENVELOPE


class BundleFiles(Protocol):
    """The files of a bundle, wherever they lie."""

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files, such as a link."""

    def read(self, path: str) -> bytes:
        """Give a file's bytes. Raises `OSError`."""


class HeldFiles:
    """The files of a bundle in memory."""

    def __init__(self, files: Mapping[str, bytes], oddities: Mapping[str, str] | None = None) -> None:
        """Hold the files."""
        self._files, self._oddities = files, oddities or {}

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return {path: len(data) for path, data in self._files.items()}

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._oddities

    def read(self, path: str) -> bytes:
        """Give a file's bytes."""
        return self._files[path]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The defects, sorted; `manifest` is None where it could not be read.

    `together` tells whether what the files say together was judged: not where one is damaged, nor in a newer format.
    `lapsed` are those of the defects, all warnings, that tell what people agreed on in time and do not by `now`.
    """

    manifest: Manifest | None
    defects: tuple[Defect, ...]
    files: int = 0
    together: bool = False
    vouched: Vouched = field(default_factory=Vouched)
    lapsed: tuple[Defect, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return all(defect.severity != "error" for defect in self.defects)

    @property
    def warnings(self) -> tuple[Defect, ...]:
        """What is to be known of a bundle that holds."""
        return tuple(defect for defect in self.defects if defect.severity == "warning")

    @property
    def damage(self) -> str:
        """The first thing that is wrong, in words, and how many more are; empty where nothing is."""
        found = [f"{defect.file} {defect.message}" for defect in self.defects if defect.severity == "error"]
        return f"{found[0]}{f', and {len(found) - 1} more' if found[1:] else ''}" if found else ""


def read_manifest(files: BundleFiles) -> Manifest:
    """Read the manifest of a bundle, unverified. Raises `Malformed`, also for a format of another major version."""
    size = files.sizes().get(MANIFEST, 0)
    if size > LARGEST_MANIFEST:
        raise Malformed(f"has {size:,} bytes, more than the {LARGEST_MANIFEST:,} that a manifest may have")
    value = parse_json(files.read(MANIFEST))
    written = value.get("format") if isinstance(value, dict) else None
    major, _ = parse_format(written)
    if major != MAJOR:
        raise Malformed(f"has the format `{written}`; this alvara reads `alvara.bundle/{MAJOR}`")
    return parse_manifest(value)


def verify(files: BundleFiles, now: str, validators: Validators, pin: str | None = None) -> Verdict:
    """Judge a bundle as of the moment that it is of; what has expired by `now`, and had not then, is a warning.

    `now` is a moment or a day, empty where nobody asks. `pin` is the SHA-256 of a version of the root of trust.
    """
    pinned = Vouched(pin is not None)
    if MANIFEST not in files.sizes():
        return Verdict(None, (Defect(MANIFEST, "is missing"),), vouched=pinned)
    try:
        manifest = read_manifest(files)
    except Malformed as error:
        return Verdict(None, (Defect(MANIFEST, str(error)),), vouched=pinned)
    held: dict[str, bytes] = {}
    ended: list[Defect] = []
    newer = parse_format(manifest.format)[1] > MINOR
    defects = list(_misplaced(manifest, files))
    defects += _damaged(manifest, files, held, whole=not defects)
    together = not defects and not newer
    if not defects:
        held[MANIFEST] = files.read(MANIFEST)
        envelope = files.read(SIGNATURE) if SIGNATURE in files.sizes() else None
        defects += _newer(manifest, held) if newer else ()
        pinned, found, ended = _judged(manifest, held, envelope, now, validators, pin, newer=newer)
        defects += (*found, *ended)
        if all(defect.severity == "warning" for defect in defects):
            defects += _expired(held, manifest.as_of[:10], now[:10])
    lapses = tuple(sorted(set(ended)))
    return Verdict(manifest, tuple(sorted(set(defects))), len(manifest.files) + 1, together, pinned, lapses)


def _judged(
    manifest: Manifest, held: Mapping[str, bytes], envelope: bytes | None, now: str, validators: Validators,
    pin: str | None, *, newer: bool,
) -> tuple[Vouched, list[Defect], list[Defect]]:  # fmt: skip
    """Judge what the files say together, and who vouches for it. Of a newer format only the second can be judged.

    What has lapsed by now is told apart.
    """
    try:
        contents = _contents(held)
        minor = parse_format(manifest.format)[1]
        if minor == 0:  # which had no evidence: what lies there is called for by nothing
            contents = replace(contents, evidence=Evidence())
        agreed = agree_in(contents, validators)
        vouched, defects = vouch(contents, agreed, manifest, held[MANIFEST], envelope, pin)
        defects += disagreements(agreed)
        if not newer:
            made = assemble(contents, agreed, minor)
            defects += _contradictions(held, made)
            if minor:
                defects += misrecorded(contents, component_digests(manifest.files))
            if not any(defect.severity == "error" for defect in defects):
                defects += _undecidable(contents)
        sound = not any(defect.severity == "error" for defect in defects)
        return vouched, defects, list(lapsed(agreed, now)) if now and sound else []
    except Malformed as error:
        path, _, message = str(error).partition(": ")
        found = Defect(path, message)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        found = Defect(MANIFEST, "lists files that do not make a bundle together")
    if not newer:
        return Vouched(pin is not None), [found], []
    if pin is not None or envelope is not None or any(path.startswith(EVIDENCE) for path in held):
        found = Defect(MANIFEST, "is of a format in which it cannot be told here who has agreed and who vouches for it")
        return Vouched(pin is not None), [found], []
    return Vouched(), [], []


def _misplaced(manifest: Manifest, files: BundleFiles) -> Iterator[Defect]:
    """Compare what is there with what the manifest lists, without reading any of it."""
    sizes = files.sizes()
    for path, what in files.oddities().items():
        yield Defect(path, f"is {what}; a bundle holds files only")
    for path in sizes.keys() - {MANIFEST, SIGNATURE} - {file.path for file in manifest.files}:
        yield Defect(path, "is not in the manifest")
    for file in manifest.files:
        if file.path not in sizes:
            yield Defect(file.path, "is missing")
        elif sizes[file.path] != file.size:
            yield Defect(file.path, f"has {sizes[file.path]:,} bytes; the manifest says {file.size:,}")
        elif file.size > LARGEST_FILE:
            yield Defect(file.path, f"has {file.size:,} bytes, more than the {LARGEST_FILE:,} that are read")
    if sizes.get(SIGNATURE, 0) > LARGEST_ENVELOPE:
        yield Defect(SIGNATURE, f"has {sizes[SIGNATURE]:,} bytes, more than the {LARGEST_ENVELOPE:,} that are read")
    total = sum(file.size for file in manifest.files)
    if total > LARGEST_BUNDLE:
        yield Defect(MANIFEST, f"lists {total:,} bytes in all, more than the {LARGEST_BUNDLE:,} that are read")
    if identity(manifest.files) != manifest.digest:
        yield Defect(MANIFEST, "has a digest that is not that of its list of files")


def _damaged(manifest: Manifest, files: BundleFiles, held: dict[str, bytes], *, whole: bool) -> Iterator[Defect]:
    """Read what is to be read, and hold it as long as the bundle may be whole."""
    sizes = files.sizes()
    if sum(file.size for file in manifest.files) > LARGEST_BUNDLE:
        return
    for file in manifest.files:
        if sizes.get(file.path) == file.size <= LARGEST_FILE:
            data = files.read(file.path)
            if len(data) != file.size or sha256(data).hexdigest() != file.sha256:
                yield Defect(file.path, "has other bytes than the manifest says")
                whole = False
            if whole:
                held[file.path] = data


def _newer(manifest: Manifest, held: Mapping[str, bytes]) -> Iterator[Defect]:
    """Judge what can be judged of a bundle that may hold more than this version knows."""
    message = f"has the format `{manifest.format}`, newer than `{FORMAT}`: what its files say together was not judged"
    yield Defect(MANIFEST, message, "warning")
    for path, data in held.items():
        if path.endswith(".json") and not is_verbatim(path):
            try:
                parse_json(data)
            except Malformed as error:
                yield Defect(path, str(error))


def _contradictions(held: Mapping[str, bytes], made: Mapping[str, bytes]) -> Iterator[Defect]:
    """Compare a bundle with what was made again from its contents."""
    for path in sorted(made.keys() | held.keys()):
        if path not in held:
            yield Defect(path, "is missing, though the other files call for it")
        elif path not in made:
            yield Defect(path, "is not called for by any other file")
        elif made[path] != held[path]:
            yield Defect(path, "says something else than the other files say together")


def _undecidable(contents: Contents) -> Iterator[Defect]:
    """Find the expressions that nothing can evaluate: whatever one of them decides would fail every time."""
    if not known_language(contents.registry):
        message = "names another language of conditions: whether they can be evaluated was not judged"
        yield Defect(REGISTRY, message, "warning")
        return
    for kind, bodies in (("capability", contents.capabilities), ("policy", contents.policies)):
        for path, trouble in zip(private_paths(kind, bodies), troubles(bodies), strict=True):
            if trouble:
                yield Defect(path, f"holds what nobody can decide by: {trouble}")


def _contents(held: Mapping[str, bytes]) -> Contents:
    """Take the contents out of a bundle's files."""

    def value(path: str) -> Any:
        try:
            return parse_json(held[path])
        except Malformed as error:
            raise Malformed(f"{path}: {error}") from None
        except KeyError:
            raise Malformed(f"{path}: is missing") from None

    def folder(prefix: str) -> list[Any]:
        return [value(path) for path in sorted(held) if path.startswith(prefix)]

    registry = dict(value(REGISTRY))
    registry.pop("format")
    bodies = {kind: tuple(folder(f"private/{name}/")) for kind, name in FOLDERS.items()}
    return Contents(
        registry=registry, capabilities=bodies["capability"], resources=bodies["resource"], policies=bodies["policy"],
        knowledge=tuple(folder("public/knowledge/")),
        texts={path: held[path].decode() for path in held if path.startswith("public/pages/")},
        bindings=tuple((a, b) for a, b in value(BINDINGS)["bindings"]),
        schemas={
            path.removeprefix("private/schemas/").removesuffix(".json"): value(path)
            for path in held if path.startswith("private/schemas/")
        },
        evidence=evidence_in(held),
    )  # fmt: skip


def _expired(held: Mapping[str, bytes], then: str, today: str) -> Iterator[Defect]:
    """Find what still held when the bundle was made and does so no longer."""
    for path in sorted(held):
        if path.startswith(("private/policies/", "private/capabilities/")):
            body = parse_json(held[path])
            if not isinstance(body, dict) or body.get("status") not in tuple(STATUSES):
                continue  # in a newer format anything may stand here
            deprecation = body.get("deprecation")
            until = deprecation.get("removeAfter") if isinstance(deprecation, dict) else None
            for key, day in (("expires", body.get("expires")), ("removeAfter", until)):
                if isinstance(day, str) and then <= day < today:
                    yield Defect(path, f"`{body.get('id')}` has passed its `{key}`, {day}", "warning")
