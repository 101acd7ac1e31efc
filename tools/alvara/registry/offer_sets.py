"""The active capabilities as sets of bits: what is bound where, of which sort, and who may ask for it."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from alvara.model.capability import RISKS
from alvara.registry.atlas import Offer

Bits = int
"""A set of offers: bit `n` stands for the one ranked `n`."""


class OfferSets(NamedTuple):
    """Offers sorted out. They are `ranked` by risk, the least first, then by ID.

    `bound` are those of each resource, `leading` the navigations that lead to one, `permissions` and `roles` those that
    cannot do without one, `any_roles` those that ask for one of several. A sort that nothing is of has no key.
    """

    ranked: tuple[Offer, ...]
    bound: Mapping[str, Bits]
    leading: Mapping[str, Bits]
    domains: Mapping[str, Bits]
    actions: Mapping[str, Bits]
    risks: Mapping[str, Bits]
    permissions: Mapping[str, Bits]
    roles: Mapping[str, Bits]
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
    permissions: dict[str, Bits] = {}
    roles: dict[str, Bits] = {}
    any_roles: dict[frozenset[str], Bits] = {}
    reading = navigating = on_record = tenant_scoped = 0
    for number, offer in enumerate(ranked):
        bit = 1 << number
        _add(bound, offer.resources, bit)
        _add(leading, offer.pages[-1:], bit)  # a tab is on its page, and meant is the tab
        _add(domains, (offer.domain,), bit)
        _add(actions, (offer.action,), bit)
        _add(risks, (offer.risk,), bit)
        _add(permissions, offer.permissions, bit)
        _add(roles, offer.all_roles, bit)
        if offer.any_role:
            any_roles[offer.any_role] = any_roles.get(offer.any_role, 0) | bit
        reading |= bit * offer.reads
        navigating |= bit * (offer.action == "navigate")
        on_record |= bit * offer.on_record
        tenant_scoped |= bit * offer.tenant_scoped
    return OfferSets(
        ranked, bound, leading, domains, actions, risks, permissions, roles, any_roles, reading, navigating, on_record,
        tenant_scoped,
    )  # fmt: skip


def permitted(
    sets: OfferSets, permissions: Set[str] | None, roles: Set[str] | None, tenant: str | None
) -> Bits:  # fmt: skip
    """Give what a caller may ask for. What is None was not said, and keeps nothing out; no tenant is an empty one."""
    kept_out = 0
    if permissions is not None:
        for permission, bits in sets.permissions.items():
            if permission not in permissions:
                kept_out |= bits
    if roles is not None:
        for role, bits in sets.roles.items():
            if role not in roles:
                kept_out |= bits
        for any_role, bits in sets.any_roles.items():
            if roles.isdisjoint(any_role):
                kept_out |= bits
    if tenant == "":
        kept_out |= sets.tenant_scoped
    return sets.all & ~kept_out


def union(sets: Mapping[str, Bits], names: Iterable[str]) -> Bits:
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


def _add(sets: dict[str, Bits], names: Iterable[str], bit: Bits) -> None:
    for name in names:
        sets[name] = sets.get(name, 0) | bit
