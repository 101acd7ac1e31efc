"""The names in scenarios: plain texts under the keys that hold one."""

from collections.abc import Collection, Iterator
from typing import Any

from alvara.app.naming_edits import Source, page_name
from alvara.diagnostics.site import Pointer
from alvara.documents import nodes
from alvara.documents.edit import Edit
from alvara.workspace.entity import Entity

_KEYS = {
    "capability": ("capability", "capabilities"),
    "resource": ("semanticId", "semanticIds", "focus"),
    "policy": ("policy", "policies", "decidedBy"),
}
"""The keys that name things of each kind, alone or in a list."""

_EITHER = "matches"
"""The key under which a name does not say of what kind it is."""


def scenario_edits(source: Source, entity: Entity, new: str, linked: bool) -> Iterator[Edit]:
    """Yield the edits for one file; `linked` says that a name without a kind means this thing."""
    keys = (*_KEYS[entity.kind], *((_EITHER,) if linked else ()))
    for node, pointer in nodes.walk(source.tree):
        if isinstance(node, nodes.Mapping) and entity.kind == "resource":
            yield from _page_edits(source, node, entity.id, new)
        if not isinstance(node, nodes.Scalar) or not pointer:
            continue
        key = pointer[-2] if isinstance(pointer[-1], int) and len(pointer) > 1 else pointer[-1]
        id, at, major = node.value.partition("@") if pointer == ("capability",) else (node.value, "", "")
        if id == entity.id and key in keys:
            yield source.written(node, f"{new}{at}{major}")


def mentions(value: Any, kind: str, names: Collection[str], pointer: Pointer = ()) -> Iterator[Pointer]:
    """Yield where a file of scenarios has one of these names of a thing, without its text."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from mentions(inner, kind, names, (*pointer, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from mentions(inner, kind, names, (*pointer, number))
    elif isinstance(value, str) and value in names and pointer:
        key = pointer[-2] if isinstance(pointer[-1], int) and len(pointer) > 1 else pointer[-1]
        if key in (*_KEYS[kind], _EITHER):
            yield pointer


def _page_edits(source: Source, node: nodes.Mapping, old: str, new: str) -> Iterator[Edit]:
    """Yield the edits for where somebody stands: a page and a tab, named without what they lie below."""
    said = {key.value: value for key, value in node.entries if isinstance(value, nodes.Scalar)}
    page, tab = said.get("page"), said.get("tab")
    if page is not None and f"ui.{page.value}" == old:
        yield source.written(page, page_name(old, new, page.value, source.path))
    elif page is not None and tab is not None and f"ui.{page.value}.{tab.value}" == old:
        yield source.written(tab, page_name(old, new, tab.value, source.path))
