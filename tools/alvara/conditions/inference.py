"""What an expression comes to, worked out from the shapes of what it reads, and what has to be said against it."""

from collections.abc import Mapping
from typing import NamedTuple

from alvara.conditions import advice
from alvara.conditions.comparing import Comparing, joined
from alvara.conditions.engine import MOST_ITEMS, MOST_NESTING
from alvara.conditions.functions import FUNCTIONS, SUMS, Function, words_for
from alvara.conditions.guards import Bound, Guards, Known, implies, is_there, key_of
from alvara.conditions.objections import Objection
from alvara.conditions.syntax import (
    INFIX,
    Call,
    Constant,
    ListOf,
    Macro,
    MapOf,
    Name,
    Node,
    Select,
    path_of,
    spelled,
    walk,
)  # fmt: skip
from alvara.model.schemas import ANYTHING, Shape

MOST_STEPS = 10_000
"""Rounds of all loops together, after which an evaluation is given up (`engine.py`)."""

_TYPES = frozenset({"int", "uint", "double", "bool", "string", "bytes", "list", "map", "null_type", "type"})
_SORTS = {"null": "null", "bool": "boolean", "int": "integer", "uint": "uint"}
_BOOLEAN, _KEY = Shape(("boolean",)), Shape(("string",))


class Absence(NamedTuple):
    """Why a root is not there, in words that go on "`x` is not there: ...", and what to do instead."""

    why: str
    tip: str


class Surroundings(NamedTuple):
    """What an expression may read: the shapes of the roots, and of some others why they are not there."""

    roots: Mapping[str, Shape]
    absent: Mapping[str, Absence] = {}


def infer(
    tree: Node, source: str, surroundings: Surroundings, guards: Guards = ()
) -> tuple[Shape, list[Objection]]:  # fmt: skip
    """Give the shape of what an expression comes to, with what is wrong with it, in the order of the text."""
    inference = _Inference(source, surroundings)
    shape = inference.shape(tree, guards)
    return shape, sorted(inference.objections, key=lambda o: (o.start, o.end))


def judge(tree: Node, source: str, surroundings: Surroundings, guards: Guards = ()) -> list[Objection]:
    """List what is wrong with an expression that has to be true or false."""
    inference = _Inference(source, surroundings)
    shape = inference.shape(tree, guards)
    if inference.requires(tree, shape, ("boolean",), guards, "a condition is true or false") and not any(
        isinstance(node, Name) and node.name not in _TYPES for node in walk(tree) if not _is_bound(node, tree)
    ):
        inference.object("constant-condition", tree, "this condition reads nothing: it always comes to the same")
    return sorted(inference.objections, key=lambda o: (o.start, o.end))


def _is_bound(node: Node, tree: Node) -> bool:
    return isinstance(node, Name) and any(isinstance(m, Macro) and m.variable == node.name for m in walk(tree))


class _Inference(Comparing):
    """One run over one expression. A mistake makes its place `ANYTHING`, so that it is told once."""

    def __init__(self, source: str, surroundings: Surroundings) -> None:
        super().__init__(source)
        self.surroundings = surroundings
        self.variables: dict[str, Shape] = {}
        self.loops: list[int] = []
        self.asked: dict[str, tuple[str, Objection | None]] = {}
        self.beside_text: set[int] = set()

    def shape(self, node: Node, guards: Guards) -> Shape:
        """Give the shape of a node; it is remembered for whoever compares it."""
        match node:
            case Name():
                shape = self._name(node)
            case Constant(value=value, sort="double"):
                shape = Shape(("double",), (value,))
            case Constant(value=value, sort="string"):
                shape = Shape(("string",), (value,))
            case Constant(value=value, sort=sort):
                shape = Shape((_SORTS.get(sort, sort),), None if sort == "bytes" else (value,))
            case Select(operand=operand, field=field, tested=tested):
                shape = self._field(node, operand, self.shape(operand, guards), field, guards, tested=tested)
                shape = _BOOLEAN if tested else shape
            case ListOf(items=items):
                self.beside_text.update(map(id, items))
                held = [self.shape(item, guards) for item in items]
                shape = Shape(("array",), items=joined(held) if held else None, most=len(held))
            case MapOf(entries=entries):
                shape = self._map(entries, guards)
            case Macro():
                shape = self._macro(node, guards)
            case Call():
                shape = self._call(node, guards)
        self.shapes[id(node)] = shape
        return shape

    def _name(self, node: Name) -> Shape:
        name = node.name
        if name in self.variables:
            return self.variables[name]
        if name == "now":
            return Shape(("timestamp",))
        if name in self.surroundings.roots:
            return self.surroundings.roots[name]
        if name in _TYPES:
            return Shape(("type",))
        if name in self.surroundings.absent:
            absence = self.surroundings.absent[name]
            self.object("unknown-field", node, f"`{name}` is not there: {absence.why}", absence.tip)
        else:
            beside = id(node) in self.beside_text
            tip = advice.name(name, self.surroundings.roots, self.variables, beside_text=beside)
            self.object("unknown-field", node, f"nothing is called `{name}` here", tip)
        return ANYTHING

    def _field(
        self, node: Node, operand: Node, shape: Shape, name: str, guards: Guards, *, tested: bool = False
    ) -> Shape:
        """Read a field, or ask whether it is there."""
        if not shape.types:
            return ANYTHING
        if "object" not in shape.types:
            message = f"`{spelled(operand)}` is {words_for(shape.types)}, and has no fields"
            self.object("condition-type", operand, message, advice.field(operand, shape, name))
            return ANYTHING
        self.needs_value(operand, shape, guards)
        way = self.about(operand)
        about = (*way, name) if way else ()
        for known, inner, always in shape.properties:
            if known == name:
                if not (always or tested or is_there(key_of(node), guards)):
                    self._missing(node, operand, name, about)
                if not inner.types:
                    self.object("unchecked-field", node, f"no schema tells what `{spelled(node)}` is", "", about)
                return inner
        if shape.open:
            self.object("unchecked-field", node, f"no schema tells what `{spelled(node)}` is", "", about)
            return ANYTHING
        names = [known for known, _, _ in shape.properties]
        extent = self.text.field(node) if isinstance(node, Select) else None
        message = f"`{spelled(operand)}` has no field `{name}`"
        asked = tested or is_there(key_of(node), guards)
        self.object("unknown-field", node, message, self.meant(name, names), about, extent=extent, asked=asked)
        return ANYTHING

    def _missing(self, node: Node, operand: Node, name: str, about: tuple[str, ...]) -> None:
        """Say that a value may not be there. Where what it is a part of may not be there, either, that is one thing."""
        ask = f"has({spelled(node)})" if isinstance(node, Select) else f'"{name}" in {spelled(operand)}'
        before, said = self.asked.get(key_of(operand), ("", None))
        if said in self.objections:
            self.objections.remove(said)
            ask = f"{before} && {ask}"
        message, count = f"{self.shown(node)} may be missing: it is optional", len(self.objections)
        self.object("unguarded-optional", node, message, f"ask `{ask}` beside it", about)
        if len(self.objections) > count:
            self.asked[key_of(node)] = ask, self.objections[-1]

    def _map(self, entries: tuple[tuple[Node, Node], ...], guards: Guards) -> Shape:
        found: dict[str, Shape] = {}
        for key, value in entries:
            self.shape(key, guards)
            shape = self.shape(value, guards)
            if isinstance(key, Constant) and isinstance(key.value, str):
                found[key.value] = shape
        properties = tuple([(name, found[name], True) for name in sorted(found)])
        return Shape(("object",), properties=properties, open=len(found) < len(entries) or not entries)

    def _call(self, node: Call, guards: Guards) -> Shape:
        function, args = node.function, node.args
        if function in ("_&&_", "_||_"):
            truth = function == "_&&_"
            for side, beside in (args, args[::-1]):
                shape = self.shape(side, (*guards, Known(beside, truth)))
                self.requires(side, shape, ("boolean",), guards, f"`{INFIX[function]}` joins what is true or false")
            return _BOOLEAN
        if function == "_?_:_":
            self.requires(args[0], self.shape(args[0], guards), ("boolean",), guards, "`?` asks what is true or false")
            yes, no = [self.shape(args[i], (*guards, Known(args[0], i == 1))) for i in (1, 2)]
            if yes.types and no.types and not set(yes.types) & set(no.types):
                message = f"`?` comes to {words_for(yes.types)} or to {words_for(no.types)}"
                self.object("condition-type", node, message, "let both sides be of one type")
                return ANYTHING
            return joined([yes, no])
        if node.target is not None:
            args = (node.target, *args)
        if function in ("_==_", "_!=_", "@in"):
            self.beside_text.update(map(id, args))
        if function.isidentifier() and function not in FUNCTIONS and node.target is not None and len(node.args) > 1:
            args = args[:1]  # a macro by a wrong name: what it would ask of each item cannot be judged
        shapes = [self.shape(arg, guards) for arg in args]
        if function == "!_":
            self.requires(args[0], shapes[0], ("boolean",), guards, "`!` turns what is true or false")
            return _BOOLEAN
        if function == "_[_]":
            return self._index(node, shapes, guards)
        if function in ("_==_", "_!=_"):
            self.equality(node)
            return _BOOLEAN
        if function in ("_<_", "_<=_", "_>_", "_>=_"):
            self.order(node, guards)
            return _BOOLEAN
        if function == "@in":
            self.membership(node, guards)
            return _BOOLEAN
        if function in SUMS:
            return self._sum(node, shapes, guards)
        if function == "-_":
            accepted = ("integer", "double", "number")
            fits = self.requires(args[0], shapes[0], accepted, guards, "`-` turns a number")
            return Shape(tuple([t for t in shapes[0].types if t in accepted])) if fits else ANYTHING
        return self._function(node, args, shapes, guards)

    def _index(self, node: Call, shapes: list[Shape], guards: Guards) -> Shape:
        operand, key = node.args
        shape, at = shapes
        if isinstance(key, Constant) and isinstance(key.value, str) and "array" not in shape.types:
            return self._field(node, operand, shape, key.value, guards)
        accepted = ("array", "object")
        if not self.requires(operand, shape, accepted, guards, "only lists and maps have positions"):
            return ANYTHING
        wanted = [word for type, word in (("array", "integer"), ("object", "string")) if type in shape.types]
        if shape.types:
            self.requires(key, at, tuple(wanted), guards, "a list is read by number, a map by name")
        return shape.items or ANYTHING if "object" not in shape.types else ANYTHING

    def _sum(self, node: Call, shapes: list[Shape], guards: Guards) -> Shape:
        known, sign = SUMS[node.function], INFIX[node.function]
        one, other = shapes
        sides = [
            [t for t in shape.types if t != "null"] if shape.types else sorted({pair[i] for pair in known})
            for i, shape in enumerate(shapes)
        ]
        pairs = [(a, b) for a in sides[0] for b in sides[1]]
        gives = dict.fromkeys(known[pair] for pair in pairs if pair in known)
        unknown = not (one.types and other.types)
        if gives or (unknown and "number" in sides[0] + sides[1] and node.function != "_%_"):
            there = [self.needs_value(arg, shape, guards) for arg, shape in zip(node.args, shapes, strict=True)]
            told = one.types or other.types  # of a text and something, `+` can only make a text
            if not all(there) or (unknown and (not told or "number" in told or "array" in gives)):
                return ANYTHING
        if gives:
            items = joined([one.items or ANYTHING, other.items or ANYTHING]) if "array" in gives else None
            return Shape(tuple(gives), items=items)
        loose = [arg for arg, shape in zip(node.args, shapes, strict=True) if "number" in shape.types]
        known_ones = [shape.types for shape in shapes if shape.types]
        message = f"`{sign}` does not take {' and '.join(map(words_for, known_ones))}"
        numbers = {"integer", "double", "number"}
        if pairs and all(set(pair) <= numbers for pair in pairs) and node.function != "_%_" and len(known_ones) == 2:
            message = f"`{sign}` does not take whole numbers and others together"
            if loose:
                message += f", and `{spelled(loose[0])}` may be either"
            self.object("condition-type", node, message, f"write `{self.as_doubles(node, shapes)}`")
            return Shape(("double",))
        tip = advice.difference(node, ((node.args[0], one), (node.args[1], other)))
        self.object("condition-type", node, message, tip)
        return ANYTHING

    def _function(self, node: Call, args: tuple[Node, ...], shapes: list[Shape], guards: Guards) -> Shape:
        name = node.function
        known = FUNCTIONS.get(name)
        if known is None:
            if name in ("type", "dyn") and len(args) == 1 and node.target is None:
                return Shape(("type",)) if name == "type" else ANYTHING
            if (asked := advice.asked_for(node)) is not None:
                self.takes_back(asked)
            message, tip = advice.function(node, shapes[0] if shapes else ANYTHING, self.surroundings.roots)
            self.object("condition-syntax", node, message, tip)
            return ANYTHING
        gives = Shape((known.gives,))
        member = node.target is not None
        if not (known.member if member else known.alone) and args:
            inside = ", ".join(map(spelled, args[1:] if known.member else args))
            written = f"{spelled(args[0])}.{name}({inside})" if known.member else f"{name}({inside})"
            self.object("condition-syntax", node, f"`{name}` is written in another way", f"write `{written}`")
            return gives
        if not 1 + known.needed <= len(args) <= 1 + len(known.extra):
            count = len(args) - member
            self.object("condition-type", node, f"`{name}` does not take {count} value{'s' * (count != 1)} here")
            return gives
        listed = name == "contains" and "array" in shapes[0].types
        tip = f"write `{advice.contained(args[0], shapes[0], args[1])}`" if listed else ""
        fits = self.requires(args[0], shapes[0], tuple(known.subject), guards, f"`{name}` does not take that", tip)
        for arg, shape, wanted in zip(args[1:], shapes[1:], known.extra, strict=False):
            fits = self.requires(arg, shape, (wanted,), guards, f"`{name}` does not take that") and fits
        if fits:
            self._reading(node, known, args, shapes)
        return gives

    def _reading(self, node: Call, known: Function, args: tuple[Node, ...], shapes: list[Shape]) -> None:
        """Look at what a function has to read out of a text."""
        name, subject = node.function, args[0]
        if name == "timestamp" and shapes[0].format == "date":
            write = f'timestamp({spelled(subject)} + "T00:00:00Z")'
            message = f"`{spelled(subject)}` is a date without a time, which `timestamp` does not read"
            self.object("condition-type", subject, message, f"write `{write}`", self.about(subject))
        elif len(args) == 1 and isinstance(subject, Constant):
            self.computes(subject, f"{name}({spelled(subject)})", name)
        elif len(args) == 2 and isinstance(args[1], Constant) and name not in ("contains", "startsWith", "endsWith"):
            example = '""' if name == "matches" else 'timestamp("2026-01-01T00:00:00Z")'
            self.computes(args[1], f"{example}.{name}({spelled(args[1])})", name)

    def _macro(self, node: Macro, guards: Guards) -> Shape:
        operand = self.shape(node.operand, guards)
        whole = f"`{node.function}` goes through a list"
        if not self.requires(node.operand, operand, ("array", "object"), guards, whole):
            operand = ANYTHING
        each = operand.items or ANYTHING
        if operand.types and "array" not in operand.types:
            each = _KEY
        elif "array" in operand.types and operand.most is None and path_of(node.operand):
            message = f"nothing limits how long `{spelled(node.operand)}` is, and each item is looked at"
            about = self.about(node.operand)
            self.object("unbounded-list", node.operand, message, "give the list a `maxItems` in its schema", about)
        if operand.most is not None and operand.most > MOST_ITEMS:
            message = f"a list of {operand.most:,} items is not gone through: {MOST_ITEMS:,} are the most"
            self.object("condition-too-large", node.operand, message, "give the list a lower `maxItems`")
        self.loops.append(min(operand.most or 1, MOST_ITEMS))
        self._count(node)
        before, origin = self.variables.get(node.variable), self.origins.get(node.variable)
        self.variables[node.variable], self.origins[node.variable] = each, self.about(node.operand)
        inner = (*guards, Bound(node.variable))
        tests = node.args[:-1] if node.function == "map" else node.args
        for test in tests:
            shape = self.shape(test, inner)
            self.requires(test, shape, ("boolean",), inner, f"`{node.function}` asks what is true or false")
            inner = (*inner, Known(test, True))
        made = self.shape(node.args[-1], inner) if node.function == "map" else _narrowed(each, node)
        self.loops.pop()
        self._leave(node.variable, before, origin)
        if node.function in ("all", "exists", "exists_one"):
            return _BOOLEAN
        return Shape(("array",), items=made, most=operand.most)

    def _leave(self, variable: str, before: Shape | None, origin: tuple[str, ...] | None) -> None:
        del self.variables[variable], self.origins[variable]
        if before is not None:
            self.variables[variable], self.origins[variable] = before, origin or ()

    def _count(self, node: Macro) -> None:
        """Look at how many rounds the loops around this place can come to."""
        rounds = 1
        for most in self.loops:
            rounds *= most
        if len(self.loops) > MOST_NESTING:
            message = f"{len(self.loops)} loops within one another are more than the {MOST_NESTING} that are allowed"
            self.object("condition-too-large", node, message)
        elif rounds > MOST_STEPS:
            message = f"this can take {rounds:,} rounds, and an evaluation is given up after {MOST_STEPS:,}"
            self.object("condition-too-large", node, message)


def _narrowed(each: Shape, node: Macro) -> Shape:
    """Give the shape of what a filter lets pass: what it asked for is there."""
    test = node.args[0]
    properties = tuple(
        [
            (name, shape, always or implies(test, True, f"{node.variable}.{name}"))
            for name, shape, always in each.properties
        ]
    )
    return each._replace(properties=properties)
