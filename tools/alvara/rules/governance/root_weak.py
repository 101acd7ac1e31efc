"""root-weak."""

from collections.abc import Iterator
from json import loads

from alvara.approvals.governed import is_newest
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("root-weak", on=Entity, kinds=("root",), severity="warning", waivable=False)
def root_weak(entity: Entity, view: View) -> Iterator[Finding]:
    """The root of trust can be taken over by one person, or be lost with one key.

    ## Why is this bad?
    Where one key is enough to sign the next version, whoever steals it decides who may approve what. Where all keys are
    needed, the first that is lost ends the chain: nobody can sign the next version, and everybody who has pinned one
    has to be told a new pin in another way.

    ## How to fix
    Let three people or more hold a key each, and ask for two or more of them, but not for all:
    `alvara root prepare --key-holder ana --key-holder bea --key-holder caio --threshold 2`.
    """
    if not is_newest(entity, view):
        return
    signed = loads(entity.released[0])["signed"]
    keys, threshold = len(signed["keys"]), signed["threshold"]
    if threshold > keys:
        return  # it cannot be met at all, which another rule says
    if keys < 3:
        words = "one person holds its only key" if keys == 1 else "only two people hold its keys"
        yield Finding(Site(entity.path, ("signed", "keys"), part="key"), f"{words}, and three would be safe")
    elif threshold < 2:
        yield Finding(Site(entity.path, ("signed", "threshold")), f"one of its {keys} keys is enough to exchange all")
    elif threshold == keys:
        yield Finding(
            Site(entity.path, ("signed", "threshold")), f"all of its {keys} keys are needed, so none may be lost"
        )
