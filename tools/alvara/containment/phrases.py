"""Differences in words for a person, once for what is no longer accepted and once for what is newly returned."""

from json import dumps
from typing import Any, NamedTuple

from alvara.containment.demands import Demand
from alvara.containment.values import BOOLEAN, FRACTION, INTEGER, LIST, MAP, NULL, NUMBER, TEXT
from alvara.subschemas.wording import quoted

_TYPES = {
    TEXT: "a text", INTEGER: "a whole number", FRACTION: "a number that is not whole", BOOLEAN: "true or false",
    NULL: "null", LIST: "a list", MAP: "a map",
}  # fmt: skip
_COUNTED = {
    "minLength": ("fewer", "character", "characters"), "maxLength": ("more", "character", "characters"),
    "minItems": ("fewer", "item", "items"), "maxItems": ("more", "item", "items"),
    "minProperties": ("fewer", "property", "properties"), "maxProperties": ("more", "property", "properties"),
}  # fmt: skip
_MOST_NAMED = 3


class Phrase(NamedTuple):
    """The two ways to say one difference."""

    no_longer: str
    newly: str


def subject(path: str) -> str:
    """Name a value by the names that lead to it: `[]` stands for the items of a list."""
    if not path:
        return "the value"
    if path == "[]":
        return "an item"
    return f"an item of {quoted(path[:-2])}" if path.endswith("[]") else quoted(path)


def inside(path: str, name: str) -> str:
    """Give the path of a property."""
    return f"{path}.{name}" if path else name


def shown(value: Any) -> str:
    """Show a value."""
    if value == "" and isinstance(value, str):
        return "an empty text"
    if value is None or isinstance(value, (bool, int, float)):
        return dumps(value)
    return quoted(value)


def may_be(path: str, words: str, why: str = "") -> Phrase:
    """Say that a value may be something no longer, or may be it now."""
    named = subject(path)
    return Phrase(f"{named} may no longer be {words}{why}", f"{named} may now be {words}{why}")


def doubtful(phrase: Phrase) -> Phrase:
    """Say that it cannot be told."""
    return Phrase(*(f"it cannot be told whether {words}" for words in phrase))


def types(path: str, lost: int, left: int) -> Phrase:
    """Say which types a value may have no longer, or which are left where that is shorter."""
    if lost.bit_count() <= _MOST_NAMED or not left:
        return may_be(path, _named_types(lost))
    named, words = subject(path), _named_types(left)
    return Phrase(f"{named} must now be {words}", f"{named} may now be something else than {words}")


def _named_types(kinds: int) -> str:
    named = ["a number"] if kinds & NUMBER == NUMBER else []
    left = kinds & ~NUMBER if named else kinds
    return " or ".join([*(words for kind, words in _TYPES.items() if left & kind), *named])


def listed(path: str, value: Any) -> Phrase:
    """Say that a value is not among those that are listed."""
    about = f" for {subject(path)}" if path else ""
    return Phrase(f"{shown(value)} is no longer allowed{about}", f"{shown(value)} is now possible{about}")


def listed_only(path: str, values: list[Any]) -> Phrase:
    """Say that values are listed where they were not."""
    named = subject(path)
    words = ", ".join(map(shown, values[:_MOST_NAMED])) + (", ..." if len(values) > _MOST_NAMED else "")
    words = words if len(values) == 1 else f"one of {words}" if values else "nothing"
    return Phrase(f"{named} must now be {words}", f"{named} may now be something else than {words}")


def undeclared(path: str, name: str) -> Phrase:
    """Say that a property may not be there."""
    named = quoted(inside(path, name))
    return Phrase(f"{named} is no longer allowed", f"{named} may now be there")


def undeclared_all(path: str) -> Phrase:
    """Say that no property may be there beside those declared."""
    about = f" of {subject(path)}" if path else ""
    named = f"properties{about} that are not declared"
    return Phrase(f"{named} are no longer allowed", f"{named} may now be there")


def undeclared_value(path: str, value: Any) -> Phrase:
    """Say that a property that is not declared may not have some value."""
    about = f" of {subject(path)}" if path else ""
    words = f"be {shown(value)}"
    named = f"a property{about} that is not declared"
    return Phrase(f"{named} may no longer {words}", f"{named} may now {words}")


def name(path: str, name: str) -> Phrase:
    """Say that a property may not have some name."""
    about = f" of {subject(path)}" if path else ""
    words = f"be named {shown(name)}"
    return Phrase(f"a property{about} may no longer {words}", f"a property{about} may now {words}")


def counted(path: str, keyword: str, limit: int) -> Phrase:
    """Say that a value may not have so few or so many of something."""
    named = subject(path)
    comparison, one, many = _COUNTED[keyword]
    words = f"have {comparison} than {limit} {one if limit == 1 else many}"
    if limit == 1 and comparison == "fewer":
        words = "be empty"
    if limit == 0:
        words = f"have any {many}"
    return Phrase(f"{named} may no longer {words}", f"{named} may now {words}")


def nothing(path: str) -> Phrase:
    """Say that no value passes at all."""
    named = subject(path)
    return Phrase(f"no value is accepted for {named} any more", f"{named} may now have a value")


def demand(path: str, broken: Demand, value: Any) -> Phrase:
    """Say that a value breaks a demand."""
    keyword, named = broken.keyword, subject(path)
    if keyword == "required":
        name = quoted(inside(path, broken.name))
        return Phrase(f"{name} is now required", f"{name} is no longer always there")
    if keyword == "dependentRequired":
        other = quoted(inside(path, next(iter(broken.names))))
        name = quoted(inside(path, broken.name))
        return Phrase(f"{name} may no longer stand without {other}", f"{name} may now stand without {other}")
    if keyword in _COUNTED:
        return counted(path, keyword, int(broken.limit))
    if keyword == "uniqueItems":
        return Phrase(f"{named} may no longer hold one item twice", f"{named} may now hold one item twice")
    if keyword in ("contains", "maxContains"):
        comparison = "fewer" if keyword == "contains" else "more"
        words = f"hold {comparison} than {broken.limit} of the items that `contains` means"
        return Phrase(f"{named} may no longer {words}", f"{named} may now {words}")
    if keyword == "pattern":
        return may_be(path, shown(value), f", which {quoted(broken.name)} does not match")
    if keyword == "format":
        return may_be(path, shown(value), f", which is no {quoted(broken.name)}")
    if keyword == "multipleOf":
        return may_be(path, shown(value), f", which is no multiple of {dumps(broken.owner.value['multipleOf'])}")
    return may_be(path, shown(value))
