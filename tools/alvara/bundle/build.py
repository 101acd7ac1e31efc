"""A bundle as a mapping from path to bytes. The same contents always make the same bytes.

    agent-manifest.json                     counts, versions, the list of files and its digest
    index.json                              a row for each entity of any status
    registry.json                           which registry this is, in which state
    public/{capabilities,resources,policies}/<id>.json     what models may see: active and deprecated
    public/knowledge/<page>.json, public/pages/<page>.md   what pages explain, and their text
    private/{capabilities,resources,policies}/<id>.json    every definition in full
    private/schemas/{principal,context}.json, private/bindings.json

An ID with several majors has `<id>@<major>.json` for each. JSON is canonical (RFC 8785), with no newline at the end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from alvara.bundle.contents import COMPONENTS, Contents
from alvara.bundle.layout import BINDINGS, INDEX, MANIFEST, REGISTRY
from alvara.bundle.manifest import FORMAT, File, files_of, identity, is_bundle_path
from alvara.bundle.public import names_of, project
from alvara.identity.digests import canonical
from alvara.identity.versions import parse
from alvara.workspace.subjects import Body, Subjects

FOLDERS = {"capability": "capabilities", "policy": "policies", "resource": "resources"}
_HELD = {
    "capability": ("public/capabilities/", "private/capabilities/"),
    "knowledge": ("public/knowledge/", "public/pages/"),
    "policy": ("public/policies/", "private/policies/"),
    "ui": ("public/resources/", "private/resources/"),
}
"""The folders of each component."""


def assemble(contents: Contents) -> dict[str, bytes]:
    """Make every file of a bundle. Raises `ValueError` where something cannot be written or two files are one."""
    made: dict[str, bytes] = {}
    spellings: dict[str, str] = {}
    for path, data in _files(contents):
        if not is_bundle_path(path):
            raise ValueError(f"`{path}` cannot be the name of a file in a bundle")
        twin = spellings.setdefault(path.lower(), path)
        if path in made or twin != path:
            raise ValueError(f"`{path}` and `{twin}` would be one file in the bundle")
        made[path] = data
    files = files_of(made)
    made[MANIFEST] = canonical(_manifest(contents, files))
    return made


def component_digests(files: Iterable[File]) -> dict[str, str]:
    """Name each component by its files."""
    held: dict[str, list[File]] = {name: [] for name in COMPONENTS}
    for file in files:
        for name, folders in _HELD.items():
            if file.path.startswith(folders):
                held[name].append(file)
    return {name: identity(group) for name, group in held.items()}


def stems(bodies: Sequence[Body]) -> list[str]:
    """Give each definition of a kind the name of its file, without `.json`."""
    counts = Counter(body["id"] for body in bodies)
    return [quote(body["id"], safe="") + (f"@{_major(body)}" if counts[body["id"]] > 1 else "") for body in bodies]


def _files(contents: Contents) -> Iterator[tuple[str, bytes]]:
    kinds = {"capability": contents.capabilities, "policy": contents.policies, "resource": contents.resources}
    known = names_of((body["id"], body.get("aliases", ())) for body in contents.resources)
    for kind, bodies in kinds.items():
        for body, stem in zip(bodies, stems(bodies), strict=True):
            yield f"private/{FOLDERS[kind]}/{stem}.json", canonical(body)
            shown = project(kind, body, known)
            if shown is not None:
                yield f"public/{FOLDERS[kind]}/{stem}.json", canonical(shown)
    for entry in contents.knowledge:
        yield f"public/knowledge/{quote(entry['id'])}.json", canonical(entry)
    for path, text in contents.texts.items():
        yield path, text.encode()
    for name, schema in contents.schemas.items():
        yield f"private/schemas/{name}.json", canonical(schema)
    yield BINDINGS, canonical({"format": "alvara.bundle-bindings/1", "bindings": [list(p) for p in contents.bindings]})
    yield REGISTRY, canonical({"format": "alvara.bundle-registry/1", **contents.registry})
    yield INDEX, canonical({"format": "alvara.bundle-index/1", "entities": list(_rows(kinds))})


def _rows(kinds: Mapping[str, Sequence[Body]]) -> Iterator[dict[str, Any]]:
    subjects = Subjects(kinds["capability"])
    for kind, bodies in kinds.items():
        for body in sorted(bodies, key=lambda body: (body["id"], _major(body))):
            yield {
                "kind": kind, "id": body["id"], "version": body.get("version"), "status": body["status"],
                "risk": body.get("risk"), "digest": subjects.digest(body),
            }  # fmt: skip


def _manifest(contents: Contents, files: tuple[File, ...]) -> dict[str, Any]:
    registry = contents.registry
    digests = component_digests(files)
    content = identity(file for file in files if file.path != REGISTRY)
    return {
        "format": FORMAT,
        "version": registry["version"] or f"0.0.0+{_short(content)}",
        **{key: registry[key] for key in ("registry", "name", "sequence", "previous", "asOf", "source")},
        "entities": sum(body["type"] == "entity" for body in contents.resources),
        "semanticResources": len(contents.resources),
        "capabilities": len(contents.capabilities),
        "policies": len(contents.policies),
        "bindings": len(contents.bindings),
        **{f"{name}Version": _version(name, registry["components"][name], digests[name]) for name in COMPONENTS},
        "digest": identity(files),
        "files": [list(file) for file in files],
    }


def _version(name: str, last: Mapping[str, Any], now: str) -> str:
    """Write a component's version: the releases that changed it, and its digest where it has changed again since."""
    written = f"{COMPONENTS[name]}-{last['releases']}"
    return written if last["digest"] == now else f"{written}+{_short(now)}"


def _short(name: str) -> str:
    return name.removeprefix("sha256:")[:8]


def _major(body: Body) -> int:
    version = parse(body.get("version", ""))
    return version.major if version else 0
