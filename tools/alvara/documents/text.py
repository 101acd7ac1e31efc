"""Bytes to text: everything that disqualifies a file before YAML is looked at."""

import re

from alvara.diagnostics.site import START, Span
from alvara.documents.document import HARMLESS, Problem

LARGEST_FILE = 1024 * 1024
"""Bytes. A reviewed file is read by people; what is larger is data, and slows every run."""

LARGEST_RELEASE = 64 * LARGEST_FILE
"""The same for the record of a release: the tool writes it, and the first one lists everything that there is."""

_RELEASES = "ledger/releases/"

DEEPEST = 64
"""Levels of nesting. No reader needs more, and what recurses over a value must not have to count."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]")
_HARMLESS_BYTES = bytes({*b"\t\n\r", *range(0x20, 0x7F), *range(0x80, 0x100)})
_CONTROL_LEADS = (
    (b"\xc2", re.compile(rb"\xc2[\x80-\x9f]")),
    (b"\xe2\x80", re.compile(rb"\xe2\x80[\xa8\xa9]")),
    (b"\xef", re.compile(rb"\xef(?:\xbb\xbf|\xbf[\xbe\xbf])")),
)
"""How the control characters outside ASCII start in UTF-8. Searching bytes for a fixed start is what costs nothing."""

_MARKER = re.compile(r"(?m)^(?:(?:<{7}|\|{7}|>{7})(?: [^\r\n]*)?|={7})\r?$")
_LFS = "version https://git-lfs.github.com/spec/"


def split_lines(text: str) -> list[str]:
    """Split a text the way YAML and editors count lines, line ends removed."""
    return _LINE_END.split(text)


def line_starts(text: str) -> list[int]:
    """Give where each line begins."""
    return [0, *(end.end() for end in _LINE_END.finditer(text))]


def largest(path: str) -> int:
    """Give how many bytes of a file are read at most."""
    return LARGEST_RELEASE if path.startswith(_RELEASES) else LARGEST_FILE


def decode(data: bytes, most: int = LARGEST_FILE) -> tuple[str, tuple[Problem, ...]]:
    """Decode a file. A problem other than a byte order mark makes parsing pointless; the text is for showing then."""
    if len(data) > most:
        message = f"the file has {len(data):,} bytes; at most {most:,} are read"
        return "", (Problem("too-large", message, START),)
    problems: tuple[Problem, ...] = ()
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
        problems = (Problem("byte-order-mark", "the file starts with a byte order mark", START),)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return "", (*problems, _not_utf_8(data, error.start))
    if _may_hold_control(data) and (found := _CONTROL.search(text)):
        place = span_of(text, found.start(), found.end())
        message = f"the control character U+{ord(found.group()):04X} stands in the text"
        return text, (*problems, Problem("control-character", message, place))
    if text.startswith(_LFS):
        return text, (*problems, Problem("lfs-pointer", "the file is a Git LFS pointer, not the content itself", START))
    if ("<<<<<<<" in text or ">>>>>>>" in text) and (found := _MARKER.search(text)):
        marker = found.group()[:7]
        place = span_of(text, found.start(), found.start() + len(found.group().rstrip("\r")))
        return text, (*problems, Problem("merge-marker", f"a merge left the conflict marker `{marker}` here", place))
    return text, problems


def _may_hold_control(data: bytes) -> bool:
    if data.translate(None, _HARMLESS_BYTES):
        return True
    return any(lead in data and pattern.search(data) for lead, pattern in _CONTROL_LEADS)


def span_of(text: str, start: int, end: int) -> Span:
    """Turn character offsets into lines and columns."""
    line, column = _position(text, start)
    end_line, end_column = _position(text, end)
    return Span(line, column, end_line, end_column)


def _position(text: str, offset: int) -> tuple[int, int]:
    lines = split_lines(text[:offset])
    return len(lines), len(lines[-1]) + 1


def parsable(problems: tuple[Problem, ...]) -> bool:
    """Whether a decoded text is worth parsing."""
    return all(problem.rule in HARMLESS for problem in problems)


def _not_utf_8(data: bytes, offset: int) -> Problem:
    before = data[:offset].decode("utf-8")
    line, column = _position(before, len(before))
    hint = " (it looks like UTF-16)" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
    message = f"the byte 0x{data[offset]:02X} is not UTF-8{hint}"
    return Problem("not-utf-8", message, Span(line, column, line, column + 1))
