"""What a definition says, in full, and the digest of it: approvals sign it, the ledger keeps it, an index lists it."""

from collections.abc import Iterable, Mapping
from typing import Any

from alvara.identity.composition import compose
from alvara.identity.digests import digest
from alvara.identity.versions import parse
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource

Body = Mapping[str, Any]
"""A definition in full, as a JSON value."""

_KNOWLEDGE = ("knowledgeReferences", "knowledgeRefs")
"""The spelling of capabilities, and that of resources. Authors may use either for both."""


def body_of(model: Capability | Resource | Policy) -> dict[str, Any]:
    """Write down what a definition says; models of `Definitions` have it complete. Texts and spellings become one."""
    body: dict[str, Any] = compose(model.definition)
    proper = _KNOWLEDGE[isinstance(model, Resource)]
    pages = [page for key in _KNOWLEDGE for page in body.pop(key, ())]
    return {**body, proper: list(dict.fromkeys(pages))} if pages else body


def definition_digest(body: Body) -> str:
    """Name what a definition says by itself, its status left out."""
    return digest(_said(body))


def _said(body: Body) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "status"}


class Subjects:
    """Digests of the definitions of one revision. A composite's covers those of the capabilities that it runs."""

    def __init__(self, capabilities: Iterable[Body]) -> None:
        """Take every capability, since a step may run any of them."""
        self._named: dict[str, list[Body]] = {}
        self._known: dict[tuple[str, str], str] = {}
        for body in capabilities:
            for name in (body["id"], *body.get("aliases", ())):
                self._named.setdefault(name, []).append(body)

    def digest(self, body: Body, above: tuple[str, ...] = ()) -> str:
        """Name what a definition says, its status left out; `above` are the composites that it is looked at from."""
        if "steps" not in body:
            return definition_digest(body)
        key = (body["id"], body["version"])
        known = self._known.get(key)
        if known is None:
            above = (*above, body["id"])
            steps = [{**step, "digest": self._step(step["capability"], above)} for step in body["steps"]]
            known = digest({**_said(body), "steps": steps})
            self._known[key] = known
        return known

    def meant(self, name: str) -> Body | None:
        """Give the capability that a step means by a name; None where there is none."""
        return max(self._named.get(name, ()), key=_preference, default=None)

    def _step(self, name: str, above: tuple[str, ...]) -> str | None:
        meant = self.meant(name)
        return None if meant is None or meant["id"] in above else self.digest(meant, above)


def _preference(body: Body) -> tuple[bool, tuple[int, int, int]]:
    """Order the majors of one ID by what a reference without a version means: the active one, else the highest."""
    version = parse(body["version"])
    return body["status"] == "active", (version.major, version.minor, version.patch) if version else (0, 0, 0)
