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
    """Read a caller as programs give one."""
    return Caller(listed(permissions), listed(roles), tenant)


def listed(names: Names) -> frozenset[str] | None:
    """Read a list as callers give it: names with commas between them, or several names; None stays what it is."""
    if names is None:
        return None
    return (
        frozenset(name for part in names.split(",") if (name := part.strip()))
        if isinstance(names, str)
        else frozenset(names)
    )


def requirement_of(authorization: Mapping[str, Any]) -> Requirement:
    """Read what a capability requires from its `authorization`."""
    roles = authorization.get("roles", {})
    return Requirement(
        frozenset(authorization.get("permissions", ())), frozenset(roles.get("any", ())),
        frozenset(roles.get("all", ())), authorization.get("tenantScoped", False),
    )  # fmt: skip
