"""Who released a bundle: a DSSE envelope beside the manifest, signed with the key of somebody who may release.

Its payload is an in-toto statement with SLSA's provenance, version 1: which bundle, made of which commit of which
registry, under which tag. What it says is worked out again from the bundle and compared as a whole, so that nothing in
it is taken on trust.
"""

from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from alvara.approvals.keyring import keyring_of, revocations_by_key
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest
from alvara.bundle.wire import Malformed, parse_json
from alvara.identity.digests import canonical
from alvara.model.governance import EVERYTHING, Governance, Person, is_within
from alvara.signatures import dsse
from alvara.signatures.keys import PublicKey
from alvara.signatures.signing import Signer
from alvara.signatures.sshsig import BadSignature, signer_of

NAMESPACE = "alvara-bundle@v1"
PAYLOAD_TYPE = "application/vnd.in-toto+json"
PREDICATE_TYPE = "https://slsa.dev/provenance/v1"
ROLE = "release"
_STATEMENT, _BUILD, _BUILDER = (
    "https://in-toto.io/Statement/v1", "https://alvara.dev/bundle/v1", "https://alvara.dev",
)  # fmt: skip
_TELLING: tuple[tuple[str, tuple[str | int, ...]], ...] = (
    ("type of statement", ("_type",)), ("predicateType", ("predicateType",)), ("bundle", ("subject",)),
    ("kind of build", ("predicate", "buildDefinition", "buildType")),
    ("registry", ("predicate", "buildDefinition", "externalParameters", "registry")),
    ("tag", ("predicate", "buildDefinition", "externalParameters", "tag")),
    ("commit", ("predicate", "buildDefinition", "resolvedDependencies")),
    ("builder", ("predicate", "runDetails")),
)  # fmt: skip
"""What is told apart where a statement is about something else, and where it stands."""


class Signed(NamedTuple):
    """Who signed a bundle, by the IDs of people, and what is wrong with the envelope."""

    people: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def statement_of(manifest: Manifest, data: bytes, tag: str) -> dict[str, Any]:
    """Say what is signed of a bundle; `data` is its manifest as it is written."""
    commit = manifest.source.commit
    return {
        "_type": _STATEMENT,
        "subject": [
            {"name": MANIFEST, "digest": {"sha256": sha256(data).hexdigest()}},
            {"name": "bundle", "digest": {"sha256": manifest.digest.removeprefix("sha256:")}},
        ],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "buildDefinition": {
                "buildType": _BUILD,
                "externalParameters": {"tag": tag, "registry": manifest.registry},
                "resolvedDependencies": [{"uri": manifest.registry, "digest": {"gitCommit": commit or ""}}],
            },
            "runDetails": {"builder": {"id": _BUILDER}},
        },
    }


def sign_bundle(manifest: Manifest, data: bytes, tag: str, signer: Signer) -> bytes:
    """Sign a bundle. Gives the file that stands beside its manifest."""
    payload = canonical(statement_of(manifest, data, tag))
    return dsse.as_json(dsse.sign(PAYLOAD_TYPE, payload, {signer.public.fingerprint: signer}, NAMESPACE))


def release_keys(
    governance: Governance, moment: str, ids: Iterable[str] = (), person: str | None = None
) -> dict[str, tuple[str, PublicKey]]:
    """Give the keys of the people, or of one, who may release these IDs at a moment: by fingerprint, with whose it is.

    A role that is held for everything covers whatever there is; a narrower one has to hold each of the IDs.
    """
    listed, found = tuple(ids), dict[str, tuple[str, PublicKey]]()
    day = moment[:10]
    people = [one for one in governance.people.values() if person in (None, one.id) and _may(one, listed, day)]
    keyring = keyring_of(people)
    revoked = revocations_by_key(keyring, governance)
    for id, keys in sorted(keyring.items()):
        for key, public in keys:
            void = any(revocation.voids(moment) for revocation in revoked.get(public.raw, ()))
            if key.window.holds(day) and not void:
                found.setdefault(public.fingerprint, (id, public))
    return found


def judge_signature(envelope: bytes, meant: Mapping[str, Any], keys: Mapping[str, tuple[str, PublicKey]]) -> Signed:
    """Tell who of those who may has signed what is meant, and what is wrong; nothing else may be signed."""
    try:
        read = dsse.parse_envelope(envelope)
    except dsse.BadEnvelope as bad:
        return Signed((), (f"is no envelope of a signature: {bad}",))
    if dsse.as_json(read) != envelope:
        return Signed((), ("is not written as the one form of an envelope that is read",))
    if read.payload_type != PAYLOAD_TYPE:
        return Signed((), (f"holds `{read.payload_type}`, not `{PAYLOAD_TYPE}`",))
    faults = [*_misstated(read.payload, meant), *_unknown(read, keys)]
    if faults:
        return Signed((), tuple(faults))
    prints = {fingerprint: public for fingerprint, (_, public) in keys.items()}
    signed = dsse.signed_by(read, prints, NAMESPACE)
    if len(signed) != len(read.signatures):
        return Signed((), ("holds a signature that does not belong to what it is said to sign",))
    return Signed(tuple(sorted({keys[fingerprint][0] for fingerprint in signed})))


def _may(person: Person, ids: tuple[str, ...], day: str) -> bool:
    roles = [one for one in person.roles if one.role == ROLE and one.window.holds(day)]
    scopes = [scope for role in roles for scope in role.scope]
    if person.kind != "human" or not scopes:
        return False
    return EVERYTHING in scopes or (bool(ids) and all(any(is_within(id, scope) for scope in scopes) for id in ids))


def _misstated(payload: bytes, meant: Mapping[str, Any]) -> Iterator[str]:
    """Say in what the statement is about something else than this bundle."""
    try:
        said = parse_json(payload)
    except Malformed as error:
        yield f"signs what {error}"
        return
    other = [name for name, place in _TELLING if _at(said, place) != _at(meant, place)]
    if other:
        yield f"signs another {other[0]} than this bundle's"
    elif said != meant:
        yield "signs more than is signed of a bundle"


def _unknown(envelope: dsse.Envelope, keys: Mapping[str, tuple[str, PublicKey]]) -> Iterator[str]:
    """Say which signatures are by nobody who may release, or by one key again."""
    seen: set[bytes] = set()
    for _, encoded in envelope.signatures:
        try:
            key = signer_of(b64decode(encoded).decode("ascii"))
        except (BadSignature, UnicodeDecodeError, ValueError) as error:
            yield f"holds a signature that cannot be read: {error}"
            continue
        if key.fingerprint not in keys:
            yield f"is signed with {key.fingerprint}, a key of nobody who might release this when it was made"
        elif key.raw in seen:
            yield f"is signed twice with one key, {key.fingerprint}"
        seen.add(key.raw)


def _at(value: Any, place: tuple[str | int, ...]) -> Any:
    for key in place:
        value = value.get(key) if isinstance(value, dict) else None
    return value
