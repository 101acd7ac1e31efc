"""unknown-utterance-name."""

from collections.abc import Iterator
from typing import Literal

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Pointer, Site
from alvara.model.reference import Reference
from alvara.model.utterance import Utterance
from alvara.scenarios.understanding import utterances_of
from alvara.workspace.entity import Entity
from alvara.workspace.references import known_names, suspended
from alvara.workspace.workspace import View

_Kind = Literal["capability", "resource"]


@rule("unknown-utterance-name", on=Entity, kinds=("utterances",))
def unknown_utterance_name(entity: Entity, view: View) -> Iterator[Finding]:
    """An utterance names something that does not exist: a page, a tab, a resource, a capability.

    ## Why is this bad?
    It expects an answer that can never come, or is said at a place that is nowhere, where it is understood otherwise
    than on any page.

    ## How to fix
    Correct the name. The page `x` is the resource `ui.x`, and its tab `y` is `ui.x.y`. What is expected is named by its
    own ID: answers name nothing by an alias.
    """
    for utterance in utterances_of(entity):
        for finding in (*_surroundings(utterance, view), *_expected(utterance, view)):
            yield finding._replace(at=finding.at._replace(path=entity.path))


def _surroundings(said: Utterance, view: View) -> Iterator[Finding]:
    if said.tab is not None and said.page is None:
        yield Finding(Site("", (*said.pointer, "tab")), f"the tab `{said.tab}` is of no page", "add the `page`")
    if said.page is not None:
        page = f"ui.{said.page}"
        if not view.named("resource", page):
            yield from _unknown(("resource",), page, (*said.pointer, "page"), view)
        elif said.tab is not None:
            yield from _unknown(("resource",), f"{page}.{said.tab}", (*said.pointer, "tab"), view)
    if said.focus is not None:
        yield from _unknown(("resource",), said.focus, (*said.pointer, "focus"), view)


def _expected(said: Utterance, view: View) -> Iterator[Finding]:
    either: tuple[_Kind, ...] = ("resource", "capability")
    lists: tuple[tuple[str, tuple[str, ...] | None, tuple[_Kind, ...]], ...] = (
        ("matches", said.expected.matches, either),
        ("capabilities", said.expected.capabilities, ("capability",)),
    )
    for key, ids, kinds in lists:
        for i, id in enumerate(ids or ()):
            pointer = (*said.expected.pointer, key, i)
            found = [one for kind in kinds for one in view.named(kind, id)]
            if not found:
                yield from _unknown(kinds, id, pointer, view)
            elif all(one.id != id for one in found):
                message = f"`{id}` is an alias of `{found[0].id}`, and answers name nothing by an alias"
                yield Finding(Site("", pointer), message, f"write `{found[0].id}`")


def _unknown(kinds: tuple[_Kind, ...], id: str, pointer: Pointer, view: View) -> Iterator[Finding]:
    references = [Reference("subject", kind, id, pointer) for kind in kinds]
    if any(view.named(kind, id) for kind in kinds) or any(suspended(reference, view) for reference in references):
        return
    message = f"`{id}` is not a known {' or '.join(kinds)}"
    tip = next(filter(None, (known_names(reference, view) for reference in references)), "")
    yield Finding(Site("", pointer), message, tip, cause=Cause(NOWHERE, message, id, "places name it"))
