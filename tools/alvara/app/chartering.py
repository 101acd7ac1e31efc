"""What decides on each capability of a tree, gathered and compiled when it is first asked for."""

from collections.abc import Iterable

from alvara.app.models import Incomplete
from alvara.app.survey import Survey
from alvara.decisions.charter import Charter, Source, charter_of
from alvara.model.policy import DECIDING
from alvara.scenarios.standards import standards_of
from alvara.subschemas.references import References
from alvara.subschemas.whole import Unresolved, make_whole
from alvara.workspace.attachment import policies_on
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body, body_of
from alvara.workspace.workspace import View

_Place = tuple[str, tuple[str | int, ...]]


class Charters:
    """The charters of a tree as scenarios see it: every definition is taken as if it were active."""

    def __init__(self, survey: Survey, view: View) -> None:
        """Look at a tree; `view` can read its files."""
        self._survey, self._view = survey, view
        self._references = References(survey.extractor.document)
        self._bodies: dict[_Place, Body] = {}
        self._charters: dict[_Place, Charter] = {}
        self._attached: set[_Place] = set()

    def of(self, capability: Entity) -> Charter:
        """Compile what decides on a capability. Raises `Incomplete` where some of it cannot be had in full."""
        place = (capability.path, capability.pointer)
        if place not in self._charters:
            self._charters[place] = self._compiled(capability)
        return self._charters[place]

    def decides(self, policy: Entity) -> bool:
        """Whether a policy counts: a draft does where no version of it decides yet."""
        if policy.status in DECIDING:
            return True
        others = self._view.definitions("policy", policy.id)
        return policy.status == "draft" and not any(other.status in DECIDING for other in others)

    def is_attached(self, policy: Entity) -> bool:
        """Whether a policy decides on a capability that was asked for."""
        return (policy.path, policy.pointer) in self._attached

    def _compiled(self, capability: Entity) -> Charter:
        policies = [policy for policy in policies_on(capability, self._view) if self.decides(policy)]
        self._attached.update((policy.path, policy.pointer) for policy in policies)
        self._refuse_broken(policies)
        schemas = standards_of(self._view, capability).schemas
        config = self._view.config
        named = {"principal": config.principal_schema, "context": config.context_schema}
        lost = [
            f"{path}: it cannot be read as a schema" for part, path in named.items() if path and part not in schemas
        ]
        record = self._view.definition("resource", capability.record) if capability.record else None
        version = ""
        if record is not None and not record.broken:
            version = str(self._body(record).get("recordVersion", ""))
        if lost:
            raise Incomplete(lost)
        return charter_of(
            self._body(capability), [self._body(policy) for policy in policies], record=schemas.get("resource"),
            principal=schemas.get("principal"), context=schemas.get("context"), source=Source("tree", ""),
            record_version=version,
        )  # fmt: skip

    def _body(self, entity: Entity) -> Body:
        place = (entity.path, entity.pointer)
        if place not in self._bodies:
            model = self._survey.definition(entity)
            try:
                self._bodies[place] = body_of(model._replace(definition=make_whole(model, self._references)))
            except Unresolved as error:
                raise Incomplete([f"{entity.path}: `{entity.id}`: {error}"]) from error
        return self._bodies[place]

    @staticmethod
    def _refuse_broken(policies: Iterable[Entity]) -> None:
        broken = [f"{policy.path}: `{policy.id}` does not hold its shape" for policy in policies if policy.broken]
        if broken:
            raise Incomplete(broken)
