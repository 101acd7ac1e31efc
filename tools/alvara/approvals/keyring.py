"""The keys of everybody, read once. One that cannot be read opens nothing; rules say so where it stands."""

from collections.abc import Iterable, Mapping

from alvara.model.governance import Governance, Key, Person
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key

Keyring = Mapping[str, tuple[tuple[Key, PublicKey], ...]]
"""The keys that can be read, by the ID of the person."""


def keyring_of(people: Iterable[Person]) -> Keyring:
    """Read the keys of some people."""
    return {person.id: tuple(_readable(person)) for person in people}


def can_sign(person: Person, governance: Governance, day: str) -> bool:
    """Whether somebody has a key that counts on a day, or none at all yet, which is soon made."""
    if not person.keys:
        return True
    revoked = {revocation.key for revocation in governance.revocations if revocation.voids(day)}
    return any(key.window.holds(day) and public.fingerprint not in revoked for key, public in _readable(person))


def _readable(person: Person) -> Iterable[tuple[Key, PublicKey]]:
    for key in person.keys:
        try:
            yield key, parse_public_key(key.text)
        except BadKey:
            continue
