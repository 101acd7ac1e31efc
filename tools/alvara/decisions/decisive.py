"""Which atoms made a condition come to what it came to: what a person has to read, and no more."""

from collections.abc import Mapping, Sequence
from typing import Any

from alvara.conditions.truth import ERROR, FALSE, JOINTS, TRUE, Truth, opposite

_SETTLING = {"all": FALSE, "any": TRUE, "not": TRUE}
"""One item that comes to this settles a group."""


def decisive(condition: Mapping[str, Any], truths: Sequence[Truth]) -> tuple[int, ...]:
    """Give the positions of the atoms that settled a condition, the first such set there is.

    One item is enough where it settles its group, or is the error in it; else every item was needed.
    """
    ((joint, items),) = condition.items()
    if all(map(_is_atom, items)):  # most conditions are one group
        wanted = _SETTLING[joint] if _SETTLING[joint] in truths else ERROR
        return (truths.index(wanted),) if wanted in truths else tuple(range(len(truths)))
    return _of_group(condition, truths, 0)[1]


def _is_atom(item: Mapping[str, Any]) -> bool:
    return "expr" in item


def _of_group(group: Mapping[str, Any], truths: Sequence[Truth], first: int) -> tuple[Truth, tuple[int, ...]]:
    ((joint, items),) = group.items()
    found: list[tuple[Truth, tuple[int, ...]]] = []
    for item in items:
        if "expr" in item:
            found.append((truths[first], (first,)))
            first += 1
        else:
            found.append(_of_group(item, truths, first))
            first += _count(item)
    joined = JOINTS[joint](truth for truth, _ in found)
    inner = opposite(joined) if joint == "not" else joined
    if inner is _SETTLING[joint] or inner is ERROR:
        return joined, min((settled for truth, settled in found if truth is inner), key=lambda s: (len(s), s))
    return joined, tuple(position for _, settled in found for position in settled)


def _count(group: Mapping[str, Any]) -> int:
    items = next(iter(group.values()))
    return sum(1 if "expr" in item else _count(item) for item in items)
