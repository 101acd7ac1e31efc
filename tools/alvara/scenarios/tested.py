"""What a suite is about: the capability, and what of it can come out."""

import re
from collections.abc import Mapping
from typing import Any

from alvara.diagnostics.site import Pointer
from alvara.model.condition import expectations_of, name_of
from alvara.scenarios.rehearsal import suite_of
from alvara.scenarios.standards import value_in
from alvara.workspace.attachment import policies_on
from alvara.workspace.conditions import atoms_of
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import code_of_suites
from alvara.workspace.workspace import View

_TEXTS = re.compile(r"""[rR]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')""")
_NOW = re.compile(r"(?<![.\w])now(?!\w)")
"""The moment as an expression reads it, once its texts are away."""


def tested(view: View, entity: Entity) -> Entity | None:
    """Give the capability that a suite is about; None where there is none, or none that holds its shape."""
    found = suite_of(entity)
    if found.major:
        named = [each for each in view.named("capability", found.capability) if each.major == found.major]
        meant = named[0] if named else None
    else:
        meant = view.definition("capability", found.capability)
    return None if meant is None or meant.broken else meant


def follow_ups(capability: Mapping[str, Any]) -> frozenset[str]:
    """List the postconditions and expectations of a capability by the name that a scenario has for each."""
    lists = (capability.get("postconditions", ()), expectations_of(capability))
    return frozenset(name_of(atom, i) for listed in lists for i, atom in enumerate(listed))


def suites_about(view: View, capability: Entity) -> list[Entity]:
    """List the suites about a capability, by path, whatever they call it."""
    names = (capability.id, *(alias for alias, _ in capability.aliases))
    found = {each.path: each for name in names for each in view.look(f"code:{code_of_suites(name)}")}
    return [found[path] for path in sorted(found)]


def can_refuse(view: View, capability: Entity) -> bool:
    """Whether something stands in the way of some calls of a capability, apart from the shape of their input."""
    if capability.permissions or capability.roles or any(role == "precondition" for role, *_ in capability.conditions):
        return True
    if any(policy.effect in ("deny", "allow") for policy in policies_on(capability, view)):
        return True
    scopes = value_in(view.document(capability.path), capability).get("authorization", {})
    return bool(scopes.get("tenantScoped") or scopes.get("resourceScoped"))


def reads_now(view: View, capability: Entity) -> tuple[Entity, Pointer] | None:
    """Give where something that decides on a capability reads the moment; None where nothing does."""
    for entity in (capability, *policies_on(capability, view)):
        if entity.effect == "allow" and entity.expires:
            return entity, (*entity.pointer, "expires")
        for _, tree, *_ in entity.conditions:
            for expr, pointer in atoms_of(tree):
                if _NOW.search(_TEXTS.sub('""', expr)):
                    return entity, pointer
    return None
