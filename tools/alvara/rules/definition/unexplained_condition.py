"""unexplained-condition."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.model.capability import Capability
from alvara.model.condition import Atom, atoms
from alvara.model.policy import Policy
from alvara.workspace.setting import Setting


@rule("unexplained-condition", on=(Capability, Policy), severity="warning", on_drafts="info")
def unexplained_condition(definition: Capability | Policy, setting: Setting) -> Iterator[Finding]:
    """A condition that people have to judge is written for machines only.

    ## Why is this bad?
    Those who answer for the business approve policies, preconditions and questions by their words, and users are told
    those words when a request is refused. An expression is no explanation to them. The condition decides all the
    same, so this is a warning.

    ## How to fix
    Say under `text` what holds when the condition is true, at least in the first of the registry's `locales`.
    """
    locale = setting.config.locales[0]
    for atom, pointer in _judged(definition):
        text = atom.get("text")
        if text is None:
            key, where = ("id" if "id" in atom else "expr"), ""
        elif isinstance(text, str) or locale in text:
            continue
        else:
            key, where = "text", f" in `{locale}`"
        name = f"the condition `{atom['id']}`" if "id" in atom else "this condition"
        yield Finding(Site(definition.path, (*pointer, key)), f"{name} is not put into words{where}")


def _judged(definition: Capability | Policy) -> Iterator[tuple[Atom, Pointer]]:
    """Yield the conditions that people approve and are told of; what is checked after the fact is not among them."""
    written, pointer = definition.written, definition.pointer
    if isinstance(definition, Policy):
        yield from atoms(written.get("when", {}), (*pointer, "when"))
        return
    for i, atom in enumerate(written.get("preconditions", ())):
        yield atom, (*pointer, "preconditions", i)
    yield from atoms(written.get("confirmation", {}).get("when", {}), (*pointer, "confirmation", "when"))
