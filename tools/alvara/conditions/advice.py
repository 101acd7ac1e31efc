"""What to write instead. A way out is told only where it can be followed to the letter; else there is none."""

import re
from collections.abc import Iterable, Mapping

from alvara.conditions.functions import FUNCTIONS, NUMBERS
from alvara.conditions.jargon import CASES, EMPTY, LENGTHS, MEANT, PARTS, THERE
from alvara.conditions.syntax import INFIX, Call, Constant, Node, Select, path_of, spelled
from alvara.conditions.tokens import MACROS
from alvara.identity.suggestions import closest, did_you_mean
from alvara.model.schemas import Shape

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ZONELESS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?")
_DAYS = re.compile(r"P?(\d{1,5}) ?(d|days?|w|weeks?)", re.IGNORECASE)
_HOURS = {"d": 24, "w": 168}
_NUMBER = re.compile(r"-?\d{1,15}(\.\d+)?")

Side = tuple[Node, Shape]
"""A part of an expression, with what it comes to."""


def name(word: str, roots: Mapping[str, Shape], variables: Iterable[str], *, beside_text: bool) -> str:
    """Tell what was meant by a name that nothing has; `beside_text` where a text could stand in its place."""
    known = [*variables, *roots, "now"]
    meant = MEANT.get(word.casefold(), "")
    if meant in (*known, "null", "true", "false"):
        return f"did you mean `{meant}`?"
    if tip := did_you_mean(word, known):
        return tip
    for root in sorted(roots):
        if any(word == field for field, _, _ in roots[root].properties):
            return f"did you mean `{root}.{word}`?"
    if beside_text:
        return f'a text is written in quotes: `"{word}"`'
    return readable(roots)


def readable(roots: Iterable[str]) -> str:
    """List what can be read."""
    return f"what can be read here: {', '.join(f'`{root}`' for root in sorted({*roots, 'now'}))}"


def function(node: Call, of: Shape, roots: Iterable[str]) -> tuple[str, str]:
    """Say what is wrong with a call of what is no function, and what to write; `of` is what it is called on."""
    word, folded = node.function, node.function.casefold()
    inside = ", ".join(map(spelled, node.args))
    subject = "" if node.target is None else spelled(node.target)
    on = subject or inside
    message = f"there is no function `{word}`"
    if node.target is None and word in (*roots, "now"):
        return f"`{word}` is a value", "write it without brackets"
    if node.target is None and folded == "not":
        return message, f"write `!({inside})`"
    if asked_for(node) is not None:
        return message, f"write `has({on})`"
    if word in MACROS:
        message = f"`{word}` takes a name of your own, and what is asked of each item"
        item = node.args[0] if subject and len(node.args) == 1 else None
        return message, f"write `{subject}.{word}(x, x == {inside})`" if isinstance(item, Constant) else ""
    if subject and folded in ("equals", "eq", "is") and len(node.args) == 1:
        return message, f"write `{subject} == {inside}`"
    if folded in EMPTY and on:
        return message, f"write `size({on}) == 0`"
    if subject and MEANT.get(folded) == "contains" and len(node.args) == 1:
        return message, f"write `{contained(node.target, of, node.args[0])}`"
    if folded in CASES and on:
        return message, f'for letters of any case write a pattern: `{on}.matches("(?i)^…$")`'
    written = [known for known, one in FUNCTIONS.items() if (one.member if subject else one.alone)]
    written += MACROS if subject else ["has"]
    meant = MEANT.get(folded)
    meant = meant if meant in written else closest(word, written) or closest(word, (*FUNCTIONS, *MACROS))
    if meant:
        return message, f"did you mean `{meant}`?"
    return message, (
        "there are `size`, `contains`, `startsWith`, `endsWith`, `matches`, `int`, `double`, `string`, `timestamp` and"
        " `duration`"
    )


def asked_for(node: Call) -> Select | None:
    """Give the field that a call asks for as another language would: `exists(a.b)`, `a.b.isPresent()`."""
    held = (node.target, *node.args) if node.target is not None else node.args
    asks = node.function.casefold() in THERE and len(held) == 1
    return held[0] if asks and isinstance(held[0], Select) else None


def contained(whole: Node | None, shape: Shape, part: Node) -> str:
    """Write that something contains another: an item of a list, or a part of a text."""
    if whole is None:
        return spelled(part)
    return (
        f"{spelled(part)} in {spelled(whole)}"
        if "array" in shape.types
        else f"{spelled(whole)}.contains({spelled(part)})"
    )


def field(operand: Node, shape: Shape, word: str) -> str:
    """Tell how to get at what was taken for a field of something that has none."""
    folded, written = word.casefold(), spelled(operand)
    if folded in LENGTHS and shape.types in (("string",), ("array",)):
        return f"write `size({written})`"
    if folded in PARTS and shape.types == ("timestamp",):
        return f"write `{written}.{PARTS[folded]}()`"
    if shape.types == ("array",) and shape.items and any(word == known for known, _, _ in shape.items.properties):
        return f"ask it of each item: `{written}.exists(x, x.{word} == …)`"
    return ""


def truth(node: Node, shape: Shape, *, optional: bool) -> str:
    """Tell what could be asked of a value that is no answer itself."""
    written = spelled(node)
    if optional:
        return f"write `has({written})`, or compare it with something"
    if shape.types == ("string",):
        return f'compare it with something: `{written} == "…"`'
    if shape.types == ("array",):
        return f"ask for its size: `size({written}) > 0`"
    if shape.types and set(shape.types) <= NUMBERS:
        return f"compare it with something: `{written} > {'0' if shape.types == ('integer',) else '0.0'}`"
    return ""


def unlike(node: Call, one: Side, other: Side) -> str:
    """Tell how to write a comparison of two sides that are never alike."""
    sign = INFIX[node.function]
    for (mine, a), (its, b), first in ((one, other, True), (other, one, False)):
        if instead := _side(mine, a, b):
            sides = (instead, spelled(its)) if first else (spelled(its), instead)
            return f"write `{sides[0]} {sign} {sides[1]}`"
        if node.function in ("_==_", "_!=_") and a.types == ("array",) and isinstance(its, Constant):
            asked = f"{spelled(its)} in {spelled(mine)}"
            return f"write `{asked}`" if node.function == "_==_" else f"write `!({asked})`"
        if a.types == ("duration",) and isinstance(its, Constant) and b.types == ("integer",):
            return f'a duration has a unit: `duration("{its.value}h")` or `duration("{its.value}m")`'
    return ""


def _side(mine: Node, own: Shape, other: Shape) -> str:
    """Write one side so that it is of the type of the other."""
    value = mine.value if isinstance(mine, Constant) else None
    if isinstance(value, str):
        if _NUMBER.fullmatch(value) and other.types and set(other.types) <= NUMBERS:
            whole = other.types == ("integer",) and "." not in value
            return str(int(value)) if whole else repr(float(value))
        if value in ("true", "false") and other.types == ("boolean",):
            return value
    elif isinstance(value, int) and not isinstance(value, bool) and other.types == ("string",):
        return f'"{value}"'
    elif (
        own.types == ("object",)
        and path_of(mine)
        and any(f == "id" and s.types == other.types for f, s, _ in own.properties)
    ):
        return f"{spelled(mine)}.id"
    return ""


def member(one: Side, whole: Side) -> str:
    """Tell how to write `in` where nothing is looked into, or a list is looked for."""
    (mine, a), (its, b) = one, whole
    if b.types == ("string",) and a.types == ("string",):
        same = isinstance(its, Constant) and not isinstance(mine, Constant)
        return f"write `{spelled(mine)} == {spelled(its)}`" if same else f"write `{contained(its, b, mine)}`"
    if a.types == ("array",):
        return f"write `{spelled(mine)}.exists(x, x in {spelled(its)})`"
    return ""


def moment(text: str) -> str:
    """Write a day, or a moment without a zone, as a moment in UTC; other texts stay as they are."""
    if _DAY.fullmatch(text):
        return f"{text}T00:00:00Z"
    return f"{text}Z" if _ZONELESS.fullmatch(text) else text


def literal(function: str, text: str) -> str:
    """Tell how to write a text so that a function can read it."""
    if function == "timestamp":
        better = moment(text)
        return f'write `"{better}"`' if better != text else 'such as `"2026-01-31T09:00:00Z"`'
    if function == "duration":
        days = _DAYS.fullmatch(text)
        if days:
            return f'write `"{int(days[1]) * _HOURS[days[2][0].lower()]}h"`'
        return 'the units are `h`, `m`, `s` and `ms`: `"36h"`'
    return 'such as `"America/Sao_Paulo"`' if function.startswith("get") else ""


def difference(node: Call, sides: tuple[Side, Side]) -> str:
    """Tell how to take a moment that is a text from another, or to add to it."""
    written = [f"timestamp({spelled(each)})" if shape.types == ("string",) else spelled(each) for each, shape in sides]
    moments = {"timestamp", "duration"}
    if any(moments.intersection(shape.types) for _, shape in sides) and any(
        shape.types == ("string",) and shape.format == "date-time" for _, shape in sides
    ):
        return f"write `{written[0]} {INFIX[node.function]} {written[1]}`"
    return ""
