"""Who asks, and what a capability asks of them."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

Names = str | Iterable[str] | None
"""One name, several with commas between them, or a collection of names."""


class Requirement(NamedTuple):
    """What whoever asks for a capability has to have.

    `permissions` all have to be held, of `any_role` one where there are any, of `all_roles` each.
    """

    permissions: frozenset[str]
    any_role: frozenset[str]
    all_roles: frozenset[str]
    tenant_scoped: bool


class Caller(NamedTuple):
    """What is known of whoever asks. What is None was not said, and keeps nothing from them.

    `permissions` and `roles` are those that they hold; an empty `tenant` is somebody without one.
    """

    permissions: frozenset[str] | None = None
    roles: frozenset[str] | None = None
    tenant: str | None = None

    def meets(self, requirement: Requirement) -> bool:
        """Whether they may ask for what requires this, and so may know of it."""
        permissions, any_role, all_roles, tenant_scoped = requirement
        if self.permissions is not None and not permissions <= self.permissions:
            return False
        if self.roles is not None and (not all_roles <= self.roles or (any_role and any_role.isdisjoint(self.roles))):
            return False
        return not (tenant_scoped and self.tenant == "")


ANYBODY = Caller()
"""Somebody of whom nothing was said."""


def caller_of(permissions: Names = None, roles: Names = None, tenant: str | None = None) -> Caller:
    """Read a caller as programs give one. Raises `TypeError`: what is misunderstood must not widen anything."""
    if tenant is not None and not isinstance(tenant, str):
        raise TypeError(f"`tenant` is a text, not {type(tenant).__name__}")
    return Caller(listed(permissions), listed(roles), tenant)


def listed(names: Names) -> frozenset[str] | None:
    """Read a list as callers give it: names with commas between them, or several names; None stays what it is.

    Raises `TypeError` for anything else. A map is none: it may say of a name that it is not held.
    """
    if names is None:
        return None
    if isinstance(names, str):
        return frozenset(name for part in names.split(",") if (name := part.strip()))
    found = frozenset(names)
    if isinstance(names, Mapping) or not all(isinstance(name, str) for name in found):
        raise TypeError("names are a text with commas between them, or a collection of texts")
    return found


def requirement_of(authorization: Mapping[str, Any]) -> Requirement:
    """Read what a capability requires from its `authorization`."""
    roles = authorization.get("roles", {})
    return Requirement(
        frozenset(authorization.get("permissions", ())), frozenset(roles.get("any", ())),
        frozenset(roles.get("all", ())), authorization.get("tenantScoped", False),
    )  # fmt: skip
