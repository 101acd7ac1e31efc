"""The `root` verb: what the root of trust says, its next version, and a signature under it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from alvara.app.filechange import FileChange, new_file
from alvara.app.governing import governance_values, read_governance, read_roots
from alvara.app.root_editing import edit_adding, written
from alvara.approvals.governed import revoked_in
from alvara.approvals.root_chain import Chain, chain_of
from alvara.approvals.roots import (
    FORMAT,
    MOST,
    BadRoot,
    Objection,
    Root,
    Signature,
    decode,
    governance_digests,
    judge_signatures,
    signed_bytes,
    still_to_sign,
    vouches_for_other,
    walk,
)
from alvara.documents.edit import Edit
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.identity.suggestions import did_you_mean
from alvara.model.filekind import GOVERNANCE
from alvara.model.governance import Governance, Person
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key


class NotRooted(Exception):
    """What was asked for cannot be done; the text says why, and what would help."""


class Step(NamedTuple):
    """What becomes of a version. `change` is None where that is so already."""

    version: int
    words: str
    change: FileChange | None = None


class Unsigned(NamedTuple):
    """The newest version with the one before it, its file as it is, and the keys that somebody may sign it with."""

    root: Root
    before: Root | None
    data: bytes
    held: tuple[PublicKey, ...]
    revoked: frozenset[str]

    @property
    def message(self) -> bytes:
        """What is to be signed."""
        return signed_bytes(self.root.signed)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """What stands beside it."""
        return judge_signatures(self.root, self.before)

    @property
    def lacking(self) -> str:
        """Whose signatures are missing."""
        return still_to_sign(self.root, self.before, self.signatures, self.revoked)


def path_of(number: int) -> str:
    """Give the file of a version."""
    return f"{GOVERNANCE}/root/{number}.json"


def read_chain(tree: FileTree, registry: str, pin: str | None) -> Chain:
    """Read all versions and judge them. Raises `Incomplete` where what governs cannot be read."""
    values = governance_values(tree)
    return chain_of(read_roots(tree), pin, registry, governance_digests(values), revoked_in(values))


def prepare(
    tree: FileTree, validators: Validators, registry: str, holders: Sequence[str], threshold: int | None, day: str
) -> Step:  # fmt: skip
    """Make the next version, for what governs now; `holders` are people, or `person/key` where one has several.

    Without holders they stay who they were. Raises `Incomplete`, or `NotRooted`.
    """
    governance, values = read_governance(tree, validators), governance_values(tree)
    if governance is None:
        raise NotRooted(f"there is nothing in `{GOVERNANCE}/` that a root could vouch for; write that first")
    roots, revoked = read_roots(tree), revoked_in(values)
    newest, waiting = _newest(roots, registry)
    basis = waiting or newest
    keys = _keys_of(holders, basis, governance, revoked, day)
    asked = threshold or (len(keys) // 2 + 1 if holders or basis is None else basis.threshold)
    if asked > len(keys):
        raise NotRooted(f"{asked} of the keys are to sign, and there are {len(keys)}; name more with --key-holder")
    number = newest.version + 1 if newest is not None else 1
    if number > MOST:
        raise NotRooted(f"there is no version after {MOST:,}")
    says = {
        "format": FORMAT, "registry": registry, "version": number, "keys": {id: keys[id].text for id in sorted(keys)},
        "threshold": asked, "governance": governance_digests(values),
    }  # fmt: skip
    if waiting is not None:
        return _prepared_anew(number, says, waiting, roots[number])
    if newest is not None and {**newest.signed, "version": number} == says:
        return Step(newest.version, f"version {newest.version} vouches for this already")
    return Step(number, f"version {number} is prepared", new_file(path_of(number), written(says)))


def find_unsigned(tree: FileTree, registry: str, person: str) -> Unsigned:
    """Find the version that somebody may sign. Raises `Incomplete`, or `NotRooted`.

    Nobody signs what vouches for another state of what governs than the one that they can look at.
    """
    roots, values = read_roots(tree), governance_values(tree)
    if not roots:
        raise NotRooted(f"there is no root of trust; make one: alvara root prepare --key-holder {person}")
    _newest(roots, registry)
    root = decode(roots[max(roots)])
    before = decode(roots[root.version - 1]) if root.version > 1 else None
    both = [root] if before is None else [root, before]
    held = tuple(one.keys[person] for one in both if person in one.keys)
    if not held:
        holders = ", ".join(sorted({id for one in both for id in one.keys}))
        raise NotRooted(f"`{person}` holds no key of version {root.version}; those who do are {holders}")
    other = vouches_for_other(root, governance_digests(values))
    if other is not None:
        raise NotRooted(f"{other.words}; {other.tip}")
    return Unsigned(root, before, roots[root.version], held, revoked_in(values))


def check_key(waiting: Unsigned, person: str, key: PublicKey) -> Step | None:
    """Give the step that is done already, None where the key may sign. Raises `NotRooted` where it may not."""
    version = waiting.root.version
    if all(key.raw != one.raw for one in waiting.held):
        known = " or ".join(dict.fromkeys(one.fingerprint for one in waiting.held))
        raise NotRooted(f"the key {key.fingerprint} is not that of `{person}` in the root, which is {known}")
    if any(not one.fault and one.raw == key.raw for one in waiting.signatures):
        return Step(version, f"`{person}` has signed version {version} already")
    if key.fingerprint in waiting.revoked:
        raise NotRooted(f"the key {key.fingerprint} is revoked, so its signature would not count")
    if not waiting.lacking:
        raise NotRooted(f"version {version} is complete, and one more signature would change how it is pinned")
    return None


def with_signature(waiting: Unsigned, person: str, armor: str) -> Step:
    """Add a signature, in place of those of the same person that do not hold. Whatever else stands there stays."""
    version, path = waiting.root.version, path_of(waiting.root.version)
    broken = frozenset(place for place, one in enumerate(waiting.signatures) if one.fault and one.id == person)
    before = waiting.data.decode()
    edit = edit_adding(before, person, armor, broken)
    change = FileChange(path, path, before, (edit,))
    lacking = waiting._replace(root=decode(change.data)).lacking
    words = f"`{person}` has signed version {version}"
    return Step(version, f"{words}; {lacking}" if lacking else f"{words}, which is complete", change)


def _newest(roots: Mapping[int, bytes], registry: str) -> tuple[Root | None, Root | None]:
    """Give the newest version that is complete, and the one behind it that waits for signatures. Raises `NotRooted`.

    A key that has been revoked since is no reason not to carry on from there: that is how it gets out.
    """
    if not roots:
        return None, None
    verdict = walk(roots, None, registry, None)
    if not verdict.objections:
        return verdict.newest, None
    objection = verdict.objections[0]
    if objection.version == max(roots) and objection.pointer[:1] == ("signatures",):
        try:
            return verdict.newest, decode(roots[objection.version])
        except BadRoot as bad:
            raise NotRooted(_told(objection)) from bad
    raise NotRooted(_told(objection))


def _told(objection: Objection) -> str:
    return f"{path_of(objection.version)}: {objection.words}" + (f"; {objection.tip}" if objection.tip else "")


def _prepared_anew(number: int, says: Mapping[str, Any], waiting: Root, data: bytes) -> Step:
    """Write a version that waits for signatures anew; one that somebody has signed stays as it is."""
    if waiting.signed == says:
        return Step(number, f"version {number} is prepared already, and waits for signatures")
    path = path_of(number)
    if waiting.signatures:
        names = ", ".join(dict.fromkeys(id for id, _ in waiting.signatures))
        raise NotRooted(f"{path} says something else and is signed by {names}; to begin anew, delete it first")
    before = data.decode()
    edit = Edit(0, len(before), written(says))
    return Step(number, f"version {number} is prepared anew", FileChange(path, path, before, (edit,)))


def _keys_of(
    holders: Sequence[str], basis: Root | None, governance: Governance, revoked: frozenset[str], day: str
) -> Mapping[str, PublicKey]:  # fmt: skip
    if not holders:
        if basis is None:
            raise NotRooted("nobody holds a key of the first version yet; name them: --key-holder PERSON")
        out = [id for id, key in basis.keys.items() if key.fingerprint in revoked]
        if out:
            raise NotRooted(f"the key of `{out[0]}` is revoked; name who holds keys from now on: --key-holder PERSON")
        return basis.keys
    keys: dict[str, PublicKey] = {}
    whose: dict[bytes, str] = {}
    for holder in holders:
        id, _, name = holder.partition("/")
        person = governance.people.get(id)
        if person is None:
            tip = did_you_mean(id, governance.people)
            raise NotRooted(f"`{id}` is nobody in `{GOVERNANCE}/people/`" + (f"; {tip}" if tip else ""))
        if id in keys:
            raise NotRooted(f"`{id}` is named twice, and holds one key of the root")
        if person.kind != "human":
            raise NotRooted(f"`{id}` is a bot, and only people vouch")
        keys[id] = _key_of(person, name, basis, revoked, day)
        other = whose.setdefault(keys[id].raw, id)
        if other != id:
            raise NotRooted(f"`{other}` and `{id}` have the same key, which vouches once")
    return keys


def _key_of(person: Person, name: str, basis: Root | None, revoked: frozenset[str], day: str) -> PublicKey:
    """Choose the key of a person that counts on a day: the one that is in the root already, the named one, the only."""
    usable: dict[str, PublicKey] = {}
    for key in person.keys:
        try:
            public = parse_public_key(key.text)
        except BadKey:
            continue
        if key.window.holds(day) and public.fingerprint not in revoked and name in ("", key.id):
            usable[key.id] = public
    held = basis.keys.get(person.id) if basis is not None else None
    kept = [public for public in usable.values() if held is not None and public.raw == held.raw]
    found = kept or list(usable.values())
    if not found:
        called = f" called `{name}`" if name else ""
        raise NotRooted(f"`{person.id}` has no key{called} that counts on {day}")
    if len(found) > 1:
        names = " or ".join(f"--key-holder {person.id}/{id}" for id in usable)
        raise NotRooted(f"`{person.id}` has several keys that count on {day}; name one: {names}")
    return found[0]
