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
_CODES = ("pattern",)
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
    if not isinstance(schema, Mapping):
        return voice.say("schema.nothing" if schema is False else "schema.anything")
    return "; ".join(_parts(schema, voice)) or voice.say("schema.anything")


def _parts(schema: Mapping[str, Any], voice: Voice) -> Iterator[str]:
    types = schema.get("type")
    if isinstance(types, str):
        yield voice.among("type", types)
    elif isinstance(types, list):
        yield voice.listed([voice.among("type", str(type)) for type in types], "or")
    if isinstance(schema.get("enum"), list):
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
        yield voice.among("format", str(schema["format"]))
    for key in _FLAGS:
        if key in schema:
            yield voice.say(f"schema.{key}.{bool(schema[key])}")


def _below(schema: Any, voice: Voice) -> tuple[Item, ...]:
    return tuple(_details(schema, voice)) if isinstance(schema, Mapping) else ()


def _details(schema: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    told = {"type", "enum", "const", "format", *_BOUNDS, *_FLAGS, *_TEXTS, *_CODES}
    told.update(key for pair in _COUNTS.values() for key in pair)
    if not isinstance(schema.get("type", ""), (str, list)):
        told.remove("type")
    if not isinstance(schema.get("enum", []), list):
        told.remove("enum")
    for key in _TEXTS:
        if key in schema:
            yield words(str(schema[key]))._replace(name=key)
    for key in _CODES:
        if key in schema:
            yield voice.item(f"schema.{key}", code(str(schema[key])))
    if "default" in schema:
        yield voice.item("schema.default", value=voice.value(schema["default"]))
    if isinstance(schema.get("examples"), list):
        told.add("examples")
        values = voice.listed([voice.value(value) for value in schema["examples"]], "or")
        yield voice.item("schema.examples", values=values)
    told |= {"default", "properties", "required", "additionalProperties"}
    yield from _properties(schema, voice)
    for key in sorted(schema.keys() - told, key=_position):
        yield from _rest(key, schema[key], voice)


def _position(key: str) -> tuple[int, str]:
    """Keep together what belongs together, such as `if` and `then`."""
    return (_ORDER.index(key) if key in _ORDER else len(_ORDER)), key


def _properties(schema: Mapping[str, Any], voice: Voice) -> Iterator[Item]:
    """Tell the properties: those that must be there in the order of that list, then the others by name."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    must = [name for name in dict.fromkeys(required) if name in properties]
    may = [name for name in sorted(properties) if name not in must]
    for name in (*must, *may):
        how = voice.say("schema.required" if name in must else "schema.optional")
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
            yield voice.item(f"schema.further.{bool(further)}", name="further")


def _named(sentence: str, name: str, schema: Any, voice: Voice, **values: str) -> Item:
    text = voice.say(sentence, name=token(name), what=_phrase(schema, voice), **values)
    return Item(text, below=_below(schema, voice), name=f"{sentence} {name}")


def _rest(key: str, value: Any, voice: Voice) -> Iterator[Item]:
    """Tell what a keyword holds that has schemas in it; of all others, what it is."""
    form = FORMS.get(key)
    known = voice.among("keyword", key)
    if form == "one":
        yield Item(f"{known}: {_phrase(value, voice)}", below=_below(value, voice), name=key)
    elif form == "many" and isinstance(value, list):
        rows = tuple(
            Item(_phrase(schema, voice), below=_below(schema, voice), name=str(position))
            for position, schema in enumerate(value)
        )
        yield Item(f"{known}:", below=rows, name=key)
    elif form in ("named", "spare") and isinstance(value, Mapping):
        inner = tuple(_named("schema.entry", name, value[name], voice) for name in sorted(value))
        yield Item(f"{known}:", below=inner, name=key)
    else:
        yield voice.outline(key, value)
