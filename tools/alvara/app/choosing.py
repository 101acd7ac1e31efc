"""The one definition that a writing verb is about: by its ID, with a kind or a major where several have it."""

from alvara.app.survey import Survey
from alvara.registry.lookup import KINDS, suggest
from alvara.workspace.entity import Entity


class NotOne(Exception):
    """A name does not say which definition is meant; the text says what would."""


def choose(found: Survey, name: str, kind: str | None) -> Entity:
    """Find a definition by `ID` or `ID@MAJOR`. Raises `NotOne`."""
    id, at, major = name.partition("@")
    kinds = KINDS if kind is None else (kind,)
    held = {kind: found.view.definitions(kind, id) for kind in kinds}
    matching = {kind: entities for kind, entities in held.items() if entities}
    if len(matching) > 1:
        raise NotOne(f"a {' and a '.join(matching)} are called `{id}`; say which with --kind")
    if not matching:
        raise NotOne(_unknown(found, id, kinds, kind))
    ((what, entities),) = matching.items()
    if at:
        majors = [entity for entity in entities if entity.major == major]
        if not majors:
            raise NotOne(f"no {what} `{id}` has the major version {major or '(none given)'}; {_choice(id, entities)}")
        entities = majors
    if len(entities) > 1:
        if len({entity.major for entity in entities}) < len(entities):
            raise NotOne(f"`{id}` is defined twice, in {' and '.join(e.path for e in entities)}; keep one of them")
        raise NotOne(f"`{id}` has several versions; {_choice(id, entities)}")
    entity = entities[0]
    if entity.broken:
        raise NotOne(f"`{id}` in {entity.path} does not hold its shape; `alvara check` says why")
    return entity


def _choice(id: str, entities: list[Entity]) -> str:
    if not any(entity.version for entity in entities):
        return f"write `{id}`"
    return f"write {' or '.join(f'`{id}@{major}`' for major in sorted(entity.major for entity in entities))}"


def _unknown(found: Survey, id: str, kinds: tuple[str, ...], kind: str | None) -> str:
    for each in kinds:
        for entity in found.view.named(each, id):
            return f"`{id}` is an alias of the {each} `{entity.id}`; write that"
    for stone in found.view.definitions("tombstone", id):
        return f"`{id}` was a {stone.type} until {stone.expires}, and is gone for ever"
    tip = suggest(found.entities, id, kinds)
    return f"there is no {kind or 'capability, resource or policy'} `{id}`{'; ' + tip if tip else ''}"
