"""root-broken."""

from collections.abc import Iterator
from json import loads
from typing import TYPE_CHECKING

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import GOVERNANCE, View

if TYPE_CHECKING:
    from alvara.approvals.roots import Objection


@rule("root-broken", on=Entity, kinds=("root",), waivable=False)
def root_broken(entity: Entity, view: View) -> Iterator[Finding]:
    """A version of the root of trust does not carry on the one before it, or not vouch for what governs.

    ## Why is this bad?
    Whoever pins a version trusts what the chain leads to from there: each version is signed by as many keys of the one
    before as that asks for, and by as many of its own; the first by all of its own. The newest vouches for the people,
    the teams, the policy and the revocations as they are. Where a link is missing, anybody could have written the rest,
    and releases that are checked against a pinned root are refused.

    ## How to fix
    Have those sign who are missing, with `alvara root sign --as PERSON --key FILE`. Where a file of `governance/` has
    changed, make the next version with `alvara root prepare` first; a version that is signed is never edited. A key
    that is revoked, since whenever, vouches for no newest version and counts for none of its signatures.
    """
    objection = _objection(entity, view)
    if objection is not None:
        yield Finding(Site(entity.path, objection.pointer), objection.words, objection.tip)


def _objection(entity: Entity, view: View) -> "Objection | None":
    """Give what speaks against a version; nothing where it is the one before that has to be mended."""
    from alvara.approvals import roots
    from alvara.approvals.governed import is_newest, revoked_in, values_of

    number = int(entity.id)
    try:
        root = roots.root_of(loads(entity.released[0]))
    except roots.BadRoot as bad:
        return roots.no_root(number, bad)
    before = None
    if number > 1:
        found = view.definitions("root", str(number - 1))
        if not found:
            words, tip = (
                f"version {number - 1} is missing, and this one rests on it",
                f"put governance/root/{number - 1}.json back",
            )
            return roots.Objection(number, words, ("signed", "version"), tip)
        try:
            before = None if found[0].broken else roots.root_of(loads(found[0].released[0]))
        except roots.BadRoot:
            before = None
        if before is None:
            return None
    values = values_of(view.look(GOVERNANCE)) if is_newest(entity, view) else None
    if values is None:
        return roots.object_to(root, number, before, view.config.registry)
    objection = roots.object_to(root, number, before, view.config.registry, revoked_in(values))
    return objection or roots.vouches_for_other(root, roots.governance_digests(values))
