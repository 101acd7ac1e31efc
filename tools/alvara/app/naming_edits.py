"""The characters that carry a name: of a definition, of its aliases, of a reference, of a link in prose."""

from collections.abc import Iterator
from collections.abc import Sequence as Several
from functools import cached_property
from typing import NamedTuple

from alvara.app.editing import plain
from alvara.diagnostics.site import Pointer
from alvara.documents import nodes
from alvara.documents.edit import Edit, line_end_of, line_start, line_stop, next_line
from alvara.documents.entries import Entry, add_entries, take_out
from alvara.documents.front_matter import load_page
from alvara.documents.text import decode
from alvara.model.config import Config
from alvara.model.filekind import kind_of
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity


class Unrenamable(Exception):
    """The rename cannot be made as it is asked for; the text says why, and what would help."""


class Source:
    """A file as text, and the tree that pointers lead into."""

    def __init__(self, path: str, data: bytes, head: tuple[str, int] | None = None) -> None:
        """Take a file; `head` is the part that is YAML, and where it starts, if not all is."""
        self.path = path
        self.text = decode(data)[0]
        self.whole = data.decode("utf-8")
        self.mark = len(self.whole) - len(self.text)
        """How many characters of the file stand before its text: a byte order mark, or none."""
        self._yaml, self._offset = head or (self.text, 0)
        self._tree: nodes.Node | None = None
        self._inner: dict[int, dict[str | int, nodes.Node]] = {}

    @cached_property
    def lines(self) -> list[int]:
        """Where each line of the text starts."""
        starts = [0]
        while (following := next_line(self.text, starts[-1])) < len(self.text):
            starts.append(following)
        return starts

    @property
    def tree(self) -> nodes.Node:
        """The tree of the YAML, counted from its start."""
        if self._tree is None:
            holds = any(line.strip() and not line.lstrip().startswith("#") for line in self._yaml.splitlines())
            self._tree = nodes.parse(self._yaml) if holds else nodes.Mapping(0, 0, True, ())
        return self._tree

    def at(self, pointer: Pointer) -> nodes.Node | None:
        """Give what a pointer leads to."""
        node = self.tree
        for step in pointer:
            inner = self._inner.get(id(node))
            if inner is None:
                inner = self._inner[id(node)] = {place[-1]: child for child, place in nodes.children(node)}
            if step not in inner:
                return None
            node = inner[step]
        return node

    def written(self, node: nodes.Scalar, name: str) -> Edit:
        """Put a name where another stands, in the style that it has."""
        start, end = node.start + self._offset, node.end + self._offset
        old = self.text[start:end]
        if node.style in ("'", '"'):
            return Edit(start, end, f"{node.style}{name}{node.style}")
        if node.style:  # a block, of which only the word itself changes
            at = old.rindex(node.value.strip())
            return Edit(start + at, start + at + len(node.value.strip()), name)
        return Edit(start, end, plain(name))


def source_of(path: str, data: bytes, config: Config) -> Source:
    """Open a file of the registry. Raises `Unrenamable` where it is no text any more."""
    try:
        if kind_of(path, config) != "page":
            return Source(path, data)
        head = load_page(path, data).head
        text = decode(data)[0]
        return Source(path, data, (head.text, next_line(text, 0)))  # it begins below its fence
    except UnicodeDecodeError as error:
        raise _changed(path) from error


class Forgotten(NamedTuple):
    """A name that nobody has seen goes without a trace. `listed` is whether there was a list, if an empty one."""

    listed: bool


def definition_edits(
    source: Source, definition: Entity, new: str, order: Several[str], forget: Forgotten | None = None
) -> Iterator[Edit]:
    """Yield what gives a definition a new ID and keeps the old one among its aliases. Policies have none.

    `order` is that of the keys: aliases that are the first stand where `fmt` would put them. With `forget` the old one
    is not kept, and an alias that is the new one goes.
    """
    text = source.text
    node = source.at(definition.pointer)
    entries = {key.value: (key, value) for key, value in node.entries} if isinstance(node, nodes.Mapping) else {}
    _, value = entries.get("id", (None, None))
    if not isinstance(node, nodes.Mapping) or not isinstance(value, nodes.Scalar) or value.value != definition.id:
        raise _changed(source.path)
    yield source.written(value, new)
    if definition.kind == "policy":
        return
    old = plain(definition.id)
    if forget is not None:
        if "aliases" in entries:
            yield from _without_alias(text, node, list(entries).index("aliases"), new, forget)
    elif "aliases" not in entries:
        yield from add_entries(text, node, order, [Entry("aliases", f"[{old}]")])
    elif isinstance(aliases := entries["aliases"][1], nodes.Sequence):
        yield from _alias_edits(source, aliases, definition.id, new, old)
    else:
        raise _changed(source.path)


def _alias_edits(source: Source, aliases: nodes.Sequence, id: str, new: str, old: str) -> Iterator[Edit]:
    """Put the old ID where the new one stood, if that was an alias; else behind the last."""
    text = source.text
    for item in aliases.items:
        if isinstance(item, nodes.Scalar) and item.value == new:
            yield source.written(item, id)
            return
    if not aliases.items:
        yield Edit(aliases.start, aliases.end, f"[{old}]")
        return
    last = aliases.items[-1]
    if aliases.flow:
        yield _behind_in_flow(text, aliases, last, old)
        return
    lead = text[line_start(text, last.start) : last.start].lstrip(" ")
    if lead.strip() != "-":  # the first item may stand behind a dash of its own, any item below its dash
        lead = "- "
    indent = " " * (aliases.start - line_start(text, aliases.start))
    stop = _stop(text, last)
    yield Edit(stop, stop, f"{line_end_of(text)}{indent}{lead}{old}")


def _stop(text: str, node: nodes.Node) -> int:
    """Give the end of the line that a value ends on; the text of a block takes its line end with it."""
    is_block = isinstance(node, nodes.Scalar) and node.style in ("|", ">")
    return len(text[: node.end].rstrip("\r\n")) if is_block else line_stop(text, node.end)


def _behind_in_flow(text: str, aliases: nodes.Sequence, last: nodes.Node, old: str) -> Edit:
    """Add to a list in brackets the way its items are parted: on one line, or each on its own."""
    if len(aliases.items) > 1:
        before_last = text[aliases.items[-2].end : last.start]
        if "#" not in before_last and before_last.count(",") == 1:
            return Edit(last.end, last.end, f"{before_last}{old}")
    lead = text[line_start(text, last.start) : last.start]
    if not lead.strip():
        return Edit(last.end, last.end, f",{line_end_of(text)}{lead}{old}")
    return Edit(last.end, last.end, f", {old}")


def _without_alias(text: str, node: nodes.Mapping, number: int, name: str, forget: Forgotten) -> Iterator[Edit]:
    """Take a name off the aliases, which are an entry of a map; the whole entry goes where it came with the name."""
    aliases = node.entries[number][1]
    items = aliases.items if isinstance(aliases, nodes.Sequence) else ()
    place = next((n for n, item in enumerate(items) if isinstance(item, nodes.Scalar) and item.value == name), None)
    if place is None or not isinstance(aliases, nodes.Sequence):
        return
    if len(items) == 1:
        yield Edit(aliases.start, aliases.end, "[]") if forget.listed else _without_entry(text, node, number)
        return
    item = items[place]
    stop = _stop(text, item)
    is_plain = text[line_start(text, item.start) : item.start].strip() == "-" and not text[item.end : stop].strip()
    yield _without_lines(text, item.start, stop) if is_plain else take_out(text, aliases, place)


def _without_entry(text: str, node: nodes.Mapping, number: int) -> Edit:
    """Take an entry out of a map, with its lines or with the comma that parts it from the one before."""
    key, value = node.entries[number]
    if node.flow:
        before = node.entries[number - 1][1].end if number else None
        if before is not None and "#" not in text[before : key.start]:
            return Edit(before, value.end, "")
        return Edit(value.start, value.end, "[]")
    stop = _stop(text, value)
    if not text[line_start(text, key.start) : key.start].strip() and not text[value.end : stop].strip():
        return _without_lines(text, key.start, stop)
    return Edit(key.end, len(text[: value.end].rstrip("\r\n")), ": []")


def _without_lines(text: str, start: int, stop: int) -> Edit:
    """Take out the lines from one character to another; the last line of a text ends as it did."""
    first, following = line_start(text, start), next_line(text, stop)
    at_end = following == len(text) and text[-1] not in "\r\n"
    return Edit(len(text[:first].rstrip("\r\n")) if at_end else first, following, "")


def reference_edit(source: Source, reference: Reference, new: str) -> Edit:
    """Give the edit for one reference; a version behind the ID stays."""
    node = source.at(reference.pointer)
    if not isinstance(node, nodes.Scalar):
        raise _changed(source.path)
    old, said = reference.target, node.value
    if reference.role == "navigation":
        return source.written(node, page_name(old, new, said, source.path))
    if said.partition("@")[0].strip() != old:
        raise _changed(source.path)
    if said == old or node.style not in ("", "'", '"'):
        return source.written(node, said.strip().replace(old, new, 1))
    return source.written(node, new + said.removeprefix(old))


def page_name(old: str, new: str, written: str, path: str) -> str:
    """Write the page or tab that a navigation names: page `x` is the resource `ui.x`, tab `y` is `ui.x.y`."""
    if old == f"ui.{written}" and new.startswith("ui."):
        return new.removeprefix("ui.")
    if old.rpartition(".")[2] == written and new.rpartition(".")[0] == old.rpartition(".")[0]:
        return new.rpartition(".")[2]
    kind = "page" if old == f"ui.{written}" else "tab"
    above = "ui" if kind == "page" else old.rpartition(".")[0]
    raise Unrenamable(f"{path} names `{old}` as the {kind} `{written}`, which has to stay below `{above}`")


def link_edits(source: Source, link: Reference, new: str) -> Iterator[Edit]:
    """Yield the edit for a `[[link]]` in prose; its pointer is a line and two columns."""
    line, column, end_column = (int(part) for part in link.pointer)
    if line > len(source.lines):
        raise _changed(source.path)
    position = source.lines[line - 1]
    start, end = position + column - 1, position + end_column - 1
    said = source.text[start:end]
    if said.strip() != link.target:
        raise _changed(source.path)
    at = start + said.index(link.target)
    yield Edit(at, at + len(link.target), new)


def _changed(path: str) -> Unrenamable:
    return Unrenamable(f"{path} changed while it was read; run it again")
