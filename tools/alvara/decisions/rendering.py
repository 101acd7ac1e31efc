"""The question to a user: the words that were reviewed, with the values of this request put in as plain text."""

import re
from collections.abc import Mapping
from json import dumps
from typing import Any

from alvara.texts.hidden import CHARACTERS

LONGEST = 200
"""Characters of one value. What is longer is cut, so that it cannot push the question out of sight."""

ABSENT = "—"
"""Stands for a value that is not there."""

_HOLE = re.compile(r"\{((?:input|resource)\.[^{}]+)\}")
_HIDDEN = re.compile(f"[{CHARACTERS}\t\n\u0085\u2028\u2029]")


def render(template: Any, values: Mapping[str, Any]) -> Any:
    """Fill in a template, or one for each locale. Nothing that a value says is taken for a part of the template."""
    if isinstance(template, str):
        return _HOLE.sub(lambda hole: shown(_found(values, hole[1].split("."))), template)
    return {locale: render(text, values) for locale, text in template.items()}


def shown(value: Any) -> str:
    """Write a value for people, on one line, with whatever would not be seen written out."""
    if value is _NOTHING:
        return ABSENT
    text = value if isinstance(value, str) else dumps(value, ensure_ascii=False, sort_keys=True)
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return _HIDDEN.sub(lambda hidden: _escaped(hidden[0]), cut)


_NOTHING = object()


def _found(values: Mapping[str, Any], way: list[str]) -> Any:
    value: Any = values
    for step in way:
        if not isinstance(value, Mapping) or step not in value:
            return _NOTHING
        value = value[step]
    return value


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
