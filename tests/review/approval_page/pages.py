"""Pages about definitions of registries that are held in memory."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from alvara.adapters.published import read_schema
from alvara.app.models import read_definitions
from alvara.app.settings import read_settings
from alvara.app.survey import survey
from alvara.compare.change import Change
from alvara.compare.completely import compare_completely
from alvara.compare.definition import Definition, Model
from alvara.compare.pairing import Pair
from alvara.compare.present_names import PresentNames
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.model.policy import DECIDING
from alvara.review.approval_page import Former, Page
from alvara.subschemas.references import References
from alvara.workspace.attachment import policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import body_of
from alvara.workspace.workspace import View

ROOT = Path(__file__).parents[3]
PEOPLE = {"ana": "Ana Souza", "bruno": "Bruno Lima"}
_FOLDERS = ("capabilities", "docs", "policies", "schemas/records", "semantic-ids")
_VALIDATORS = Validators(read_schema)
_NOTHING = References(lambda path: None)


class State(NamedTuple):
    """One state of a registry: what it defines in full, by kind and ID, and the facts of it."""

    bodies: Mapping[str, Mapping[str, dict[str, Any]]]
    definitions: Mapping[str, Definition]
    view: View

    def page(self, id: str, before: "State | None" = None) -> Page:
        """Make the page of a capability or a policy, with what changed since another state."""
        kind = "policy" if id in self.bodies["policy"] else "capability"
        page = Page(
            "policy" if kind == "policy" else "capability", self.bodies[kind][id],
            resources=tuple(self.bodies["resource"].values()), people=PEOPLE,
        )  # fmt: skip
        if before is not None:
            former = Former(before.bodies[kind][id], before.policies(id), before.steps())
            page = page._replace(previous=former, changes=self.changes(id, before))
        if kind == "policy":
            return page._replace(
                guarded=tuple(c for c in self.bodies["capability"] if page.definition in self.policies(c))
            )
        return page._replace(required=page.definition["risk"], policies=self.policies(id), steps=self.steps())

    def policies(self, id: str) -> tuple[dict[str, Any], ...]:
        """List the policies that decide on a capability."""
        entity: Entity = self.definitions[id].facts
        return tuple(self.bodies["policy"][p.id] for p in policies_on(entity, self.view) if p.status in DECIDING)

    def steps(self) -> tuple[dict[str, Any], ...]:
        """List what a composite may run."""
        return tuple(self.bodies["capability"].values())

    def changes(self, id: str, before: "State") -> tuple[Change, ...]:
        """List the facts about two states of a definition."""
        return compare_completely(Pair(before.definitions[id], self.definitions[id]), PresentNames(self.view))


@cache
def this_registry() -> Mapping[str, str]:
    """Read the files of this repository's own registry."""
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for folder in _FOLDERS for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".yaml", ".json", ".md")
    }  # fmt: skip
    return {**files, "alvara.yaml": (ROOT / "alvara.yaml").read_text(encoding="utf-8")}


def state_of(files: Mapping[str, str]) -> State:
    """Read a registry."""
    tree = DictTree(files)
    settings = read_settings(tree, _VALIDATORS)
    models = read_definitions(tree, settings, _VALIDATORS)
    found = survey(
        tree, settings, _VALIDATORS, "2026-09-01", lambda work, paths: ((work(path), None) for path in paths)
    )
    facts = {(str(entity.kind), entity.id): entity for entity in found.entities}
    every: list[Model] = [*models.policies, *models.capabilities, *models.resources]
    bodies: dict[str, dict[str, dict[str, Any]]] = {"capability": {}, "policy": {}, "resource": {}}
    definitions: dict[str, Definition] = {}
    for model in every:
        body = bodies[model.kind][model.id] = body_of(model)
        whole = model._replace(definition=body)
        definitions.setdefault(model.id, Definition(facts[model.kind, model.id], whole, _NOTHING, form="whole"))
    return State(bodies, definitions, found.view)


@cache
def present() -> State:
    """Give the state of this repository's own registry."""
    return state_of(this_registry())


def changed(path: str, *replacements: tuple[str, str]) -> State:
    """Give the state of this repository's registry in which a file has other words."""
    text = this_registry()[path]
    for old, new in replacements:
        assert old in text, f"{path} does not hold {old!r}"
        text = text.replace(old, new)
    return state_of({**this_registry(), path: text})
