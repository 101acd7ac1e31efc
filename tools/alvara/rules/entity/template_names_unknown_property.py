"""template-names-unknown-property."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.schemas import Names
from alvara.workspace.entity import Entity
from alvara.workspace.records import without_properties
from alvara.workspace.workspace import View

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
    said: dict[tuple[str, str, str], list[Site]] = {}
    known: dict[str | None, tuple[str, str]] = {}
    for name, pointer, start, end in entity.placeholders:
        if name not in known:
            known[name] = _objection(name, entity, view)
        message, tip = known[name]
        if message:
            root = (name or "").partition(".")[0]
            said.setdefault((message, tip, root), []).append(Site(entity.path, pointer, within=(start, end)))
    for (message, tip, root), (first, *others) in said.items():
        record = view.definition("resource", entity.record) if root == "resource" and entity.record else None
        cause = None if record is None else without_properties(record)
        related = tuple((site, "here too") for site in others[:MOST_PLACES])
        yield Finding(first, message, tip, related=related, cause=cause)


def _objection(name: str | None, entity: Entity, view: View) -> tuple[str, str]:
    if name is None:
        return "a brace has no partner here", ""
    root, _, dotted = name.partition(".")
    if root == "input" and dotted:
        return _standing(name, dotted, "`inputSchema`", entity.names, view)
    if root == "resource" and dotted:
        if not entity.record:
            return f"there is no record that `{{{name}}}` could name", "`target.idFrom` says which record it is"
        target = view.definition("resource", entity.record)
        return _standing(name, dotted, f"the record of `{entity.record}`", target.names if target else None, view)
    return f"`{{{name}}}` names nothing of `input` or of `resource`", ""


def _standing(name: str, dotted: str, where: str, names: Names | None, view: View) -> tuple[str, str]:
    if names is None:
        return "", ""
    for known, always in names:
        if known == dotted:
            return ("", "") if always else (f"`{{{name}}}` may be missing: it is optional in {where}", "")
    match = view.closest(dotted, lambda: [known for known, _ in names])
    return f"`{{{name}}}` names no property of {where}", f"did you mean `{match}`?" if match else ""
