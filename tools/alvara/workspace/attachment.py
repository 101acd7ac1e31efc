"""Which policies decide on which capabilities, asked from either side."""

from collections.abc import Iterator

from alvara.identity.ids import prefixes
from alvara.model.policy import DECIDING
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def capabilities_in_scope(policy: Entity, view: View) -> list[Entity]:
    """List the capabilities that a policy's `appliesTo` matches, whatever their risk."""
    found = [capability for scope, _ in policy.scopes for capability in view.below(scope.removesuffix(".*"))]
    for reference in policy.references:
        if reference.role != "appliesTo":
            continue
        if reference.kind == "capability":
            found += view.named("capability", reference.target)
        else:
            found += _listing(reference.target, view)
    return _distinct(found)


def capabilities_under(policy: Entity, view: View) -> list[Entity]:
    """List the capabilities that a policy is attached to, whatever their status."""
    return [capability for capability in capabilities_in_scope(policy, view) if attaches(policy, capability)]


def policies_on(capability: Entity, view: View) -> list[Entity]:
    """List the policies that are attached to a capability, whatever their status."""
    found = [policy for prefix in prefixes(capability.id) for policy in view.scoped(prefix)]
    for name in (capability.id, *(alias for alias, _ in capability.aliases)):
        found += _applying("capability", name, view)
    for reference in capability.references:
        if reference.role == "semanticIds":
            for name in _names("resource", reference.target, view):
                found += _applying("resource", name, view)
    return [policy for policy in _distinct(found) if attaches(policy, capability)]


def is_granted_to_some(capability: Entity, view: View) -> bool:
    """Whether a policy that allows is in force for a capability: then only those that it allows may call it."""
    return any(p.effect == "allow" and p.status in DECIDING for p in policies_on(capability, view))


def may_be_closed(capability: Entity, view: View) -> bool:
    """Whether a policy is in force that may keep everybody from a capability which has no conditions of its own."""
    return any(
        p.effect in ("deny", "allow") and p.conditions != ()
        for p in policies_on(capability, view) if p.status in DECIDING
    )  # fmt: skip


def attaches(policy: Entity, capability: Entity) -> bool:
    """Whether the risk that a policy is narrowed to is the capability's."""
    return not policy.risks or capability.risk in policy.risks


def _listing(resource: str, view: View) -> Iterator[Entity]:
    """Yield the capabilities that have a resource among their `semanticIds`."""
    for name in _names("resource", resource, view):
        for entity, reference in view.pointing_at("resource", name):
            if reference.role == "semanticIds":
                yield entity


def _applying(kind: str, name: str, view: View) -> Iterator[Entity]:
    for entity, reference in view.pointing_at(kind, name):
        if reference.role == "appliesTo":
            yield entity


def _names(kind: str, name: str, view: View) -> list[str]:
    """List what a thing may be called by: the name given, its ID and its aliases."""
    names = {name}
    for entity in view.named(kind, name):
        names |= {entity.id, *(alias for alias, _ in entity.aliases)}
    return sorted(names)


def _distinct(entities: list[Entity]) -> list[Entity]:
    return list({(entity.path, entity.pointer): entity for entity in entities}.values())
