"""The `fmt` verb: one file's bytes in, the same file in canonical order and spacing out."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from json import dumps

from alvara.app.key_order import KeyOrder
from alvara.decode.scenario import form_of
from alvara.diagnostics.site import Pointer
from alvara.documents.document import HARMLESS
from alvara.documents.edit import Edit, apply
from alvara.documents.load import load, load_text
from alvara.documents.nodes import Mapping, Node, Sequence, parse, walk
from alvara.documents.ordering import reordered
from alvara.documents.spacing import spaced
from alvara.documents.unfolding import unfolded

FORMATTED = ("config", "capability", "domain", "resource", "policy", "scenario")
"""The kinds of files that are put into shape. Pages are their writers', records belong to those who signed them."""

_PROPER = {"capability": ("knowledgeRefs", "knowledgeReferences"), "resource": ("knowledgeReferences", "knowledgeRefs")}
"""The spelling that each kind accepts, and the one that it has."""

_Step = Callable[[str, Node, str, KeyOrder], list[Edit]]
_ANY = "*"
_BLOCK: dict[str, tuple[Pointer, ...]] = {
    "capability": (
        ("description",), ("confirmation", "messageTemplate"), ("confirmation", "when"), ("preconditions", _ANY),
        ("postconditions", _ANY), ("verification", "expect", _ANY), ("errors", _ANY, "message"),
    ),
    "domain": (("errors", _ANY, "message"),),
    "policy": (("description",), ("when",), ("reason", "message")),
    "resource": (("description",),),
}  # fmt: skip
"""Where the conditions and sentences of each kind stand."""


_PARTS: dict[str, tuple[tuple[Pointer, tuple[str, ...]], ...]] = {
    "scenario": (
        (("scenarios", _ANY), ("scenario",)), (("scenarios", _ANY, "expect"), ("table", "expectation")),
        (("scenarios", _ANY, "expect", "otherwise"), ("expectation",)),
        (("scenarios", _ANY, "expect", "rows", _ANY), ("row",)),
    ),
    "utterances": ((("utterances", _ANY), ("utterance",)),),
}  # fmt: skip
"""Where the maps stand, below the top, whose keys have an order of their own, and what the schema calls them."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """What a file should hold. `trouble` says why it was left alone, empty where it was not."""

    data: bytes
    trouble: str = ""


def formatted(path: str, data: bytes, kind: str, order: KeyOrder) -> Formatted:
    """Put one file into shape. What it says stays the same, and so does every byte that no rule of ours concerns."""
    document = load(path, data)
    problem = next((p for p in document.problems if p.rule not in HARMLESS), None)
    if problem is not None:
        return Formatted(data, f"{problem.span.line}:{problem.span.column}: {problem.message}")
    text, root, meaning = document.text, parse(document.text), ""
    kind = form_of(document.value) if kind == "scenario" else kind
    below: list[_Step] = [partial(_in_order_below, *part) for part in _PARTS.get(kind, ())]
    for step in (_spelled, _in_block_style, _in_order, *below, _spaced):
        changed = apply(text, step(text, root, kind, order))
        if changed != text:
            meaning = meaning or _meaning(text, kind)
            if _meaning(changed, kind) != meaning:
                return Formatted(data, "its layout is too unusual to be changed safely")
            text, root = changed, parse(changed)
    return Formatted(text.encode())


def _definitions(root: Node, kind: str) -> list[tuple[Mapping, Pointer]]:
    """List the maps that define something; a file of resources may list several."""
    if kind == "resource" and isinstance(root, Mapping):
        for key, value in root.entries:
            if key.value == "resources" and isinstance(value, Sequence):
                return [(n, ("resources", i)) for i, n in enumerate(value.items) if isinstance(n, Mapping)]
    return [(root, ())] if isinstance(root, Mapping) else []


def _spelled(text: str, root: Node, kind: str, order: KeyOrder) -> list[Edit]:
    if kind not in _PROPER:
        return []
    accepted, proper = _PROPER[kind]
    return [
        Edit(key.start, key.end, proper)
        for definition, _ in _definitions(root, kind)
        if proper not in {key.value for key, _ in definition.entries}
        for key, _ in definition.entries
        if key.value == accepted
    ]


def _in_block_style(text: str, root: Node, kind: str, order: KeyOrder) -> list[Edit]:
    return unfolded(text, root, _block_style(kind)) if kind in _BLOCK else []


def _block_style(kind: str) -> Callable[[Pointer], bool]:
    def wanted(pointer: Pointer) -> bool:
        own = pointer[2:] if kind == "resource" and pointer[:1] == ("resources",) else pointer
        return any(
            len(own) >= len(pattern) and all(want in (_ANY, step) for want, step in zip(pattern, own, strict=False))
            for pattern in _BLOCK[kind]
        )

    return wanted


def _in_order(text: str, root: Node, kind: str, order: KeyOrder) -> list[Edit]:
    found = [reordered(text, node, order.of(kind), whole=node is root) for node, _ in _definitions(root, kind)]
    return [edit for edit in found if edit is not None]


def _in_order_below(
    place: Pointer, parts: tuple[str, ...], text: str, root: Node, kind: str, order: KeyOrder
) -> list[Edit]:
    maps = [node for node, pointer in walk(root) if isinstance(node, Mapping) and _matches(pointer, place)]
    found = [reordered(text, node, order.of(kind, *parts)) for node in maps]
    return [edit for edit in found if edit is not None]


def _matches(pointer: Pointer, place: Pointer) -> bool:
    return len(pointer) == len(place) and all(want in (_ANY, step) for want, step in zip(place, pointer, strict=True))


def _spaced(text: str, root: Node, kind: str, order: KeyOrder) -> list[Edit]:
    return spaced(text, root)


def _meaning(text: str, kind: str) -> str:
    """Give what a file says, in a form that compares: 1, 1.0 and true differ, the order of keys does not count."""
    document = load_text("", text)
    value = document.value
    listed = value.get("resources") if kind == "resource" and isinstance(value, dict) else None
    for definition in listed if isinstance(listed, list) else [value]:
        accepted, proper = _PROPER.get(kind, ("", ""))
        if isinstance(definition, dict) and accepted in definition and proper not in definition:
            definition[proper] = definition.pop(accepted)
    return dumps([value, [problem.rule for problem in document.problems]], sort_keys=True)
