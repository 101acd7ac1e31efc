"""A file as it was read: its text, its value, and what is wrong with it as text."""

from typing import Any, NamedTuple

from alvara.diagnostics.site import Pointer, Span

HARMLESS = frozenset({"byte-order-mark", "text-not-nfc"})
"""The rules on text whose problems leave no doubt about the value."""

HARMLESS_TO_TRUST = HARMLESS - {"byte-order-mark"}
"""The same for a file that says who agreed, or who may: what is hidden in its bytes has no place there."""

MOST_PROBLEMS = 100
"""Problems told of one file. Where there are more, something other than its author wrote it, and reading on ends."""


class Problem(NamedTuple):
    """Something wrong with the text itself; `rule` names the rule that reports it.

    `pointer` is the value the problem sits in, so that only the entity concerned is set aside.
    """

    rule: str
    message: str
    span: Span
    pointer: Pointer = ()
    tip: str = ""
    related: tuple[tuple[Span, str], ...] = ()


class Document(NamedTuple):
    """One YAML (or JSON) document. `value` is None where nothing could be read.

    `first_line` is the line of the file that `text` begins on: front matter does not start on line 1. `file_text` is
    the whole file's where that is more than `text`. `shut` marks a file that the system did not open: the run says so,
    and nobody is to blame for what is missing in it.
    """

    path: str
    text: str
    value: Any
    problems: tuple[Problem, ...] = ()
    first_line: int = 1
    file_text: str = ""
    shut: bool = False

    def at(self, pointer: Pointer) -> Any:
        """Give what a pointer leads to, None where it leads nowhere, as in a file that has just changed."""
        value = self.value
        try:
            for step in pointer:
                value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
        return value

    @property
    def whole(self) -> str:
        """The text of the whole file."""
        return self.file_text or self.text

    @property
    def readable(self) -> bool:
        """Whether there is a value at all to judge."""
        return self.value is not None
