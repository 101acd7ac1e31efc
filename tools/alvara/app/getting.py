"""The `get` verb: what a name stands for, as its author wrote it, with what may be left out filled in."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Protocol

from alvara.app.key_order import KeyOrder
from alvara.bundle.public import Projection, names_of, public_capability, public_policy, public_resource
from alvara.documents.document import Document
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.subschemas.references import References
from alvara.subschemas.whole import make_whole
from alvara.texts.machinery import Secret, Vault
from alvara.workspace.ancestry import parent_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


class Laid(Protocol):
    """A registry laid out for questions, a tree or a bundle alike."""

    @property
    def view(self) -> View:
        """What answers for all of it."""

    @property
    def config(self) -> Config:
        """The settings of the registry, those of them that a bundle tells."""

    @property
    def entities(self) -> Iterable[Entity]:
        """Everything that it defines and that holds its shape, by path and place."""

    @property
    def refused(self) -> list[str]:
        """What the system did not open, with its word for why."""

    def definition(self, entity: Entity) -> Capability | Resource | Policy:
        """Read the whole definition of a thing that is no page."""

    def document(self, path: str) -> Document | None:
        """Read a file that a schema refers to."""

    def written(
        self, wanted: Callable[[Entity], bool], glance: Callable[[str], bool]
    ) -> Iterator[tuple[Entity, Mapping[str, Any]]]:
        """Read the definitions that are wanted, as their authors wrote them."""


def definition_of(entity: Entity, survey: Laid, order: KeyOrder) -> dict[str, Any]:
    """Give a definition in canonical key order, defaults included."""
    said = dict(survey.definition(entity).definition)
    if entity.kind == "resource" and "parentId" not in said:
        parent = parent_of(entity, survey.view)
        if parent is not None:
            said["parentId"] = parent.id
    return _ordered(said, order.of(entity.kind))


def public_definition_of(entity: Entity, survey: Laid, order: KeyOrder) -> dict[str, Any] | None:
    """Give what an agent may see of a definition; None where it sees nothing of it, such as a draft.

    Raises `Unresolved` where a schema refers to one that is not there.
    """
    model = survey.definition(entity)
    whole = make_whole(model, References(survey.document))
    shown: Projection | None
    if entity.kind == "resource":
        named = ((e.id, (alias for alias, _ in e.aliases)) for e in survey.entities if e.kind == "resource")
        shown = public_resource(whole, names_of(named))
    elif entity.kind == "capability":
        shown = public_capability(whole)
    else:
        shown = public_policy(whole)
    return None if shown is None else _ordered(shown.as_json(), order.of(entity.kind))


def private_words(shown: Any, survey: Laid) -> list[tuple[str, str]]:
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
