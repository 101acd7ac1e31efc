"""A bundle laid out for questions as a tree is: the same facts, under the paths of the bundle's own files."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from alvara.bundle.layout import FOLDERS
from alvara.bundle.shipped import definition_of
from alvara.compare.definition import Definition
from alvara.decode.page import page
from alvara.model.capability import Capability
from alvara.model.config import Config
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.registry.holdings import KINDS, Holdings, Kind
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity, facts
from alvara.workspace.workspace import View, Workspace


class HeldSurvey:
    """The facts of what a bundle holds. What says more than is known here is left out, as it could mean anything."""

    def __init__(self, holdings: Holdings, today: str, leave_out: Callable[[str], None]) -> None:
        """Lay out what a bundle holds; `leave_out` is told the path of each file that does not take part."""
        assert holdings.terms is not None, "a tree is laid out by `survey`"
        about = holdings.about
        self._holdings, self._today = holdings, today
        self._knows, self._leave_out = holdings.terms.knows, leave_out
        self._config = Config(about.registry, about.name, locales=about.locales, external_pages=about.external_pages)

    @property
    def config(self) -> Config:
        """Which registry it is, and its languages."""
        return self._config

    @property
    def refused(self) -> list[str]:
        """No file is refused once a bundle is open."""
        return []

    @cached_property
    def view(self) -> View:
        """What answers for all of it."""
        found = [*self.entities, *self._holdings.renames()]
        return View(Workspace(self._config, [Contribution(each.path, "", (each,)) for each in found]), self._today)

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """Everything that the bundle defines, by path."""
        found = [each.facts for each in self._definitions.values()]
        return tuple(sorted([*found, *self._pages()], key=lambda entity: entity.path))

    def definition(self, entity: Entity) -> Capability | Resource | Policy:
        """Give the whole definition of a thing that is no page."""
        model = self._definitions[entity.path].model
        assert model is not None, "what is not known is left out"
        return model

    def document(self, path: str) -> None:
        """Give no file: schemas in a bundle stand by themselves."""

    def written(
        self, wanted: Callable[[Entity], bool], glance: Callable[[str], bool]
    ) -> Iterator[tuple[Entity, Mapping[str, Any]]]:
        """Give the definitions that are wanted, defaults left out. `glance` sees each text, and may send it away."""
        for kind in KINDS:
            for stem, data in self._holdings.encoded(kind):
                found = self._read(kind, stem) if glance(str(data, "utf-8", "replace")) else None
                if found is not None and wanted(found.facts):
                    yield found.facts, found.said

    @cached_property
    def _definitions(self) -> Mapping[str, Definition]:
        """Every definition that is known, by path."""
        stems = ((kind, stem) for kind in KINDS for stem, _ in self._holdings.encoded(kind))
        found = (self._read(kind, stem) for kind, stem in stems)
        return {each.facts.path: each for each in found if each is not None}

    def _read(self, kind: Kind, stem: str) -> Definition | None:
        path = f"private/{FOLDERS[kind]}/{stem}.json"
        body = self._holdings.decoded(kind, stem)
        if body is None or not self._knows(kind, body):
            self._leave_out(path)
            return None
        return definition_of(kind, body, path)

    def _pages(self) -> Iterator[Entity]:
        """Yield the facts of each page: what it explains is told of the original, and its translations are there."""
        for id, said in self._holdings.pages.items():
            head: Mapping[str, Any] = said
            for text in said["texts"]:
                model = page(head, text["path"], self._config)
                yield facts(model._replace(id=id, locale=text.get("locale") or "", known=True))
                head = {}
