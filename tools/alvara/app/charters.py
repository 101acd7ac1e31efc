"""From a registry to what decides on one of its capabilities: found by name, gathered in full, compiled."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from alvara.decisions.charter import Charter, Source, Standing, charter_of
from alvara.decisions.clauses import Place
from alvara.diagnostics.site import Pointer
from alvara.model.policy import DECIDING
from alvara.registry.lookup import look_up, suggest
from alvara.subschemas.instances import Instances
from alvara.workspace.attachment import policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import names_of, present_id
from alvara.workspace.subjects import Body, Subjects
from alvara.workspace.workspace import View


class Undecidable(ValueError):
    """Something that decides cannot be read: half of a registry answers nothing. The message names the file."""


class Decidable(NamedTuple):
    """A registry, a tree or a bundle alike, of which every policy is known.

    `body` gives a definition in full and `place` where something in it is written; `principal` and `context` are the
    schemas that the settings name, None where they name none. `unread` are the files of capabilities that are not
    understood. `policies` are those of all majors and statuses, where they are known apart from the rest.
    """

    view: View
    entities: Callable[[], Iterable[Entity]]
    body: Callable[[Entity], Body]
    place: Callable[[Entity, Pointer], Place]
    principal: Any
    context: Any
    source: Source
    unread: tuple[str, ...] = ()
    policies: Callable[[], Iterable[Entity]] | None = None


def find_capability(registry: Decidable, name: str) -> Entity | None:
    """Give what an ID, an alias or an old ID stands for: of several majors the active one, or that of `ID@MAJOR`.

    Raises `Undecidable` where it may be in a file that cannot be read, and where two definitions answer to the name.
    """
    plain, at, major = name.partition("@")
    _refuse_rivals(registry.view.named("capability", plain), plain)
    found = look_up(registry.view, plain, ("capability",))
    if at:
        ids = {entity.id for entity in found}
        versions = [each for id in sorted(ids) for each in registry.view.definitions("capability", id)]
        found = [each for each in versions if each.major == major != ""]
    home = found[0].path if found else ""
    for path in registry.unread:
        if not found or path == home or _stem(path) == _stem(home):
            raise Undecidable(f"{path}: not all of it can be read, and it may define `{plain}`")
    if found:
        versions = registry.view.definitions("capability", found[0].id)
        _refuse_rivals(versions, found[0].id)
        active = [each for each in versions if each.status == "active"]
        if len(active) > 1 and not at:
            places = " and ".join(each.path for each in active[:2])
            raise Undecidable(f"`{found[0].id}` is active in several versions, in {places}; name one, as `ID@MAJOR`")
    return found[0] if found else None


def _refuse_rivals(named: list[Entity], name: str) -> None:
    """Raise `Undecidable` where one name stands for two things, which may not be decided on alike."""
    known: dict[str, Entity] = {}
    for entity in named:
        rival = known.setdefault(entity.major, entity) if entity.id == named[0].id else named[0]
        if rival is not entity:
            raise Undecidable(f"{entity.path}: `{name}` stands for something else in {rival.path}, too")


def hint(registry: Decidable, name: str) -> str:
    """Say which capability may have been meant; empty where none is like it."""
    return suggest(registry.entities(), name.partition("@")[0], ("capability",))


def in_use(policy: Entity) -> bool:
    """Whether a policy decides."""
    return policy.status in DECIDING


def charter_for(
    registry: Decidable, capability: Entity, standing: Standing | None = None,
    decides: Callable[[Entity], bool] = in_use,
) -> Charter:  # fmt: skip
    """Compile what decides on a capability.

    Another `standing` than its own, and others of its policies than those in use, are for those who ask what if.
    Raises `Undecidable`.
    """
    view, body = registry.view, registry.body(capability)
    policies = [policy for policy in policies_on(capability, view) if decides(policy)]
    record, version = _record(registry, body)
    placed = {("policy", policy.id): policy for policy in policies} | {("capability", capability.id): capability}
    return charter_of(
        body, [registry.body(policy) for policy in policies], record=record, record_version=version,
        principal=registry.principal, context=registry.context, source=registry.source,
        places=lambda kind, name, pointer: registry.place(placed[kind, name], pointer),
        standing=_standing(registry, capability, body) if standing is None else standing,
        digest_of=_digest(registry, body), considered=considered(registry), runs=_runs(registry, capability, body),
        shared=lambda schema: _compiled(view, schema),
    )  # fmt: skip


def _compiled(view: View, schema: Any) -> Instances:
    """Compile a schema once; it is kept beside what came of it, so that nothing else takes its place in memory."""
    found: tuple[Any, Instances] = view.always((Instances, id(schema)), lambda: (schema, Instances(schema)))
    return found[1]


def record_schema(registry: Decidable, resource: str) -> Any:
    """Give the schema of the records of a resource; None for an empty name, or where nothing tells it."""
    found = registry.view.definition("resource", resource) if resource else None
    return None if found is None or found.broken else registry.body(found).get("recordSchema")


def considered(registry: Decidable) -> int:
    """Count the policies that decide on anything."""
    return registry.view.once(_considered, registry.policies or registry.entities)


def _considered(_: View, entities: Callable[[], Iterable[Entity]]) -> int:
    return sum(entity.kind == "policy" and in_use(entity) for entity in entities())


def _stem(path: str) -> str:
    """Give the path that all majors of one ID share."""
    folder, _, name = path.rpartition("/")
    return f"{folder}/{name.partition('.')[0]}"


def _standing(registry: Decidable, capability: Entity, body: Body) -> Standing:
    others = registry.view.definitions("capability", capability.id)
    ends = body.get("deprecation", {}).get("removeAfter", "")
    return Standing(body["status"], ends, any(other.status == "active" for other in others))


def _record(registry: Decidable, body: Body) -> tuple[Any, str]:
    """Give the schema of the record that conditions read, and the pointer to its version."""
    target: Mapping[str, Any] = body.get("target", {})
    if "idFrom" not in target:
        return None, ""
    resource = registry.view.definition("resource", target["resource"])
    if resource is None or resource.broken:
        raise Undecidable(f"`{body['id']}` reads records of `{target['resource']}`, and there is no such resource")
    _refuse_rivals(registry.view.named("resource", target["resource"]), target["resource"])
    said = registry.body(resource)
    return said.get("recordSchema"), said.get("recordVersion", "")


def _runs(registry: Decidable, capability: Entity, body: Body) -> dict[str, frozenset[str]]:
    """Give the names of a capability and of each that it runs. A step that leads nowhere keeps the name it has."""
    found = {capability.id: names_of("capability", capability.id, registry.view)}
    pending = [body]
    while pending:
        for step in pending.pop().get("steps", ()):
            id = present_id(registry.view, "capability", step["capability"]) or step["capability"]
            if id not in found:
                found[id] = names_of("capability", id, registry.view)
                pending += [registry.body(each) for each in registry.view.definitions("capability", id)]
    return found


def _digest(registry: Decidable, body: Body) -> str:
    """Name the definition; that of a composite covers the capabilities that it runs."""
    reached: dict[tuple[str, str], Body] = {}
    pending = [body]
    while pending:
        one = pending.pop()
        if (one["id"], one["version"]) in reached:
            continue
        reached[one["id"], one["version"]] = one
        for step in one.get("steps", ()):
            pending += [registry.body(each) for each in registry.view.named("capability", step["capability"])]
    return Subjects(reached.values()).digest(body)
