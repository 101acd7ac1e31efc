"""template-names-unknown-property."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.schemas import Names
from alvara.workspace.entity import Entity
from alvara.workspace.records import lack_of
from alvara.workspace.workspace import View

_NO_INPUT, _NAMED = "no property is declared here", "names in templates need one"
MOST_PLACES = 20
"""Further places of one mistake that a finding points at."""


@rule("template-names-unknown-property", on=Entity, kinds=("capability",))
def template_names_unknown_property(entity: Entity, view: View) -> Iterator[Finding]:
    """A `messageTemplate` names a value that is not always there.

    ## Why is this bad?
    The template is the question that a person answers before the operation runs. With a hole in it they agree to
    something that they were not told.

    ## How to fix
    Name a required property: of `inputSchema`, as in `{input.validityDays}`, or of the target's record, as in
    `{resource.title}`. There is a record where `target.idFrom` says which one. Every `{` needs its `}`.
    """
    said: dict[tuple[str, str, Cause | None], list[Site]] = {}
    known: dict[str | None, tuple[str, str, Cause | None]] = {}
    for name, pointer, start, end in entity.placeholders:
        if name not in known:
            known[name] = _objection(name, entity, view)
        message, tip, cause = known[name]
        if message:
            said.setdefault((message, tip, cause), []).append(Site(entity.path, pointer, within=(start, end)))
    for (message, tip, cause), (first, *others) in said.items():
        related = tuple((site, "here too") for site in others[:MOST_PLACES])
        yield Finding(first, message, tip, related=related, cause=cause)


def _objection(name: str | None, entity: Entity, view: View) -> tuple[str, str, Cause | None]:
    if name is None:
        return "a brace has no partner here", "", None
    root, _, dotted = name.partition(".")
    if root == "input" and dotted:
        message, tip = _standing(name, dotted, "`inputSchema`", entity.names, view)
        if entity.names or not message:
            return message, tip, None
        return message, tip, Cause(Site(entity.path, (*entity.pointer, "inputSchema")), _NO_INPUT, entity.id, _NAMED)
    if root == "resource" and dotted:
        if not entity.record:
            message = f"there is no record that `{{{name}}}` could name"
            return message, "`target.idFrom` says which record it is", None
        target = view.definition("resource", entity.record)
        names = target.names if target else None
        message, tip = _standing(name, dotted, f"the record of `{entity.record}`", names, view)
        return message, tip, lack_of(dotted, target) if message and target is not None else None
    return f"`{{{name}}}` names nothing of `input` or of `resource`", "", None


def _standing(name: str, dotted: str, where: str, names: Names | None, view: View) -> tuple[str, str]:
    if names is None:
        return "", ""
    for known, always in names:
        if known == dotted:
            return ("", "") if always else (f"`{{{name}}}` may be missing: it is optional in {where}", "")
    match = view.closest(dotted, lambda: [known for known, _ in names])
    return f"`{{{name}}}` names no property of {where}", f"did you mean `{match}`?" if match else ""
