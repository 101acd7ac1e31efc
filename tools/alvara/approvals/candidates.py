"""What may have to be agreed on: the definitions beyond draft, and the risk that each had before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from alvara.approvals.subject import Subject, highest
from alvara.compare.definition import PUBLISHED
from alvara.model.capability import RISKS
from alvara.model.ledger import Entry, Ledger, name_of
from alvara.workspace.entity import Entity
from alvara.workspace.renamed import present_id
from alvara.workspace.workspace import View, beyond_draft


def candidates(view: View, recorded: Mapping[str, str], policy_slots: Sequence[str]) -> Iterator[Subject]:
    """Yield everything that may have to be agreed on, by ID, its content not worked out yet."""
    entities = [entity for risk in RISKS for entity in view.look(beyond_draft("capability", risk))]
    entities += view.look(beyond_draft("policy", "")) if policy_slots else []
    for entity in sorted(entities, key=lambda e: (e.kind, e.id, e.version, e.path)):
        if not entity.broken:
            known = recorded.get(entity.id, "") if entity.kind == "capability" else ""
            yield light_subject(entity, known)


def light_subject(entity: Entity, recorded: str = "") -> Subject:
    """Give what facts tell of a definition that people may have to agree on."""
    return Subject(
        entity.kind, entity.id, entity.version, entity.status, entity.risk, entity.action, "", "",
        (entity.path, entity.pointer), recorded=recorded,
    )  # fmt: skip


def known_risks(view: View, ledger: Ledger, elsewhere: Iterable[tuple[str, str]] = ()) -> dict[str, str]:
    """Give the highest risk at which each ID is or was relied on, in any major: here, in the ledger, or elsewhere."""
    found: dict[str, list[str]] = {}
    for id, risk in (*elsewhere, *_released(view, ledger)):
        found.setdefault(id, []).append(risk)
    for risk in RISKS:
        for entity in view.look(beyond_draft("capability", risk)):
            if entity.status in PUBLISHED:
                found.setdefault(entity.id, []).append(risk)
    return {id: highest(risks) for id, risks in found.items()}


def _released(view: View, ledger: Ledger) -> Iterator[tuple[str, str]]:
    """Yield the risk of each ID in the last release; of one that left it, that which it had when it was last in one.

    An ID whose last major has ended may still have another in review, which nobody has agreed on yet.
    """
    standing = list(_risks_in(view, ledger.published()))
    ids = {id for id, _ in standing}
    yield from standing
    yield from ((id, risk) for id, risk in _risks_in(view, ledger.gone()) if id not in ids)


def _risks_in(view: View, entries: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    for key, entry in entries.items():
        kind, id = name_of(key)
        if kind == "capability" and entry.risk in RISKS:
            yield present_id(view, kind, id) or id, entry.risk
