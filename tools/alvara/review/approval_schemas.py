"""What is sent and what comes back, in words: a JSON Schema as a list of names, meanings and limits."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.review.approval_layout import Item, code, token, words
from alvara.review.approval_voice import Voice
from alvara.subschemas.keywords import FORMS

_COUNTS = {
    "length": ("minLength", "maxLength"), "items": ("minItems", "maxItems"),
    "properties": ("minProperties", "maxProperties"), "contains": ("minContains", "maxContains"),
}  # fmt: skip
_RANGE = ("minimum", "maximum")
_BOUNDS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf")
_FLAGS = ("uniqueItems", "readOnly", "writeOnly", "deprecated")
_TEXTS = ("title", "description", "$comment")
_WORDED = frozenset({*_TEXTS, "pattern", "format"})
_TOLD = frozenset({
    "type", "enum", "const", "pattern", "format", "default", "examples", "properties", "required",
    "additionalProperties", *_BOUNDS, *_FLAGS, *_TEXTS, *(key for pair in _COUNTS.values() for key in pair),
})  # fmt: skip
"""Keywords that have a sentence of their own."""

_HOLDING: Mapping[str, type | tuple[type, ...]] = {
    "one": (dict, bool), "many": list, "named": dict, "spare": dict, "reference": str,
}  # fmt: skip
_ORDER = tuple(FORMS)


def about_schema(schema: Any, voice: Voice) -> tuple[Item, ...]:
    """Tell the properties of what is sent or returned; of what is no map, what it may be."""
    what, below = _phrase(schema, voice), _below(schema, voice)
    if isinstance(schema, Mapping) and schema.get("type") == "object":
        whole = () if what == voice.among("type", "object") else (_whole(what, voice),)
        return (*whole, *below)
    return (_whole(what, voice)._replace(below=below),)


def _whole(what: str, voice: Voice) -> Item:
    return Item(voice.say("schema.whole", what=what), name="whole")


def _phrase(schema: Any, voice: Voice) -> str:
    """Say in half a sentence what a value may be; what takes more room stands below."""
    if isinstance(schema, bool):
        return voice.say("schema.anything" if schema else "schema.nothing")
    if not isinstance(schema, Mapping):
        return voice.value(schema)  # no schema at all, which a rule says: still it is shown
    return "; ".join(_parts(_well_formed(schema), voice)) or voice.say("schema.anything")


def _parts(schema: Mapping[str, Any], voice: Voice) -> Iterator[str]:
    types = schema.get("type")
    if isinstance(types, str):
        yield voice.among("type", types)
    elif types:
        yield voice.listed([voice.among("type", type) for type in types], "or")
    if schema.get("enum"):
        yield voice.say("schema.enum", values=voice.listed([voice.value(value) for value in schema["enum"]], "or"))
    if "const" in schema:
        yield voice.say("schema.const", value=voice.value(schema["const"]))
    for what, (least, most) in _COUNTS.items():
        if least in schema and most in schema:
            low = voice.value(schema[least])
            yield voice.say("schema.between", low=low, high=voice.counted(f"count.{what}", schema[most]))
        elif least in schema:
            yield voice.say("schema.least", n=voice.counted(f"count.{what}", schema[least]))
        elif most in schema:
            yield voice.say("schema.most", n=voice.counted(f"count.{what}", schema[most]))
    both = all(key in schema for key in _RANGE)
    if both:
        low, high = (voice.value(schema[key]) for key in _RANGE)
        yield voice.say("schema.between", low=low, high=high)
    for key in _BOUNDS:
        if key in schema and not (both and key in _RANGE):
            yield voice.say(f"schema.{key}", n=voice.value(schema[key]))
    if "format" in schema:
        yield voice.among("format", schema["format"])
    for key in _FLAGS:
        if key in schema:
            yield voice.say(f"schema.{key}.{schema[key]}")


def _below(schema: Any, voice: Voice) -> tuple[Item, ...]:
    return tuple(_details(schema, voice)) if isinstance(schema, Mapping) else ()


def _details(schema: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    known = _well_formed(schema)
    for key in _TEXTS:
        if key in known:
            yield words(known[key])._replace(name=key)
    if "pattern" in known:
        yield voice.item("schema.pattern", code(known["pattern"]))
    if "default" in known:
        yield voice.item("schema.default", value=voice.value(known["default"]))
    if known.get("examples"):
        values = voice.listed([voice.value(value) for value in known["examples"]], "or")
        yield voice.item("schema.examples", values=values)
    yield from _properties(known, voice)
    for key in sorted(schema, key=_position):
        if key not in known:
            yield voice.outline(key, schema[key])
        elif key not in _TOLD:
            yield from _rest(key, schema[key], voice)


def _well_formed(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out what does not hold what its keyword asks for. A rule says so, and it is told as it is written."""
    return {key: value for key, value in schema.items() if _is_well_formed(key, value)}


def _is_well_formed(key: str, value: Any) -> bool:
    if key == "type":
        return isinstance(value, str) or _are_names(value)
    if key == "required":
        return _are_names(value)
    if key in FORMS:
        return isinstance(value, _HOLDING[FORMS[key]])
    if key in _FLAGS:
        return isinstance(value, bool)
    return isinstance(value, list) if key in ("enum", "examples") else key not in _WORDED or isinstance(value, str)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _position(key: str) -> tuple[int, str]:
    """Keep together what belongs together, such as `if` and `then`."""
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER)), key


def _properties(schema: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    """Tell the properties: those that must be there in the order of that list, then the others by name."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    must = {name: "required" for name in required if name in properties}
    may = {name: "optional" for name in sorted(properties) if name not in must}
    for name, need in {**must, **may}.items():
        how = voice.say(f"schema.{need}")
        yield _named("schema.property", name, properties[name], voice, how=how)
    for name in dict.fromkeys(required):
        if name not in properties:
            yield voice.item("schema.also", property=token(name), name=f"also {name}")
    if "additionalProperties" in schema:
        further = schema["additionalProperties"]
        if isinstance(further, Mapping):
            text = voice.say("schema.further", what=_phrase(further, voice))
            yield Item(text, below=_below(further, voice), name="further")
        else:
            yield voice.item(f"schema.further.{further}", name="further")


def _named(sentence: str, name: str, schema: Any, voice: Voice, **values: str) -> Item:
    text = voice.say(sentence, name=token(name), what=_phrase(schema, voice), **values)
    return Item(text, below=_below(schema, voice), name=f"{sentence} {name}")


def _rest(key: str, value: Any, voice: Voice) -> Iterator[Item]:
    """Tell what a keyword holds that has schemas in it; of all others, what it is."""
    form, known = FORMS.get(key), voice.among("keyword", key)
    if form == "one":
        yield Item(f"{known}: {_phrase(value, voice)}", below=_below(value, voice), name=key)
    elif form == "many":
        rows = tuple(
            Item(_phrase(schema, voice), below=_below(schema, voice), name=str(position))
            for position, schema in enumerate(value)
        )
        yield Item(f"{known}:", below=rows, name=key)
    elif form in ("named", "spare"):
        inner = tuple(_named("schema.entry", name, value[name], voice) for name in sorted(value))
        yield Item(f"{known}:", below=inner, name=key)
    else:
        yield voice.outline(key, value)
