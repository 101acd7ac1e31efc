"""Conditions: named atoms in groups that are joined by `all`, `any` or `not`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alvara.diagnostics.site import Pointer

Atom = Mapping[str, Any]


def name_of(atom: Atom, position: int) -> str:
    """Give what an atom is called: its own `id`, else its position among all atoms of its condition."""
    return str(atom.get("id", position))


def expectations_of(capability: Mapping[str, Any]) -> Sequence[Atom]:
    """List what a capability's verification expects; nothing where that is switched off."""
    verification = capability.get("verification", {})
    listed: Sequence[Atom] = verification.get("expect", ()) if verification.get("enabled", True) else ()
    return listed


def atoms(condition: Mapping[str, Any], pointer: Pointer) -> Iterator[tuple[Atom, Pointer]]:
    """Yield the atoms of a condition that stands at `pointer`, in the order of the text, each with its own pointer."""
    for joint, items in condition.items():
        for i, item in enumerate(items):
            place = (*pointer, joint, i)
            if "expr" in item:
                yield item, place
            else:
                yield from atoms(item, place)
