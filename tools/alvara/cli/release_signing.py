"""Who signs a release where there is a `governance/`: somebody who may, with a key of theirs, from a pinned root."""

from collections.abc import Mapping
from typing import NamedTuple

from alvara.adapters.ssh_agent import NoAgent
from alvara.adapters.tagging import NoTag, read_tag, tag_object, write_tag
from alvara.app.governing import read_governance
from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.manifest import parse_manifest
from alvara.bundle.provenance import ROLE, release_keys, sign_bundle
from alvara.bundle.wire import parse_json
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground
from alvara.cli.release_tags import NAMESPACE
from alvara.cli.signers import Chosen, key_in, key_of_agent, sign
from alvara.model.governance import Governance, Person
from alvara.signatures.keys import PublicKey
from alvara.signatures.sshsig import BadSignature

Keys = Mapping[str, tuple[str, PublicKey]]


class Wanted(NamedTuple):
    """How a release is to be signed, as it was asked for; empty texts stand for what was not."""

    key: str = ""
    person: str = ""
    pin: str = ""


class Releaser(NamedTuple):
    """Who signs, and with what."""

    person: Person
    chosen: Chosen


def check_wanted(wanted: Wanted, *, governed: bool) -> None:
    """Refuse what does not go with what there is. Raises `CannotLook`."""
    if governed and not wanted.pin:
        raise CannotLook(
            "a release of what is governed starts from a root of trust: name it with --root SHA256 or ALVARA_ROOT; "
            "`alvara root show` prints those of this registry, and its owners say which is the right one"
        )
    if not governed and wanted.pin:
        raise CannotLook("a root of trust is pinned, and there is no `governance/` in HEAD for it to vouch for")
    if not governed and (wanted.key or wanted.person):
        raise CannotLook("--key and --as are for people in `governance/`, and there is none in HEAD; git signs the tag "
                         "as its settings say")  # fmt: skip


def releaser_of(wanted: Wanted, ground: Ground, ids: list[str], moments: tuple[str, str]) -> Releaser:
    """Find who releases, and the key that they do it with. Raises `CannotLook`."""
    governance = read_governance(ground.tree, ground.validators)
    if governance is None:
        raise CannotLook("nobody is named in `governance/`, so nobody may release this; who may comes first, in a "
                         "change of its own")  # fmt: skip
    if wanted.person and wanted.person not in governance.people:
        raise CannotLook(f"nobody is known as `{wanted.person}`: governance/people/ has who is known")
    keys = _usable(governance, moments, ids, wanted.person or None)
    if not keys:
        who = f"`{wanted.person}` holds no key" if wanted.person else "nobody holds a key"
        raise CannotLook(f"{who} that counts today, and the role {ROLE} for all that is published here: `roles` and "
                         "`keys` in governance/people/ say who may")  # fmt: skip
    if wanted.key:
        chosen = key_in(wanted.key)
        if chosen.public.fingerprint not in keys:
            whose = f"`{wanted.person}`" if wanted.person else "anybody who may release this"
            able = ", ".join(sorted({person for person, _ in keys.values()}))
            hint = "" if wanted.person else f"; those who may: {able}"
            raise CannotLook(f"{wanted.key}: {chosen.public.fingerprint} is no key of {whose}{hint}")
    else:
        chosen = key_of_agent(lambda public: public.fingerprint in keys, wanted.person or "anybody who may release")
    return Releaser(governance.people[keys[chosen.public.fingerprint][0]], chosen)


def opened(releaser: Releaser) -> Releaser:
    """Make the key ready to sign, once for all that is to be signed."""
    signer = releaser.chosen.open()
    return releaser._replace(chosen=releaser.chosen._replace(open=lambda: signer))


def signed_bundle(files: dict[str, bytes], tag: str, releaser: Releaser) -> dict[str, bytes]:
    """Put the signature beside the manifest of a bundle. Raises `CannotLook`."""
    data = files[MANIFEST]
    try:
        envelope = sign_bundle(parse_manifest(parse_json(data)), data, tag, releaser.chosen.open())
    except (NoAgent, BadSignature) as error:
        raise CannotLook(f"nothing was signed: {error}") from error
    return {**files, SIGNATURE: envelope}


def write_signed_tag(root: str, tag: str, commit: str, moment: str, message: str, releaser: Releaser) -> str:
    """Make a tag that somebody signed. Gives the reason where there is none. Raises `CannotLook`."""
    person = releaser.person
    address = person.emails[0] if person.emails else person.id
    try:
        unsigned = tag_object(tag, commit, f"{person.name} <{address}>", moment, message)
    except ValueError as error:
        return str(error)
    return write_tag(root, tag, unsigned + sign(releaser.chosen, unsigned, NAMESPACE).encode())


def moment_of_tag(root: str, tag: str) -> str:
    """Say when a tag claims to have been made. Raises `CannotLook`."""
    try:
        return read_tag(root, tag).moment
    except NoTag as error:
        raise CannotLook(str(error)) from error


def _usable(governance: Governance, moments: tuple[str, str], ids: list[str], person: str | None) -> Keys:
    """Give the keys that count at both moments: when the commit was made, and now."""
    then, now = (release_keys(governance, moment, ids, person) for moment in moments)
    return {fingerprint: held for fingerprint, held in now.items() if then.get(fingerprint) == held}
