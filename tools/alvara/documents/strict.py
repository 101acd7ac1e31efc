"""The strict reader: one document, text keys, no anchors, tags or merges, and a place for every objection."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import yaml
from yaml._yaml import CParser

from alvara.diagnostics.site import START, Pointer, Span
from alvara.documents.document import MOST_PROBLEMS, Document, Problem
from alvara.documents.marks import span_of_event
from alvara.documents.scalars import UnsafeNumber, is_text, resolve
from alvara.documents.syntax import SECOND_DOCUMENT, explain, quote_rest
from alvara.documents.text import DEEPEST, split_lines

Event = Any
"""An event of PyYAML's C parser (the library has no types of its own)."""

_Scalar = yaml.ScalarEvent
_Mapping = yaml.MappingStartEvent
_Sequence = yaml.SequenceStartEvent
_MappingEnd = yaml.MappingEndEvent
_SequenceEnd = yaml.SequenceEndEvent
_Alias = yaml.AliasEvent

_PROPERTY = re.compile(r"[!&][^\s,\[\]{}]*")
"""A tag or an anchor, as written before a value."""


class _Stop(Exception):
    """Reading on would say nothing new; the problem is recorded already."""


def read(text: str, first_line: int) -> tuple[Any, tuple[Problem, ...]]:
    """Give the value of a text, None where it has none, and what is wrong with it."""
    builder = _Builder(text, first_line)
    value = builder.document()
    return value, tuple(builder.problems)


class _Builder:
    """Builds values from events and notes what the strict dialect refuses."""

    def __init__(self, text: str, first_line: int) -> None:
        self.text = text
        self.first_line = first_line
        self.problems: list[Problem] = []
        self.route: list[str | int] = []
        self.references: list[tuple[Span, str]] = []
        self.parser = CParser(text)
        self.next: Callable[[], Event] = self.parser.get_event

    def document(self) -> Any:
        try:
            value = self._document()
        except _Stop:
            value = None
        except yaml.YAMLError as error:
            found = explain(error, self.text, self.first_line)
            self.problems.append(found)
            self.references = [(span, what) for span, what in self.references if span[:2] != found.span[:2]]
            value = None
        if self.references:
            self._refuse_references()
        return value

    def _document(self) -> Any:
        self.next()
        start = self.next()
        if isinstance(start, yaml.StreamEndEvent):
            self.note("empty-document", "the file holds no value", self._last_line())
            return None
        self.refuse_another_yaml(start)
        event = self.next()
        value = self.node(event)
        if value is None and not self.problems and not self.references:
            self.note("empty-document", "the document holds no value", self.span(event if event.value else start))
        end = self.next()
        if isinstance(end, yaml.DocumentEndEvent):
            following = self.next()
            if not isinstance(following, yaml.StreamEndEvent):
                self.note("several-documents", SECOND_DOCUMENT, self.span(following))
                return None
        return value

    def node(self, event: Event) -> Any:
        kind = event.__class__
        if kind is _Scalar:
            if event.anchor is not None or event.tag is not None:
                self.refuse(event)
            if event.style is not None and event.style != "":
                return event.value
            try:
                return resolve(event.value)
            except UnsafeNumber:
                self.note("unsafe-number", f"`{event.value[:40]}` is a number that JSON cannot carry", self.span(event))
                return 0
        if kind is _Mapping:
            return self.mapping(event)
        if kind is _Sequence:
            return self.sequence(event)
        self.refer(event)
        return None

    def mapping(self, start: Event) -> dict[str, Any]:
        if start.anchor is not None or start.tag is not None:
            self.refuse(start)
        route, following = self.route, self.next
        self.descend(start)
        value: dict[str, Any] = {}
        event = following()
        while event.__class__ is not _MappingEnd:
            key = self.key(event)
            if key in value:
                self.duplicate(key, event)
            route[-1] = key
            value[key] = self.node(following())
            event = following()
        route.pop()
        return value

    def sequence(self, start: Event) -> list[Any]:
        if start.anchor is not None or start.tag is not None:
            self.refuse(start)
        route, following = self.route, self.next
        self.descend(start)
        value: list[Any] = []
        event = following()
        while event.__class__ is not _SequenceEnd:
            route[-1] = len(value)
            value.append(self.node(event))
            event = following()
        route.pop()
        return value

    def descend(self, start: Event) -> None:
        if len(self.route) == DEEPEST:
            self.note("too-deep", f"values are nested more than {DEEPEST} levels deep here", self.span(start))
            raise _Stop
        self.route.append("")

    def key(self, event: Event) -> str:
        if event.__class__ is not _Scalar:
            if event.__class__ is _Alias:
                self.refer(event)
            else:
                what = "map" if event.__class__ is _Mapping else "list"
                self.note("key-not-text", f"a {what} stands where a key is wanted, which is a word", self.span(event))
            raise _Stop
        if event.anchor is not None or event.tag is not None:
            self.refuse(event)
        value: str = event.value
        if event.style is None or event.style == "":
            if value == "<<":
                self.refer(event)
            elif not is_text(value):
                message = f"the key `{value}` is not text" if value else "nothing stands where a key is wanted"
                self.note("key-not-text", message, self.span(event), (*self.route[:-1], value))
        return value

    def duplicate(self, key: str, event: Event) -> None:
        if key == "<<" and not event.style:
            return  # refused already, each time
        pointer = (*self.route[:-1], key)
        first = self._keys.get(pointer)
        related = () if first is None else ((first, "first written here"),)
        where = "" if first is None else f", first on line {first.line}"
        self.note("duplicate-key", f"the key `{key}` is written twice{where}", self.span(event), pointer, related)

    @cached_property
    def _keys(self) -> Mapping[Pointer, Span]:
        """Where each key stands for the first time."""
        from alvara.documents.places import places_of

        return places_of(Document("", self.text, None, first_line=self.first_line)).keys

    def refuse_another_yaml(self, start: Event) -> None:
        """Note a directive that asks for what this reader does not do."""
        if start.version not in (None, (1, 2)):
            asked = ".".join(map(str, start.version))
            message = f"a directive above asks for YAML {asked}; files are read as YAML 1.2"
            self.note("yaml-syntax", message, self.span(start))

    def refuse(self, event: Event) -> None:
        """Note the tag and the anchor before a value."""
        row, column = event.start_mark.line, event.start_mark.column
        line = self.lines[row]
        for _ in range((event.tag is not None) + (event.anchor is not None)):
            found = _PROPERTY.match(line, column)
            if found is None:  # the second of the two stands on a later line
                return
            span = Span(row + self.first_line, column + 1, row + self.first_line, found.end() + 1)
            if found.group().startswith("!"):
                message = f"a text that starts with `!` is read as a tag, here `{found.group()[:40]}`"
                is_text = event.__class__ is _Scalar and not found.group().startswith("!!")
                self.note("explicit-tag", message, span, tip=quote_rest(line, column) if is_text else "")
            else:
                self.references.append((span, f"the anchor `{found.group()[:40]}` is defined here"))
            column = len(line) - len(line[found.end() :].lstrip())

    def refer(self, event: Event) -> None:
        """Note an alias or a merge key."""
        what = "the merge key `<<`" if event.__class__ is _Scalar else f"the alias `*{event.anchor[:40]}`"
        self.references.append((self.span(event), f"{what} is used here"))

    def _refuse_references(self) -> None:
        (span, what), *others = sorted(self.references)
        self.problems.append(Problem("anchor-or-alias", what, span, related=tuple(others[:5])))

    def note(
        self, rule: str, message: str, span: Span, pointer: Pointer | None = None,
        related: tuple[tuple[Span, str], ...] = (), tip: str = "",
    ) -> None:  # fmt: skip
        place = tuple(self.route) if pointer is None else pointer
        self.problems.append(Problem(rule, message, span, place, tip, related))
        if len(self.problems) == MOST_PROBLEMS:
            raise _Stop

    @cached_property
    def lines(self) -> list[str]:
        return split_lines(self.text)

    def span(self, event: Event) -> Span:
        return span_of_event(event, self.lines, self.first_line)

    def _last_line(self) -> Span:
        lines = split_lines(self.text.rstrip())
        line = len(lines) - 1 + self.first_line
        return START if not self.text.strip() else Span(line, 1, line, len(lines[-1]) + 1)
