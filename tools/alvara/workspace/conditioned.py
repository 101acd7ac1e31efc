"""What has to be said against the conditions of a definition, judged by what they read."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.conditions.inference import Surroundings, infer, judge
from alvara.conditions.objections import Category, Objection
from alvara.conditions.syntax import path_of, spelled
from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.site import Pointer, Site
from alvara.model.schemas import ANYTHING
from alvara.workspace.attachment import capabilities_under
from alvara.workspace.causes import cause_of
from alvara.workspace.conditions import Condition
from alvara.workspace.entity import Entity
from alvara.workspace.expressions import Expressions
from alvara.workspace.readable import Readable, readable_by
from alvara.workspace.workspace import View

_QUESTIONS = frozenset({"when", "precondition", "postcondition", "confirmation", "expectation"})
"""The roles of what is true or false."""

_OF_THE_INPUT = ("unknown-field", "unguarded-optional")
"""What `scoped-without-id` says of an ID that is a property of the input."""

MOST_PLACES = 20
"""Further places of one mistake that a finding points at."""


class _Said(NamedTuple):
    """An objection, the place of its expression, and what describes the values that it is about."""

    objection: Objection
    at: Site
    related: tuple[tuple[Site, str], ...] = ()
    cause: Cause | None = None

    @property
    def site(self) -> Site:
        """The place of the mistake within the expression."""
        start, end = self.objection.start, self.objection.end
        return self.at._replace(within=(start, end) if end > start else None)

    def finding(self, others: Iterable["_Said"] = ()) -> Finding:
        """Tell it; `others` of the same definition are its like."""
        related = (*self.related, *((other.site, other.words_beside(self)) for other in others))
        return Finding(self.site, self.objection.message, self.objection.tip, related, cause=self.cause)

    def words_beside(self, first: "_Said") -> str:
        """What is said of it where it only takes part."""
        same = self.objection.message == first.objection.message
        return "here too" if same else self.objection.message


def findings(entity: Entity, view: View, category: Category) -> Iterator[Finding]:
    """Yield what one rule has to say. The conditions of a definition are looked at once for all of the rules."""
    known, number = view.once(_remembered), id(entity)
    if number not in known:
        known[number] = list(_judged(entity, view))
    alike: dict[Cause, list[_Said]] = {}
    for said in known[number]:
        if said.objection.category == category:
            if said.cause is None:
                yield said.finding()
            else:
                alike.setdefault(said.cause, []).append(said)
    for first, *others in alike.values():
        yield first.finding(others[:MOST_PLACES])


def faulty(condition: Condition, capability: Entity, view: View) -> frozenset[Pointer]:
    """List the places of expressions with a mistake: what these come to tells nothing of what their author meant."""
    expressions = Expressions(condition[1])
    readable = readable_by(capability, condition, expressions.roots(), view)
    found = _objections(expressions, readable, view)
    said = {pointer for objection, pointer in found if objection.category not in ("unchecked-field", "unbounded-list")}
    return frozenset({pointer for _, pointer in expressions.broken} | said)


def _remembered(view: View) -> dict[int, list[_Said]]:
    """Begin with nothing looked at."""
    return {}


def _judged(entity: Entity, view: View) -> Iterator[_Said]:
    seen: dict[tuple[str, str], Pointer] = {}
    for condition in entity.conditions:
        expressions = Expressions(condition[1])
        for objection, pointer in expressions.broken:
            yield _Said(objection, Site(entity.path, pointer))
        yield from _repeated(entity, condition, expressions, seen)
        if not expressions.parsed:
            continue
        if condition[0] == "when":
            yield from _of_policy(entity, condition, expressions, view)
            continue
        readable = readable_by(entity, condition, expressions.roots(), view)
        if condition[0] in _QUESTIONS:
            yield from _located(entity, _objections(expressions, readable, view), readable)
        else:
            yield from _of_value(entity, condition, expressions, readable)


def _repeated(
    entity: Entity, condition: Condition, expressions: Expressions, seen: dict[tuple[str, str], Pointer]
) -> Iterator[_Said]:
    """Find what is asked twice. All preconditions are one condition here, and so on."""
    if condition[0] not in _QUESTIONS:
        return
    for pointer, node in expressions.parsed.items():
        first = seen.setdefault((condition[0], spelled(node)), pointer)
        if first != pointer:
            objection = Objection("repeated-condition", 0, 0, "the same is asked twice in this condition")
            yield _Said(objection, Site(entity.path, pointer), ((Site(entity.path, first), "here first"),))


_Found = Iterable[tuple[Objection, Pointer]]


def _objections(expressions: Expressions, readable: Readable, view: View) -> _Found:
    """Judge what is true or false, once for all that read the same."""
    key = ("objections", expressions.tree, readable.key)
    return view.always(key, lambda: list(_objected(expressions, readable.surroundings)))


def _objected(expressions: Expressions, surroundings: Surroundings) -> _Found:
    """Judge each expression; of the fields that no schema tells of, only the first is named."""
    unchecked = False
    for (expression, pointer), node, guards in expressions.atoms():
        for objection in judge(node, expression, surroundings, guards):
            if objection.category == "unchecked-field":
                if unchecked:
                    continue
                unchecked = True
            yield objection, pointer


def _located(entity: Entity, found: _Found, readable: Readable) -> Iterator[_Said]:
    for objection, pointer in found:
        place = readable.places.get(objection.about[0]) if objection.about else None
        cause = cause_of(objection, place, readable.surroundings.roots)
        yield _Said(objection, Site(entity.path, pointer), () if place is None else (place.related,), cause)


def _of_policy(policy: Entity, condition: Condition, expressions: Expressions, view: View) -> Iterator[_Said]:
    """Judge a policy's condition by each capability that it is attached to; those that are alike are judged once."""
    attached = [
        capability
        for capability in capabilities_under(policy, view)
        if capability.status != "removed" and not capability.broken
    ]
    roots = expressions.roots()
    groups: dict[tuple[object, ...], tuple[Readable, list[Entity]]] = {}
    for capability in attached:
        readable = readable_by(capability, condition, roots, view)
        groups.setdefault(readable.key, (readable, []))[1].append(capability)
    if not groups:
        nothing = Readable(Surroundings(dict.fromkeys(roots, ANYTHING), {}), {})
        yield from _located(policy, _objected(expressions, nothing.surroundings), nothing)
        return
    concerned: dict[tuple[Pointer, int, int, str], list[tuple[Objection, Readable, list[Entity]]]] = {}
    for readable, capabilities in groups.values():
        for objection, pointer in _objections(expressions, readable, view):
            key = (pointer, objection.start, objection.end, objection.category)
            concerned.setdefault(key, []).append((objection, readable, capabilities))
    for (pointer, *_), several in concerned.items():
        names = list(dict.fromkeys(capability.id for _, _, held in several for capability in held))
        count = sum(len(held) for _, _, held in several)
        objection, readable, _ = max(several, key=lambda one: one[0].tip != "")
        if count < len(attached):
            if all(one.asked for one, _, _ in several):
                continue  # it is asked for, because not all of them have it
            objection = objection._replace(message=f"in {_counted(names)}, {objection.message}")
        one_place = len({readable.places.get(root) for _, readable, _ in several for root in objection.about[:1]}) < 2
        for said in _located(policy, [(objection, pointer)], readable):
            yield said if one_place else said._replace(cause=None)


def _counted(names: list[str]) -> str:
    return f"`{names[0]}`" + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def _of_value(entity: Entity, condition: Condition, expressions: Expressions, readable: Readable) -> Iterator[_Said]:
    """Judge an expression that comes to a value, and whether that fits where it is put."""
    for (expression, pointer), node, guards in expressions.atoms():
        known, found = infer(node, expression, readable.surroundings, guards)
        if condition[0] == "idFrom" and path_of(node)[:1] == ("input",):
            found = [objection for objection in found if objection.category not in _OF_THE_INPUT]
        if condition[0] == "navigation" and path_of(node):  # what is not given is left out
            found = [objection for objection in found if objection.category != "unguarded-optional"]
        yield from _located(entity, [(objection, pointer) for objection in found], readable)
        if readable.wanted is None or any(objection.category != "unchecked-field" for objection in found):
            continue
        message, part = readable.wanted.objection(known)
        if message:
            category: Category = "unknown-field" if part == "key" else "condition-type"
            end = 0 if part == "key" else len(expression)
            objection = Objection(category, 0, end, message, readable.wanted.tip)
            yield _Said(objection, Site(entity.path, pointer, part=part), readable.wanted.related)
