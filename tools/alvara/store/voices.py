"""Who speaks in a list of stops: whose keys signed an entry, and as what they could when it was written."""

from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from alvara.approvals.agreement import people_in
from alvara.approvals.keyring import Keyring, keyring_of, revocations_by_key
from alvara.approvals.quorum import Voice
from alvara.approvals.subject import highest
from alvara.model.capability import RISKS
from alvara.model.governance import Governance, Person, Revocation
from alvara.signatures.dsse import signed_by
from alvara.signatures.sshsig import BadSignature, signer_of
from alvara.store.denials import NAMESPACE, BadDenyList, Entry, Listed, Signed


class Weighed(NamedTuple):
    """A capability as far as it tells who may give it back: the level of risk, and who proposed it, people or teams."""

    risk: str
    proposers: tuple[str, ...] = ()


UNKNOWN = Weighed(RISKS[-1])
"""What no bundle tells of takes what is gravest."""


class Bench(NamedTuple):
    """Who sits in judgment on a list, as the active bundle says: whose list it is, who governs, what has which name.

    `meant` gives the ID that a name stands for, None where it stands for nothing; `weighed` is asked with IDs.
    """

    registry: str
    governance: Governance | None
    keyring: Keyring
    revoked: Mapping[bytes, tuple[Revocation, ...]]
    meant: Callable[[str], str | None]
    weighed: Callable[[str], Weighed]


class Signer(NamedTuple):
    """Somebody whose key counted when an entry was written, and its bytes."""

    person: Person
    key: bytes


class Heard(NamedTuple):
    """An entry whose signatures hold, with who signed it; nobody where nobody was known who could."""

    signed: Signed
    signers: tuple[Signer, ...] = ()

    @property
    def entry(self) -> Entry:
        """What they signed."""
        return self.signed.entry


def bench_of(
    registry: str, governance: Governance | None, meant: Callable[[str], str | None],
    weighed: Callable[[str], Weighed],
) -> Bench:  # fmt: skip
    """Read the keys that entries are judged by."""
    keyring = {} if governance is None else keyring_of(governance.people.values())
    revoked = {} if governance is None else revocations_by_key(keyring, governance)
    return Bench(registry, governance, keyring, revoked, meant, weighed)


def weighed_in(bodies: Iterable[Mapping[str, object]], governance: Governance | None) -> Weighed:
    """Weigh a capability by all of its majors: the highest risk counts, and everybody who proposed one."""
    risks: list[str] = []
    proposers: list[str] = []
    floors = {} if governance is None else governance.risk_floors
    for body in bodies:
        floor = floors.get(str(body.get("action", "custom")), "")
        risks += [str(body["risk"]), *filter(None, (floor,))]
        said = body.get("proposedBy", ())
        proposers += map(str, said if isinstance(said, Sequence) else ())
    return Weighed(highest(risks), tuple(proposers)) if risks else UNKNOWN


def hear(listed: Listed, bench: Bench) -> tuple[Heard, ...]:
    """Tell who signed what. Raises `BadDenyList` where an entry is not by who it says, or by somebody who might not.

    What nobody signed was written when nobody was known who could, and so comes ahead of all that is signed.
    """
    keys = {public.fingerprint: public for owned in bench.keyring.values() for _, public in owned}
    owners: dict[bytes, list[str]] = {}
    for id, owned in bench.keyring.items():
        for _, public in owned:
            owners.setdefault(public.raw, []).append(id)
    found: list[Heard] = []
    for signed in listed:
        entry, place = signed.entry, f"entry {signed.entry.sequence}"
        if entry.by is None:
            if found and found[-1].entry.by is not None:
                raise BadDenyList(f"{place} is not signed, and comes after one that is")
            found.append(Heard(signed))
            continue
        if bench.governance is None:
            raise BadDenyList(f"{place} is signed by `{entry.by}`, and the active bundle does not say who that is")
        prints = list(_prints(signed, place))
        for fingerprint in prints:
            if fingerprint not in keys:
                raise BadDenyList(f"{place} is signed with {fingerprint}, a key of nobody who is known")
        given = {fingerprint: keys[fingerprint] for fingerprint in prints}
        if len(signed_by(signed.envelope, given, NAMESPACE)) != len(prints):
            raise BadDenyList(f"{place} has a signature that does not belong to what it is said to sign")
        raws = [public.raw for public in given.values()]
        signers = tuple(_signers(entry, raws, owners, bench.governance, bench))
        _check_author(entry, signers, bench, place)
        found.append(Heard(signed, signers))
    return tuple(found)


def roles_of(person: Person, id: str, day: str, governance: Governance) -> Iterator[tuple[str, str]]:
    """Yield the roles in which somebody may speak of an ID on a day, each with the seat: their own, or one lent."""
    for role in sorted({one.role for other in governance.people.values() for one in other.roles}):
        if person.may(role, id, day):
            yield role, person.id
        for owner in governance.people.values():
            if person.kind == "human" and owner.lets(person.id, role, id, day):
                yield role, owner.id


def may_speak(person: Person, id: str, day: str, governance: Governance) -> bool:
    """Whether somebody may speak of an ID on a day in any role, which is enough to stop it."""
    return next(roles_of(person, id, day, governance), None) is not None


def voices_on(id: str, entry: Entry, signers: Iterable[Signer], bench: Bench) -> list[Voice]:
    """Give whose word counts that something is given back: of nobody who proposed it, and under no revoked key."""
    governance = bench.governance
    if governance is None:
        return []
    authors = people_in(bench.weighed(id).proposers, governance)
    return [
        Voice(role, person.id, seat, key)
        for person, key in signers
        if not any(one.voids(entry.issued_at) for one in bench.revoked.get(key, ()))
        for role, seat in roles_of(person, id, entry.issued_at[:10], governance)
        if authors.isdisjoint((person.id, seat))
    ]


def _prints(signed: Signed, place: str) -> Iterator[str]:
    """Yield the fingerprint of each key that is said to have signed, once each."""
    seen: set[bytes] = set()
    for id, encoded in signed.signatures:
        try:
            key = signer_of(b64decode(encoded).decode("ascii"))
        except (BadSignature, ValueError) as error:
            raise BadDenyList(f"{place} has a signature that cannot be read: {error}") from None
        if key.raw in seen:
            raise BadDenyList(f"{place} is signed twice with one key")
        if id != key.fingerprint:
            raise BadDenyList(f"{place} has a signature that is not called by its key, {key.fingerprint}")
        seen.add(key.raw)
        yield key.fingerprint


def _signers(
    entry: Entry, raws: Iterable[bytes], owners: Mapping[bytes, Sequence[str]], governance: Governance, bench: Bench
) -> Iterator[Signer]:  # fmt: skip
    """Yield whose keys signed an entry, as far as a key counted when it was written."""
    day = entry.issued_at[:10]
    for raw in raws:
        for id in dict.fromkeys(owners[raw]):
            if any(public.raw == raw and key.window.holds(day) for key, public in bench.keyring[id]):
                yield Signer(governance.people[id], raw)


def _check_author(entry: Entry, signers: Iterable[Signer], bench: Bench, place: str) -> None:
    """Refuse an entry that is not signed by who wrote it, and a stop by whom it does not concern."""
    author = next((signer.person for signer in signers if signer.person.id == entry.by), None)
    if author is None:
        raise BadDenyList(f"{place} is by `{entry.by}`, and not signed with a key that was theirs then")
    if entry.decision == "undeny" or bench.governance is None:
        return
    day, ids = entry.issued_at[:10], {entry.capability, bench.meant(entry.capability) or entry.capability}
    if not any(may_speak(author, id, day, bench.governance) for id in ids):
        raise BadDenyList(f"{place}: `{entry.by}` had no role for `{entry.capability}` on {day}")
