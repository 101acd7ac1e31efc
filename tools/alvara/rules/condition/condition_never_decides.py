"""condition-never-decides."""

from collections.abc import Iterator

from alvara.decisions.vain import Vain, vain_in
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.diagnostics.wording import listed
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("condition-never-decides", on=Entity, kinds=("capability", "policy"))
def condition_never_decides(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition can never hold, or a precondition can never fail.

    Every value that can make a difference was tried: those that the schemas list, and for numbers and texts those
    around and besides what the condition compares them with. Where that is not possible nothing is said: a condition
    over the time, over the items of a list, or over a part of a text is taken to come to anything.

    ## Why is this bad?
    A policy that never matches denies nothing and asks nothing, and reads as if it did. `all` in place of `any` is the
    usual cause: no status is two at once. A precondition that always holds protects nothing.

    ## How to fix
    Write the condition that was meant, or remove it. Where the schema is too narrow, widen the schema.
    """
    for vain in vain_in(entity, view):
        yield Finding(Site(entity.path, vain.pointer), _message(vain))


def _message(vain: Vain) -> str:
    fields = [f"`{field}`" for field in vain.fields]
    whose = listed(fields)
    if not fields:
        return "this always holds" if vain.always else "this never holds, whatever its parts come to"
    noun = "combinations" if len(fields) > 1 else "values"
    end = ", so it never blocks anything" if vain.always else ""
    if vain.whole:
        return f"this holds for {'each' if vain.always else 'none'} of the {vain.tried:,} {noun} of {whose}{end}"
    which = f"{'every' if vain.always else 'no'} {noun[:-1]} of {whose}"
    return f"this holds for {which}{end}: {vain.tried:,} that can make a difference were tried"
