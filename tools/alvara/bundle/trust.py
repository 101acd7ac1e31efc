"""Who vouches for a bundle: those who agreed to what is in it, its ledger, the root of trust, and whoever signed it.

Everything that is there is judged. What is asked for on top, once a root is pinned: that the chain of roots leads from
the pin to the governance in the bundle, and that somebody signed who may release.
"""

from collections.abc import Iterator
from typing import NamedTuple

from alvara.approvals.governed import revoked_in
from alvara.approvals.roots import governance_digests, walk
from alvara.approvals.telling import say_missing
from alvara.bundle.agreed import Agreed
from alvara.bundle.contents import COMPONENTS, Component, Contents
from alvara.bundle.defects import Defect
from alvara.bundle.evidence import path_in_bundle
from alvara.bundle.layout import INDEX, MANIFEST, REGISTRY, ROOTS, SIGNATURE
from alvara.bundle.manifest import Manifest
from alvara.bundle.provenance import judge_signature, release_keys, statement_of
from alvara.bundle.published import entries_in
from alvara.compare.definition import PUBLISHED


class Vouched(NamedTuple):
    """Whether a root is pinned, the newest version that was reached from it, and the people who signed the bundle."""

    pinned: bool = False
    root: int | None = None
    signed: tuple[str, ...] = ()


def disagreements(agreed: Agreed) -> Iterator[Defect]:
    """Find what stands in a bundle without those having agreed who have to, and what is wrong with a record."""
    for path in agreed.unknown:
        yield Defect(path, "is in use, of a shape that is not known here: nobody can tell who has to agree to it")
    for subject in agreed.ungoverned:
        words = f"`{subject.id}` is {subject.status}, its risk {subject.risk}, and nobody is there who could approve it"
        yield Defect(subject.place[0], words)
    for agreement in agreed.due.values():
        if not agreement.satisfied:
            yield Defect(agreement.subject.place[0], say_missing(agreement))
    for standing in agreed.standings:
        record = standing.record
        path = path_in_bundle(record.path)
        if standing.fault is not None:
            yield Defect(path, f"does not count: {standing.fault.words}")
        elif not record.is_at_home:
            yield Defect(path, f"says what belongs in {path_in_bundle(record.home)}")
    for record in agreed.strays:
        yield Defect(path_in_bundle(record.path), "is about nothing in this bundle that has to be agreed on")


def lapsed(agreed: Agreed, now: str) -> Iterator[Defect]:
    """Find what was agreed on when the bundle was made and is not any longer."""
    for agreement in agreed.at(now):
        if not agreement.satisfied:
            yield Defect(agreement.subject.place[0], f"since it was made: {say_missing(agreement)}", "warning")


def misrecorded(contents: Contents, components: dict[str, str]) -> Iterator[Defect]:
    """Compare what a bundle says of its release with the ledger in it; `components` are the digests of its parts."""
    registry, ledger = contents.registry, contents.evidence.releases()
    last, version = ledger.last, registry["version"]
    place = (0, None) if last is None else (last.sequence, last.previous if version is not None else last.version)
    if (registry["sequence"], registry["previous"]) != place:
        words = f"number {place[0]}, after {place[1] or 'none'}"
        yield Defect(REGISTRY, f"has another place in the order of releases than the ledger says: {words}")
        return
    if version is None:
        return
    if last is None or last.version != version:
        known = "none" if last is None else f"the last is {last.version}"
        yield Defect(REGISTRY, f"calls itself release {version}, and of the releases in the ledger {known}")
        return
    kinds = {"capability": contents.capabilities, "policy": contents.policies, "resource": contents.resources}
    was, now = ledger.published(), entries_in(kinds)
    other = [key for key in sorted(was.keys() | now.keys()) if was.get(key) != now.get(key)]
    if other:
        more = f" and {len(other) - 1} more" if other[1:] else ""
        yield Defect(INDEX, f"is not what release {version} released, in {other[0]}{more}")
        return
    parts = {name: Component(part.releases, part.digest) for name, part in last.components.items()}
    said = {name: Component(**registry["components"][name]) for name in COMPONENTS}
    if {name: parts.get(name, Component()) for name in COMPONENTS} != said:
        yield Defect(REGISTRY, f"has other versions of its parts than the record of release {version}")
    elif changed := [name for name in COMPONENTS if components[name] != said[name].digest]:
        yield Defect(MANIFEST, f"is not what release {version} released, in {', '.join(changed)}")


def vouch(
    contents: Contents, agreed: Agreed, manifest: Manifest, data: bytes, envelope: bytes | None, pin: str | None
) -> tuple[Vouched, list[Defect]]:
    """Judge the roots and the signature; `data` is the manifest as it is written."""
    evidence = contents.evidence
    defects: list[Defect] = []
    digests = governance_digests(evidence.governance)
    verdict = walk(evidence.roots, pin, manifest.registry, digests, revoked_in(evidence.governance))
    for number, words in verdict.faults:
        defects.append(Defect(f"{ROOTS}{number}.json" if number in evidence.roots else MANIFEST, words))
    signed: tuple[str, ...] = ()
    if envelope is not None:
        bodies = (*contents.capabilities, *contents.policies)
        ids = [body["id"] for body in bodies if body["status"] in PUBLISHED]
        keys = {} if agreed.governance is None else release_keys(agreed.governance, manifest.as_of, ids)
        tag = f"{contents.registry.get('releaseTagPrefix', 'v')}{manifest.version}"
        signed, faults = judge_signature(envelope, statement_of(manifest, data, tag), keys)
        defects += [Defect(SIGNATURE, fault) for fault in faults]
    elif pin is not None:
        defects.append(Defect(SIGNATURE, "is missing, and a root is pinned: somebody has to sign who may release"))
    newest = verdict.newest.version if verdict.newest is not None else None
    return Vouched(pin is not None, newest, signed), defects
