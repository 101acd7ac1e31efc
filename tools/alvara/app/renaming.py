"""The `rename` verb: a thing gets another ID, keeps the old one as an alias, and every reference follows.

Only the characters that carry the name change; all other bytes of every file stay.
"""

from collections.abc import Iterator, Mapping
from json import dumps
from typing import NamedTuple

from alvara.app.survey import Survey
from alvara.diagnostics.site import Pointer
from alvara.documents import nodes
from alvara.documents.edit import Edit, apply, line_end_of, line_start, line_stop, next_line
from alvara.documents.front_matter import load_page
from alvara.documents.scalars import resolve
from alvara.documents.text import decode
from alvara.identity.ids import FOLDERS, kebab, path_of
from alvara.model.filekind import CONFIG, kind_of
from alvara.workspace.entity import Entity

_BOM = b"\xef\xbb\xbf"


class Rename(NamedTuple):
    """What a rename comes to: the new bytes of files by path, and the paths that files move to. Nothing is written."""

    changed: Mapping[str, bytes]
    moved: Mapping[str, str]
    created: Mapping[str, bytes]


class Unrenamable(Exception):
    """The rename cannot be made as it is asked for; the text says why, and what would help."""


def rename(found: Survey, entity: Entity, new: str, since: str, reason: str = "") -> Rename:
    """Work out a rename. Raises `Unrenamable`, and then nothing is to be changed."""
    moved = _moves(found, entity, new)
    edits: dict[str, list[Edit]] = {}
    for definition in found.view.definitions(entity.kind, entity.id):
        for edit in _definition_edits(found, definition, new):
            edits.setdefault(definition.path, []).append(edit)
    for path, edit in _reference_edits(found, entity, new):
        edits.setdefault(path, []).append(edit)
    edits.setdefault(CONFIG, []).extend(_waiver_edits(found, entity.id, new))
    changed = {path: apply(_text(found, path), list(dict.fromkeys(of))) for path, of in edits.items() if of}
    record = _record(entity.id, new, since, reason)
    return Rename(
        {path: _mark(found, path) + text.encode() for path, text in changed.items()},
        moved,
        {f"ledger/migrations/{entity.kind}/{entity.id}.yaml": record.encode()},
    )


def _moves(found: Survey, entity: Entity, new: str) -> dict[str, str]:
    """Say where each file goes whose name follows the ID."""
    moves: dict[str, str] = {}
    for definition in found.view.definitions(entity.kind, entity.id):
        if definition.pointer:
            folder = FOLDERS[entity.kind]
            stem = "/".join(kebab(segment) for segment in new.split("."))
            if not f"{folder}/{stem}/".startswith(definition.path.removesuffix(".yaml") + "/"):
                raise Unrenamable(
                    f"`{entity.id}` stands in the list {definition.path}, whose path does not begin `{new}`; "
                    f"move it into a file of its own first"
                )
            continue
        before = path_of(entity.kind, entity.id).removesuffix(".yaml")
        after = path_of(entity.kind, new).removesuffix(".yaml")
        if definition.path.startswith(before):  # a `.v2` stays behind the name
            moves[definition.path] = after + definition.path.removeprefix(before)
    return moves


def _definition_edits(found: Survey, definition: Entity, new: str) -> Iterator[Edit]:
    text = _text(found, definition.path)
    node = _at(nodes.parse(text), definition.pointer)
    if not isinstance(node, nodes.Mapping):
        raise Unrenamable(f"{definition.path} does not hold a definition any more")
    entries = {key.value: (key, value) for key, value in node.entries}
    key, value = entries["id"]
    assert isinstance(value, nodes.Scalar)
    yield Edit(value.start, value.end, _rewritten(text, value, new))
    old = _plain(definition.id)
    aliases = entries.get("aliases")
    if aliases is None:
        yield _line_below(text, key, value, f"aliases: [{old}]")
    elif not isinstance(aliases[1], nodes.Sequence):
        raise Unrenamable(f"the aliases in {definition.path} are not a list")
    else:
        yield from _alias_edits(text, aliases[1], definition.id, new, old)


def _alias_edits(text: str, aliases: nodes.Sequence, id: str, new: str, old: str) -> Iterator[Edit]:
    """Put the old ID where the new one stood, if that was an alias; else behind the last."""
    for item in aliases.items:
        if isinstance(item, nodes.Scalar) and item.value == new:
            yield Edit(item.start, item.end, _rewritten(text, item, id))
            return
    if not aliases.items:
        yield Edit(aliases.start, aliases.end, f"[{old}]")
        return
    last = aliases.items[-1]
    if aliases.flow:
        yield Edit(last.end, last.end, f", {old}")
        return
    start = line_start(text, last.start)
    stop = line_stop(text, last.end)
    yield Edit(stop, stop, f"{line_end_of(text)}{text[start : last.start]}{old}")


def _line_below(text: str, key: nodes.Scalar, value: nodes.Scalar, line: str) -> Edit:
    """Add an entry to the map that a key stands in, right below its line, or behind it where all is on one line."""
    before = text[line_start(text, key.start) : key.start]
    if before.strip(" -"):
        return Edit(value.end, value.end, f", {line}")
    indent = before.replace("-", " ")
    position = next_line(text, value.end)
    if position == len(text) and text[-1] not in "\r\n":
        return Edit(position, position, f"{line_end_of(text)}{indent}{line}")
    return Edit(position, position, f"{indent}{line}{line_end_of(text)}")


def _reference_edits(found: Survey, entity: Entity, new: str) -> Iterator[tuple[str, Edit]]:
    """Yield the edits for all that refers to the thing by its ID, whatever defines it."""
    guarded = entity.kind in ("policy", "resource")
    for path, contribution in sorted(found.workspace.contributions.items()):
        pointers = {
            (reference.role, reference.pointer)
            for other in contribution.entities
            for reference in other.references
            if reference.target == entity.id
            and (reference.kind == entity.kind or (guarded and reference.kind == "guard"))
        }
        links = [
            reference.pointer
            for other in contribution.entities
            for reference in other.references
            if reference.role == "link" and reference.target == entity.id and entity.kind == "resource"
        ]
        if not pointers and not links:
            continue
        text, offset, tree = _tree(found, path)
        for role, pointer in sorted(pointers, key=str):
            node = _at(tree, pointer)
            if isinstance(node, nodes.Scalar):
                yield path, _reference_edit(text, node, offset, role, entity.id, new)
        yield from ((path, edit) for edit in _link_edits(_text(found, path), links, entity.id, new))


def _reference_edit(text: str, node: nodes.Scalar, offset: int, role: str, old: str, new: str) -> Edit:
    written = node.value
    if role == "navigation":
        shown = _page_name(old, new, written)
    elif written == old:
        shown = new
    else:  # a successor may name a version behind the ID
        shown = new + written.removeprefix(old)
    return Edit(node.start + offset, node.end + offset, _rewritten(text, node, shown))


def _page_name(old: str, new: str, written: str) -> str:
    """Write the page or tab that a navigation names: page `x` is the resource `ui.x`, tab `y` is `ui.x.y`."""
    if old == f"ui.{written}" and new.startswith("ui."):
        return new.removeprefix("ui.")
    if old.rpartition(".")[2] == written and new.rpartition(".")[0] == old.rpartition(".")[0]:
        return new.rpartition(".")[2]
    raise Unrenamable(f"`{written}` in a `navigation` names `{old}`, and cannot name `{new}`: pages are below `ui`")


def _link_edits(text: str, places: list[Pointer], old: str, new: str) -> Iterator[Edit]:
    if not places:
        return
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for line_number, column, end in places:
        start = starts[int(line_number) - 1]
        where = (start + int(column) - 1, start + int(end) - 1)
        yield Edit(*where, text[slice(*where)].replace(old, new))


def _waiver_edits(found: Survey, old: str, new: str) -> Iterator[Edit]:
    text = _text(found, CONFIG)
    tree = nodes.parse(text)
    for node, pointer in nodes.walk(tree):
        is_subject = pointer[:1] == ("waivers",) and pointer[-1:] == ("subject",)
        if is_subject and isinstance(node, nodes.Scalar) and node.value == old:
            yield Edit(node.start, node.end, _rewritten(text, node, new))


def _tree(found: Survey, path: str) -> tuple[str, int, nodes.Node]:
    """Give the text that pointers of a file lead into, where it starts in the file, and its tree."""
    data = found.read(path) or b""
    if kind_of(path, found.workspace.config) != "page":
        text = _text(found, path)
        return text, 0, nodes.parse(text)
    head = load_page(path, data).head
    offset = next_line(head.whole, 0)  # the head begins below its fence
    return head.text, offset, nodes.parse(head.text) if head.text.strip() else nodes.Mapping(0, 0, True, ())


def _mark(found: Survey, path: str) -> bytes:
    """Give the byte order mark that a file starts with, which is no part of its text."""
    return _BOM if (found.read(path) or b"").startswith(_BOM) else b""


def _text(found: Survey, path: str) -> str:
    return decode(found.read(path) or b"")[0]


def _at(node: nodes.Node, pointer: Pointer) -> nodes.Node | None:
    for step in pointer:
        inner = {place[-1]: child for child, place in nodes.children(node)}.get(step)
        if inner is None:
            return None
        node = inner
    return node


def _rewritten(text: str, node: nodes.Scalar, new: str) -> str:
    """Write a name in the style that the old one had."""
    if node.style in ("'", '"'):
        return f"{node.style}{new}{node.style}"
    return _plain(new)


def _plain(name: str) -> str:
    return name if resolve(name) == name else dumps(name)


def _record(old: str, new: str, since: str, reason: str) -> str:
    lines = [f"from: {_plain(old)}", f"to: {_plain(new)}", f'since: "{since}"']
    if reason:
        lines.append(f"reason: {dumps(reason, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"
