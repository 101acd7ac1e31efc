"""Schemas, edits of them, and values that they may accept: every choice is left to a function, which may be random."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

Choose = Callable[[Sequence[Any]], Any]

NAMES = ["a", "b", "c", "x1", "xy"]
SCALARS: list[Any] = [
    None, True, False, 0, 1, 2, 3, -1, 4, 6, 10, 0.5, 1.0, 1.5, 0.1, -2.5, 100, "", "a", "b", "ab", "aa", "abc", "x1",
    "0", "2024-01-01", "a@b.example", "é",
]  # fmt: skip
VALUES: list[Any] = [*SCALARS, [], [1], ["a"], [1, 1], [1, "a"], {}, {"a": 1}, {"b": "a"}, {"a": "a", "x1": 0.5}]
BOUNDS = [-1, 0, 1, 2, 3, 0.5, 2.5, 10]
PATTERNS = ["^a", "^[ab]+$", "a", "^a{1,3}$", "b$", "^(a|b)*$", "^x", "[0-9]", "^.$", r"^\w+$", "(?=a)a", r"^\p{L}+$"]
FORMATS = ["date", "email", "uri", "date-time", "uuid", "madeup"]
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]


def write(choose: Choose, depth: int = 2) -> Any:
    """Write a schema."""
    kinds: list[Callable[[Choose, int], Any]] = [_number, _text, _listed, _type, _plain]
    if depth > 0:
        kinds += [_map, _map, _list, _list, _combined, _combined, _reference, _mixed, _tagged]
    return choose(kinds)(choose, depth - 1)


def write_whole(choose: Choose) -> Any:
    """Write a schema with definitions to refer to, which may refer to one another by way of a property or an item."""
    written = write(choose, 3)
    if isinstance(written, dict):
        written["$defs"] = {"d": _guarded(choose), "e": _guarded(choose)}
    return written


def _guarded(choose: Choose) -> Any:
    inner = write(choose, 1)
    if isinstance(inner, dict) and "$ref" in str(inner):
        return {"type": "object", "properties": {"a": inner}}
    return inner


def _some(choose: Choose, chances: int = 3) -> bool:
    return bool(choose(range(chances)) == 0)


def _plain(choose: Choose, depth: int) -> Any:
    return choose([True, {}, False, {"description": "anything"}])


def _type(choose: Choose, depth: int) -> Any:
    return {"type": choose([*TYPES, ["string", "null"], ["integer", "string"], ["object", "array"]])}


def _listed(choose: Choose, depth: int) -> Any:
    if _some(choose, 2):
        return {"const": choose(VALUES)}
    return {"enum": _distinct([choose(VALUES) for _ in range(choose([1, 2, 3]))])}


def _distinct(values: list[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())


def _number(choose: Choose, depth: int) -> Any:
    written: dict[str, Any] = {"type": choose(["integer", "number"])} if not _some(choose) else {}
    for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if _some(choose):
            written[keyword] = choose(BOUNDS)
    if _some(choose):
        written["multipleOf"] = choose([1, 2, 3, 0.5, 0.1, 1.5])
    return written


def _text(choose: Choose, depth: int) -> Any:
    written: dict[str, Any] = {"type": "string"} if not _some(choose) else {}
    for keyword in ("minLength", "maxLength"):
        if _some(choose):
            written[keyword] = choose([0, 1, 2, 3])
    if _some(choose):
        written["pattern"] = choose(PATTERNS)
    if _some(choose, 6):
        written["format"] = choose(FORMATS)
    if _some(choose, 12):
        written["contentEncoding"] = choose(["base64", "base32"])
    return written


def _list(choose: Choose, depth: int) -> Any:
    written: dict[str, Any] = {"type": "array"} if not _some(choose) else {}
    if _some(choose, 2):
        written["items"] = write(choose, depth)
    if _some(choose):
        written["prefixItems"] = [write(choose, depth) for _ in range(choose([1, 2]))]
    if _some(choose):
        written["contains"] = write(choose, depth)
        if _some(choose, 2):
            written["minContains"] = choose([0, 1, 2])
        if _some(choose, 2):
            written["maxContains"] = choose([0, 1, 2])
    for keyword in ("minItems", "maxItems"):
        if _some(choose):
            written[keyword] = choose([0, 1, 2, 3])
    if _some(choose, 4):
        written["uniqueItems"] = choose([True, False])
    if _some(choose, 5):
        written["unevaluatedItems"] = write(choose, 0)
    return written


def _map(choose: Choose, depth: int) -> Any:
    written: dict[str, Any] = {"type": "object"} if not _some(choose) else {}
    if not _some(choose):
        written["properties"] = {name: write(choose, depth) for name in _names(choose)}
    if _some(choose, 2):
        written["required"] = _names(choose)
    if _some(choose):
        written["additionalProperties"] = choose([False, False, write(choose, depth)])
    if _some(choose, 5):
        written["patternProperties"] = {choose(["^x", "^[ab]$", "1$", "(?=a)a"]): write(choose, depth)}
    if _some(choose, 6):
        written["propertyNames"] = _text(choose, depth)
    if _some(choose, 6):
        written["dependentRequired"] = {choose(NAMES): _names(choose)}
    if _some(choose, 6):
        written["dependentSchemas"] = {choose(NAMES): write(choose, depth)}
    for keyword in ("minProperties", "maxProperties"):
        if _some(choose, 5):
            written[keyword] = choose([0, 1, 2, 3])
    if _some(choose, 5):
        written["unevaluatedProperties"] = write(choose, 0)
    return written


def _names(choose: Choose) -> list[str]:
    return list(dict.fromkeys(choose(NAMES) for _ in range(choose([1, 2, 3]))))


def _combined(choose: Choose, depth: int) -> Any:
    keyword = choose(["allOf", "anyOf", "oneOf", "not", "if"])
    if keyword == "not":
        return {"not": write(choose, depth)}
    if keyword == "if":
        written = {"if": write(choose, depth)}
        for part in ("then", "else"):
            if _some(choose, 2):
                written[part] = write(choose, depth)
        return written
    return {keyword: [write(choose, depth) for _ in range(choose([1, 2, 2, 3]))]}


def _tagged(choose: Choose, depth: int) -> Any:
    branches = []
    for _ in range(choose([2, 3])):
        tag = {"enum": _distinct([choose([1, 2, "a", "b"]) for _ in range(choose([1, 1, 2]))])}
        held = {"a": tag, choose(["b", "c"]): write(choose, depth)}
        branches.append({"type": "object", "required": ["a"], "properties": held})
        if _some(choose, 2):
            branches[-1]["additionalProperties"] = False
    return {choose(["oneOf", "anyOf"]): branches}


def _mixed(choose: Choose, depth: int) -> Any:
    written: dict[str, Any] = {}
    for _ in range(2):
        part = write(choose, depth)
        written |= part if isinstance(part, dict) else {}
    return written


def _reference(choose: Choose, depth: int) -> Any:
    target = {"$ref": choose(["#/$defs/d", "#/$defs/e"])}
    return {"type": "object", "properties": {choose(NAMES): target}} if _some(choose, 2) else {"items": target}


def edit(choose: Choose, schema: Any) -> Any:
    """Change a schema at one place."""
    changed = deepcopy(schema)
    places = _places(changed)
    holder, key = choose(places) if places else (None, None)
    if holder is None:
        return write(choose, 1)
    here = holder[key]
    if isinstance(here, (dict, bool)) and not (isinstance(holder, dict) and key in ("properties", "enum", "const")):
        holder[key] = choose([_narrowed, _replaced, _wrapped, _widened])(choose, here)
    elif isinstance(here, (int, float)):
        holder[key] = max(here + choose([-1, 1]), 1 if key == "multipleOf" else -100 if key in _SIGNED else 0)
    elif isinstance(holder, dict) and key in _REMOVABLE:
        del holder[key]
    return changed


_SIGNED = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_REMOVABLE = ("required", "pattern", "format", "enum", "anyOf", "allOf", "oneOf", "prefixItems", "type", "$ref")
_ONE = ("items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames")


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    if not isinstance(value, dict):
        return found
    for keyword, held in value.items():
        if keyword in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            for name, inner in held.items():
                found += [(held, name), *_places(inner)]
        elif keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
            found.append((value, keyword))
            for index, inner in enumerate(held):
                found += [(held, index), *_places(inner)]
        elif keyword in _ONE:
            found += [(value, keyword), *_places(held)]
        elif keyword in _REMOVABLE or isinstance(held, (int, float)):
            found.append((value, keyword))
    return found


def _narrowed(choose: Choose, here: Any) -> Any:
    return {
        **(here if isinstance(here, dict) else {}),
        **(_number(choose, 0) if _some(choose, 2) else _text(choose, 0)),
    }


def _replaced(choose: Choose, here: Any) -> Any:
    return write(choose, 1)


def _widened(choose: Choose, here: Any) -> Any:
    if not isinstance(here, dict) or not here:
        return True
    dropped = choose(sorted(here))
    return {keyword: held for keyword, held in here.items() if keyword != dropped}


def _wrapped(choose: Choose, here: Any) -> Any:
    other = write(choose, 0)
    return choose([
        {"allOf": [here]}, {"anyOf": [here, other]}, {"oneOf": [here, {"type": "null"}]}, {"not": {"not": here}},
        {"allOf": [here, other]},
    ])  # fmt: skip


def value_for(choose: Choose, schema: Any, root: Any, depth: int = 4) -> Any:
    """Write a value that a schema may well accept."""
    if not isinstance(schema, dict) or depth == 0 or _some(choose, 12):
        return deepcopy(choose(VALUES))
    if "$ref" in schema:
        return value_for(choose, root["$defs"][schema["$ref"][-1]], root, depth - 1)
    if "const" in schema:
        return deepcopy(schema["const"])
    if "enum" in schema:
        return deepcopy(choose(schema["enum"]))
    for keyword in ("allOf", "anyOf", "oneOf"):
        if keyword in schema and _some(choose, 2):
            return value_for(choose, choose(schema[keyword]), root, depth - 1)
    if "if" in schema and _some(choose, 2):
        return value_for(choose, schema.get(choose(["if", "then", "else"]), True), root, depth - 1)
    kind = schema.get("type", choose(["object", "array", "string", "number"]))
    kind = choose(kind) if isinstance(kind, list) else kind
    if kind == "object":
        names = {*(schema.get("required", ()) if not _some(choose, 6) else ())}
        names |= {choose([*NAMES, *schema.get("properties", ())]) for _ in range(choose([0, 0, 1, 2]))}
        fallback = schema.get("additionalProperties", schema.get("unevaluatedProperties", True))
        held = schema.get("properties", {})
        return {name: value_for(choose, held.get(name, fallback), root, depth - 1) for name in sorted(names)}
    if kind == "array":
        first = schema.get("prefixItems", [])
        length = max(schema.get("minItems", 0), choose([0, 1, 2, 3]))
        rest = schema.get("contains" if "contains" in schema and _some(choose, 2) else "items", True)
        return [value_for(choose, first[i] if i < len(first) else rest, root, depth - 1) for i in range(length)]
    return deepcopy(choose(SCALARS))
