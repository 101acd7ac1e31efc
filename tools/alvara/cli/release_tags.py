"""Whether the tag of a release is one: signed by somebody who may, under its own name, at its own time and place.

Git says none of this: a signed tag verifies under any name it is put under, a tag of a tag is one, and a checkout may
leave only a name for a commit.
"""

from collections.abc import Iterable
from datetime import timedelta

from alvara.adapters.branches import side_of
from alvara.adapters.tagging import NoTag, Tag, read_tag
from alvara.approvals.validity import moved
from alvara.bundle.provenance import release_keys
from alvara.model.governance import Governance
from alvara.signatures.sshsig import BadSignature, signer_of, verify

NAMESPACE = "git"
"""What git has signatures of tags made for."""


class Suspect(Exception):
    """A tag that is not that of a release; the text says why."""


def check_tag(
    root: str, name: str, commit: str, committed: str, governance: Governance, ids: Iterable[str], branch: str
) -> str:  # fmt: skip
    """Raise `Suspect` unless a tag is one that somebody made who may, of this commit, on the main branch.

    `committed` is when the commit was made, `ids` are those that it publishes. Gives what cannot be told here, and why.
    """
    try:
        tag = read_tag(root, name)
    except NoTag as error:
        raise Suspect(str(error)) from error
    if tag.object != commit:
        raise Suspect(f"the tag `{name}` stands for {tag.object[:12]}, not for {commit[:12]}")
    earliest = moved(committed, -timedelta(minutes=governance.admission.future_minutes))
    if tag.moment < earliest:
        raise Suspect(f"the tag `{name}` claims to be of {tag.moment}, and its commit was made on {committed}")
    _check_signature(tag, governance, ids)
    side, why = side_of(root, commit, branch)
    if side == "beside":
        raise Suspect(f"the tag `{name}` is not of `{branch}`: {why}")
    return why


def _check_signature(tag: Tag, governance: Governance, ids: Iterable[str]) -> None:
    if not tag.signature:
        raise Suspect(f"the tag `{tag.name}` is not signed")
    keys = release_keys(governance, tag.moment, ids)
    try:
        named = signer_of(tag.signature)
        if named.fingerprint not in keys:
            raise Suspect(f"the tag `{tag.name}` is signed with {named.fingerprint}, a key of nobody who might release "
                          f"on {tag.moment[:10]}")  # fmt: skip
        verify(tag.signature, tag.signed, NAMESPACE, keys[named.fingerprint][1])
    except BadSignature as error:
        raise Suspect(f"the signature of the tag `{tag.name}` does not hold: {error}") from error
