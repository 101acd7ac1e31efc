"""Plain texts that YAML ends sooner than their author did: at a ` #`, or at a comma inside brackets."""

import re
from collections.abc import Iterator

from alvara.documents.document import Problem
from alvara.documents.text import split_lines

_CLOSER = re.compile(r"[ \t]#[^\r\n\"')\]}]*+([\"')\]}]?)")
_GLUED_COMMENT = re.compile(r"[^\s][ \t]+#\w")
_FLOW = re.compile(r"[\[{]")
_OPEN_BRACKET = re.compile(r"\([^()\n]*,")
_COMMENT = re.compile(r"[ \t]+#([^\r\n]*)")
_COMMENT_IN_LINE = re.compile(r"[ \t]#")
_VALUE_IN_BRACKETS = re.compile(r"(?:[\[{,]|:[ \t])[ \t]*")
_TO_PASS_OVER = re.compile(r""" "[^"]*" | '[^']*' | [(),] """, re.VERBOSE)
_OPENING_QUOTE = re.compile(r"(?<!\w)'")
_CLOSING_QUOTE = re.compile(r"'(?!\w)")
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"))


def cut_texts(text: str, first_line: int) -> Iterator[Problem]:
    """Yield the plain texts that leave open what the rest of their line closes, or end at a `#1` as if at a comment."""
    if not _may_hold_any(text):
        return
    from alvara.documents.marks import is_scalar, span_of_event  # only now is a parser worth its import
    from alvara.documents.places import walk

    lines = split_lines(text)
    for pointer, part, event in walk(text):
        if part == "key" or not is_scalar(event) or event.style:
            continue
        row, column = event.end_mark.line, event.end_mark.column
        line = lines[row] if row < len(lines) else ""
        comment = _COMMENT.match(line, column)
        if comment and (_closes(event.value, comment.group(1)) or comment.group(1)[:1].isalnum()):
            rule, message = _at_comment(event.value)
        elif line.startswith(",", column) and event.value.count("(") > event.value.count(")"):
            rule, message = _at_comma(event.value)
        else:
            continue
        yield Problem(rule, message, span_of_event(event, lines, first_line), pointer)


def cut_in_brackets(line: str, start: int, end: int) -> tuple[str, str, int] | None:
    """Find what cuts a text of a line between brackets, so that they do not close: rule, message and column.

    `start` is the column of the bracket, `end` the one up to which the line was understood.
    """
    comment = _COMMENT_IN_LINE.search(line, start)
    if comment and _closes(line[start : comment.start()], line[comment.end() :]):
        return *_at_comment(_last_value(line[start : comment.start()])), comment.end() - 1
    commas: list[list[int]] = []
    for found in _TO_PASS_OVER.finditer(line, start, end):
        if found.group() == "(":
            commas.append([])
        elif found.group() == ")" and commas:
            commas.pop()
        elif found.group() == "," and commas:
            commas[-1].append(found.start())
    cuts = [column for inner in commas for column in inner]
    return (*_at_comma(_last_value(line[start : cuts[0]])), cuts[0]) if cuts else None


def _at_comment(value: str) -> tuple[str, str]:
    return "cut-by-comment", f"the text ends at ` #`, as `{_tail(value)}`: the rest is a comment"


def _at_comma(value: str) -> tuple[str, str]:
    return "cut-by-comma", f"the text ends at a comma, as `{_tail(value)}`"


def _last_value(head: str) -> str:
    """Give the plain text that a line between brackets ends with."""
    return _VALUE_IN_BRACKETS.split(head)[-1]


def _may_hold_any(text: str) -> bool:
    """Look before parsing: at comments that close something or start with no space, and at bracketed commas."""
    if (" #" in text or "\t#" in text) and (any(_CLOSER.findall(text)) or _GLUED_COMMENT.search(text)):
        return True
    return "(" in text and _OPEN_BRACKET.search(text) is not None and any(map(_opens_in_flow, text.split("\n")))


def _opens_in_flow(line: str) -> bool:
    flow = _FLOW.search(line) if "(" in line else None
    return flow is not None and _OPEN_BRACKET.search(line, flow.end()) is not None


def _tail(value: str) -> str:
    return value if len(value) <= 40 else f"…{value[-40:]}"


def _closes(head: str, tail: str) -> bool:
    """Whether a tail closes a quote or a bracket that its head left open."""
    if head.count('"') % 2 and tail.count('"') % 2:
        return True
    if len(_OPENING_QUOTE.findall(head)) > len(_CLOSING_QUOTE.findall(head)) and _CLOSING_QUOTE.search(tail):
        return True
    return any(
        head.count(opening) > head.count(closing) and tail.count(closing) > tail.count(opening)
        for opening, closing in _BRACKETS
    )
