"""The files of a bundle, as what questions are put to."""

from collections.abc import Mapping
from sys import intern
from urllib.parse import unquote

from alvara.bundle.conditions import known_language
from alvara.bundle.held import (
    Shapes,
    read_bindings,
    read_definition,
    read_page,
    read_registry,
    read_rename,
    read_schema,
)
from alvara.bundle.layout import BINDINGS, FOLDERS, REGISTRY
from alvara.bundle.manifest import FORMAT, MINOR, Manifest, parse_format
from alvara.bundle.wire import DamagedBundle
from alvara.registry.holdings import About, Holdings, Kind, Terms
from alvara.workspace.subjects import Body

_KNOWLEDGE, _MIGRATIONS = "public/knowledge/", "ledger/migrations/"


def hold_bundle(manifest: Manifest, files: Mapping[str, bytes], shapes: Shapes) -> Holdings:
    """Hold the files of a bundle; definitions are not decoded yet. Raises `DamagedBundle`, also when it is asked later.

    What has a shape that is not known is left out where the format is newer than the one known here.
    """
    said = read_registry(files.get(REGISTRY))
    definitions: dict[Kind, dict[str, bytes]] = {"resource": {}, "capability": {}, "policy": {}}
    kinds: dict[str, Kind] = {f"private/{FOLDERS[kind]}": kind for kind in definitions}
    knowledge: dict[str, bytes] = {}
    following: dict[str, dict[str, str]] = {}
    for path, data in files.items():
        folder, _, name = path.rpartition("/")
        kind = kinds.get(folder)
        if kind is not None:
            definitions[kind][intern(name.removesuffix(".json"))] = data  # a name that many parts keep
        elif path.startswith(_KNOWLEDGE):
            knowledge[path] = data
        elif path.startswith(_MIGRATIONS):
            old, new = read_rename(path, data)
            following.setdefault(folder.removeprefix(_MIGRATIONS), {})[old] = new
    newer = parse_format(manifest.format)[1] > MINOR

    def read(kind: Kind, stem: str, data: bytes) -> Body | None:
        body = read_definition(shapes, kind, stem, unquote(stem.partition("@")[0]), data)
        if body is None and not newer:
            raise DamagedBundle(f"private/{FOLDERS[kind]}/{stem}.json does not have the shape of a {kind}")
        return body

    about = About(
        said["registry"], said["name"], manifest.version, manifest.digest, tuple(said.get("locales", ())),
        external_pages=tuple(said.get("externalPages", ())), remarks=(_remark(manifest.format),) if newer else (),
    )  # fmt: skip
    renamed = {kind: following.get(kind, {}) for kind in definitions}
    bindings = files.get(BINDINGS)
    commit = None if manifest.source.dirty else manifest.source.commit
    terms = Terms(
        known_language(said), shapes.knows, read_schema(files, "principal"), read_schema(files, "context"), commit
    )
    return Holdings(
        about, definitions, knowledge, lambda: read_bindings(bindings), renamed, read, read_page, terms,
    )  # fmt: skip


def _remark(written: str) -> str:
    return f"the format is `{written}`, newer than `{FORMAT}`: what is new in it is left out"
