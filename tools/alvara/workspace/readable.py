"""What the conditions of a capability may read, by what they are for, and what their values are wanted for."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled
from alvara.conditions.functions import NUMBERS, words_for
from alvara.conditions.inference import Absence, Surroundings, infer
from alvara.diagnostics.site import Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.schemas import ANYTHING, Shape
from alvara.workspace.causes import Place
from alvara.workspace.conditions import Condition
from alvara.workspace.entity import Entity
from alvara.workspace.shapes import place_of, shape, surrounding
from alvara.workspace.workspace import View

_AFTERWARDS = frozenset({"postcondition", "expectation", "with"})
_COMPOSITE = frozenset({"forEach", "step", "output"})
_MOMENT = "ask for it in `verification.expect`"
_ABSENT = {
    "resource": Absence(
        "`target.idFrom` does not say which record it is",
        "give the capability a `target` with `idFrom`, or read something else",
    ),
    "output": Absence("it comes about when the capability has run", "ask for it in a postcondition"),
    "before": Absence("only `verification.expect` reads it", _MOMENT),
    "after": Absence("only `verification.expect` reads it", _MOMENT),
    "steps": Absence("only a composite's `with`, `forEach` and `output` read it", "read the input or the record"),
}


class Wanted(NamedTuple):
    """What a value is for: the shape that it has to have, and how that is called; or why there is no such thing."""

    name: str
    shape: Shape
    missing: str = ""
    tip: str = ""
    related: tuple[tuple[Site, str], ...] = ()

    def objection(self, known: Shape) -> tuple[str, Literal["key", "value"]]:
        """Say why a value of some shape is not what is wanted; nothing where it may be."""
        if self.missing:
            return self.missing, "key"
        if not (known.types and self.shape.types):
            return "", "value"
        given, taken = _kinds(known), _kinds(self.shape)
        if given <= taken or (given & taken and "null" not in given - taken):
            return "", "value"
        return f"this is {words_for(known.types)}, and {self.name} is {words_for(self.shape.types)}", "value"


class Readable(NamedTuple):
    """What a condition may read, where that is described, and what its value is wanted for, if not as an answer.

    Two that are alike have the same `key`.
    """

    surroundings: Surroundings
    places: Mapping[str, Place]
    wanted: Wanted | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others, as far as a condition can tell."""
        roots, absent = self.surroundings
        # Each capability has an input of its own, which may be the same; the others are read once.
        return (*((name, known if name == "input" else id(known)) for name, known in roots.items()), *absent.items())


def readable_by(capability: Entity, condition: Condition, roots: frozenset[str], view: View) -> Readable:
    """Give what a condition of a capability, or of a policy on it, may read; only of these roots."""
    role = condition[0]
    known: dict[str, Shape] = {}
    absent: dict[str, Absence] = {}
    places: dict[str, Place] = {}
    for root in sorted(roots):
        found = _root(root, capability, condition, view)
        if isinstance(found, Absence):
            absent[root] = found
        elif found is not None:
            known[root], place = found
            if place is not None:
                places[root] = place
    for root in ("input", "principal", "context", *(["resource"] if capability.record else [])):
        known.setdefault(root, ANYTHING)  # so that it can be meant by another word
    wanted = _WANTED[role](capability, condition, view) if role in _WANTED else None
    return Readable(Surroundings(known, absent), places, wanted)


def _root(
    root: str, capability: Entity, condition: Condition, view: View
) -> tuple[Shape, Place | None] | Absence | None:
    """Give the shape of a root with its place, or why it is not there; None for a name that nobody knows."""
    role = condition[0]
    if root in ("principal", "context"):
        site = place_of(root, view)
        words = f"the schema of the {root}"
        return surrounding(root, view), None if site is None else Place(site, words, site.path, shared=True)
    if root == "input":
        return shape(capability, "inputSchema", view), _place(capability, "inputSchema", "the schema of the input")
    if root == "resource" or (root == "before" and role == "expectation" and capability.record):
        return _record(capability, role, view)
    if root == "output" and role in _AFTERWARDS:
        return shape(capability, "outputSchema", view), _place(capability, "outputSchema", "the schema of the output")
    if root == "before" and role == "expectation":
        return Absence("there is no record before it has run", "compare with the input")
    if root == "after" and role == "expectation":
        reader = capability if condition[2] == "response" else _capability(condition[2], view)
        if reader is None:
            return ANYTHING, None
        return shape(reader, "outputSchema", view), _place(reader, "outputSchema", f"the output of `{reader.id}`")
    if role in _COMPOSITE and root == "steps":
        return _steps(capability, condition, view), None
    if role == "step" and (item := _item(capability, condition, view)) is not None and item[0] == root:
        return item[1], None
    return _ABSENT.get(root)


def _record(capability: Entity, role: str, view: View) -> tuple[Shape, Place | None] | Absence:
    if role == "idFrom":
        return Absence("it is the record that `idFrom` names", "name a property of the input")
    if not capability.record:
        return _ABSENT["resource"]
    entity = view.definition("resource", capability.record)
    if entity is None or entity.broken:
        return ANYTHING, None
    if not entity.shapes:
        return ANYTHING, None
    return shape(entity, "recordSchema", view), _place(
        entity, "recordSchema", f"the record of `{entity.id}`", shared=True
    )


def _place(entity: Entity, key: str, words: str, *, shared: bool = False) -> Place:
    return Place(Site(entity.path, (*entity.pointer, key), part="key"), words, entity.id, shared)


def _capability(name: str, view: View) -> Entity | None:
    found = view.definition("capability", name) if name else None
    return None if found is None or found.broken else found


def _steps(capability: Entity, condition: Condition, view: View) -> Shape:
    """Give the shape of what the steps before this one have come to."""
    found: dict[str, Shape] = {}
    for role, _, called, name in _before(capability, condition):
        if role == "call":
            callee = _capability(called, view)
            output = ANYTHING if callee is None else shape(callee, "outputSchema", view)
            found[name] = Shape(("object",), properties=(("output", output, True),))
        elif role == "forEach":  # it has run several times
            found[list(found)[-1]] = Shape(("object",), properties=(("output", ANYTHING, True),))
    if condition[0] != "output" and found:
        found.popitem()
    return Shape(("object",), properties=tuple([(name, found[name], True) for name in sorted(found)]))


def _item(capability: Entity, condition: Condition, view: View) -> tuple[str, Shape] | None:
    """Give the name and the shape of what a step is repeated for."""
    last: tuple[str, Shape] | None = None
    for before in _before(capability, condition):
        if before[0] == "call":
            last = None
        elif before[0] == "forEach":
            expression = before[1][0]
            try:
                tree = parse(expression)
            except NotCompiled:
                return before[3], ANYTHING
            surroundings = Surroundings(dict.fromkeys(("input", "principal", "context", "resource"), ANYTHING) | {
                "input": shape(capability, "inputSchema", view), "steps": _steps(capability, before, view),
            })  # fmt: skip
            last = before[3], infer(tree, expression, surroundings)[0].items or ANYTHING
    return last


def _before(capability: Entity, condition: Condition) -> Iterator[Condition]:
    for other in capability.conditions:
        if other is condition:
            return
        yield other


def _for_id(capability: Entity, condition: Condition, view: View) -> Wanted:
    return Wanted("the ID of a record", Shape(("string",)))


def _for_page(capability: Entity, condition: Condition, view: View) -> Wanted | None:
    names = {"pageFrom": "the name of a page", "tabFrom": "the name of a tab"}
    return Wanted(names[condition[3]], Shape(("string",))) if condition[3] in names else None


def _for_list(capability: Entity, condition: Condition, view: View) -> Wanted:
    return Wanted("what a step is repeated for", Shape(("array",)))


def _for_input(capability: Entity, condition: Condition, view: View) -> Wanted | None:
    callee = _capability(condition[2], view)
    return None if callee is None else _property(callee, "inputSchema", condition[3], "input", view)


def _for_output(capability: Entity, condition: Condition, view: View) -> Wanted | None:
    return _property(capability, "outputSchema", condition[3], "output", view)


def _property(owner: Entity, key: str, name: str, what: str, view: View) -> Wanted | None:
    known = shape(owner, key, view)
    if "object" not in known.types:
        return None
    related = (_place(owner, key, f"the {what} of `{owner.id}`").related,)
    for declared, inner, _ in known.properties:
        if declared == name:
            return Wanted(f"`{name}` of `{owner.id}`", inner, related=related)
    if known.open:
        return None
    tip = did_you_mean(name, [declared for declared, _, _ in known.properties])
    return Wanted(name, ANYTHING, f"the {what} of `{owner.id}` has no `{name}`", tip, related)


def _kinds(known: Shape) -> set[str]:
    return {"number" if type in NUMBERS else type for type in known.types}


_WANTED = {
    "idFrom": _for_id, "forEach": _for_list, "with": _for_input, "step": _for_input, "output": _for_output,
    "navigation": _for_page,
}  # fmt: skip
"""What is made of a value, by role."""
