"""The active capabilities as sets of bits: what is bound where, of which sort, and who may ask for it."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from typing import NamedTuple, TypeVar

from alvara.model.capability import RISKS
from alvara.registry.caller import Caller
from alvara.registry.offers import Offer

Sort = TypeVar("Sort", bound=Hashable)

Bits = int
"""A set of offers: bit `n` stands for the one ranked `n`."""


class Needs(NamedTuple):
    """Offers by what has to be held for them, all of it: nothing, one thing, or several."""

    nothing: Bits
    one: Mapping[str, Bits]
    several: Mapping[frozenset[str], Bits]


class OfferSets(NamedTuple):
    """Offers sorted out. They are `ranked` by risk, the least first, then by ID.

    `bound` are those of each resource, `leading` the navigations that lead to one, `any_roles` those that ask for one
    of some roles, or for none. A sort that nothing is of has no key.
    """

    ranked: tuple[Offer, ...]
    bound: Mapping[str, Bits]
    leading: Mapping[str, Bits]
    domains: Mapping[str, Bits]
    actions: Mapping[str, Bits]
    risks: Mapping[str, Bits]
    permissions: Needs
    roles: Needs
    any_roles: Mapping[frozenset[str], Bits]
    reading: Bits
    navigating: Bits
    on_record: Bits
    tenant_scoped: Bits

    @property
    def all(self) -> Bits:
        """Every offer."""
        return (1 << len(self.ranked)) - 1


def sort_out(offers: Iterable[Offer]) -> OfferSets:
    """Sort offers out."""
    ranked = tuple(sorted(offers, key=lambda offer: (RISKS.index(offer.risk), offer.id)))
    bound: dict[str, Bits] = {}
    leading: dict[str, Bits] = {}
    domains: dict[str, Bits] = {}
    actions: dict[str, Bits] = {}
    risks: dict[str, Bits] = {}
    permissions: dict[frozenset[str], Bits] = {}
    roles: dict[frozenset[str], Bits] = {}
    any_roles: dict[frozenset[str], Bits] = {}
    reading = navigating = on_record = tenant_scoped = 0
    for number, offer in enumerate(ranked):
        bit = 1 << number
        _add(bound, offer.resources, bit)
        _add(leading, offer.pages[-1:], bit)  # a tab is on its page, and meant is the tab
        _add(domains, (offer.domain,), bit)
        _add(actions, (offer.action,), bit)
        _add(risks, (offer.risk,), bit)
        _add(permissions, (offer.requirement.permissions,), bit)
        _add(roles, (offer.requirement.all_roles,), bit)
        _add(any_roles, (offer.requirement.any_role,), bit)
        reading |= bit * offer.reads
        navigating |= bit * (offer.action == "navigate")
        on_record |= bit * offer.on_record
        tenant_scoped |= bit * offer.requirement.tenant_scoped
    return OfferSets(
        ranked, bound, leading, domains, actions, risks, _needs(permissions), _needs(roles), any_roles, reading,
        navigating, on_record, tenant_scoped,
    )  # fmt: skip


def permitted(sets: OfferSets, caller: Caller) -> Bits:
    """Give the offers whose requirement a caller meets, as `Caller.meets` tells of each, all at once."""
    allowed = sets.all
    if caller.permissions is not None:
        allowed &= _met_by(caller.permissions, sets.permissions)
    if caller.roles is not None:
        held = caller.roles
        allowed &= _met_by(held, sets.roles)
        allowed &= union(sets.any_roles, (some for some in sets.any_roles if not some or not held.isdisjoint(some)))
    return allowed & ~sets.tenant_scoped if caller.tenant == "" else allowed


def union(sets: Mapping[Sort, Bits], names: Iterable[Sort]) -> Bits:
    """Join the sets of some names."""
    joined = 0
    for name in names:
        joined |= sets.get(name, 0)
    return joined


def members(bits: Bits) -> Iterator[int]:
    """Yield the ranks in a set, in their order."""
    digits = bin(bits)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        yield at
        at = digits.find("1", at + 1)


def _needs(sets: Mapping[frozenset[str], Bits]) -> Needs:
    one = {next(iter(held)): bits for held, bits in sets.items() if len(held) == 1}
    return Needs(sets.get(frozenset(), 0), one, {held: bits for held, bits in sets.items() if len(held) > 1})


def _met_by(held: Set[str], needs: Needs) -> Bits:
    """Give the offers for which nothing is missing: the work grows with what is held, not with all there is to hold."""
    several = (wanted for wanted in needs.several if wanted <= held)
    return needs.nothing | union(needs.one, held) | union(needs.several, several)


def _add(sets: dict[Sort, Bits], names: Iterable[Sort], bit: Bits) -> None:
    for name in names:
        sets[name] = sets.get(name, 0) | bit
