"""The YAML head of a Markdown page, and the text below it."""

import re
from typing import NamedTuple

from alvara.diagnostics.site import Span
from alvara.documents.document import Document, Problem
from alvara.documents.load import load_text
from alvara.documents.text import decode, parsable, split_lines

_LINE_END = r"(?:\r\n|\n|\r)"
_HEAD = re.compile(rf"---[ \t]*{_LINE_END}(|.*?{_LINE_END})---[ \t]*(?:{_LINE_END}|\Z)", re.DOTALL)
_OPEN_HEAD = re.compile(rf"---[ \t]*{_LINE_END}\w+:(?:\s|\Z)")
_FENCE = Span(1, 1, 1, 4)


class MarkdownPage(NamedTuple):
    """A page taken apart. `head` has an empty mapping as value where the page has no front matter."""

    head: Document
    body: str
    body_first_line: int


def load_page(path: str, data: bytes) -> MarkdownPage:
    """Read one page; problems of the file are in `head.problems`."""
    text, problems = decode(data)
    if not parsable(problems):
        return MarkdownPage(Document(path, "", None, problems, file_text=text), "", 1)
    found = _HEAD.match(text)
    if found is None:
        if _OPEN_HEAD.match(text):
            message = "the front matter that starts here is not closed"
            problems += (Problem("yaml-syntax", message, _FENCE, tip="close it with a line `---`"),)
        return MarkdownPage(Document(path, "", {}, problems, file_text=text), text, 1)
    head = load_text(path, found.group(1), first_line=2)
    value, problems = head.value, problems + tuple(p for p in head.problems if p.rule != "empty-document")
    if value is None and not problems:
        value = {}
    if value is not None and not isinstance(value, dict):
        message = "the front matter is not a map of keys to values"
        problems += (Problem("wrong-shape", message, _FENCE, tip="write `key: value`, with a space after the colon"),)
    first_line = len(split_lines(text[: found.end()]))
    return MarkdownPage(Document(path, head.text, value, problems, 2, text), text[found.end() :], first_line)
