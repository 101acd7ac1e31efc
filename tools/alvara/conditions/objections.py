"""What can be said against an expression without running it."""

from typing import Literal, NamedTuple

Category = Literal[
    "condition-syntax", "unknown-field", "condition-type", "impossible-literal", "unguarded-optional",
    "date-compared-as-text", "integer-beside-number", "constant-condition", "condition-too-large", "unbounded-list",
    "unchecked-field", "repeated-condition",
]  # fmt: skip
"""What is wrong, by the name of the rule that says so."""


class Objection(NamedTuple):
    """One mistake. It stands from `start` to `end`, in characters of the expression.

    `about` is the way of names to the value that is concerned, from its root on; empty where there is none. `fix` is
    what to write there instead, where that is certain. `asked` tells that the expression has made sure by `has()`,
    `null` that the value may be null.
    """

    category: Category
    start: int
    end: int
    message: str
    tip: str = ""
    about: tuple[str, ...] = ()
    fix: str = ""
    asked: bool = False
    null: bool = False
