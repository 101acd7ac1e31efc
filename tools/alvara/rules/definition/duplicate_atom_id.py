"""duplicate-atom-id."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.model.capability import Capability
from alvara.model.condition import atoms
from alvara.model.policy import Policy
from alvara.workspace.setting import Setting

Named = tuple[str, Pointer]
"""An ID and the place of what it names."""


@rule("duplicate-atom-id", on=(Capability, Policy))
def duplicate_atom_id(definition: Capability | Policy, setting: Setting) -> Iterator[Finding]:
    """Two conditions, or two steps, that stand together have the same ID.

    ## Why is this bad?
    A trace names the condition that decided, test coverage counts conditions, and later steps read the output of a
    step, all by ID. With two of the same name it is not known which one is meant.

    ## How to fix
    Give each its own short name. Lists do not share their names: a precondition and a postcondition may have the
    same one.
    """
    groups = _of_capability(definition) if isinstance(definition, Capability) else _of_policy(definition)
    for what, named in groups:
        first: dict[str, Pointer] = {}
        for id, pointer in named:
            if id in first:
                origin = Site(definition.path, (*first[id], "id"))
                yield Finding(
                    Site(definition.path, (*pointer, "id")),
                    f"`{id}` is the ID of two {what}", related=((origin, "the first of them"),),
                )  # fmt: skip
            else:
                first[id] = pointer


def _of_capability(capability: Capability) -> Iterator[tuple[str, Iterable[Named]]]:
    written, pointer = capability.written, capability.pointer
    for key, what in (("preconditions", "preconditions"), ("postconditions", "postconditions"), ("steps", "steps")):
        if key in written:
            yield what, _of_list(written[key], (*pointer, key))
    if "expect" in written.get("verification", ()):
        yield "expectations", _of_list(written["verification"]["expect"], (*pointer, "verification", "expect"))
    if "when" in written.get("confirmation", ()):
        yield "conditions", _of_condition(written["confirmation"]["when"], (*pointer, "confirmation", "when"))


def _of_policy(policy: Policy) -> Iterator[tuple[str, Iterable[Named]]]:
    if "when" in policy.written:
        yield "conditions", _of_condition(policy.written["when"], (*policy.pointer, "when"))


def _of_list(items: Iterable[Mapping[str, Any]], pointer: Pointer) -> Iterator[Named]:
    return ((item["id"], (*pointer, i)) for i, item in enumerate(items) if "id" in item)


def _of_condition(condition: Mapping[str, Any], pointer: Pointer) -> Iterator[Named]:
    return ((atom["id"], place) for atom, place in atoms(condition, pointer) if "id" in atom)
