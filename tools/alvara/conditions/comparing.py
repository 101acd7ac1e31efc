"""Two sides of a comparison: whether they can meet at all, and whether they mean what they seem to."""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any

from alvara.conditions import advice
from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.extents import Text
from alvara.conditions.functions import NUMBERS, ORDERED, words_for
from alvara.conditions.guards import Guards, is_not_null, key_of
from alvara.conditions.objections import Category, Objection
from alvara.conditions.syntax import INFIX, Call, Constant, ListOf, Node, path_of, spelled
from alvara.conditions.truth import ERROR
from alvara.identity.suggestions import did_you_mean
from alvara.model.schemas import ANYTHING, Shape

_LONGEST = 60
"""Characters of a part of an expression that a message repeats."""

_FEW = 6
"""Values of a list that a tip names."""

_CATALOGUES: dict[tuple[str, ...], str] = {
    ("principal", "roles"): "a role",
    ("principal", "permissions"): "a permission",
}
_DATES = frozenset({"date", "date-time"})


class Comparing:
    """What inference needs for comparisons. Keeps the objections, and the shape of each node that was looked at."""

    def __init__(self, source: str) -> None:
        """Begin with nothing said."""
        self.source = source
        self.objections: list[Objection] = []
        self.shapes: dict[int, Shape] = {}
        self.origins: dict[str, tuple[str, ...]] = {}
        self._said: set[tuple[str, str]] = set()

    @cached_property
    def text(self) -> Text:
        """The words of the expression."""
        return Text(self.source)

    def object(
        self, category: Category, node: Node, message: str, tip: str = "", about: tuple[str, ...] = (),
        *, fix: str = "", extent: tuple[int, int] | None = None, asked: bool = False, null: bool = False,
    ) -> None:  # fmt: skip
        """Say something against a node, the same thing but once."""
        once = (category, "" if category == "unchecked-field" else message)
        if once not in self._said or fix:
            self._said.add(once)
            start, end = extent or self.text.extent(node)
            self.objections.append(Objection(category, start, end, message, tip, about, fix, asked, null))

    def about(self, node: Node) -> tuple[str, ...]:
        """Give the way of names to a value; what goes through a list is `*` there."""
        path = path_of(node)
        return (*self.origins[path[0]], "*", *path[1:]) if path and self.origins.get(path[0]) else path

    def shown(self, node: Node) -> str:
        """Write a node out in a message, unless it is long."""
        text = spelled(node)
        return f"`{text}`" if len(text) <= _LONGEST else "this"

    def _contrast(self, one: Node, other: Node) -> str:
        sides = [f"{self.shown(side)} is {words_for(self.shapes[id(side)].types)}" for side in (one, other)]
        return ", and ".join(sides)

    def meant(self, word: str, known: Iterable[str]) -> str:
        """Give the tip that names what was probably meant."""
        return did_you_mean(word, known)

    def requires(
        self, node: Node, shape: Shape, accepted: tuple[str, ...], guards: Guards, why: str, tip: str = ""
    ) -> bool:
        """Whether a value can be of one of some types; `why` says what asks for that."""
        if not shape.types:
            return True
        if not set(shape.types).intersection(accepted):
            message = f"{self.shown(node)} is {words_for(shape.types)}: {why}"
            if accepted == ("boolean",):
                tip = advice.truth(node, shape, optional=self.takes_back(node))
            self.object("condition-type", node, message, tip, self.about(node))
            return False
        return self.needs_value(node, shape, guards)

    def takes_back(self, node: Node) -> bool:
        """Whether it was said that a value may be missing; no more, since what is said now has that in its way out."""
        about = self.about(node)
        for said in self.objections:
            if said.category == "unguarded-optional" and said.about == about and about:
                self.objections.remove(said)
                self._said.discard((said.category, said.message))
                return True
        return False

    def needs_value(self, node: Node, shape: Shape, guards: Guards) -> bool:
        """Whether a value is there where null would be an error."""
        if "null" in shape.types and not is_not_null(key_of(node), guards):
            message, tip = f"{self.shown(node)} may be null", f"ask `{spelled(node)} != null` beside it"
            self.object("unguarded-optional", node, message, tip, self.about(node), null=True)
            return False
        return True

    def computes(self, node: Constant, example: str, function: str) -> None:
        """Try out a text that a function has to read."""
        if _fails(example):
            tip = advice.literal(function, str(node.value))
            self.object("condition-type", node, f"`{function}` cannot read `{spelled(node)}`", tip)

    def as_doubles(self, node: Call, shapes: list[Shape]) -> str:
        """Write an operation so that no whole number is left in it."""
        sides = [_doubled(arg, shape) for arg, shape in zip(node.args, shapes, strict=True)]
        return f"{sides[0]} {INFIX[node.function]} {sides[1]}"

    def equality(self, node: Call) -> None:
        """Look at `==` and `!=`."""
        one, other = node.args
        pairs = [(a, b) for a in _outcomes(one) for b in _outcomes(other)]
        for a, b in pairs:
            self._equal(node, a, b, alone=len(pairs) == 1)

    def _equal(self, node: Call, one: Node, other: Node, *, alone: bool = True) -> None:
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        if self._as_text(node, one, other, order=False) or not (a.types and b.types):
            return
        if _differ(a, b):
            null = next((side for side, shape in ((one, b), (other, a)) if shape.types == ("null",)), None)
            message, tip = self._contrast(one, other), self._alike(node, one, other)
            if null is not None:
                message = f"`{spelled(null)}` is never null"
                tip = "leave this out: where it is there, it is not null"
                if self.takes_back(null):
                    tip = f"write `{'!' * (node.function == '_==_')}has({spelled(null)})`"
            self.object("condition-type", node, message, tip, self.about(one) or self.about(other))
            return
        if not self._beside(node, one, other):
            self._occurs(node, one, other, alone=alone)

    def _alike(self, node: Call, one: Node, other: Node) -> str:
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        if node.function == "@in":
            return advice.member((one, a), (node.args[1], self.shapes[id(node.args[1])]))
        return advice.unlike(node, (one, a), (other, b))

    def order(self, node: Call, guards: Guards) -> None:
        """Look at `<` and the like."""
        one, other = node.args
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        if self._as_text(node, one, other, order=True):
            return
        why = f"`{INFIX[node.function]}` compares numbers, texts and moments"
        for side, shape in ((one, a), (other, b)):
            if shape.types and not _kinds(shape) & ORDERED:
                self.requires(side, shape, tuple(ORDERED), guards, why)
                return
        if a.types and b.types and not _kinds(a) & _kinds(b) & ORDERED:
            message, tip = self._contrast(one, other), self._alike(node, one, other)
            self.object("condition-type", node, message, tip, self.about(one) or self.about(other))
            return
        if not (self.needs_value(one, a, guards) and self.needs_value(other, b, guards)):
            return
        for x, y in [(x, y) for x in _outcomes(one) for y in _outcomes(other)]:
            self._beside(node, x, y)

    def membership(self, node: Call, guards: Guards) -> None:
        """Look at `in`."""
        one, whole = node.args
        shape = self.shapes[id(whole)]
        if isinstance(whole, ListOf):
            for item in whole.items:
                for a in _outcomes(one):
                    self._equal(node, a, item)
            return
        tip = advice.member((one, self.shapes[id(one)]), (whole, shape))
        if not self.requires(whole, shape, ("array", "object"), guards, "`in` looks into a list or a map", tip):
            return
        if shape.types == ("array",) or shape.types == ("array", "null"):
            for a in _outcomes(one):
                self._in_list(node, a, whole, shape.items or ANYTHING)
        elif shape.types == ("object",) and not self.requires(
            one, self.shapes[id(one)], ("string",), guards, "`in` looks for a name in a map"
        ):
            return
        elif shape.types == ("object",) and isinstance(one, Constant) and isinstance(one.value, str):
            names = [name for name, _, _ in shape.properties]
            if one.value not in names and not shape.open:
                message = f"`{spelled(whole)}` has no field `{one.value}`"
                way = self.about(whole)
                about = (*way, one.value) if way else ()
                self.object("unknown-field", one, message, self.meant(one.value, names), about)

    def _in_list(self, node: Call, one: Node, whole: Node, items: Shape) -> None:
        shape = self.shapes[id(one)]
        if shape.types and items.types and not _kinds(shape) & _kinds(items):
            kind = words_for(shape.types)
            message = f"{self.shown(one)} is {kind}, and each item of {self.shown(whole)} is {words_for(items.types)}"
            tip = advice.member((one, shape), (whole, self.shapes[id(whole)]))
            self.object("condition-type", node, message, tip, self.about(whole))
        elif _number_beside(shape, items):
            self._mixed(one, shape, whole)
        elif shape.enum is not None and items.enum is not None and not _meet(shape, items):
            self._impossible(node, one, whole, items, self.about(whole))

    def _occurs(self, node: Call, one: Node, other: Node, *, alone: bool) -> None:
        """Look whether the two sides can ever have the same value."""
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        if isinstance(one, Constant) and isinstance(other, Constant):
            return
        if _meet(a, b):
            return
        if isinstance(one, Constant):
            self._impossible(node, one, other, b, self.about(other))
        elif isinstance(other, Constant):
            self._impossible(node, other, one, a, self.about(one))
        elif alone:
            message = f"`{spelled(one)}` and `{spelled(other)}` have no value in common"
            self.object("impossible-literal", node, message, about=self.about(one))

    def _impossible(self, node: Call, literal: Node, where: Node, known: Shape, about: tuple[str, ...]) -> None:
        value, held = self.shapes[id(literal)].enum, known.enum or ()
        word = str(value[0]) if value else ""
        catalogue = _CATALOGUES.get(about[:2]) if about[2:] in ((), ("*",)) else None
        if catalogue and isinstance(literal, Constant):
            message = f"`{word}` is not {catalogue} that the principal's schema knows"
        else:
            message = f"{self.shown(literal)} is no value that {self.shown(where)} can have"
        texts = [text for text in held if isinstance(text, str)]
        tip = self.meant(word, texts) if isinstance(literal, Constant) else ""
        if not tip and held and len(held) <= _FEW:
            tip = f"it can be {', '.join(f'`{_written(v)}`' for v in held)}"
        elif not tip and known.least is not None and known.greatest is not None:
            tip = f"it is from {known.least} to {known.greatest}"
        self.object("impossible-literal", literal if isinstance(literal, Constant) else node, message, tip, about)

    def _beside(self, node: Call, one: Node, other: Node) -> bool:
        """Look whether a whole number stands beside one that need not be whole."""
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        if not _number_beside(a, b):
            return False
        literal, shape = (one, a) if isinstance(one, Constant) else (other, b)
        if isinstance(literal, Constant):
            self._mixed(literal, shape, other if literal is one else one)
        else:
            message = self._contrast(one, other)
            tip = f"write `{_doubled(one, a)}` and `{_doubled(other, b)}`"
            self.object("integer-beside-number", node, message, tip)
        return True

    def _mixed(self, literal: Node, shape: Shape, other: Node) -> None:
        value = literal.value if isinstance(literal, Constant) else None
        if shape.types == ("integer",):
            fix = f"{value}.0" if isinstance(literal, Constant) else ""
            message = f"`{spelled(literal)}` is a whole number, beside one that need not be"
        else:
            fix = str(int(value)) if isinstance(value, float) and value.is_integer() else ""
            message = f"`{spelled(literal)}` is beside a whole number"
        tip = (
            f"write `{fix}`" if fix else f"write `double({spelled(other if shape.types != ('integer',) else literal)})`"
        )
        extent = self.text.extent(literal)
        self.object("integer-beside-number", literal, message, tip, fix=fix, extent=extent)

    def _as_text(self, node: Call, one: Node, other: Node, *, order: bool) -> bool:
        """Look whether a date is compared letter by letter."""
        a, b = self.shapes[id(one)], self.shapes[id(other)]
        sides = ((one, a, b), (other, b, a))
        text = next((side for side in sides if _is_text(side[1]) and side[2].types == ("timestamp",)), None)
        dates = {shape.format for shape in (a, b) if _is_text(shape) and shape.format in _DATES}
        if text is not None:
            message = f"`{spelled(text[0])}` is a text, and is compared with a moment"
            about = self.about(text[0])
        elif "date-time" in dates and _is_text(a) and _is_text(b):
            fixed = any(isinstance(side, Constant) for side in (one, other))
            if not (order or fixed or all(shape.format in _DATES for shape in (a, b))):
                return False
            message = "moments are compared letter by letter here, whatever their time zones"
            about = self.about(one) or self.about(other)
        else:
            return False
        tip = f"write `{_moment(one, a)} {INFIX[node.function]} {_moment(other, b)}`" if node.function != "@in" else ""
        self.object("date-compared-as-text", node, message, tip, about)
        return True


def joined(shapes: list[Shape]) -> Shape:
    """Give the shape of what is one of several values."""
    first, *others = shapes
    for other in others:
        if other == first:
            continue
        if not (first.types and other.types) or ("object" in first.types and "object" in other.types):
            return ANYTHING
        types = tuple(dict.fromkeys((*first.types, *other.types)))
        enum = None if first.enum is None or other.enum is None else tuple(dict.fromkeys((*first.enum, *other.enum)))
        most = None if first.most is None or other.most is None else max(first.most, other.most)
        properties = first.properties or other.properties
        first = Shape(
            types, enum, properties=properties, items=first.items if first.items == other.items else None, most=most
        )
    return first


def _outcomes(node: Node) -> Iterator[Node]:
    """Yield what a node may come to: of `a ? b : c` each side."""
    if isinstance(node, Call) and node.function == "_?_:_":
        yield from _outcomes(node.args[1])
        yield from _outcomes(node.args[2])
    else:
        yield node


def _kinds(shape: Shape) -> set[str]:
    return {"number" if type in NUMBERS else type for type in shape.types}


def _differ(one: Shape, other: Shape) -> bool:
    """Whether two values are never equal, but for both being null; of lists, whether their items are not."""
    common = _kinds(one) & _kinds(other)
    if not common - {"null"}:
        return not common or (one.types != ("null",) and other.types != ("null",))
    if one.types != ("array",) or other.types != ("array",) or one.items is None or other.items is None:
        return False
    return bool(one.items.types and other.items.types) and _differ(one.items, other.items)


def _meet(one: Shape, other: Shape) -> bool:
    """Whether some value can be on both sides."""
    if one.enum is not None and other.enum is not None:
        return any(a == b and isinstance(a, bool) == isinstance(b, bool) for a in one.enum for b in other.enum)
    for listed, bounded in ((one.enum, other), (other.enum, one)):
        if listed is not None and all(_is_number(value) and not _is_within(value, bounded) for value in listed):
            return False
    return True


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_within(value: float, shape: Shape) -> bool:
    return (shape.least is None or value >= shape.least) and (shape.greatest is None or value <= shape.greatest)


def _number_beside(one: Shape, other: Shape) -> bool:
    kinds = {"integer": "whole", "number": "any", "double": "any"}
    sides = [{kinds.get(type, "") for type in shape.types if type != "null"} for shape in (one, other)]
    return sides in ([{"whole"}, {"any"}], [{"any"}, {"whole"}])


def _is_text(shape: Shape) -> bool:
    return bool(shape.types) and set(shape.types) <= {"string", "null"} and "string" in shape.types


def _moment(node: Node, shape: Shape) -> str:
    if not _is_text(shape):
        return spelled(node)
    if isinstance(node, Constant):
        return f'timestamp("{advice.moment(str(node.value))}")'
    return f'timestamp({spelled(node)} + "T00:00:00Z")' if shape.format == "date" else f"timestamp({spelled(node)})"


def _doubled(node: Node, shape: Shape) -> str:
    if isinstance(node, Constant):
        return f"{float(node.value)!r}" if isinstance(node.value, int | float) else spelled(node)
    return spelled(node) if shape.types == ("double",) else f"double({spelled(node)})"


def _written(value: Any) -> str:
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@lru_cache(1024)
def _fails(expression: str) -> bool:
    """Whether an expression that reads nothing comes to an error."""
    try:
        return Program(f"{expression} == {expression}").judge(Scope({})).truth is ERROR
    except NotCompiled:
        return False
