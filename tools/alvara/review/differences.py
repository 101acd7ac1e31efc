"""Two values side by side: what exactly differs in them, down to the texts and numbers."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.compare.sides import same
from alvara.model.schemas import SCHEMA_KEYS
from alvara.review.review import AGREEMENT, Point

_NAMING = ("id", "code", "ref", "rule", "name")
"""Keys by which the items of a list are told apart."""

_SAID_IN_FULL = ("definition", "id", "guards", AGREEMENT)
"""The aspects of which the words of a point say all that there is."""

_ABSENT = object()


class Difference(NamedTuple):
    """A place within a value, and what stood and stands there; None where nothing does."""

    place: str
    before: str | None
    after: str | None


def differences(point: Point) -> list[Difference]:
    """List what differs, unless the words of the point say all of it."""
    if point.aspect in _SAID_IN_FULL or (point.aspect in SCHEMA_KEYS and point.impact == "breaking"):
        return []
    was, now = (_ABSENT if side is None else side for side in (point.before, point.after))
    if all(_is_said(side, point.words) for side in (was, now)):
        return []
    return list(_differences("", was, now))


def _is_said(value: Any, words: str) -> bool:
    """Whether a sentence holds a value already."""
    if value is _ABSENT:
        return True
    return not isinstance(value, (dict, list)) and f"`{written(value)}`" in words


def written(value: Any) -> str:
    """Write a value in a line: a text as it is, all else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _differences(place: str, was: Any, now: Any) -> Iterator[Difference]:
    if was is not _ABSENT and now is not _ABSENT and same(was, now):
        return
    if _is_one_of(dict, was, now):
        old, new = ({} if side is _ABSENT else side for side in (was, now))
        for key in dict.fromkeys((*old, *new)):
            yield from _differences(_below(place, key), old.get(key, _ABSENT), new.get(key, _ABSENT))
    elif _is_one_of(list, was, now):
        yield from _in_lists(place, *([] if side is _ABSENT else side for side in (was, now)))
    else:
        yield Difference(place, *(None if side is _ABSENT else written(side) for side in (was, now)))


def _is_one_of(kind: type, was: Any, now: Any) -> bool:
    """Whether both values are of a kind, or one is and the other is not there."""
    sides = [side for side in (was, now) if side is not _ABSENT]
    return all(isinstance(side, kind) for side in sides) and any(sides)


def _in_lists(place: str, was: list[Any], now: list[Any]) -> Iterator[Difference]:
    """Compare lists by the names of their items, or as sets of words: where in a list something stands is no news."""
    key = next((key for key in _NAMING if all(isinstance(i, Mapping) and key in i for i in (*was, *now))), None)
    if key is not None:
        old, new = ({written(item[key]): item for item in side} for side in (was, now))
        for name in dict.fromkeys((*old, *new)):
            yield from _differences(_below(place, name), old.get(name, _ABSENT), new.get(name, _ABSENT))
        return
    left, right = ([_item(item) for item in side] for side in (was, now))
    gone, come = set(left) - set(right), set(right) - set(left)
    for word in dict.fromkeys(word for word in left if word in gone):
        yield Difference(place, word, None)
    for word in dict.fromkeys(word for word in right if word in come):
        yield Difference(place, None, word)
    if not gone and not come:
        yield Difference(place, written(was), written(now))


def _item(item: Any) -> str:
    """Write an item of a list; what is nothing but a text under its key, as that."""
    if isinstance(item, dict) and len(item) == 1:
        key, value = next(iter(item.items()))
        return f"{key}: {written(value)}"
    return written(item)


def _below(place: str, key: str) -> str:
    return f"{place}.{key}" if place else str(key)
