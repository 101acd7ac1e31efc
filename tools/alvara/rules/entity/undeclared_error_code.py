"""undeclared-error-code."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("undeclared-error-code", on=Entity, kinds=("capability",))
def undeclared_error_code(entity: Entity, view: View) -> Iterator[Finding]:
    """A condition answers with an error code, or waits for one, that is declared nowhere.

    ## Why is this bad?
    The code's entry holds the sentence that the user is told and says whether a repeat may help (PRD-004, section 40).
    Without it the agent has a name in capitals and nothing to say.

    ## How to fix
    Correct the code, or declare it under `errors` of the capability or of its `domain.yaml`. A code that another
    capability or a policy's `reason` declares is known too.
    """
    place = Site(entity.path, (*entity.pointer, "errors"), part="key")
    for code, pointer in entity.used_codes:
        if not view.declaring(code):  # the capability itself answers as well
            match = view.closest(code, lambda: {c for kin in view.kin("capability", entity.id) for c in kin.codes})
            tip = f"did you mean `{match}`?" if match else ""
            cause = None if match else Cause(place, "errors are not declared", entity.id, "conditions name one")
            yield Finding(Site(entity.path, pointer), f"`{code}` is declared nowhere", tip, cause=cause)
