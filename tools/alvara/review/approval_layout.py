"""How a page for approvers is laid out: plain lines that no author's text can leave, break or imitate.

Sentences of the page begin with a dash; every line that holds words of an author begins with a bar. A name in a
sentence stands between quotation marks unless it is nothing but letters, digits and what IDs are made of.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from alvara.report.escape import visible

WIDTH = 88
_INDENT = 4
_DEEPEST = 8
"""Levels that are told by the margin; further ones by a number, so that there is always room for words."""

_GLUE = "\x00"
"""Stands for a blank at which no line may end. No text that was made visible holds one."""

_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.@/-]*[A-Za-z0-9_])?(?:\.\*)?")

Sort = Literal["sentence", "words", "echo", "code"]
"""What the page says; what an author wrote for people; the same again, which is no news where it changed; what an
author wrote for programs, line by line."""


class Item(NamedTuple):
    """Something that is said, and what belongs below it.

    `aspect` is the key of the definition that it tells of, where it stands at the top. `name` says what it is about, so
    that two states of it are recognised.
    """

    text: str
    sort: Sort = "sentence"
    below: tuple["Item", ...] = ()
    aspect: str = ""
    name: str = ""


def token(text: str) -> str:
    """Write an author's word so that it can stand in a sentence."""
    if _PLAIN.fullmatch(text):
        return text
    shown = visible(text.replace("\\", r"\\").replace('"', r"\""))
    return f'"{shown}"'.replace(" ", _GLUE)


def words(text: str, aspect: str = "") -> Item:
    """Quote what an author wrote for people, on one line however it was broken."""
    return Item(visible(text.replace("\\", r"\\")), "words", aspect=aspect)


def code(text: str, aspect: str = "") -> Item:
    """Quote an expression or a pattern."""
    return Item("\n".join(map(visible, text.split("\n"))), "code", aspect=aspect)


def shown(text: str) -> Item:
    """Quote what is made of tokens already."""
    return Item(text, "code")


def heading(text: str) -> list[str]:
    """Write the heading of a section."""
    return ["", text, "-" * len(text)]


def lines_of(items: Iterable[Item], depth: int = 0) -> Iterator[str]:
    """Lay out what is said, level by level."""
    margin = " " * (_INDENT * min(depth, _DEEPEST))
    level = f"[{depth}] " if depth > _DEEPEST else ""
    for item in items:
        if item.sort == "sentence":
            yield from _wrapped(level + item.text, f"{margin}- ", f"{margin}  ")
        else:
            for line in item.text.split("\n"):
                yield from _wrapped(line, f"{margin}| ", f"{margin}| ")
        yield from lines_of(item.below, depth + 1)


def title(text: str) -> list[str]:
    """Lay out the first line of the page; should it take several, the others are seen to belong to it."""
    return list(_wrapped(text, "", "  "))


def paragraph(text: str) -> list[str]:
    """Lay out sentences of the page that stand by themselves and hold no author's text."""
    return list(_wrapped(text, "", ""))


def _wrapped(text: str, first: str, rest: str) -> Iterator[str]:
    """Break a text at blanks; what is longer than a line goes on behind a bar."""
    room, begin, line = WIDTH - len(rest), first, ""
    for number, word in enumerate(text.split(" ")):
        if not number:
            line = word
        elif len(line) + 1 + len(word) <= room:
            line = f"{line} {word}"
        else:
            yield _finished(begin, line)
            begin, line = rest, word
        if len(line) > room:
            *pieces, line = (line[start : start + room] for start in range(0, len(line), room))
            for piece in pieces:
                yield _finished(begin, piece)
                begin = f"{rest[:-2]}| "
    yield _finished(begin, line)


def _finished(begin: str, line: str) -> str:
    return begin + line.replace(_GLUE, " ") if line else begin.rstrip()
