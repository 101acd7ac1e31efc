"""shared-identity."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.diagnostics.wording import listed
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import identity_of_account, identity_of_email, identity_of_key, person_of
from alvara.workspace.workspace import View

_MOST = 4
"""Things that two share of which each is named."""


@rule("shared-identity", on=Entity, kinds=("person",), waivable=False)
def shared_identity(entity: Entity, view: View) -> Iterator[Finding]:
    """Two people have the same key, address or account.

    ## Why is this bad?
    Two have to agree because two look at it. Whoever holds a key that is listed for both is both: one signature too
    many for one head. An address or an account of two people hides which of them proposed a change, and so who may not
    approve it. What counts is the key itself, whatever comment stands behind it.

    ## How to fix
    Take it away from the one whose it is not. Somebody who has got a second file under another name keeps one, with
    everything in it; the ID of the other is never given to anybody else.
    """
    others: dict[str, tuple[Entity, list[tuple[str, Pointer, str]]]] = {}
    for found in _identities(entity):
        holder = next((e for e in view.identified(found[0]) if e.path != entity.path), None) if found[0] else None
        if holder is not None and holder.path < entity.path:
            others.setdefault(holder.path, (holder, []))[1].append(found)
    for holder, shared in others.values():
        there = {code: pointer for code, pointer, _ in reversed(list(_identities(holder)))}
        code, pointer, _ = shared[0]
        message = f"`{holder.id}` and `{entity.id}` share {_listed([words for _, _, words in shared])}"
        related = ((Site(holder.path, there[code]), "the other one's"),)
        yield Finding(Site(entity.path, pointer), message, related=related)


def _listed(words: list[str]) -> str:
    return listed(words if len(words) <= _MOST else [*words[: _MOST - 1], f"{len(words) - _MOST + 1} more"])


def _identities(entity: Entity) -> Iterator[tuple[str, Pointer, str]]:
    """Yield what tells a person from all others, where it stands, and what to call it."""
    person = person_of(entity)
    for place, key in enumerate(person.keys):
        yield identity_of_key(key.text), ("keys", place, "publicKey"), f"the key `{key.id}`"
    for place, email in enumerate(person.emails):
        yield identity_of_email(email), ("emails", place), f"the address `{email}`"
    for place, account in enumerate(person.accounts):
        words = f"the account `{account.id}` on `{account.forge}`"
        yield identity_of_account(*account), ("accounts", place, "id"), words
