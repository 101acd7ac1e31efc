"""One thing that differs between two states of a definition, and what it asks of the version."""

from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer, Revision

Impact = Literal["breaking", "additive", "text", "widening", "narrowing"]
"""`breaking` and `additive` concern who calls; `narrowing` and `widening` what may be done, and how easily; `text` all
that changes neither."""

Bump = Literal["major", "minor", "patch", "none"]
BUMPS: tuple[Bump, ...] = ("none", "patch", "minor", "major")
"""From nothing to ask for to the most."""


def weigh(*, stricter: bool) -> tuple[Impact, Bump]:
    """Weigh what asks more of a caller, or may refuse one, as a major; and what does the reverse as a minor."""
    return ("narrowing", "major") if stricter else ("widening", "minor")


NO_WITNESS = object()
"""Stands for the lack of a witness, since `None` is a value that can be one."""


class Change(NamedTuple):
    """A difference. `aspect` is the key that it concerns, `words` what it means, as the end of a sentence.

    `pointer` leads to it from the root of the file on the side that `revision` names, `path` is that file. `witness` is
    a value that one side takes and the other does not.
    """

    aspect: str
    impact: Impact
    bump: Bump
    words: str
    path: str
    pointer: Pointer
    revision: Revision = "current"
    before: Any = None
    after: Any = None
    witness: Any = NO_WITNESS


def largest(changes: "tuple[Change, ...] | list[Change]") -> Bump:
    """Give the bump that a number of changes ask for together."""
    return max((change.bump for change in changes), key=BUMPS.index, default="none")
