"""How much of a registry is documented and bound, and what is missing (PRD-009, section 42)."""

from collections.abc import Iterable
from dataclasses import dataclass

from alvara.identity.ids import Name
from alvara.rules.entity.broken_binding import broken_binding
from alvara.workspace.bindings import pairs
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@dataclass(frozen=True, slots=True)
class Broken:
    """A reference that leads nowhere: the file it stands in, who makes it, and what was said of it."""

    path: str
    subject: str
    message: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The figures of a registry; what is `removed` is not counted, and an ID with several majors counts once.

    - `entities`: resources of type entity, as in the manifest of a bundle.
    - `undocumented`: those of them to which no page is bound. A page is bound by either side: the entity lists it, or
      its front matter names the entity. It has to be there, or to be declared as external.
    - `capabilities`: all capabilities, drafts among them.
    - `unbound`: those of them that are not bound, with what they lack: a resource, by which they are found where the
      user is, or a page, by which they are explained. Bound are those that have both.
    - `broken`: references that name something that is not there, exactly as `broken-binding` reports them.
    """

    entities: int
    undocumented: tuple[str, ...]
    capabilities: int
    unbound: tuple[tuple[str, str], ...]
    broken: tuple[Broken, ...]

    @property
    def documented(self) -> int:
        """How many entities have a page."""
        return self.entities - len(self.undocumented)

    @property
    def bound(self) -> int:
        """How many capabilities have a resource and a page."""
        return self.capabilities - len(self.unbound)


def measure(entities: Iterable[Entity], view: View) -> Coverage:
    """Measure a registry."""
    counted = [entity for entity in entities if entity.status != "removed"]
    partners = _partners(counted, view)
    things = sorted({e.id for e in counted if e.kind == "resource" and e.type == "entity"})
    capabilities = sorted({e.id for e in counted if e.kind == "capability"})
    lacking = ((id, _lack(partners.get(Name("capability", id), set()))) for id in capabilities)
    broken = (
        Broken(entity.path, entity.id, finding.message)
        for entity in counted
        for finding in broken_binding.check(entity, view)
    )
    return Coverage(
        len(things), tuple(id for id in things if "page" not in partners.get(Name("resource", id), ())),
        len(capabilities), tuple((id, lack) for id, lack in lacking if lack), tuple(broken),
    )  # fmt: skip


def _partners(entities: list[Entity], view: View) -> dict[Name, set[str]]:
    """List the kinds of things that each thing is bound to, those only that are there."""
    found: dict[Name, set[str]] = {}
    for one, other in pairs(entities, view):
        if _exists(one, view) and _exists(other, view):
            found.setdefault(one, set()).add(other[0])
            found.setdefault(other, set()).add(one[0])
    return found


def _exists(name: Name, view: View) -> bool:
    kind, id = name
    if kind == "page":
        return id in view.config.external_pages or bool(view.pages(id))
    return any(entity.status != "removed" for entity in view.definitions(kind, id))


def _lack(partners: set[str]) -> str:
    missing = [f"no {kind}" for kind in ("resource", "page") if kind not in partners]
    return ", ".join(missing)
