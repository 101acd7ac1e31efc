"""Conditions that changed: which way is not to be told from their text, so that a change counts as the worse one."""

from collections.abc import Iterator
from typing import Any

from alvara.compare.change import Change
from alvara.compare.sides import Sides, keyed, look, parted, same


def condition_of(block: Any) -> Any:
    """Strip a condition of all that is said about it: what decides is the expressions and how they are combined."""
    if isinstance(block, dict):
        if "expr" in block:
            return block["expr"]
        return {key: condition_of(item) for key, item in block.items() if key in ("all", "any", "not")}
    if isinstance(block, list):
        return [condition_of(item) for item in block]
    return block


def compare_preconditions(sides: Sides) -> Iterator[Change]:
    """Compare what must hold before a call, by the names of the conditions."""
    old, new = (keyed(side.get("preconditions", ()), "id") for side in (sides.old, sides.new))
    for name, left, right in parted(old, new):
        if left is None and right is not None:
            keys = ("preconditions", right[0])
            yield sides.change(keys, "narrowing", "major", f"the precondition `{name}` is new", after=right[1])
        elif right is None and left is not None:
            gone = ("preconditions", left[0])
            yield sides.change(gone, "widening", "minor", f"the precondition `{name}` is gone", before=left[1])
        elif left is not None and right is not None:
            position, was, now = right[0], left[1], right[1]
            here = ("preconditions", position)
            if condition_of(was) != condition_of(now):
                words = f"the precondition `{name}` is another one, and nothing proves that it lets the same through"
                yield sides.change(here, "breaking", "major", words, before=was, after=now)
            if was.get("error") != now.get("error"):
                words = f"the precondition `{name}` answers with `{now.get('error')}`, which was `{was.get('error')}`"
                place = (*here, "error")
                yield sides.change(place, "breaking", "major", words, before=was.get("error"), after=now.get("error"))
            if not same(was.get("text"), now.get("text")):
                words = f"the precondition `{name}` is explained in other words"
                yield sides.change((*here, "text"), "text", "patch", words)


def compare_when(sides: Sides, keys: tuple[str, ...], grants: bool) -> Iterator[Change]:
    """Compare a condition under some keys, without which something always holds. `grants` tells what it lets happen."""
    was, now = look(sides.old, keys), look(sides.new, keys)
    if condition_of(was) == condition_of(now):
        if not same(was, now):
            yield sides.change(keys, "text", "patch", "the condition is explained in other words")
    elif was is None:
        impact, bump = ("narrowing", "major") if grants else ("widening", "minor")
        yield sides.change(keys, impact, bump, "it holds only under a condition now", after=now)  # type: ignore[arg-type]
    elif now is None:
        impact, bump = ("widening", "minor") if grants else ("narrowing", "major")
        yield sides.change(keys, impact, bump, "it holds without any condition now", before=was)  # type: ignore[arg-type]
    else:
        words = "the condition is another one, and nothing proves that it decides the same"
        yield sides.change(keys, "breaking", "major", words, before=was, after=now)
