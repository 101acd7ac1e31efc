"""JSON values to YAML: in flow style where they fit a line, in the words that are read as the same value."""

import re
from collections.abc import Iterator, Mapping
from json import dumps
from typing import Any

from alvara.documents.scalars import resolve

WIDTH = 120

_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9 _./-]*[A-Za-z0-9])?")


def scalar(text: str) -> str:
    """Write a text: plain where that is read as the same text, wherever it stands, else in double quotes."""
    if _PLAIN.fullmatch(text) and resolve(text) == text:
        return text
    return "".join(c if c.isprintable() else _escape(ord(c)) for c in dumps(text, ensure_ascii=False))


def flow(value: Any) -> str:
    """Write a value within one line."""
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(flow, value)) + "]"
    return dumps(value)


def entry(key: str, value: Any, indent: int) -> Iterator[str]:
    """Write an entry of a mapping as lines; what holds others stands in blocks where it is too wide for a line."""
    start = " " * indent + f"{_key(key)}:"
    line = f"{start} {flow(value)}"
    if len(line) <= WIDTH or not value or not isinstance(value, (Mapping, list, tuple)):
        yield line
        return
    yield start
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from entry(name, item, indent + 2)
    else:
        yield from (" " * indent + f"  - {flow(item)}" for item in value)


def _escape(point: int) -> str:
    """Spell out a character that nobody would see, and that no file may hold."""
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _key(key: str) -> str:
    return key if key.startswith("$") and _PLAIN.fullmatch(key[1:]) else scalar(key)
