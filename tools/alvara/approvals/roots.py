"""The root of trust: who vouches for what governs, and that each version was agreed on by the one before.

A root has no date, so neither has what `revocations.yaml` says of a root's keys: a key that is revoked, since whenever,
counts neither among the keys of the newest version nor among those who signed it. Older versions were made before that
was written, and stay as they are; to have the newest version without the key is what takes it out of the chain.
"""

from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.diagnostics.wording import listed
from alvara.documents.document import HARMLESS_TO_TRUST
from alvara.documents.load import load
from alvara.identity.digests import canonical, digest
from alvara.model.governance import GovernanceValues
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key
from alvara.signatures.sshsig import BadSignature, signer_of, verify

FORMAT, NAMESPACE = "alvara.root/1", "alvara-root@v1"
PARTS = ("people", "teams", "policy", "revocations")
"""What a root vouches for."""

MOST = 999_999
"""The last version that there can be."""

_SIGNED = frozenset({"format", "registry", "version", "keys", "threshold", "governance"})
_SIGN = "`alvara root sign --as PERSON --key FILE` adds a signature to the newest version"
_ANEW = "it vouches for nothing as it is: delete the file, and make the version anew with alvara root prepare"
_AGAIN = "put back what was signed, or have it signed again: alvara root sign --as PERSON --key FILE"
_PREPARE = "put it back, or make the next version: alvara root prepare"


class BadRoot(ValueError):
    """A file that is no root; its text is the reason, in plain words, `pointer` the place."""

    def __init__(self, words: str, pointer: Pointer = ()) -> None:
        """Keep the place."""
        super().__init__(words)
        self.pointer = pointer


class Root(NamedTuple):
    """A version of the root: whose keys vouch, how many have to, and for what. `signed` is what the signatures are of.

    `signatures` are the IDs of keys with the armor that stands beside them.
    """

    version: int
    registry: str
    keys: Mapping[str, PublicKey]
    threshold: int
    governance: Mapping[str, str]
    signatures: tuple[tuple[str, str], ...]
    signed: Mapping[str, Any]


class Signature(NamedTuple):
    """One that stands beside a version: under whose ID, with which key, and what is wrong with it, if anything."""

    id: str
    raw: bytes = b""
    fault: str = ""


class Objection(NamedTuple):
    """What speaks against a version, where in its file, and what can be done."""

    version: int
    words: str
    pointer: Pointer = ()
    tip: str = ""


class RootVerdict(NamedTuple):
    """What became of a chain of roots. `newest` is the last version that was reached without an objection."""

    pinned: bool
    newest: Root | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """The objections in words, by version; version 0 where they are about none in particular."""
        return tuple((one.version, one.words) for one in self.objections)


def pin_of(data: bytes) -> str:
    """Name a version by the bytes of its file: SHA-256, in hexadecimal.

    A checkout may have written its line ends otherwise, which in JSON say nothing: the name is that of the file as it
    is in git.
    """
    return sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def is_pinned(data: bytes, pin: str) -> bool:
    """Whether a pin is of these bytes, as they are or as they were before a checkout wrote their line ends."""
    return pin.lower().removeprefix("sha256:") in (sha256(data).hexdigest(), pin_of(data))


def signed_bytes(signed: Mapping[str, Any]) -> bytes:
    """Give the bytes that signatures are of."""
    return canonical(dict(signed))


def governance_digests(values: GovernanceValues) -> dict[str, str]:
    """Name what stands in `governance/`. A file that is not there is digested as null."""
    people = {id: dict(value) for id, value in values.people.items()}
    single = (values.teams, values.policy, values.revocations)
    return dict(zip(PARTS, map(digest, (people, *single)), strict=True))


def decode(data: bytes) -> Root:
    """Read a version out of its file. Raises `BadRoot` for whatever is not exactly one."""
    document = load("root.json", data)
    problem = next((p for p in document.problems if p.rule not in HARMLESS_TO_TRUST), None)
    if problem is not None:
        raise BadRoot(problem.message)
    return root_of(document.value)


def root_of(value: Any) -> Root:
    """The same, out of what the file says."""
    if not isinstance(value, dict) or value.keys() != {"signed", "signatures"}:
        raise BadRoot("it does not hold just `signed` and `signatures`")
    signed, signatures = value["signed"], value["signatures"]
    if not isinstance(signed, dict) or signed.keys() != _SIGNED or signed["format"] != FORMAT:
        raise BadRoot(f"what is signed has not just the keys of the format `{FORMAT}`", ("signed",))
    version, threshold, registry = signed["version"], signed["threshold"], signed["registry"]
    if type(version) is not int or type(threshold) is not int or not (0 < version <= MOST and 0 < threshold <= MOST):
        raise BadRoot(f"its version and its threshold are not whole numbers from 1 to {MOST:,}", ("signed",))
    governance = signed["governance"]
    if not isinstance(registry, str) or not _is_texts(governance) or governance.keys() != set(PARTS):
        raise BadRoot("it does not say what it vouches for, and in which registry", ("signed",))
    if not isinstance(signatures, list) or not all(
        _is_texts(one) and one.keys() == {"key", "signature"} for one in signatures
    ):
        raise BadRoot("its signatures are not a list of `key` and `signature`", ("signatures",))
    try:
        signed_bytes(signed)
    except ValueError:
        raise BadRoot("what is signed has a text or a number that no two programs write alike", ("signed",)) from None
    pairs = tuple((one["key"], one["signature"]) for one in signatures)
    return Root(version, registry, _keys(signed["keys"]), threshold, governance, pairs, signed)


def walk(
    roots: Mapping[int, bytes], pin: str | None, registry: str, digests: Mapping[str, str] | None,
    revoked: Collection[str] = (),
) -> RootVerdict:  # fmt: skip
    """Follow the versions from the pinned one to the newest, each agreed on by the one before.

    Without a pin they are followed from the first, which says that they belong together and not whose they are.
    `digests` are those of the governance that is there, None where nobody asks; `revoked` are the fingerprints of keys.
    An objection ends the walk: whatever comes behind rests on it.
    """
    start = next((n for n in sorted(roots) if is_pinned(roots[n], pin)), 0) if pin is not None else 1
    if not roots:
        return RootVerdict(False, None, () if pin is None else (Objection(0, "a root is pinned, and none is here"),))
    if not start:
        return RootVerdict(False, None, (Objection(0, "none of the versions that are here is the pinned one"),))
    before: Root | None = None
    for number in range(start, max(roots) + 1):
        if number not in roots:
            missing = Objection(number, f"version {number} is missing, and later ones rest on it")
            return RootVerdict(pin is not None, before, (missing,))
        try:
            root = decode(roots[number])
        except BadRoot as bad:
            return RootVerdict(pin is not None, before, (no_root(number, bad),))
        found = object_to(root, number, before, registry, revoked if number == max(roots) else ())
        if found is not None:
            return RootVerdict(pin is not None, before, (found,))
        before = root
    assert before is not None, "there is a version from which the walk began"
    other = None if digests is None else vouches_for_other(before, digests)
    return RootVerdict(pin is not None, before, () if other is None else (other,))


def no_root(number: int, bad: BadRoot) -> Objection:
    """Say of a version that its file holds none."""
    return Objection(number, f"this is no root: {bad}", bad.pointer, _ANEW)


def object_to(
    root: Root, number: int, before: Root | None, registry: str, revoked: Collection[str] = ()
) -> Objection | None:  # fmt: skip
    """Give the first thing that speaks against a version, which stands in the file with a number, behind another.

    The one behind nothing is the first, whose keys have all to sign, or one that is pinned: for that its own keys
    vouch, and what those of the one before have signed is nobody's matter any longer.
    """
    for words, pointer, tip in _objections(root, number, before, registry, revoked):
        return Objection(number, words, pointer, tip)
    return None


def vouches_for_other(root: Root, digests: Mapping[str, str]) -> Objection | None:
    """Say that what governs is not what a version vouches for."""
    other = [f"`{part}`" for part in PARTS if root.governance[part] != digests[part]]
    if not other:
        return None
    words = f"version {root.version} vouches for {listed(other)} in another state than `governance/` is in"
    return Objection(root.version, words, ("signed", "governance"), _PREPARE)


def judge_signatures(root: Root, before: Root | None) -> tuple[Signature, ...]:
    """Check what stands beside a version, by its own keys and by those of the one before."""
    return tuple(_judged(id, armor, root, before) for id, armor in root.signatures)


def still_to_sign(
    root: Root, before: Root | None, signatures: Collection[Signature], revoked: Collection[str] = ()
) -> str:  # fmt: skip
    """Say how many signatures are missing, and whose could be them; nothing where a version is complete."""
    raws = {one.raw for one in signatures if not one.fault}
    said = [_lack(root, root.version, raws, len(root.keys) if root.version == 1 else root.threshold, revoked)]
    if before is not None:
        said.append(_lack(before, root.version, raws, before.threshold, revoked))
    return ", and ".join(filter(None, said))


def _objections(
    root: Root, number: int, before: Root | None, registry: str, revoked: Collection[str]
) -> Iterator[tuple[str, Pointer, str]]:
    keys: dict[bytes, str] = {}
    if root.version != number:
        words = f"the file says that it is version {root.version}, and its name {number}"
        yield words, ("signed", "version"), f"rename it to {root.version}.json, if it belongs there"
    if root.registry != registry:
        words = f"it is the root of the registry `{root.registry}`, and this one is `{registry}`"
        yield words, ("signed", "registry"), _ANEW
    for id, key in sorted(root.keys.items()):
        if keys.setdefault(key.raw, id) != id:
            yield f"`{keys[key.raw]}` and `{id}` are one key, which vouches once", ("signed", "keys", id), _ANEW
        if key.fingerprint in revoked:
            yield f"the key of `{id}` is revoked and still vouches", ("signed", "keys", id), (
                "make the next version without it: alvara root prepare --key-holder PERSON, once for each that stays"
            )  # fmt: skip
    if root.threshold > len(root.keys):
        words = f"{root.threshold} of its keys have to sign, and it has {len(root.keys)}"
        yield words, ("signed", "threshold"), _ANEW
    signatures = judge_signatures(root, before)
    for place, signature in enumerate(signatures):
        if signature.fault and (before is not None or number == 1):
            words = f"the signature under `{signature.id}` does not hold: {signature.fault}"
            yield words, ("signatures", place), _AGAIN
    lacking = still_to_sign(root, before, signatures, revoked)
    if lacking:
        yield lacking, ("signatures",), _SIGN


def _judged(id: str, armor: str, root: Root, before: Root | None) -> Signature:
    held = [one.keys[id] for one in (root, before) if one is not None and id in one.keys]
    if not held:
        whose = f"this version or version {before.version}" if before is not None else "this version"
        return Signature(id, fault=f"`{id}` holds no key of {whose}")
    try:
        named = signer_of(armor)
        key = next((key for key in held if key.raw == named.raw), held[0])
        verify(armor, signed_bytes(root.signed), NAMESPACE, key)
    except BadSignature as bad:
        return Signature(id, fault=str(bad))
    return Signature(id, key.raw)


def _lack(of: Root, version: int, raws: Collection[bytes], wanted: int, revoked: Collection[str]) -> str:
    """Say how many of the keys of a version have not signed, though so many have to; nothing where enough have."""
    good = {id: key for id, key in of.keys.items() if key.fingerprint not in revoked}
    count = len({key.raw for key in good.values()} & set(raws))
    if count >= wanted:
        return ""
    whose = "its own keys" if of.version == version else f"the keys of version {of.version}"
    others = ", ".join(f"`{id}`" for id, key in sorted(good.items()) if key.raw not in raws)
    have = {0: "none", 1: "one"}.get(count, str(count))
    of_how_many = "all" if wanted == len(of.keys) else str(wanted)
    verb = "has" if of_how_many == "1" else "have"
    return f"{of_how_many} of {whose} {verb} to sign it and {have} did" + (f" ({others} did not)" if others else "")


def _keys(value: Any) -> dict[str, PublicKey]:
    if not _is_texts(value) or not value:
        raise BadRoot("its keys are not a map from people to the lines of their keys", ("signed", "keys"))
    found: dict[str, PublicKey] = {}
    for id, text in value.items():
        try:
            found[id] = parse_public_key(text)
        except BadKey as bad:
            raise BadRoot(f"the key of `{id}` cannot be used: {bad}", ("signed", "keys", id)) from None
    return found


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for pair in value.items() for one in pair)
