"""What a definition says in full, worked out only for those that people have to agree on."""

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType

from alvara.app.extraction import Extractor
from alvara.approvals.attaching import Attachments, attached
from alvara.approvals.subject import Attached, Subject
from alvara.diagnostics.site import Pointer
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.subschemas.references import References
from alvara.subschemas.whole import Unresolved, make_whole
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body, Subjects, body_of
from alvara.workspace.workspace import View


class Definer:
    """Reads definitions in full, each file once."""

    def __init__(
        self, extractor: Extractor, view: View, former: Mapping[str, Collection[str]] = MappingProxyType({})
    ) -> None:  # fmt: skip
        """Take what reads files, what knows who is attached to whom, and the former names of policies."""
        self._extractor, self._view, self._former = extractor, view, former
        self._attachments = Attachments(view)
        self._references = References(extractor.document)
        self._bodies: dict[str, dict[object, Body]] = {}
        self._guards: dict[tuple[str, Pointer], Attached] = {}

    def complete(self, subject: Subject) -> Subject:
        """Work out the content of what only its facts are known of."""
        path, pointer = subject.place
        body = self.body(path, pointer)
        if body is None:
            return subject
        entity = next(
            e for e in self._view.definitions(subject.kind, subject.id) if (e.path, e.pointer) == subject.place
        )
        attached = tuple(self.attached(entity)) if subject.kind == "capability" else ()
        plain = {key: value for key, value in body.items() if key != "deprecation"}
        return subject._replace(
            digest=self._digest(body), attached=attached, proposers=tuple(body.get("proposedBy", ())),
            announced_from=self._digest(plain) if "deprecation" in body else "",
        )  # fmt: skip

    def body(self, path: str, pointer: object) -> Body | None:
        """Give a definition in full, None where it cannot be had."""
        if path not in self._bodies:
            self._bodies[path] = dict(self._read(path))
        return self._bodies[path].get(pointer)

    def policies(self, capability: Entity) -> list[tuple[Entity, Body | None]]:
        """List the policies that decide on a capability, by ID, each in full."""
        return [(p, self.body(p.path, p.pointer)) for p in self._attachments.on(capability)]

    def attached(self, capability: Entity) -> Iterator[Attached]:
        """Yield what decides on a capability."""
        for policy in self._attachments.on(capability):
            place = (policy.path, policy.pointer)
            if place not in self._guards:
                former = self._former.get(policy.id, ())
                self._guards[place] = attached(policy, self.body(*place), self._view.today, former)
            yield self._guards[place]

    def steps(self, body: Body) -> list[Body]:
        """List the capabilities that a composite runs, at any depth, in every major."""
        found: dict[object, Body] = {}
        waiting = [step["capability"] for step in body.get("steps", ())]
        for name in waiting:
            for entity in self._view.named("capability", name):
                place = (entity.path, entity.pointer)
                step = None if entity.broken or place in found else self.body(*place)
                if step is not None:
                    found[place] = step
                    waiting += [below["capability"] for below in step.get("steps", ())]
        return list(found.values())

    def _digest(self, body: Body) -> str:
        return Subjects([body, *self.steps(body)]).digest(body).removeprefix("sha256:")

    def _read(self, path: str) -> Iterator[tuple[object, Body]]:
        models, _ = self._extractor.definitions(path)
        for model in models:
            if not isinstance(model, Page):
                whole = self._whole(model)
                if whole is not None:
                    yield model.pointer, whole

    def _whole(self, model: Capability | Resource | Policy) -> Body | None:
        try:
            return body_of(model._replace(definition=make_whole(model, self._references)))
        except Unresolved:
            return None
