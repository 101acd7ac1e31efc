"""Registries without the capabilities that a caller may not ask for."""

from alvara.identity.ids import Name
from alvara.registry.caller import Caller
from alvara.registry.holdings import Holdings
from alvara.runtime.registry import Registry


def forbidden(registry: Registry, caller: Caller) -> set[str]:
    """List the capabilities that models may know of and this caller may not, by ID."""
    return {id for id, needed in registry._ground.atlas.requirements.items() if not caller.meets(needed)}


def without(registry: Registry, removed: set[str]) -> Registry:
    """Give a registry from which some capabilities were removed; whatever names them stays as it is."""
    held = registry._holdings
    encoded = {
        kind: {stem: data for stem, data in definitions.items() if kind != "capability" or id_of(stem) not in removed}
        for kind, definitions in held._encoded.items()
    }
    names = {("capability", id) for id in removed}
    bound = [pair for pair in pairs_in(held) if names.isdisjoint(pair)]
    return Registry(Holdings(held.about, encoded, held._knowledge, lambda: bound, held.following))


def pairs_in(held: Holdings) -> list[tuple[Name, Name]]:
    """List who is bound to whom, each pair once."""
    return sorted({(min(one, other), max(one, other)) for one, others in held.partners.items() for other in others})


def id_of(stem: str) -> str:
    """Give the ID of a definition by the name of its file."""
    return stem.partition("@")[0]
