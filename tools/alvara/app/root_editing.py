"""A version of the root as text: how it is written, and how a signature is added so that the rest stays."""

import re
from collections.abc import Collection, Mapping
from json import dumps, loads
from typing import Any, NamedTuple

from alvara.documents.edit import Edit, line_end_of

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')
_LIST = "signatures"


class _List(NamedTuple):
    """The characters that the list of signatures takes, and each of its items."""

    start: int
    end: int
    items: tuple[tuple[int, int], ...]


def written(says: Mapping[str, Any]) -> str:
    """Write a version that nobody has signed: the same text wherever it is made."""
    return dumps({"signed": says, _LIST: []}, ensure_ascii=False, indent=2) + "\n"


def edit_adding(text: str, person: str, armor: str, broken: Collection[int]) -> Edit:
    """Give the edit that adds a signature to a version, and takes away those at some positions."""
    found = _list_in(text)
    line_end = line_end_of(text) if "\n" in text else ""
    kept = [text[start:end] for place, (start, end) in enumerate(found.items) if place not in broken]
    item = _written_item({"key": person, "signature": armor}, line_end)
    between = f",{line_end}    " if line_end else ", "
    if kept and not broken:
        return Edit(found.items[-1][1], found.items[-1][1], between + item)
    before, behind = (f"{line_end}    ", f"{line_end}  ") if line_end else ("", "")
    return Edit(found.start, found.end, f"[{before}{between.join([*kept, item])}{behind}]")


def _written_item(value: Mapping[str, str], line_end: str) -> str:
    if not line_end:
        return dumps(value, ensure_ascii=False)
    return dumps(value, ensure_ascii=False, indent=2).replace("\n", f"{line_end}    ")


def _list_in(text: str) -> _List:
    """Find the list of signatures in a text that is known to be a version."""
    depth, key = 0, ""
    start, items, item = -1, [], 0
    for token in _TOKEN.finditer(text):
        sign = token.group()
        if sign[0] == '"':
            key = loads(sign) if depth == 1 else key
        elif sign in "[{":
            depth += 1
            if depth == 2 and key == _LIST:
                start = token.start()
            item = token.start() if depth == 3 else item
        else:
            if depth == 3 and start >= 0:
                items.append((item, token.end()))
            if depth == 2 and start >= 0:
                return _List(start, token.end(), tuple(items))
            depth -= 1
    raise AssertionError("what was read as a version has a list of signatures")
