"""The list of what was stopped: entries in a chain, each signed, each naming the one before; what `deny.json` says.

An entry takes a capability away from everybody (`deny`), or proposes to give it back (`undeny`). Nothing is ever taken
out of the list. A signature is over the payload of its entry alone, and the name of an entry is the digest of that, so
that others can sign an entry later, where one signature is not enough, and the chain stays as it is.
"""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from alvara.bundle.wire import Malformed, parse_json
from alvara.identity.digests import canonical
from alvara.signatures.dsse import BadEnvelope, Envelope, as_value, envelope_of
from alvara.store.refusing import BadStore
from alvara.store.wire import Check, is_count, is_moment, is_registry, matches, or_null

FORMAT = "alvara.deny/1"
PAYLOAD_TYPE = "application/vnd.alvara.deny+json"
NAMESPACE = "alvara-deny@v1"
"""What a signature under an entry is for (PROTOCOL.sshsig): none of an approval, a root or a release is one."""

LARGEST = 16 << 20
"""Bytes of a list."""

MOST = 10_000
"""Entries of a list."""

LONGEST_REASON = 1_000
_LONGEST_NAME, _MOST_NAMES = 200, 256

Decision = Literal["deny", "undeny"]


class BadDenyList(BadStore):
    """A list that cannot be read or does not hold, so that nobody knows what was stopped. The message says in what."""


class Entry(NamedTuple):
    """One entry. `also` is what the capability is called besides, so that bundles that know only that stop too.

    `sequence` counts from 1, `previous` is the digest of the entry before, None for the first. `by` is the ID of who
    wrote it, None where nobody is known who could sign. `issued_at` is RFC 3339 in UTC.
    """

    decision: Decision
    registry: str
    capability: str
    also: tuple[str, ...]
    sequence: int
    previous: str | None
    reason: str
    by: str | None
    issued_at: str

    @property
    def names(self) -> frozenset[str]:
        """Every name that it is about."""
        return frozenset((self.capability, *self.also))

    @property
    def payload(self) -> bytes:
        """What is signed."""
        return canonical(
            {
                "decision": self.decision, "registry": self.registry, "capability": self.capability,
                "alsoCalled": list(self.also), "sequence": self.sequence, "previous": self.previous,
                "reason": self.reason, "by": self.by, "issuedAt": self.issued_at,
            }
        )  # fmt: skip

    @property
    def digest(self) -> str:
        """The name of the entry, in hexadecimal."""
        return sha256(self.payload).hexdigest()


class Signed(NamedTuple):
    """An entry and the signatures under it, which nobody has checked yet; none where `by` is None."""

    entry: Entry
    signatures: tuple[tuple[str, str], ...] = ()

    @property
    def envelope(self) -> Envelope:
        """What signatures are checked by."""
        return Envelope(PAYLOAD_TYPE, self.entry.payload, self.signatures)

    def with_signature(self, key: str, armor: str) -> "Signed":
        """Add a signature, under the ID of a key."""
        more = (*self.signatures, (key, b64encode(armor.encode()).decode()))
        return self._replace(signatures=tuple(sorted(more)))


Listed = tuple[Signed, ...]
"""A list, from its first entry to its last."""


def parse_list(data: bytes, registry: str) -> Listed:
    """Read the list of a registry: one spelling, known keys only, and a chain without a gap. Raises `BadDenyList`."""
    if len(data) > LARGEST:
        raise BadDenyList(f"has {len(data):,} bytes, more than the {LARGEST:,} that a list of stops may have")
    try:
        value = parse_json(data)
    except Malformed as error:
        raise BadDenyList(str(error)) from None
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise BadDenyList(f"does not have the format `{FORMAT}`, which this alvara reads")
    if value.keys() != {"format", "registry", "entries"} or not isinstance(value["entries"], list):
        raise BadDenyList("has not just the keys `format`, `registry` and `entries`")
    if value["registry"] != registry:
        raise BadDenyList("is the list of another registry than that of the active bundle")
    if len(value["entries"]) > MOST:
        raise BadDenyList(f"has more than {MOST:,} entries")
    found = tuple(_signed(one, f"entry {number}") for number, one in enumerate(value["entries"], 1))
    _check_chain(found, registry)
    return found


def write_list(registry: str, entries: Sequence[Signed]) -> bytes:
    """Write a list."""
    held = [as_value(one.envelope) for one in entries]
    return canonical({"format": FORMAT, "registry": registry, "entries": held})


def following(
    listed: Sequence[Signed], decision: Decision, registry: str, capability: str, also: Sequence[str], reason: str,
    by: str | None, issued_at: str,
) -> Entry:  # fmt: skip
    """Make the entry that comes next."""
    last = listed[-1].entry.digest if listed else None
    names = tuple(sorted(set(also) - {capability}))
    return Entry(decision, registry, capability, names, len(listed) + 1, last, reason, by, issued_at)


def is_reason(value: Any) -> bool:
    """Whether a value is a reason: text that is neither empty nor very long."""
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST_REASON and _is_text(value)


def _is_text(value: str) -> bool:
    """Whether it can be written as UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME


def _are_names(value: Any) -> bool:
    return (
        isinstance(value, list) and len(value) <= _MOST_NAMES and all(map(_is_name, value))
        and value == sorted(set(value))
    )  # fmt: skip


_CHECKS: dict[str, Check] = {
    "decision": lambda value: value in ("deny", "undeny"), "registry": is_registry, "capability": _is_name,
    "alsoCalled": _are_names, "sequence": is_count, "previous": or_null(matches(r"[0-9a-f]{64}")),
    "reason": is_reason, "by": or_null(matches(r"[a-z0-9][a-z0-9-]{0,38}")), "issuedAt": is_moment,
}  # fmt: skip


def _signed(value: Any, place: str) -> Signed:
    try:
        envelope = envelope_of(value, unsigned=True)
        said = parse_json(envelope.payload)
    except BadEnvelope as bad:
        raise BadDenyList(f"{place} is no envelope: {bad}") from None
    except Malformed as error:
        raise BadDenyList(f"{place} holds what {error}") from None
    if envelope.payload_type != PAYLOAD_TYPE:
        raise BadDenyList(f"{place} does not hold `{PAYLOAD_TYPE}`")
    if not isinstance(said, dict) or said.keys() != _CHECKS.keys():
        raise BadDenyList(f"{place} has not just the keys {', '.join(_CHECKS)}")
    for key, check in _CHECKS.items():
        if not check(said[key]):
            raise BadDenyList(f"{place} has a `{key}` that is none")
    if (said["by"] is None) != (not envelope.signatures):
        words = "names nobody and is signed" if envelope.signatures else f"is by `{said['by']}` and not signed"
        raise BadDenyList(f"{place} {words}")
    entry = Entry(
        said["decision"], said["registry"], said["capability"], tuple(said["alsoCalled"]), said["sequence"],
        said["previous"], said["reason"], said["by"], said["issuedAt"],
    )  # fmt: skip
    return Signed(entry, envelope.signatures)


def _check_chain(listed: Listed, registry: str) -> None:
    previous: str | None = None
    for number, (entry, _) in enumerate(listed, 1):
        if entry.registry != registry:
            raise BadDenyList(f"entry {number} is of another registry")
        if entry.sequence != number or entry.previous != previous:
            raise BadDenyList(f"entry {number} does not follow the one before it: something was taken out, or moved")
        previous = entry.digest
