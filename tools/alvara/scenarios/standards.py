"""What the values of a scenario have to satisfy: the schemas of whoever asks, the record, the input and the context."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.documents.document import Document
from alvara.scenarios import matrix
from alvara.scenarios.matrix import Combination
from alvara.scenarios.rehearsal import Act
from alvara.subschemas.instances import Instances
from alvara.subschemas.references import References, Refusal, embedded
from alvara.subschemas.whole import Unresolved, write_out
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

JUDGED = ("principal", "resource", "context")
"""The parts that have to be valid unless a scenario says otherwise; whether an input is, is often what it is about."""

_MISSING = object()
_DEEPEST = 8
"""Branches of branches that are looked into for a name."""


class Breach(NamedTuple):
    """A part of a scenario that breaks its schema: why, and which combination brought it about (empty for none)."""

    part: str
    words: str
    combination: Combination


class Standards(NamedTuple):
    """Schemas by part, written out; a part that has none, or none that can be read, is missing."""

    schemas: Mapping[str, Any]
    instances: Mapping[str, Instances]

    def breaches(self, act: Act) -> Iterator[Breach]:
        """Yield the first breach of each part of a scenario; of one whose matrix is strange, that is enough."""
        for part in JUDGED if not any(self.strange(act)) else ():
            if part not in act.values or part not in self.instances:
                continue
            words = self.instances[part].objection(act.values[part])
            moved = [path for path in act.scenario.matrix if path.partition(".")[0] == part]
            if not moved:
                if words is not None:
                    yield Breach(part, words, {})
                continue
            for combination in matrix.combinations({path: act.scenario.matrix[path] for path in moved}):
                words = self.instances[part].objection(matrix.put(act.values, combination)[part])
                if words is not None:
                    yield Breach(part, words, combination)
                    break

    def strange(self, act: Act) -> Iterator[str]:
        """Yield the paths of a matrix under which nothing stands and nothing may."""
        return (p for p in act.scenario.matrix if matrix.adds(p, act.values) and not self.has(p))

    def has(self, path: str) -> bool:
        """Whether a schema lets a part have something under a path that nothing stands at yet."""
        part, *steps = path.split(".")
        return part not in self.schemas or _may_have(self.schemas[part], steps, self.schemas[part])


def standards_of(view: View, capability: Entity) -> Standards:
    """Find the schemas that the values of scenarios about a capability have to satisfy."""
    schemas: dict[str, Any] = {}
    for part, schema in _found(view, capability):
        if schema is not _MISSING:
            schemas[part] = schema
    return Standards(schemas, {part: Instances(schemas[part]) for part in JUDGED if part in schemas})


def value_in(document: Document | None, entity: Entity) -> Mapping[str, Any]:
    """Give a definition as its author wrote it; nothing where that cannot be had."""
    value: Any = None if document is None else document.value
    try:
        for step in entity.pointer:
            value = value[step]
    except (KeyError, IndexError, TypeError):
        return {}
    return value if isinstance(value, dict) else {}


def _found(view: View, capability: Entity) -> Iterator[tuple[str, Any]]:
    for part, path in (("principal", view.config.principal_schema), ("context", view.config.context_schema)):
        if path:
            yield part, _in_file(path, view.document)
    record = view.definition("resource", capability.record) if capability.record else None
    for part, owner, key in (("resource", record, "recordSchema"), ("input", capability, "inputSchema")):
        if owner is not None and not owner.broken:
            written = value_in(view.document(owner.path), owner)
            if key in written:
                root = embedded(owner.path, (*owner.pointer, key), written[key])
                yield part, _written_out(root, References(view.document))


def _in_file(path: str, read: Callable[[str], Document | None]) -> Any:
    references = References(read)
    found = references.file(path, path)
    return _MISSING if isinstance(found, Refusal) else _written_out(found, references)


def _written_out(schema: Any, references: References) -> Any:
    try:
        return write_out(schema, references)
    except Unresolved:
        return _MISSING  # told where it stands


def _may_have(schema: Any, steps: list[str], root: Any) -> bool:
    """Whether something under a path is declared, or nothing tells what is."""
    held = list(_branches(schema, root, 0))
    listed = [branch["properties"] for branch in held if isinstance(branch.get("properties"), dict)]
    if not steps or not listed or any("patternProperties" in branch for branch in held):
        return True
    return any(_may_have(names[steps[0]], steps[1:], root) for names in listed if steps[0] in names)


def _branches(schema: Any, root: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Yield a schema and those that judge the same value beside it."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return
    yield schema
    beside = [branch for key in ("allOf", "anyOf", "oneOf") for branch in schema.get(key, ())]
    beside += [schema[key] for key in ("then", "else") if key in schema]
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        beside.append(root if schema["$ref"] == "#" else root.get("$defs", {}).get(name))
    for branch in beside:
        yield from _branches(branch, root, depth + 1)
