"""The `get` verb: what a name stands for, as its author wrote it, with what may be left out filled in."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.app.key_order import KeyOrder
from alvara.app.survey import Survey
from alvara.bundle.public import Projection, names_of, public_capability, public_policy, public_resource
from alvara.subschemas.references import References
from alvara.subschemas.whole import make_whole
from alvara.texts.machinery import Secret, Vault
from alvara.workspace.ancestry import parent_of
from alvara.workspace.entity import Entity


def definition_of(entity: Entity, survey: Survey, order: KeyOrder) -> dict[str, Any]:
    """Give a definition in canonical key order, defaults included."""
    said = dict(survey.definition(entity).definition)
    if entity.kind == "resource" and "parentId" not in said:
        parent = parent_of(entity, survey.view)
        if parent is not None:
            said["parentId"] = parent.id
    return _ordered(said, order.of(entity.kind))


def public_definition_of(entity: Entity, survey: Survey, order: KeyOrder) -> dict[str, Any] | None:
    """Give what an agent may see of a definition; None where it sees nothing of it, such as a draft.

    Raises `Unresolved` where a schema refers to one that is not there.
    """
    model = survey.definition(entity)
    whole = make_whole(model, References(survey.extractor.document))
    shown: Projection | None
    if entity.kind == "resource":
        named = ((e.id, (alias for alias, _ in e.aliases)) for e in survey.entities if e.kind == "resource")
        shown = public_resource(whole, names_of(named))
    elif entity.kind == "capability":
        shown = public_capability(whole)
    else:
        shown = public_policy(whole)
    return None if shown is None else _ordered(shown.as_json(), order.of(entity.kind))


def private_words(shown: Any, survey: Survey) -> list[tuple[str, str]]:
    """List what of a public text is private to a capability, and to which: nobody may be shown such a text."""
    kept = ((entity.id, Secret._make(secret)) for entity in survey.entities for secret in entity.secrets)
    return sorted(set(Vault(kept).named_in("\n".join(_texts(shown)))))


def _texts(shown: Any) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, Mapping):
        for key, item in shown.items():
            yield key
            yield from _texts(item)
    elif isinstance(shown, (list, tuple)):
        for item in shown:
            yield from _texts(item)


def _ordered(said: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {key: said[key] for key in sorted(said, key=lambda key: known.index(key) if key in known else len(known))}
