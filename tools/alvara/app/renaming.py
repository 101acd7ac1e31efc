"""The `rename` verb: a thing gets another ID, keeps the old one as an alias, and every reference follows.

Only the characters that carry the name change; all other bytes of every file stay. Nothing is written here: either
every change is worked out, or `Unrenamable` says why there is none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from alvara.app.editing import plain, quoted
from alvara.app.filechange import FileChange, deleted_file, new_file
from alvara.app.naming_edits import (
    Forgotten,
    Source,
    Unrenamable,
    definition_edits,
    link_edits,
    reference_edit,
    source_of,
)
from alvara.app.parentage import parentage_notes
from alvara.app.path_edits import late_path_edits, moves_of, path_edits, unfinished_moves
from alvara.app.scenario_edits import scenario_edits
from alvara.app.survey import Survey
from alvara.documents import nodes
from alvara.documents.document import HARMLESS
from alvara.documents.edit import Edit
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.identity.ids import Naming, wire_name
from alvara.identity.occurrences import mentions
from alvara.model.filekind import CONFIG, is_read
from alvara.registry.lookup import KINDS, look_up, suggest
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import end_of, record_path


class Renamed(NamedTuple):
    """What a rename comes to: the changes by path. `notes` are sentences on what it does not decide."""

    kind: str
    changes: tuple[FileChange, ...]
    references: int
    notes: tuple[str, ...] = ()
    defining: frozenset[str] = frozenset()

    def in_order(self) -> list[FileChange]:
        """Put the changes so that a run that is cut off can be finished by another: while one is left, so is the ID.

        First what refers to the thing, then the record, then the thing itself; a record that goes is the last.
        """
        return sorted(self.changes, key=lambda c: (c.gone, c.path in self.defining, c.before is None, c.path))


def chosen(found: Survey, old: str, new: str, kind: str | None) -> Entity | None:
    """Give the thing that is to be renamed; None where that was done already. Raises `Unrenamable`."""
    if old == new:
        raise Unrenamable(f"`{old}` is the old name and the new one")
    kinds = KINDS if kind is None else (kind,)
    named = [entity for each in kinds for entity in found.view.definitions(each, old)[:1]]
    if len(named) == 1:
        return named[0]
    if named:
        words = " and a ".join(entity.kind for entity in named)
        raise Unrenamable(f"`{old}` is a {words}; say which with --kind")
    for each in kinds:
        if end_of(found.view, each, old) == new and found.view.definitions(each, new):
            return None
    owners = [] if _left_record(found, old, new, kinds) else look_up(found.view, old, kinds)
    if owners:
        if owners[0].id == new:
            raise Unrenamable(f"`{old}` is an alias of `{new}` already, and no ID")
        what = "an alias" if any(alias == old for alias, _ in owners[0].aliases) else "the old name"
        raise Unrenamable(f"`{old}` is {what} of the {owners[0].kind} `{owners[0].id}`; rename that")
    for stone in found.view.definitions("tombstone", old):
        raise Unrenamable(f"`{old}` was a {stone.type} until {stone.expires}, and is gone")
    for each in kinds:
        end = end_of(found.view, each, old)
        if end != old:
            raise Unrenamable(f"`{old}` was renamed, and is called `{end}` now; rename that")
    tip = suggest(found.entities, old, kinds)
    what = kind or "resource, capability or policy"
    raise Unrenamable(f"there is no {what} `{old}`{'; ' + tip if tip else ''}")


Past = Callable[[str], bytes | None]
"""Reads a file of what others have seen; None where they have not."""


def rename(
    found: Survey, entity: Entity, new: str, order: Sequence[str], since: str, reason: str = "",
    scenarios: Mapping[str, bytes] | None = None, past: Past = lambda _: None,
) -> Renamed:  # fmt: skip
    """Work out a rename; `order` is that of a definition's keys. Raises `Unrenamable`.

    Back to the last name it goes only as long as `past` knows nothing of the other one; then it is as if it had never
    been.
    """
    scenes = scenarios or {}
    _object_to_state(found, entity, new, scenes)
    back = _is_back(found, entity, new, past)
    begun = not back and _is_begun(found, entity, new)
    if not back:
        _object_to_name(found, entity, new, begun)
    _object_to_scopes(found, entity, new)
    edits = _Edits(found, moves_of(found, entity, new))
    for definition in found.view.definitions(entity.kind, entity.id):
        known = _past_aliases(past(edits.target(definition.path)), new) if back else None
        forget = None if not back or entity.id in (known or ()) else Forgotten(listed=known is not None)
        edits.add(definition.path, definition_edits(edits.source(definition.path), definition, new, order, forget))
    own = len(edits)
    linked = _is_linked_as(found, entity)
    for path, edit in _reference_edits(found, entity, new, edits.source, linked):
        edits.add(path, [edit])
    notes: list[str] = []
    waivers = list(_waiver_edits(edits.source(CONFIG), entity.id, new))
    if waivers and len(look_up(found.view, entity.id)) > 1:
        notes.append(f"{CONFIG} waives a rule for `{entity.id}`, which is another thing too; that is left as it is")
    else:
        edits.add(CONFIG, waivers)
    for path, data in sorted(scenes.items()):
        if _is_sound(path, data):  # any other does not name the thing, or that was objected to
            edits.add(path, scenario_edits(edits.open(path, data), entity, new, linked))
    references = len(edits) - own
    moved = unfinished_moves(found, entity, new) if begun or back else {}
    for path, edit in (
        *path_edits(found, edits.moves, edits.source),
        *late_path_edits(found, moved, edits.source),
    ):
        edits.add(path, [edit])
    if back:
        place = record_path(entity.kind, new)
        record = [deleted_file(place, Source(place, found.read(place) or b"").whole)]
    elif begun:
        record = []
    else:
        record = [new_file(record_path(entity.kind, entity.id), _record(entity.id, new, since, reason))]
    notes += [*parentage_notes(found, entity, new), *_domain_notes(found, edits.moves)]
    defining = frozenset(d.path for d in found.view.definitions(entity.kind, entity.id))
    return Renamed(entity.kind, (*edits.changes(), *record), references, tuple(notes), defining)


def finished_back(found: Survey, old: str, new: str, kind: str | None, past: Past) -> Renamed | None:
    """Give what is left of a rename back that was cut off: the record that it had to delete last."""
    record = _left_record(found, old, new, KINDS if kind is None else (kind,))
    if record is None or past(record.path) is not None:
        return None
    gone = deleted_file(record.path, Source(record.path, found.read(record.path) or b"").whole)
    return Renamed(record.type, (gone,), 0)


def _left_record(found: Survey, old: str, new: str, kinds: Sequence[str]) -> Entity | None:
    """Find the record that `new` was renamed to `old`, where it is `new` again."""
    for record in found.view.definitions("migration", new):
        kind, is_its_own = record.type, record.path == record_path(record.type, new)
        is_back = bool(found.view.definitions(kind, new)) and not found.view.definitions(kind, old)
        if kind in kinds and record.successor == old and is_its_own and is_back:
            return record
    return None


def _is_begun(found: Survey, entity: Entity, new: str) -> bool:
    """Whether the same rename was begun and cut off: its record is there, and the thing still has its old ID."""
    records = [e for e in found.view.definitions("migration", entity.id) if e.type == entity.kind]
    return [(e.successor, e.path) for e in records] == [(new, record_path(entity.kind, entity.id))]


class _Edits:
    """The edits of a rename by file, each file opened once. Its length is the number of edits.

    `moves` says where the files go that get another name.
    """

    def __init__(self, found: Survey, moves: Mapping[str, str]) -> None:
        self.moves = moves
        self._found = found
        self._sources: dict[str, Source] = {}
        self._edits: dict[str, dict[Edit, None]] = {path: {} for path in moves}
        """Of every file, each edit once: what refers to a thing twice at one place is written once."""

    def __len__(self) -> int:
        return sum(map(len, self._edits.values()))

    def target(self, path: str) -> str:
        return self.moves.get(path, path)

    def source(self, path: str) -> Source:
        if path not in self._sources:
            self._sources[path] = source_of(path, self._found.read(path) or b"", self._found.workspace.config)
        return self._sources[path]

    def open(self, path: str, data: bytes) -> Source:
        """Open a file that is no part of the registry."""
        return self._sources.setdefault(path, Source(path, data))

    def add(self, path: str, edits: Iterable[Edit]) -> None:
        self._edits.setdefault(path, {}).update(dict.fromkeys(edits))

    def changes(self) -> Iterator[FileChange]:
        for path, edits in sorted(self._edits.items()):
            if edits or path in self.moves:
                source = self.source(path)
                shifted = (Edit(e.start + source.mark, e.end + source.mark, e.text) for e in edits)
                yield FileChange(path, self.target(path), source.whole, tuple(shifted))


def _object_to_state(found: Survey, entity: Entity, new: str, scenarios: Mapping[str, bytes]) -> None:
    """Refuse where a file that may name the thing cannot be understood: what it says would be left behind.

    So is a record that may say that the new name is taken.
    """
    if found.refused:
        raise Unrenamable(f"{found.refused[0]}; it may name `{entity.id}`")
    definitions = found.view.definitions(entity.kind, entity.id)
    if len({definition.major for definition in definitions}) < len(definitions):
        raise Unrenamable(f"`{entity.id}` is defined more than once; `alvara check` says where")
    for path in found.unread:
        data = found.read(path) or b""
        if any(d.path == path for d in definitions) or mentions(data.decode("utf-8", "replace"), entity.id):
            raise Unrenamable(f"{path} names `{entity.id}` and is not understood; `alvara check` says why")
        if path.startswith("ledger/") and path.endswith(f"/{new}.yaml"):
            raise Unrenamable(f"{path} is about `{new}` and is not understood; `alvara check` says why")
    for path, contribution in sorted(found.workspace.contributions.items()):
        if not path.endswith(".md") or not contribution.blob:
            continue
        data = found.read(path) or b""
        if mentions(data.decode("utf-8", "replace"), entity.id) and not _is_understood(path, data, contribution):
            raise Unrenamable(f"{path} names `{entity.id}` and is not understood; `alvara check` says why")
    for path, data in sorted(scenarios.items()):
        if mentions(data.decode("utf-8", "replace"), entity.id) and not _is_sound(path, data):
            raise Unrenamable(f"{path} names `{entity.id}` and does not parse")


def _is_understood(path: str, data: bytes, contribution: Contribution) -> bool:
    """Whether all that a page says of other things is known."""
    sound = all(problem.rule in HARMLESS for problem in load_page(path, data).head.problems)
    return sound and all(diagnostic.rule != "wrong-shape" for diagnostic in contribution.diagnostics)


def _is_sound(path: str, data: bytes) -> bool:
    return all(problem.rule in HARMLESS for problem in load(path, data).problems)


def _is_back(found: Survey, entity: Entity, new: str, past: Past) -> bool:
    """Whether the new name is the one that the thing had last, and nobody has seen that it was given up."""
    place = record_path(entity.kind, new)
    records = [e for e in found.view.definitions("migration", new) if e.type == entity.kind]
    if len(records) != 1 or records[0].successor != entity.id or records[0].path != place:
        return False
    majors = _majors(found, entity.kind, entity.id)
    return past(place) is None and majors.isdisjoint(_majors(found, entity.kind, new))  # some may be back already


def _majors(found: Survey, kind: str, id: str) -> set[str]:
    return {definition.version.partition(".")[0] for definition in found.view.definitions(kind, id)}


def _past_aliases(data: bytes | None, id: str) -> Sequence[object] | None:
    """List the aliases that a definition had in the past, which are known and stay; None where it did not say."""
    value = None if data is None else load("", data).value
    listed = value.get("resources", [value]) if isinstance(value, dict) else []
    own = (d for d in (listed if isinstance(listed, list) else []) if isinstance(d, dict) and d.get("id") == id)
    return next((d["aliases"] for d in own if isinstance(d.get("aliases"), list)), None)


def _object_to_name(found: Survey, entity: Entity, new: str, begun: bool) -> None:
    """Refuse a name that is not free; where the rename was begun, what has it already may be another major."""
    kind, view = entity.kind, found.view
    if words := view.config.naming.get(kind, Naming()).objection(new):
        raise Unrenamable(f"`{new}` {words}")
    for stone in view.definitions("tombstone", new):
        raise Unrenamable(f"`{new}` was a {stone.type} until {stone.expires}; a retired ID never returns")
    own = {alias for d in view.definitions(kind, entity.id) for alias, _ in d.aliases}
    majors = _majors(found, kind, entity.id)
    known = [d for d in view.definitions(kind, new) if not begun or d.version.partition(".")[0] in majors]
    if known:
        raise Unrenamable(f"the {kind} `{new}` is there already, in {known[0].path}")
    end = end_of(view, kind, new)
    if end == entity.id:
        raise Unrenamable(
            f"`{new}` was renamed to `{entity.id}`, and others know that; a published name never goes back"
        )
    if end != new:
        raise Unrenamable(f"`{new}` was a {kind} that is called `{end}` now; choose another name")
    if any(record.type == kind for record in view.definitions("migration", new)):
        raise Unrenamable(f"`{new}` was given up, and its renames go round in a ring; choose another name")
    if not begun and end_of(view, kind, entity.id) != entity.id:
        raise Unrenamable(f"`{entity.id}` was renamed once, in {record_path(kind, entity.id)}; it cannot be again")
    for other in view.named(kind, new):
        if other.id not in (entity.id, new):
            raise Unrenamable(f"`{new}` is an alias of the {kind} `{other.id}`")
    for other in (other for other in view.alike(kind, new) if not (begun and other.id == new)):
        for name in (other.id, *(alias for alias, _ in other.aliases)):
            if name.casefold() == new.casefold() and not (name == new and name in own):
                whose = "its own name" if other.id == entity.id else f"`{name}`, which is taken,"
                raise Unrenamable(f"`{new}` differs from {whose} only in case")
        if kind == "capability" and other.id != entity.id and wire_name(other.id) == wire_name(new):
            raise Unrenamable(f"the capability `{other.id}` is called `{wire_name(new)}` in tool APIs, as `{new}` is")


def _object_to_scopes(found: Survey, entity: Entity, new: str) -> None:
    """Refuse where other policies would attach: what decides about a thing does not change with its name."""
    if entity.kind != "capability":
        return
    definitions = found.view.definitions("capability", entity.id)
    for policy in found.entities:
        if policy.kind != "policy" or not policy.scopes:
            continue
        listed = any(r.role == "appliesTo" and r.target == entity.id for r in policy.references)
        was, now = (any(id.startswith(scope[:-1]) for scope, _ in policy.scopes) for id in (entity.id, new))
        if was and not now and not listed:
            raise Unrenamable(
                f"the policy `{policy.id}` applies to `{policy.scopes[0][0]}` and would not apply to `{new}`; "
                f"list `{entity.id}` in its `appliesTo.capabilities` first"
            )
        if now and not was and not listed and any(not policy.risks or d.risk in policy.risks for d in definitions):
            scope = next(scope for scope, _ in policy.scopes if new.startswith(scope[:-1]))
            raise Unrenamable(
                f"the policy `{policy.id}` applies to `{scope}`, so that it would apply to `{new}` and does not to "
                f"`{entity.id}`; choose a name elsewhere, or list `{entity.id}` in its `appliesTo.capabilities` first"
            )


def _is_linked_as(found: Survey, entity: Entity) -> bool:
    """Whether a name that does not say of what kind it is means this thing, and not another of the same ID."""
    if found.view.pages(entity.id) or entity.id in found.view.config.external_pages:
        return False
    first = next(kind for kind in KINDS if found.view.definitions(kind, entity.id))
    return first == entity.kind


def _reference_edits(
    found: Survey, entity: Entity, new: str, source: Callable[[str], Source], linked: bool
) -> Iterator[tuple[str, Edit]]:
    """Yield the edits for all that refers to the thing by its ID, whatever defines it."""
    kinds = {str(entity.kind)}
    if entity.kind == "policy" or (entity.kind == "resource" and not found.view.named("policy", entity.id)):
        kinds.add("guard")
    for path, contribution in sorted(found.workspace.contributions.items()):
        for other in contribution.entities:
            for reference in other.references:
                if reference.target != entity.id:
                    continue
                if reference.role == "link":
                    if linked:
                        yield from ((path, edit) for edit in link_edits(source(path), reference, new))
                elif reference.kind in kinds:
                    if reference.kind == "guard" and entity.kind == "resource" and found.view.named("policy", new):
                        raise Unrenamable(f"{path} names `{entity.id}` where `{new}` would mean the policy of that ID")
                    yield path, reference_edit(source(path), reference, new)


def _waiver_edits(source: Source, old: str, new: str) -> Iterator[Edit]:
    for node, pointer in nodes.walk(source.tree):
        is_subject = pointer[:1] == ("waivers",) and pointer[-1:] == ("subject",)
        if is_subject and isinstance(node, nodes.Scalar) and node.value == old:
            yield source.written(node, new)


def _domain_notes(found: Survey, moves: Mapping[str, str]) -> Iterator[str]:
    """Say where a capability leaves what its domain shares, or comes to share what another does."""
    for path, target in sorted(moves.items()):
        files = ["/".join([*p.split("/")[:2], "domain.yaml"]) for p in (path, target) if p.startswith("capabilities/")]
        if len(set(files)) == 2:
            for file, words in zip(files, ("no longer shares what {} says", "now shares what {} says"), strict=True):
                if is_read(file, found.workspace.config) and found.read(file):
                    yield f"{target} {words.format(file)}; see that it still holds"


def _record(old: str, new: str, since: str, reason: str) -> str:
    lines = [f"from: {plain(old)}", f"to: {plain(new)}", f"since: {quoted(since)}"]
    if reason:
        lines.append(f"reason: {quoted(reason)}")
    return "\n".join(lines) + "\n"
