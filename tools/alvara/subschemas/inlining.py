"""A schema that stands by itself: whatever it refers to is copied into its own `$defs`."""

from collections.abc import Mapping
from typing import Any

from alvara.subschemas.keywords import ANNOTATIONS, FORMS
from alvara.subschemas.merging import below, target_of
from alvara.subschemas.references import Key, References, Subschema

DEEPEST = 128
MOST = 50_000
"""Subschemas that are copied before the rest is refused."""

_LEFT_OUT = frozenset({
    "$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions",
})  # fmt: skip


def inline(schema: Subschema, references: References) -> dict[str, Any] | bool:
    """Give a schema with every reference turned into `#` or `#/$defs/<name>`, and those definitions with it.

    The result depends on what the files say and not on the order in which they say it. Definitions that nothing refers
    to are left out, recursion stays a reference, and a schema that is no more than a reference becomes what it refers
    to. What leads nowhere becomes `false`, which no value satisfies: a schema that could not be read lets nothing pass.
    """
    start, notes = _start(schema, references)
    targets = _targets(start, references)
    names = _names(targets)
    copier = _Copier(references, {start.key: "#", **{key: f"#/$defs/{name}" for key, name in names.items()}})
    whole = copier.copy(start)
    if not isinstance(whole, dict):
        return whole
    whole |= notes
    if names:
        whole["$defs"] = {name: copier.copy(targets[key]) for key, name in sorted(names.items(), key=lambda n: n[1])}
    return whole


def _start(schema: Subschema, references: References) -> tuple[Subschema, dict[str, Any]]:
    """Pass over schemas that are nothing but a reference, and keep what they note."""
    notes: dict[str, Any] = {}
    seen: set[Key] = set()
    while isinstance(schema.value, dict) and schema.value.keys() - ANNOTATIONS == {"$ref"} and schema.key not in seen:
        target = target_of(schema, references)
        if target is None:
            break
        seen.add(schema.key)
        noted = {key: value for key, value in schema.value.items() if key != "$ref" and key not in _LEFT_OUT}
        notes = {**noted, **notes}
        schema = target
    return schema, notes


def _targets(start: Subschema, references: References) -> dict[Key, Subschema]:
    """List all that is referred to, from the start and from one another."""
    found: dict[Key, Subschema] = {}
    pending = [start]
    for entrance in pending:
        walk = [entrance]
        for schema in walk:
            if isinstance(schema.value, dict) and len(found) < MOST and len(walk) < MOST:
                target = target_of(schema, references)
                if target is not None and target.key != start.key and target.key not in found:
                    found[target.key] = target
                    pending.append(target)
                walk += [below(schema, steps, references) for steps in _held(schema.value)]
    return found


def _held(value: Mapping[str, Any]) -> list[tuple[str | int, ...]]:
    """List the steps to the schemas within a schema, definitions left out."""
    found: list[tuple[str | int, ...]] = []
    for keyword in value:
        form, held = FORMS.get(keyword), value[keyword]
        if form == "one" and isinstance(held, dict):
            found.append((keyword,))
        elif form == "many" and isinstance(held, list):
            found += [(keyword, i) for i, item in enumerate(held) if isinstance(item, dict)]
        elif form == "named" and isinstance(held, dict):
            found += [(keyword, name) for name, item in held.items() if isinstance(item, dict)]
    return found


def _names(targets: Mapping[Key, Subschema]) -> dict[Key, str]:
    """Name each definition by the last step that leads to it, in the order of their places."""
    names: dict[Key, str] = {}
    taken: set[str] = set()
    for path, pointer in sorted(targets, key=lambda key: (key[0], list(map(str, key[1])))):
        words = [step for step in pointer if isinstance(step, str)]
        word = words[-1] if words else path.rpartition("/")[2].partition(".")[0]
        plain = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "_" for c in word) or "_"
        name, count = plain, 1
        while name in taken:
            count += 1
            name = f"{plain}{count}"
        taken.add(name)
        names[path, pointer] = name
    return names


class _Copier:
    def __init__(self, references: References, addresses: Mapping[Key, str]) -> None:
        self.references, self.addresses = references, addresses
        self.count = 0

    def copy(self, schema: Subschema, depth: int = 0) -> dict[str, Any] | bool:
        value = schema.value
        self.count += 1
        if not isinstance(value, dict):
            return value is True
        if depth == DEEPEST or self.count > MOST or "$dynamicRef" in value:
            return False
        copied = {keyword: held for keyword, held in value.items() if keyword not in _LEFT_OUT}
        if "$ref" in value:
            target = target_of(schema, self.references)
            if target is None or target.key not in self.addresses:
                return False
            copied["$ref"] = self.addresses[target.key]
        for keyword, *steps in _held(value):
            if not steps:
                copied[keyword] = self.copy(below(schema, (keyword,), self.references), depth + 1)
                continue
            if copied[keyword] is value[keyword]:
                copied[keyword] = value[keyword].copy()
            copied[keyword][steps[0]] = self.copy(below(schema, (keyword, steps[0]), self.references), depth + 1)
        return copied
