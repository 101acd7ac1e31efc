"""Where files go whose path follows the ID, and what says so by a path: `$ref` and the line for editors."""

import re
from collections.abc import Callable, Iterator, Mapping
from posixpath import dirname, join, normpath, relpath

from alvara.app.naming_edits import Source, Unrenamable
from alvara.app.survey import Survey
from alvara.documents import nodes
from alvara.documents.edit import Edit
from alvara.identity.ids import path_of
from alvara.model.filekind import is_domain_file
from alvara.workspace.entity import Entity

_BEHIND = re.compile(r"(?:\.v\d+)?\.yaml")
_MODELINE = re.compile(r"^#[ \t]*yaml-language-server:[ \t]*\$schema=(?P<path>[^\s#]+)", re.MULTILINE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|/")


def moves_of(found: Survey, entity: Entity, new: str) -> dict[str, str]:
    """Say where each file goes whose name follows the ID. Raises `Unrenamable` where one cannot."""
    moves: dict[str, str] = {}
    before = path_of(entity.kind, entity.id).removesuffix(".yaml")
    after = path_of(entity.kind, new).removesuffix(".yaml")
    for definition in found.view.definitions(entity.kind, entity.id):
        path = definition.path
        if definition.pointer:
            listed = path.removesuffix(".yaml")
            if f"{after}/".startswith(f"{listed}/"):
                continue
            if listed == before and len(found.workspace.contributions[path].entities) == 1:
                moves[path] = f"{after}.yaml"  # a list of its own is a file of its own
            else:
                raise Unrenamable(
                    f"`{entity.id}` stands in the list {path}, which `{new}` does not belong in; "
                    f"first give {'what stands beside it files' if listed == before else 'it a file'} of "
                    f"{'their' if listed == before else 'its'} own"
                )
        elif path.startswith(before) and _BEHIND.fullmatch(path, len(before)):
            target = after + path.removeprefix(before)
            if is_domain_file(target):  # that name is taken by what a domain shares
                target = f"{after}.v{definition.major if definition.major.isdigit() else 1}.yaml"
            if target != path:
                moves[path] = target
    return moves


def unfinished_moves(found: Survey, entity: Entity, new: str) -> dict[str, str]:
    """Say where files came from that lie where the new ID wants them and have the old one: a rename was cut off."""
    before = path_of(entity.kind, entity.id).removesuffix(".yaml")
    after = path_of(entity.kind, new).removesuffix(".yaml")
    paths = {definition.path for definition in found.view.definitions(entity.kind, entity.id)}
    moved = (path for path in paths if path.startswith(after) and _BEHIND.fullmatch(path, len(after)))
    return {path: before + path.removeprefix(after) for path in moved}


def late_path_edits(
    found: Survey, moved: Mapping[str, str], source: Callable[[str], Source]
) -> Iterator[tuple[str, Edit]]:
    """Yield the edits of relative paths that a rename owes to files which it has moved already.

    Only what leads nowhere from here, and somewhere from where the file was, is known to be owed.
    """
    for path, origin in sorted(moved.items()):
        opened = source(path)
        edits = [*_editor_edits(opened.text, origin, {origin: path}), *_schema_edits(opened, origin, {origin: path})]
        for edit in edits:
            written = opened.text[edit.start : edit.end].strip("\"'").partition("#")[0]
            here, there = (normpath(join(dirname(place), written)) for place in (path, origin))
            if found.read(here) is None and found.read(there) is not None:
                yield path, edit


def path_edits(found: Survey, moves: Mapping[str, str], source: Callable[[str], Source]) -> Iterator[tuple[str, Edit]]:
    """Yield the edits that keep every relative path leading where it led."""
    for path in moves:
        yield from ((path, edit) for edit in _editor_edits(source(path).text, path, moves))
    for path, contribution in sorted(found.workspace.contributions.items()):
        used = {name for name, _ in contribution.uses} & moves.keys() - {path}
        if path not in moves and not used:
            continue
        edits = list(_schema_edits(source(path), path, moves))
        if used and not edits:
            raise Unrenamable(f"a schema that {path} uses refers to {min(used)} by its path; give it a file of its own")
        yield from ((path, edit) for edit in edits)


def _schema_edits(source: Source, path: str, moves: Mapping[str, str]) -> Iterator[Edit]:
    for node, pointer in nodes.walk(source.tree):
        if pointer[-1:] != ("$ref",) or not isinstance(node, nodes.Scalar):
            continue
        file, mark, fragment = node.value.partition("#")
        moved = _moved(file, path, moves)
        if moved != file:
            yield source.written(node, f"{moved}{mark}{fragment}")


def _editor_edits(text: str, path: str, moves: Mapping[str, str]) -> Iterator[Edit]:
    for line in _MODELINE.finditer(text):
        moved = _moved(line["path"], path, moves)
        if moved != line["path"]:
            yield Edit(line.start("path"), line.end("path"), moved)


def _moved(written: str, path: str, moves: Mapping[str, str]) -> str:
    """Write a relative path as it has to be when the files have moved; as it was, where it still leads there."""
    if not written or _SCHEME.match(written):
        return written
    target = normpath(join(dirname(path), written))
    here, there = dirname(moves.get(path, path)), moves.get(target, target)
    if normpath(join(here, written)) == there or target.startswith("../"):
        return written
    return relpath(there, here or ".")
