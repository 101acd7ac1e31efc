"""A signature under a bundle is checked whenever it is there, and has to be there once a root is pinned."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.bundles import FolderFiles, open_bundle, write_folder, write_tar
from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.manifest import parse_manifest
from alvara.bundle.provenance import NAMESPACE, PAYLOAD_TYPE, PREDICATE_TYPE, statement_of
from alvara.bundle.verify import verify
from alvara.bundle.wire import parse_json
from alvara.identity.digests import canonical
from alvara.signatures.dsse import Envelope, as_json, parse_envelope, sign
from tests.release.world import (
    CONTENT,
    NOW,
    READ,
    VALIDATORS,
    Files,
    agreed,
    bundle_of,
    encoded,
    errors,
    governed,
    judge,
    key,
    person,
    pin,
    prepared,
    rooted,
    signed,
    world,
)

WORLD = dict(world())
MADE = bundle_of(WORLD)
SIGNED = signed(MADE)
PIN = pin(WORLD)
STATEMENT = statement_of(parse_manifest(parse_json(MADE[MANIFEST])), MADE[MANIFEST], "v1")


def enveloped(statement: Any, *names: str, type: str = PAYLOAD_TYPE, namespace: str = NAMESPACE) -> bytes:
    """Sign something else."""
    signers = {key(name).public.fingerprint: key(name) for name in names or ("rex",)}
    return as_json(sign(type, canonical(statement), signers, namespace))


def changed(*path: str | int, to: object) -> Any:
    """Give the statement with another value at a place."""
    statement = json.loads(json.dumps(STATEMENT))
    inner = statement
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return statement


def twice() -> bytes:
    envelope = parse_envelope(SIGNED[SIGNATURE])
    (id, armor), *_ = envelope.signatures
    return as_json(envelope._replace(signatures=((id, armor), ("SHA256:other", armor))))


def other_payload() -> bytes:
    """What was signed for this bundle, under the signature for that of another commit."""
    other = signed(bundle_of(WORLD, commit="b" * 40))
    payload = parse_envelope(SIGNED[SIGNATURE]).payload
    return as_json(parse_envelope(other[SIGNATURE])._replace(payload=payload))


def test_a_bundle_that_was_released_holds_from_the_pinned_root() -> None:
    verdict = judge(SIGNED, PIN)

    assert (verdict.defects, verdict.vouched) == ((), (True, 1, ("rex",)))
    assert judge(SIGNED).vouched == (False, 1, ("rex",))


def test_the_statement_is_provenance_of_the_manifest() -> None:
    payload = json.loads(parse_envelope(SIGNED[SIGNATURE]).payload)

    assert (payload["predicateType"], PREDICATE_TYPE) == ("https://slsa.dev/provenance/v1",) * 2
    assert [subject["name"] for subject in payload["subject"]] == [MANIFEST, "bundle"]
    assert payload["predicate"]["buildDefinition"]["externalParameters"]["tag"] == "v1"


def test_a_signature_is_asked_for_where_a_root_is_pinned_and_nowhere_else() -> None:
    assert judge(MADE).holds
    assert errors(judge(MADE, PIN)) == [
        f"{SIGNATURE}: is missing, and a root is pinned: somebody has to sign who may release"
    ]


REFUSED: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "a key of nobody": (lambda: enveloped(STATEMENT, "mallory"), "a key of nobody who might release"),
    "a key of somebody in another role": (lambda: enveloped(STATEMENT, "tom"), "a key of nobody who might release"),
    "one who may and one who may not": (lambda: enveloped(STATEMENT, "rex", "mallory"), "a key of nobody"),
    "one key twice": (twice, "is signed twice with one key"),
    "another predicate": (lambda: enveloped(changed("predicateType", to="https://x.example/v1")), "predicateType"),
    "another registry": (
        lambda: enveloped(changed("predicate", "buildDefinition", "externalParameters", "registry", to="x")),
        "registry",
    ),
    "another bundle": (lambda: enveloped(changed("subject", 1, "digest", to={"sha256": "0" * 64})), "another bundle"),
    "another manifest": (lambda: enveloped(changed("subject", 0, "digest", to={"sha256": "0" * 64})), "another bundle"),
    "one subject more": (lambda: enveloped({**STATEMENT, "subject": [*STATEMENT["subject"], {}]}), "another bundle"),
    "another commit": (
        lambda: enveloped(changed("predicate", "buildDefinition", "resolvedDependencies", to=[])), "commit",
    ),
    "another release": (
        lambda: enveloped(changed("predicate", "buildDefinition", "externalParameters", "tag", to="v2")),
        "another tag than this",
    ),
    "another builder": (lambda: enveloped(changed("predicate", "runDetails", to={})), "builder"),
    "more than is signed": (lambda: enveloped({**STATEMENT, "more": 1}), "more than is signed"),
    "a list": (lambda: enveloped([]), "another type of statement"),
    "another type of payload": (lambda: enveloped(STATEMENT, type="text/plain"), "holds `text/plain`"),
    "another purpose": (lambda: enveloped(STATEMENT, namespace="alvara-approval@v1"), "does not belong to"),
    "a payload that was exchanged": (other_payload, "does not belong to"),
    "no envelope": (lambda: b"{}", "is no envelope"),
    "an envelope in other words": (lambda: SIGNED[SIGNATURE] + b"\n", "is not written as the one form"),
    "nothing": (lambda: b"", "is no envelope"),
}  # fmt: skip


@pytest.mark.parametrize("root", [None, PIN], ids=["unpinned", "pinned"])
@pytest.mark.parametrize("case", REFUSED)
def test_any_other_signature_is_refused_pinned_or_not(case: str, root: str | None) -> None:
    make, words = REFUSED[case]
    verdict = judge({**MADE, SIGNATURE: make()}, root)

    assert [line for line in errors(verdict) if line.startswith(f"{SIGNATURE}: ") and words in line], errors(verdict)
    assert verdict.vouched.signed == ()


def test_a_signature_that_was_damaged_anywhere_is_refused() -> None:
    envelope = parse_envelope(SIGNED[SIGNATURE])
    (id, encoded_armor), *_ = envelope.signatures
    armor = b64decode(encoded_armor)
    for at in range(0, len(armor), 7):
        other = bytes([*armor[:at], armor[at] ^ 1, *armor[at + 1 :]])
        broken = Envelope(envelope.payload_type, envelope.payload, ((id, b64encode(other).decode()),))
        assert not judge({**MADE, SIGNATURE: as_json(broken)}).holds


def test_a_bundle_that_was_changed_is_not_what_was_signed() -> None:
    other = {**bundle_of(WORLD, commit="b" * 40), SIGNATURE: SIGNED[SIGNATURE]}

    assert any("signs another bundle than this" in line for line in errors(judge(other)))


def rex(key: str, old: str, new: str) -> str:
    """Write the one who releases with something else under a key."""
    lines = person("rex", ("release",)).splitlines(keepends=True)
    return "".join(line.replace(old, new) if line.startswith(key) else line for line in lines)


WHO: Mapping[str, tuple[Callable[[], str], bool]] = {
    "for everything": (lambda: person("rex", ("release",)), True),
    "for all that there is": (lambda: person("rex", ("release",), "order"), True),
    "for something else": (lambda: person("rex", ("release",), "payroll"), False),
    "for a part of it": (lambda: person("rex", ("release",), "order.read"), False),
    "with a role that has ended": (lambda: rex("roles", '"2026-01-01"', '"2026-01-01", until: "2026-08-31"'), False),
    "with a role to come": (lambda: rex("roles", "2026-01-01", "2026-09-02"), False),
    "with a role that ends today": (lambda: rex("roles", '"2026-01-01"', '"2026-01-01", until: "2026-09-01"'), True),
    "with a key that has ended": (lambda: rex("keys", '"2026-01-01"', '"2026-01-01", until: "2026-08-31"'), False),
    "with a key to come": (lambda: rex("keys", "2026-01-01", "2026-09-02"), False),
    "as a program": (lambda: person("rex", ("release",)).replace("human", "bot"), False),
}  # fmt: skip


@pytest.mark.parametrize("case", WHO)
def test_who_may_release_is_judged_as_of_the_moment_of_the_bundle(case: str) -> None:
    write, holds = WHO[case]
    files = prepared(rooted(agreed(governed(rex=write()))))

    assert judge(signed(bundle_of(files)), pin(files)).holds == holds


def test_a_key_that_is_revoked_releases_nothing() -> None:
    revoked = f'revocations: [{{key: "{key("rex").public.fingerprint}", since: "2026-08-01", reason: stolen}}]\n'
    files = prepared(rooted(agreed({**governed(), "governance/revocations.yaml": revoked.encode()})))

    assert not judge(signed(bundle_of(files)), pin(files)).holds


def test_a_root_whose_newest_version_has_a_revoked_key_vouches_for_nothing() -> None:
    revoked = f'revocations: [{{key: "{key("ana").public.fingerprint}", since: always, reason: stolen}}]\n'
    files = rooted({**agreed(governed()), "governance/revocations.yaml": revoked.encode()})
    made = signed(bundle_of(prepared(files)))

    assert errors(judge(made, pin(files))) == [
        "evidence/governance/root/1.json: the key of `ana` is revoked and still vouches"
    ]


def test_who_releases_needs_the_role_for_what_is_published_and_not_for_drafts() -> None:
    rex = person("rex", ("release",), scope="order")
    other = CONTENT[READ].replace("id: order.read", "id: ship.read").replace("/orders", "/ships")
    draft = other.replace("status: active", "status: draft")
    for text, holds in ((draft, True), (other, False)):
        files = prepared(rooted(agreed(governed({**CONTENT, "capabilities/ship/read.yaml": text}, rex=rex))))

        assert judge(signed(bundle_of(files)), pin(files)).holds == holds


def test_without_a_governance_nobody_can_sign() -> None:
    content = {path: data for path, data in governed().items() if "cancel" not in path and "governance" not in path}
    made = bundle_of(encoded({**content, "docs/order.md": "---\nsemanticId: order\n---\n"}))

    assert judge(made).holds
    assert not judge(signed(made)).holds


@pytest.mark.parametrize("root", ["0" * 64, PIN.upper(), f"sha256:{PIN}"])
def test_another_pin_is_refused_and_the_same_one_in_other_letters_is_not(root: str) -> None:
    assert judge(SIGNED, root).holds == (root.lower().removeprefix("sha256:") == PIN)


def test_the_signature_travels_with_the_bundle(tmp_path: Path) -> None:
    folder, tar = str(tmp_path / "bundle"), str(tmp_path / "bundle.tar")
    write_folder(MADE, folder)
    write_folder(SIGNED, folder)
    write_tar(SIGNED, tar)

    assert all(verify(open_bundle(place), NOW, VALIDATORS, PIN).holds for place in (folder, tar))
    write_folder(MADE, folder)
    assert SIGNATURE in FolderFiles(folder).sizes(), "the same was built once more, and its signature taken away"
    write_folder({**MADE, MANIFEST: MADE[MANIFEST] + b"\n"}, folder)
    assert SIGNATURE not in FolderFiles(folder).sizes()


@pytest.mark.parametrize("files", [{**SIGNED, "agent-manifest.dsse.json.bak": b""}, {**SIGNED, "x": b""}])
def test_nothing_else_may_stand_beside_the_manifest(files: Files) -> None:
    assert [line for line in errors(judge(files, PIN)) if "is not in the manifest" in line]


def test_a_signature_among_the_listed_files_is_refused() -> None:
    manifest = json.loads(MADE[MANIFEST])
    listed = sorted([*manifest["files"], [SIGNATURE, 0, "0" * 64]])

    assert not judge({**SIGNED, MANIFEST: canonical({**manifest, "files": listed})}).holds
