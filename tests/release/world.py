"""A registry with a governance, what its people have signed, and the bundle of it: all in memory, always the same."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from alvara.adapters.published import read_schema
from alvara.app.agreeing import Seen, agree
from alvara.app.check import Sight, examine
from alvara.app.evidence import read_proof
from alvara.app.governing import governance_values
from alvara.app.models import read_definitions
from alvara.app.recording import end_of, path_of, shown_as, statement_of, write_record
from alvara.app.releasing import make_known_bundle, read_releases, record_of, write_out
from alvara.app.settings import read_settings
from alvara.approvals.roots import governance_digests, pin_of
from alvara.approvals.roots import signed_bytes as root_bytes
from alvara.approvals.subject import Subject
from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.manifest import Source, files_of, identity, parse_manifest
from alvara.bundle.provenance import sign_bundle
from alvara.bundle.verify import HeldFiles, Verdict, verify
from alvara.bundle.wire import parse_json
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.identity.digests import canonical
from alvara.model.approval import NAMESPACE, Decision, signed_bytes
from alvara.signatures.signing import PrivateKey
from alvara.signatures.sshsig import write_armor
from tests.case import extract_all

VALIDATORS = Validators(read_schema)
REGISTRY = "6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11"
SIGNED, AS_OF, NOW = "2026-08-30T09:00:00Z", "2026-09-01T12:00:00Z", "2026-09-01T12:30:00Z"
ROLES = {"ana": (), "tom": ("technical",), "bia": ("business",), "rex": ("release",)}
"""Who is known, and as what. Ana proposes, Rex releases."""

CANCEL, READ, CLOSED = "capabilities/order/cancel.yaml", "capabilities/order/read.yaml", "policies/order/closed.yaml"
POLICY = "levels: {high: {slots: [technical, business], maxAgeDays: 180, assurance: signed}}\n"

Files = dict[str, bytes]

_COMMON = """\
status: active
owner: sales
semanticIds: [order]
knowledgeReferences: [docs/order]
inputSchema: {type: object, additionalProperties: false, properties: {closed: {type: boolean}}}
outputSchema: {type: object}
implementation: {module: m, function: f, source: src/x.ts}
"""
CONTENT = {
    "alvara.yaml": f"registry: {REGISTRY}\nname: shop\nlocales: [en]\n",
    "semantic-ids/order.yaml": "id: order\ntype: entity\nname: Order\nknowledgeRefs: [docs/order]\n",
    "docs/order.md": "---\nsemanticId: order\ncapabilities: [order.cancel, order.read]\n---\n\n# Orders\n",
    CANCEL: f"""\
id: order.cancel
version: "1.0.0"
name: Cancel an order
description: Cancels one order for good.
action: cancel
proposedBy: [ana]
labels: {{en: Cancel an order}}
endpoint: {{service: shop-api, method: POST, path: /orders/cancel}}
authorization: {{permissions: [order.cancel]}}
confirmation: {{required: true}}
execution: {{idempotent: true, idempotencyStrategy: natural}}
verification: {{enabled: true, method: response}}
risk: high
{_COMMON}""",
    READ: f"""\
id: order.read
version: "1.0.0"
name: Read an order
description: Reads one order.
action: get
labels: {{en: Read an order}}
endpoint: {{service: shop-api, method: GET, path: /orders}}
authorization: {{permissions: [order.read]}}
risk: read
{_COMMON}""",
    CLOSED: """\
id: order.closed
version: "1.0.0"
status: active
description: A closed order stays as it is.
effect: deny
appliesTo: {capabilities: [order.cancel]}
when: {all: [{id: closed, expr: has(input.closed) && input.closed, text: The order is closed.}]}
reason: {code: ORDER_CLOSED, message: The order is closed.}
owner: sales
""",
}  # fmt: skip


@cache
def secret(name: str) -> Ed25519PrivateKey:
    """The secret of somebody, the same for the same name."""
    return Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest())


def key(name: str) -> PrivateKey:
    """The key of somebody."""
    return PrivateKey(secret(name))


def write_key(folder: Path, name: str) -> Path:
    """Write somebody's private key as OpenSSH keeps it."""
    path = folder / name
    path.write_bytes(secret(name).private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    path.chmod(0o600)
    return path


def person(name: str, roles: Iterable[str], scope: str = "*", more: str = "") -> str:
    """Write the file of somebody."""
    held = ", ".join(f'{{role: {role}, scope: ["{scope}"], from: "2026-01-01"}}' for role in roles)
    line = f'[{{id: laptop, type: ssh-ed25519, publicKey: "{key(name).public.text}", from: "2026-01-01"}}]'
    return (
        f"name: {name.title()}\nkind: human\nemails: [{name}@example.com]\nkeys: {line}\n"
        + (f"roles: [{held}]\n" if held else "")
        + more
    )


def encoded(files: Mapping[str, str | bytes]) -> Files:
    """Give files as bytes."""
    return {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}


def governed(content: Mapping[str, str | bytes] = CONTENT, **people: str) -> Files:
    """Put a governance beside some content; `people` are files that are written otherwise."""
    written = {name: person(name, roles) for name, roles in ROLES.items()} | people
    files = {f"governance/people/{name}.yaml": text for name, text in written.items()}
    return encoded({**content, **files, "governance/policy.yaml": POLICY})


def rooted(files: Files, version: int = 1, holders: tuple[str, ...] = ("ana", "tom", "bia")) -> Files:
    """Put a root on top, signed by all its holders."""
    signed = {
        "format": "alvara.root/1", "registry": REGISTRY, "version": version, "threshold": 2,
        "keys": {name: key(name).public.text for name in holders},
        "governance": governance_digests(governance_values(DictTree(files))),
    }  # fmt: skip
    signatures = [
        {"key": name, "signature": write_armor(key(name), root_bytes(signed), "alvara-root@v1")} for name in holders
    ]
    return {**files, f"governance/root/{version}.json": json.dumps({"signed": signed, "signatures": signatures},
                                                                   indent=2).encode()}  # fmt: skip


def pin(files: Files, version: int = 1) -> str:
    """The pin of a version of the root."""
    return pin_of(files[f"governance/root/{version}.json"])


def sight_of(files: Files) -> Sight:
    """What a look at a registry sees."""
    tree = DictTree(files)
    outcome = examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, AS_OF[:10], extract_all, None)
    assert outcome.sight is not None
    return outcome.sight


def subjects_in(files: Files) -> dict[str, Subject]:
    """What has to be agreed on, by ID."""
    settings = read_settings(DictTree(files), VALIDATORS)
    assert settings.config is not None
    seen = Seen(sight_of(files), DictTree(files), settings.config, VALIDATORS, AS_OF)
    return {one.subject.id: one.subject for one in agree(seen).agreements}


def record(
    files: Files, id: str, role: str, name: str, decision: Decision = "approve", *, at: str = SIGNED, days: int = 180,
    signer: str = "", level: str = "high",
) -> Files:  # fmt: skip
    """Let somebody say something about what stands in some files."""
    settings = read_settings(DictTree(files), VALIDATORS)
    assert settings.config is not None
    statement = statement_of(
        subjects_in(files)[id], level, decision, role, name, "", settings.config, at, end_of(at, days),
        shown_as("the page", "en"),
    )  # fmt: skip
    armor = write_armor(key(signer or name), signed_bytes(statement), NAMESPACE)
    return {**files, path_of(statement, files): write_record(statement, armor)}


def agreed(files: Files) -> Files:
    """Let both agree who have to."""
    return record(record(files, "order.cancel", "technical", "tom"), "order.cancel", "business", "bia")


def prepared(files: Files, version: str = "1") -> Files:
    """Put the record of a release beside what it releases."""
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    made = record_of(version, read_releases(tree, VALIDATORS), read_definitions(tree, settings, VALIDATORS))
    return {**files, made.path: write_out(made)}


@cache
def world() -> tuple[tuple[str, bytes], ...]:
    """Everything as it should be, to be released as 1."""
    return tuple(prepared(rooted(agreed(governed()))).items())


def bundle_of(files: Files, *, as_of: str = AS_OF, commit: str = "a" * 40) -> Files:
    """Bundle a registry as it is, whether or not that should be done."""
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None
    proof = read_proof(tree, settings.config, VALIDATORS)
    definitions = read_definitions(tree, settings, VALIDATORS)
    source = Source(commit, dirty=False)
    return make_known_bundle(definitions, read_releases(tree, VALIDATORS), as_of, source, proof)


def signed(made: Files, name: str = "rex", tag: str = "v1") -> Files:
    """Sign a bundle."""
    envelope = sign_bundle(parse_manifest(parse_json(made[MANIFEST])), made[MANIFEST], tag, key(name))
    return {**made, SIGNATURE: envelope}


def resealed(made: Files, **changes: object) -> Files:
    """Give changed files a manifest that lists them as they are, as somebody who tampers would."""
    listed = files_of(made)
    manifest = {**json.loads(made[MANIFEST]), "files": [list(file) for file in listed], "digest": identity(listed)}
    return {**made, MANIFEST: canonical({**manifest, **changes})}


def judge(made: Mapping[str, bytes], root: str | None = None, now: str = NOW) -> Verdict:
    """Verify a bundle."""
    return verify(HeldFiles(made), now, VALIDATORS, root)


def errors(verdict: Verdict) -> list[str]:
    """What is wrong, a line each."""
    return [f"{d.file}: {d.message}" for d in verdict.defects if d.severity == "error"]
