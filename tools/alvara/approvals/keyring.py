"""The keys of everybody, read once. One that cannot be read opens nothing; rules say so where it stands."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from alvara.model.governance import Governance, Key, Person, Revocation
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key

Keyring = Mapping[str, tuple[tuple[Key, PublicKey], ...]]
"""The keys that can be read, by the ID of the person."""


def keyring_of(people: Iterable[Person]) -> Keyring:
    """Read the keys of some people."""
    return {person.id: tuple(_readable(person.keys)) for person in people}


def can_sign(person: Person, governance: Governance, day: str) -> bool:
    """Whether somebody has a key that counts on a day, or none at all yet, which is soon made."""
    return not person.keys or _is_one_good(person.keys, governance.revocations, day)


@lru_cache(maxsize=1 << 14)
def _is_one_good(keys: tuple[Key, ...], revocations: tuple[Revocation, ...], day: str) -> bool:
    """Whether one of some keys counts on a day. The same is asked about everybody for each definition."""
    revoked = {revocation.key for revocation in revocations if revocation.voids(day)}
    return any(key.window.holds(day) and public.fingerprint not in revoked for key, public in _readable(keys))


def _readable(keys: Iterable[Key]) -> Iterable[tuple[Key, PublicKey]]:
    for key in keys:
        try:
            yield key, parse_public_key(key.text)
        except BadKey:
            continue
