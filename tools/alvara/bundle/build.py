"""A bundle as a mapping from path to bytes. The same contents always make the same bytes.

    agent-manifest.json                     counts, versions, the list of files and its digest
    index.json                              a row for each entity of any status
    registry.json                           which registry this is, in which state, and the language of its conditions
    public/{capabilities,resources,policies}/<id>.json     what models may see: active and deprecated
    public/knowledge/<page>.json, public/pages/<page>.md   what pages explain, and their text
    private/{capabilities,resources,policies}/<id>.json    every definition in full
    private/schemas/{principal,context}.json, private/bindings.json
    evidence/approvals/<capability>/<record>.json          who has agreed to what stands here, or refused to
    evidence/governance/{people/<id>,teams,policy,revocations}.json, evidence/governance/root/<n>.json
    ledger/{releases,tombstones,migrations}/….json         what was released, ended and renamed

Beside them may stand agent-manifest.dsse.json, the signature of whoever released it: it is of the manifest, and so not
one of the files that the manifest lists.

An ID with several majors has `<id>@<major>.json` for each. JSON is canonical (RFC 8785), with no newline at the end.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from alvara.approvals.agreement import Agreement
from alvara.bundle.agreed import Agreed
from alvara.bundle.contents import COMPONENTS, Contents
from alvara.bundle.evidence import files_of_evidence
from alvara.bundle.layout import BINDINGS, FOLDERS, INDEX, MANIFEST, REGISTRY
from alvara.bundle.manifest import MAJOR, MINOR, File, files_of, identity, is_bundle_path
from alvara.bundle.public import names_of, project
from alvara.bundle.stems import major_of, stems
from alvara.identity.digests import canonical, digest
from alvara.workspace.subjects import Body, Subjects

_HELD = {
    "capability": ("public/capabilities/", "private/capabilities/"),
    "knowledge": ("public/knowledge/", "public/pages/"),
    "policy": ("public/policies/", "private/policies/"),
    "ui": ("public/resources/", "private/resources/"),
}
"""The folders of each component."""


def assemble(contents: Contents, agreed: Agreed, minor: int = MINOR) -> dict[str, bytes]:
    """Make every file of a bundle, of this minor version of the format or an older one.

    Raises `ValueError` where something cannot be written or two files are one.
    """
    made: dict[str, bytes] = {}
    spellings: dict[str, str] = {}
    for path, data in _files(contents, agreed):
        if not is_bundle_path(path):
            raise ValueError(f"`{path}` cannot be the name of a file in a bundle")
        twin = spellings.setdefault(path.lower(), path)
        if path in made or twin != path:
            raise ValueError(f"`{path}` and `{twin}` would be one file in the bundle")
        made[path] = data
    files = files_of(made)
    made[MANIFEST] = canonical(_manifest(contents, files, minor))
    return made


def component_digests(files: Iterable[File]) -> dict[str, str]:
    """Name each component by its files."""
    held: dict[str, list[File]] = {name: [] for name in COMPONENTS}
    for file in files:
        for name, folders in _HELD.items():
            if file.path.startswith(folders):
                held[name].append(file)
    return {name: identity(group) for name, group in held.items()}


def _files(contents: Contents, agreed: Agreed) -> Iterator[tuple[str, bytes]]:
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
    yield INDEX, canonical({"format": "alvara.bundle-index/1", "entities": list(_rows(kinds, agreed, contents))})
    yield from files_of_evidence(contents.evidence)


def _rows(kinds: Mapping[str, Sequence[Body]], agreed: Agreed, contents: Contents) -> Iterator[dict[str, Any]]:
    subjects = Subjects(kinds["capability"])
    for kind, bodies in kinds.items():
        for body in sorted(bodies, key=lambda body: (body["id"], major_of(body))):
            row = {
                "kind": kind, "id": body["id"], "version": body.get("version"), "status": body["status"],
                "risk": body.get("risk"), "digest": subjects.digest(body),
            }  # fmt: skip
            agreement = agreed.due.get((kind, body["id"], body.get("version", "")))
            yield row if agreement is None else {**row, "approvals": _approvals(agreement, contents)}


def _approvals(agreement: Agreement, contents: Contents) -> dict[str, Any]:
    """Say at which level a definition was agreed on, until when that holds, and by which records."""
    held = contents.evidence.approvals
    paths = [slot.record for slot in agreement.slots if slot.state == "signed"]
    return {
        "level": agreement.level.risk or None, "expiresAt": agreement.ends or None,
        "records": [digest(held[path]).removeprefix("sha256:") for path in paths],
    }  # fmt: skip


def _manifest(contents: Contents, files: tuple[File, ...], minor: int) -> dict[str, Any]:
    registry = contents.registry
    digests = component_digests(files)
    content = identity(file for file in files if file.path != REGISTRY)
    return {
        "format": f"alvara.bundle/{MAJOR}.{minor}",
        "version": registry["version"] or f"0.0.0+{_short(content)}",
        **{key: registry[key] for key in ("registry", "name", "sequence", "previous", "asOf", "source")},
        "entities": sum(body["type"] == "entity" for body in contents.resources),
        "semanticResources": len(contents.resources),
        "capabilities": len(contents.capabilities),
        "policies": len(contents.policies),
        "bindings": len(contents.bindings),
        **(_vouching(contents) if minor else {}),
        **{f"{name}Version": _version(name, registry["components"][name], digests[name]) for name in COMPONENTS},
        "digest": identity(files),
        "files": [list(file) for file in files],
    }


def _vouching(contents: Contents) -> dict[str, Any]:
    """Say which root of trust the governance comes under, and how many records there are."""
    roots = contents.evidence.roots
    newest = max(roots, default=0)
    root = {"version": newest, "sha256": sha256(roots[newest]).hexdigest()} if newest else None
    return {"root": root, "approvals": len(contents.evidence.approvals)}


def _version(name: str, last: Mapping[str, Any], now: str) -> str:
    """Write a component's version: the releases that changed it, and its digest where it has changed again since."""
    written = f"{COMPONENTS[name]}-{last['releases']}"
    return written if last["digest"] == now else f"{written}+{_short(now)}"


def _short(name: str) -> str:
    return name.removeprefix("sha256:")[:8]
