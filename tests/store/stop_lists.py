"""Lists of stops over the registry of `tests.release.world`, made in memory, and a store in which it is active."""

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from alvara.adapters.bundles import write_folder
from alvara.adapters.published import read_schema
from alvara.app.stop_judge import Judge, judge_in
from alvara.bundle.held import Shapes
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import parse_manifest
from alvara.bundle.wire import parse_json
from alvara.runtime.store import Store
from alvara.signatures.dsse import pae
from alvara.signatures.sshsig import write_armor
from alvara.store.denials import (
    NAMESPACE,
    PAYLOAD_TYPE,
    Decision,
    Entry,
    Listed,
    Signed,
    following,
    parse_list,
    write_list,
)
from alvara.store.stopping import Stop, names_in, stops_in
from tests.release.world import (
    NOW,
    POLICY,
    REGISTRY,
    Files,
    bundle_of,
    governed,
    key,
    pin,
    signed,
    world,
)

CANCEL, READ = "order.cancel", "order.read"
STOPPED, LATER = "2026-09-02T08:00:00Z", "2026-09-03T08:00:00Z"
"""When somebody stops, and when it is given back."""


def judge_of(files: Files) -> Judge:
    """What judges a list where the bundle of some files is active."""
    made = bundle_of(files)
    return judge_in(parse_manifest(parse_json(made[MANIFEST])), made, Shapes(read_schema))


@cache
def usual() -> Judge:
    """What judges where everything is as it should be: Tom is technical, Bia business, Ana proposes."""
    return judge_of(dict(world()))


def people(revoked: str = "", policy: str = POLICY, **changed: str) -> Judge:
    """What judges where some people are written otherwise, or the key of one is revoked since ever."""
    files = governed(**changed)
    if revoked:
        print = key(revoked).public.fingerprint
        said = f'revocations: [{{key: "{print}", since: always, reason: stolen}}]\n'
        files |= {"governance/revocations.yaml": said.encode()}
    return judge_of({**files, "governance/policy.yaml": policy.encode()})


def signed_by(entry: Entry, *names: str) -> Signed:
    """Sign an entry with the keys of some people."""
    made = Signed(entry)
    for name in names:
        armor = write_armor(key(name), pae(PAYLOAD_TYPE, entry.payload), NAMESPACE)
        made = made.with_signature(key(name).public.fingerprint, armor)
    return made


def added(
    listed: Listed, decision: Decision, capability: str, *names: str, at: str = "", by: str = "",
    also: Sequence[str] = (), registry: str = REGISTRY,
) -> Listed:  # fmt: skip
    """Add an entry to a list, by the first of those who sign it."""
    author = by or (names[0] if names else None)
    moment = at or (STOPPED if decision == "deny" else LATER)
    entry = following(listed, decision, registry, capability, also, "It went wrong.", author, moment)
    return (*listed, signed_by(entry, *names))


def stops(listed: Listed, judge: Judge | None = None) -> tuple[Stop, ...]:
    """Write a list, read it again, and fold it."""
    bench = (judge or usual()).bench
    return stops_in(parse_list(write_list(REGISTRY, listed), REGISTRY), bench)


def names(listed: Listed, judge: Judge | None = None) -> frozenset[str]:
    """Give what is stopped."""
    return names_in(stops(listed, judge), (judge or usual()).bench)


@cache
def _bundles() -> tuple[tuple[str, Files], ...]:
    governed_bundle = signed(bundle_of(dict(world())))
    plain = {path: data for path, data in dict(world()).items() if not path.startswith(("governance/", "approvals/"))}
    plain = {path: data.replace(b"risk: high", b"risk: medium").replace(b"action: cancel", b"action: update")
             for path, data in plain.items() if not path.startswith("ledger/")}  # fmt: skip
    return (("governed", governed_bundle), ("plain", bundle_of(plain)))


def make_store(place: Path, kind: str = "governed") -> Store:
    """Make a store in which the bundle is active: a governed one, or one that names nobody."""
    bundle = place / f"bundle-{kind}"
    write_folder(dict(_bundles())[kind], str(bundle))
    store = Store.open(str(place / "store"))
    version = store.publish(str(bundle)).version.version
    root = pin(dict(world())) if kind == "governed" else None
    store.activate(version, now=NOW, root=root)
    shutil.rmtree(bundle)
    return store
