"""A schema that a validator can take by itself: what it refers to stands in its own `$defs`.

Where `whole` writes a schema out in place of each reference to it, here each stands once: the result is no larger than
the files, however often they refer to one another.
"""

from collections.abc import Mapping
from typing import Any

from alvara.subschemas.keywords import FORMS
from alvara.subschemas.merging import below, target_of
from alvara.subschemas.references import Key, References, Subschema

DEEPEST = 128
MOST = 20_000
"""Schemas that are copied before the rest is refused."""

_LEFT_OUT = frozenset({"$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions"})


def inline(schema: Subschema, references: References) -> dict[str, Any] | bool:
    """Give a schema in which every reference is `#` or `#/$defs/<number>`.

    What leads nowhere, or too deep, becomes `false`: a schema that could not be read lets nothing pass.
    """
    targets = _targets(schema, references)
    addresses = {key: f"#/$defs/{number}" for number, key in enumerate(targets)} | {schema.key: "#"}
    copier = _Copier(references, addresses)
    copied = copier.copy(schema)
    if targets and isinstance(copied, dict):
        copied["$defs"] = {str(number): copier.copy(target) for number, target in enumerate(targets.values())}
    return copied


def _targets(start: Subschema, references: References) -> dict[Key, Subschema]:
    """List all that is referred to, from the start and from one another."""
    found: dict[Key, Subschema] = {}
    walk = [start]
    for schema in walk:
        target = target_of(schema, references)
        if target is not None and target.key not in found:
            found[target.key] = target
            walk.append(target)
        if len(walk) < MOST:
            walk += [below(schema, steps, references) for steps in _held(schema.value)]
    return found


def _held(value: Any) -> list[tuple[str | int, ...]]:
    """List the steps to the schemas within a schema, definitions left out."""
    found: list[tuple[str | int, ...]] = []
    for keyword, held in value.items() if isinstance(value, dict) else ():
        form = FORMS.get(keyword)
        if form == "one" and isinstance(held, dict):
            found.append((keyword,))
        elif form == "many" and isinstance(held, list):
            found += [(keyword, i) for i, item in enumerate(held) if isinstance(item, dict)]
        elif form == "named" and isinstance(held, dict):
            found += [(keyword, name) for name, item in held.items() if isinstance(item, dict)]
    return found


class _Copier:
    def __init__(self, references: References, addresses: Mapping[Key, str]) -> None:
        self.references, self.addresses = references, addresses
        self.count = 0

    def copy(self, schema: Subschema, depth: int = 0) -> dict[str, Any] | bool:
        value = schema.value
        if not isinstance(value, dict):
            return value is True
        self.count += 1
        if depth == DEEPEST or self.count > MOST or "$dynamicRef" in value:
            return False
        copied = {keyword: held for keyword, held in value.items() if keyword not in _LEFT_OUT}
        if "$ref" in value:
            target = target_of(schema, self.references)
            if target is None:
                return False
            copied["$ref"] = self.addresses[target.key]
        for keyword, *steps in _held(value):
            inner = self.copy(below(schema, (keyword, *steps), self.references), depth + 1)
            if not steps:
                copied[keyword] = inner
                continue
            if copied[keyword] is value[keyword]:
                copied[keyword] = value[keyword].copy()
            copied[keyword][steps[0]] = inner
        return copied
