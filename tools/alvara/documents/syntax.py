"""The YAML parser's complaints, in the words of somebody who writes a registry file."""

import re
from typing import Any, NamedTuple

from alvara.diagnostics.site import Span
from alvara.documents.cuts import cut_in_brackets
from alvara.documents.document import Problem
from alvara.documents.text import DEEPEST, split_lines

SECOND_DOCUMENT = "a second document starts here; one file holds one"

_A_TAB = "a tab stands where YAML wants spaces"
_LONGEST_KEY = 1024
"""Characters: the YAML specification looks no further for the `:` of a key (YAML 1.2.2 section 7.4.2)."""

_RESERVED = re.compile(r"(?:^|[:\-?,\[{])\s*([!&*|>@`%])")
"""A value that starts with a character which YAML keeps for itself."""

_END_IN_BRACKETS = re.compile(r",\s+[\w-]+:\s|[\]}]+\s*\Z")
"""What a text between brackets does not go beyond."""

_KEPT_FOR = {"!": "a tag", "&": "an anchor", "*": "an alias", "|": "a block of text", ">": "a block of text"}
_OPENED_BY = {"]": ("[", "list"), "}": ("{", "map")}


class _Spot(NamedTuple):
    """A character of the text; rows and columns start at 0."""

    row: int
    column: int
    line: str

    @property
    def before(self) -> str:
        return self.line[: self.column]

    @property
    def character(self) -> str:
        return self.line[self.column : self.column + 1]

    @property
    def rest(self) -> tuple[str, int]:
        """The line, and where the text begins that stands here."""
        return self.line, self.column

    @property
    def value(self) -> tuple[str, int]:
        """The line, and where the value of its first key begins."""
        key = re.search(r":\s+", self.line)
        return self.line, key.end() if key else 0

    def at(self, column: int) -> "_Spot":
        return _Spot(self.row, column, self.line)


Said = tuple[str, str, _Spot]
"""A message, a tip, and the character they are about."""


def quote_rest(line: str, column: int, what: str = "the text") -> str:
    """Say how to write the text that begins in this column so that all of it counts."""
    return _quote(_END_IN_BRACKETS.split(line[column:], maxsplit=1)[0], what)


def _quote(text: str, what: str) -> str:
    """Put it in quotes that it does not have, or below a `|-`."""
    if '"' not in text and "\\" not in text:
        return f"put {what} in double quotes"
    if "'" not in text:
        return f"put {what} in single quotes"
    return f"write {what} on the next line, indented, and `|-` in its place"


def explain(error: Any, text: str, first_line: int) -> Problem:
    """Turn a `yaml.YAMLError` into a problem at its place."""
    lines = split_lines(text)
    spot = _spot(error.problem_mark or error.context_mark, lines)
    since = _spot(error.context_mark or error.problem_mark, lines)
    problem, context = str(error.problem or ""), str(error.context or "")
    rule = "yaml-syntax"
    if "nesting depth" in problem:
        rule = "too-deep"
        message, tip, spot = f"values are nested more than {DEEPEST} levels deep here", "", spot
    elif "<document start>" in problem and any(line.startswith("...") for line in lines[: spot.row]):
        rule = "several-documents"
        message, tip, spot = SECOND_DOCUMENT, "", spot
    elif "',' or" in problem and (cut := cut_in_brackets(since.line, since.column, _end_on(since, spot))):
        rule, message, column = cut
        tip, spot = "", since.at(column)
    else:
        message, tip, spot = (
            _tab(problem, spot)
            or _directive(problem, context, since)
            or _reserved(problem, context, spot)
            or _quoted(problem, spot, since)
            or _key(problem, spot, since)
            or _goes_on(problem, spot)
            or _bracket(problem, spot, since)
            or _alignment(problem, spot, since)
            or (f"this is not YAML: {problem}", "", spot)
        )
    place = Span(spot.row + first_line, spot.column + 1, spot.row + first_line, spot.column + 2)
    return Problem(rule, message, place, tip=tip)


def _spot(mark: Any, lines: list[str]) -> _Spot:
    """Make a mark a spot; the end of the text is the end of its last line that is not blank."""
    row, column = (mark.line, mark.column) if mark else (0, 0)
    while row >= len(lines) or (row > 0 and not lines[row].strip() and row == len(lines) - 1):
        row = min(row, len(lines)) - 1
        column = len(lines[row])
    return _Spot(row, min(column, len(lines[row])), lines[row])


def _end_on(since: _Spot, spot: _Spot) -> int:
    return spot.column if since.row == spot.row else len(since.line)


def _tab(problem: str, spot: _Spot) -> Said | None:
    margin = spot.line[: len(spot.line) - len(spot.line.lstrip())]
    if "\t" in margin and spot.column <= len(margin):
        return _A_TAB, "indent with spaces", spot.at(margin.index("\t"))
    return (_A_TAB, "write a space", spot) if "tab character" in problem else None


def _directive(problem: str, context: str, since: _Spot) -> Said | None:
    if "directive" in context or "directive" in problem or "YAML document" in problem:
        return "a line that starts with `%` is a directive, and there are none here", "delete the line", since
    return None


def _reserved(problem: str, context: str, spot: _Spot) -> Said | None:
    """Tell of a text whose first character YAML keeps for something else."""
    scanning = any(word in context for word in ("tag", "anchor", "alias", "block scalar"))
    if not scanning and "cannot start any token" not in problem and "tag handle" not in problem:
        return None
    starts = [found.start(1) for found in _RESERVED.finditer(spot.line) if found.start(1) <= spot.column]
    start = spot.at(starts[0] if starts and scanning else spot.column)
    character = start.character
    if character in _KEPT_FOR:
        return (
            f"a text that starts with `{character}` is read as {_KEPT_FOR[character]}",
            quote_rest(*start.rest),
            start,
        )
    shown = "a backtick" if character == "`" else f"`{character}`"
    return f"a plain text cannot start with {shown}", quote_rest(*start.rest), start


def _quoted(problem: str, spot: _Spot, since: _Spot) -> Said | None:
    if "unexpected end of stream" in problem or "unexpected document indicator" in problem:
        return "the quote that opens here is not closed", "close the quote", since
    if "escape" in problem or "hexdecimal" in problem:
        start = spot if spot.character == "\\" else spot.at(max(spot.before.rfind("\\"), 0))
        written = start.line[start.column : start.column + 2]
        tip = "write `\\\\` for a backslash, or put the text in single quotes"
        return f"`{written}` is not an escape that double quotes know", tip, start
    return None


def _key(problem: str, spot: _Spot, since: _Spot) -> Said | None:
    """Tell of a `:` that is missing, or is one too many."""
    if "could not find expected ':'" in problem:
        message = "this line is neither a key with a value nor part of the text above"
        return message, "end the key with `:`, or indent the text", since
    if "block sequence entries are not allowed" in problem:
        return "a list cannot begin on the line of its key", "start each `- ` on a line of its own", spot
    if "mapping keys are not allowed" in problem:
        return "a text that starts with `? ` is read as a key", quote_rest(*spot.rest), spot
    if not problem.startswith("mapping values are not allowed"):
        return None
    if spot.column > _LONGEST_KEY:
        return f"a key has at most {_LONGEST_KEY:,} characters", "shorten the key", spot
    if re.search(r":\s", spot.before):
        return "a second `: ` makes this line two keys", quote_rest(*spot.value), spot
    key = spot.before.strip()
    start = spot.at(len(spot.before) - len(spot.before.lstrip()))
    tip = "align it with the other keys, and see that the line above has its `: `"
    return f"`{key[:40]}` cannot be a key here, where the text of the line above goes on", tip, start


def _goes_on(problem: str, spot: _Spot) -> Said | None:
    """Tell of text after something that was complete: a closed quote or bracket at the start of an expression."""
    if not any(wanted in problem for wanted in ("expected key", "',' or", "<document start>", "'-' indicator")):
        return None
    last = spot.before.rstrip()[-1:]
    if last in ("'", '"'):
        start = max(spot.before.rstrip()[:-1].rfind(last), 0)
        tip = quote_rest(spot.line, start, "the whole text")
        return "the text goes on after its closing quote", tip, spot
    line, column = spot.value
    if line.startswith("*", column) and column < spot.column:
        return f"a text that starts with `*` is read as {_KEPT_FOR['*']}", quote_rest(line, column), spot.at(column)
    if last in _OPENED_BY and "',' or" not in problem:
        opening, what = _OPENED_BY[last]
        return (
            f"a text that starts with `{opening}` is read as a {what}, which ends before this",
            quote_rest(*spot.value),
            spot,
        )
    return None


def _bracket(problem: str, spot: _Spot, since: _Spot) -> Said | None:
    if "',' or" in problem:
        close = "]" if "']'" in problem else "}"
        opening = _OPENED_BY[close][0]
        if since.row < spot.row:
            return f"the `{opening}` that opens here is not closed", f"close it with `{close}`", since
        if not spot.character:
            return f"the `{opening}` that opens here is not closed", f"close it with `{close}`", since
        tip = _quote(spot.line[since.column :], f"a text that has `{spot.character}` in it")
        return f"a comma or `{close}` is missing before this", tip, spot
    if "expected node content" in problem:
        if not spot.character:
            return "the text ends where a value is wanted", "close the bracket", spot
        return f"a value cannot start with `{spot.character}`", quote_rest(*spot.rest), spot
    return None


def _alignment(problem: str, spot: _Spot, since: _Spot) -> Said | None:
    """Tell of a line that is neither inside nor beside the lines above."""
    if spot.character == ":":
        return "a key is missing before this `:`", "write the key", spot
    if spot.column == since.column and "expected key" in problem and spot.character == "-":
        return "an item of a list stands where a key is wanted", "indent the list below its key", spot
    if spot.column == since.column and "'-' indicator" in problem:
        tip = "start it with `- `, or move it out of the list"
        return "a key stands where an item of the list is wanted", tip, spot
    if "expected key" in problem or "'-' indicator" in problem or "<document start>" in problem:
        return "the indentation does not fit the lines above", "align it with its neighbours", spot
    return None
