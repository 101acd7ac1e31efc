"""Who may ask at all, before any condition: permissions, roles, the tenant and the record itself."""

from collections.abc import Iterator
from typing import Any

from alvara.conditions.engine import Scope
from alvara.decisions.charter import Charter
from alvara.decisions.decision import Reason
from alvara.diagnostics.wording import listed


def refusals(charter: Charter, values: dict[str, Any], scope: Scope | None) -> list[Reason]:
    """List what the static authorization objects to.

    `scope` is None where the input is invalid: which record it names cannot be told then, and it is blocked anyway.
    """
    authorization, principal = charter.body["authorization"], values["principal"]
    found = [*_permissions(charter, authorization, principal), *_roles(charter, authorization, principal)]
    resource = values.get("resource")
    if authorization.get("tenantScoped") and not _same_tenant(principal, resource):
        found.append(_refusal(charter, "authz.tenant_mismatch", _TENANT[resource is None], "tenant"))
    if resource is not None and scope is not None and not _is_named(charter, resource, scope):
        message = "the record is not the one that `target.idFrom` names"
        found.append(_refusal(charter, "authz.resource_mismatch", message, "target"))
    return found


def obligations(charter: Charter, principal: Any) -> list[dict[str, Any]]:
    """List what whoever executes has to see to, because no record is there to be looked at."""
    if charter.body["authorization"].get("tenantScoped") and charter.id_from is None:
        return [{"tenant": principal.get("tenant")}]
    return []


_TENANT = {False: "the user and the record are not of one tenant", True: "the user has no tenant"}


def _permissions(charter: Charter, authorization: Any, principal: Any) -> Iterator[Reason]:
    held = _texts(principal, "permissions")
    missing = [f"`{permission}`" for permission in authorization.get("permissions", ()) if permission not in held]
    if missing:
        message = f"the user lacks the permission{'s' if len(missing) > 1 else ''} {listed(missing)}"
        yield _refusal(charter, "authz.permission_missing", message, "permissions")


def _roles(charter: Charter, authorization: Any, principal: Any) -> Iterator[Reason]:
    held, wanted = _texts(principal, "roles"), authorization.get("roles", {})
    some, every = wanted.get("any", ()), wanted.get("all", ())
    if some and held.isdisjoint(some):
        names = [f"`{role}`" for role in some]
        message = f"the user has none of the roles {listed(names)}" if len(some) > 1 else f"the user is no {names[0]}"
        yield _refusal(charter, "authz.role_missing", message, "roles")
    missing = [f"`{role}`" for role in every if role not in held]
    if missing:
        message = f"the user lacks the role{'s' if len(missing) > 1 else ''} {listed(missing)}"
        yield _refusal(charter, "authz.role_missing", message, "roles")


def _same_tenant(principal: Any, resource: Any) -> bool:
    own = principal.get("tenant")
    if not isinstance(own, str) or not own:
        return False
    return resource is None or resource.get("tenant") == own


def _is_named(charter: Charter, resource: Any, scope: Scope) -> bool:
    """Whether the record that is judged is the one that will be changed."""
    if charter.id_from is None or isinstance(charter.id_from, str):
        return False
    try:
        named = charter.id_from.value(scope)
    except ValueError:
        return False
    own = resource.get("id")
    return type(named) in (str, int) and type(named) is type(own) and named == own


def _texts(principal: Any, key: str) -> frozenset[str]:
    """Give the texts of a list; nothing of what is no list, such as one text that contains another."""
    held = principal.get(key)
    return frozenset(item for item in held if isinstance(item, str)) if isinstance(held, list) else frozenset()


def _refusal(charter: Charter, code: str, message: str, key: str) -> Reason:
    file, line = charter.places[key]
    return Reason("authorization", code, message, file=file or None, line=line)
