"""Conditions that changed: which way is not to be told from their text, so that a change counts as the worse one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alvara.compare.change import Change, weigh
from alvara.compare.sides import Sides, look, parted, same
from alvara.identity.digests import canonical


def condition_of(block: Any) -> Any:
    """Strip a condition of all that is said about it: what decides is the expressions and how they are combined.

    In which order conditions are listed decides nothing.
    """
    if isinstance(block, dict):
        if "expr" in block:
            return block["expr"]
        return {key: condition_of(item) for key, item in block.items() if key in ("all", "any", "not")}
    if isinstance(block, list):
        return sorted(map(condition_of, block), key=lambda condition: canonical([condition]))
    return block


def compare_preconditions(sides: Sides) -> Iterator[Change]:
    """Compare what must hold before a call, by the names of the conditions; one without a name is what it says."""
    old, new = (_by_name(side.get("preconditions", ())) for side in (sides.old, sides.new))
    renamed = {item["expr"]: name for name, (_, item) in old.items() if name not in new}
    new = {name if name in old else renamed.get(found[1]["expr"], name): found for name, found in new.items()}
    for name, left, right in parted(old, new):
        if left is None and right is not None:
            keys = ("preconditions", right[0])
            words = f"the precondition `{name}` is new"
            yield sides.change(keys, *weigh(stricter=True), words, after=right[1])
        elif right is None and left is not None:
            keys, words = ("preconditions", left[0]), f"the precondition `{name}` is gone"
            yield sides.change(keys, *weigh(stricter=False), words, before=left[1], gone=True)
        elif left is not None and right is not None:
            yield from _compare_precondition(sides, name, right[0], left[1], right[1])


def _compare_precondition(
    sides: Sides, name: str, position: int, was: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[Change]:
    here = ("preconditions", position)
    if condition_of(was) != condition_of(now):
        words = f"the precondition `{name}` is another one, and nothing proves that it lets the same through"
        yield sides.change(here, "breaking", "major", words, before=was, after=now)
    if was.get("error") != now.get("error"):
        codes = [f"`{side['error']}`" if "error" in side else "no code of its own" for side in (now, was)]
        words = f"the precondition `{name}` answers with {codes[0]}, which was {codes[1]}"
        yield sides.change(
            (*here, "error"), "breaking", "major", words, before=was.get("error"), after=now.get("error")
        )
    if not same(was.get("text"), now.get("text")) or was.get("id") != now.get("id"):
        words = f"the precondition `{name}` is explained in other words"
        yield sides.change((*here, "text"), "text", "patch", words, before=was.get("text"), after=now.get("text"))


def _by_name(items: Iterable[Mapping[str, Any]]) -> dict[str, tuple[int, Mapping[str, Any]]]:
    return {item.get("id", item["expr"]): (position, item) for position, item in enumerate(items)}


def compare_when(sides: Sides, keys: tuple[str, ...], grants: bool) -> Iterator[Change]:
    """Compare a condition under some keys, without which something always holds. `grants` tells what it lets happen."""
    was, now = look(sides.old, keys), look(sides.new, keys)
    if condition_of(was) == condition_of(now):
        if not same(was, now):
            yield sides.change(keys, "text", "patch", "the condition is explained in other words")
    elif was is None:
        yield sides.change(keys, *weigh(stricter=grants), "it holds only under a condition now", after=now)
    elif now is None:
        yield sides.change(keys, *weigh(stricter=not grants), "it holds without any condition now", before=was)
    else:
        words = "the condition is another one, and nothing proves that it decides the same"
        yield sides.change(keys, "breaking", "major", words, before=was, after=now)
