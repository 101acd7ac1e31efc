"""What a schema says of a map once its references and branches are read together: its properties, the required ones."""

from collections.abc import Iterator, Sequence
from typing import Literal

from alvara.subschemas.keywords import ANNOTATIONS
from alvara.subschemas.references import Key, References, Subschema

DEEPEST = 64
MOST_NAMES = 400

_NAMING = frozenset({"properties", "$ref", "allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas"})

Standing = Literal["required", "optional", "open", "unknown"]
"""What a path of names leads to: a value that is always there, one that may be missing, one that is let in without
being declared, or nothing."""


def properties_of(schema: Subschema, references: References) -> dict[str, tuple[Subschema, ...]]:
    """Give the declared properties, each with every schema that speaks of it.

    Declarations are gathered over `$ref` and `allOf`, and over the branches of `anyOf`, `oneOf`, `then`, `else` and
    `dependentSchemas`, which may declare what only they use.
    """
    found: dict[str, tuple[Subschema, ...]] = {}
    for part in parts_of(schema, references, branches=True):
        for name, child in _children(part, "properties", references):
            found[name] = (*found.get(name, ()), child)
    return found


def required_of(schema: Subschema, references: References) -> frozenset[str]:
    """Give the names of the properties that no value can do without: of `anyOf` and `oneOf`, those of every branch."""
    return _required(schema, references, {}, 0)


def parts_of(schema: Subschema, references: References, branches: bool = False) -> list[Subschema]:
    """List a schema with those that judge the same value: by `$ref` and `allOf`, and in any branch where wanted."""
    keywords = ("allOf", "anyOf", "oneOf") if branches else ("allOf",)
    found: list[Subschema] = []
    seen: set[Key] = set()
    pending = [schema]
    for part in pending:
        if part.key in seen:
            continue
        seen.add(part.key)
        found.append(part)
        value = part.value
        if not isinstance(value, dict):
            continue
        if (target := target_of(part, references)) is not None:
            pending.append(target)
        for keyword in keywords:
            pending += _listed(part, keyword, references)
        if branches:
            pending += [below(part, (keyword,), references) for keyword in ("then", "else") if keyword in value]
            pending += [child for _, child in _children(part, "dependentSchemas", references)]
    return found


def target_of(schema: Subschema, references: References) -> Subschema | None:
    """Give what the `$ref` of a schema leads to, None where it has none or it leads nowhere."""
    text = schema.value.get("$ref") if isinstance(schema.value, dict) else None
    target = references.follow(schema, text) if isinstance(text, str) else None
    return target if isinstance(target, Subschema) else None


def below(schema: Subschema, steps: tuple[str | int, ...], references: References) -> Subschema:
    """Give the schema that some steps lead to from another. Raises `KeyError` or `IndexError`."""
    value = schema.value
    for step in steps:
        value = value[step]
    pointer = schema.pointer + steps
    return Subschema(references.root_of(schema, pointer, value), pointer, value)


def standing(schema: Subschema, names: Sequence[str], references: References) -> Standing:
    """Tell what a path of property names leads to. In a list, a position or `*` is a step too."""
    here: tuple[Subschema, ...] = (schema,)
    certain = True
    for name in names:
        found = _step(here, name, references)
        if not found:
            return "open" if any(_lets_in(part, references) for part in here) else "unknown"
        certain = certain and any(name in required_of(part, references) for part in here)
        here = found
    return "required" if certain else "optional"


def names_of(schema: Subschema, references: References, deepest: int = 3) -> tuple[tuple[str, bool], ...]:
    """List the dotted names of all values in a map, each with whether it is always there."""
    found: dict[str, bool] = {}
    pending: list[tuple[str, bool, int, tuple[Subschema, ...]]] = [("", True, 0, (schema,))]
    for prefix, certain, depth, here in pending:
        required = {name for part in here for name in required_of(part, references)}
        for part in here:
            for name, children in properties_of(part, references).items():
                dotted, always = prefix + name, certain and name in required
                if dotted in found or len(found) == MOST_NAMES:
                    continue
                found[dotted] = always
                inner = tuple(child for child in children if _holds_names(child, references))
                if inner and depth + 1 < deepest:
                    pending.append((dotted + ".", always, depth + 1, inner))
    return tuple(sorted(found.items()))


def _holds_names(schema: Subschema, references: References) -> bool:
    """Whether a schema may declare properties, itself or by what it refers to at once."""
    if not isinstance(schema.value, dict) or _NAMING.isdisjoint(schema.value):
        return False
    if schema.value.keys() - ANNOTATIONS != {"$ref"}:
        return True
    target = target_of(schema, references)
    return target is not None and isinstance(target.value, dict) and not _NAMING.isdisjoint(target.value)


def _step(here: tuple[Subschema, ...], name: str, references: References) -> tuple[Subschema, ...]:
    found: list[Subschema] = []
    for schema in here:
        found += properties_of(schema, references).get(name, ())
        if name == "*" or name.isdigit():
            for part in parts_of(schema, references, branches=True):
                if isinstance(part.value, dict):
                    found += _listed(part, "prefixItems", references)
                    found += [below(part, ("items",), references)] if "items" in part.value else []
    return tuple(found)


def _lets_in(schema: Subschema, references: References) -> bool:
    """Whether a schema may let in properties that it does not declare, on purpose as it seems."""
    parts = [part.value for part in parts_of(schema, references, branches=True)]
    if not any(isinstance(value, dict) and "properties" in value for value in parts):
        return True
    return any(
        isinstance(value, dict)
        and (value.get("patternProperties") or value.get("additionalProperties") or value.get("unevaluatedProperties"))
        for value in parts
    )


def _required(
    schema: Subschema, references: References, known: dict[Key, frozenset[str]], depth: int
) -> frozenset[str]:
    if schema.key in known or depth == DEEPEST:
        return known.get(schema.key, frozenset())
    known[schema.key] = frozenset()
    names: set[str] = set()
    for part in parts_of(schema, references):
        if not isinstance(part.value, dict):
            continue
        listed = part.value.get("required")
        names |= {name for name in (listed if isinstance(listed, list) else ()) if isinstance(name, str)}
        for keyword in ("anyOf", "oneOf"):
            sets = [_required(b, references, known, depth + 1) for b in _listed(part, keyword, references)]
            names |= frozenset.intersection(*sets) if sets else frozenset()
    known[schema.key] = frozenset(names)
    return known[schema.key]


def _listed(schema: Subschema, keyword: str, references: References) -> list[Subschema]:
    held = schema.value.get(keyword)
    return [below(schema, (keyword, i), references) for i in range(len(held))] if isinstance(held, list) else []


def _children(schema: Subschema, keyword: str, references: References) -> Iterator[tuple[str, Subschema]]:
    held = schema.value.get(keyword) if isinstance(schema.value, dict) else None
    if isinstance(held, dict):
        for name in held:
            yield name, below(schema, (keyword, name), references)
