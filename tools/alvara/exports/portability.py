"""What keeps tools from being taken: each API and each client refuses something else, often the whole request."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from alvara.bundle.public import PublicCapability
from alvara.exports.argument_schemas import argument_schema, places_in, property_names
from alvara.exports.mcp_tools import has_object_output
from alvara.exports.openai_tools import refused_keywords
from alvara.exports.tool_arrays import Api
from alvara.registry.locales import in_first

MOST_TOOLS = 128
LONGEST_DESCRIPTION = 1024
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PROPERTY_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_AT_NO_ROOT = ("oneOf", "anyOf", "allOf", "enum", "const", "not")


class Obstacle(NamedTuple):
    """Something that some API or client does not take: its kind, what it is, and the names of the tools that have it.

    No tools are named where it is their number.
    """

    code: str
    message: str
    tools: tuple[str, ...] = ()


def obstacles(api: Api, capabilities: Sequence[PublicCapability], locales: Sequence[str] = ()) -> list[Obstacle]:
    """List what may keep the tools of these capabilities from being taken, each kind once."""
    found: dict[str, dict[str, list[str]]] = {}
    for capability in capabilities:
        for code, detail in _of_one(api, capability, locales):
            found.setdefault(code, {}).setdefault(capability.wire_name, []).append(detail)
    repeated = Counter(capability.wire_name for capability in capabilities)
    for name, times in repeated.items():
        if times > 1:
            found.setdefault("same-name", {})[name] = []
    listed = [Obstacle(code, _told(code, found[code]), tuple(found[code])) for code in _MESSAGES if code in found]
    if len(capabilities) > MOST_TOOLS:
        many = f"there are {len(capabilities)} tools; many clients take at most {MOST_TOOLS}"
        listed.insert(0, Obstacle("too-many-tools", many))
    return listed


_MESSAGES = {
    "tool-name": "names of at most 64 letters, digits, `_` and `-` are taken",
    "same-name": "several tools have this name",
    "root-not-object": "what is no object at its root is refused, with the whole request",
    "root-combinator": "these keywords at the root are refused, with the whole request",
    "property-name": "properties of at most 64 letters, digits, `_`, `.` and `-` are taken",
    "reference": "references are followed by few clients",
    "long-description": f"descriptions of more than {LONGEST_DESCRIPTION:,} characters are refused or cut",
    "strict-keyword": "strict modes refuse these keywords",
    "output-not-object": "what comes back is no object, and its schema is left out",
}


def _of_one(api: Api, capability: PublicCapability, locales: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each kind of obstacle that a tool has, with what exactly it is."""
    schema = argument_schema(capability.input_schema)
    if not _TOOL_NAME.fullmatch(capability.wire_name):
        yield "tool-name", ""
    if schema.get("type") != "object":
        yield "root-not-object", ""
    yield from (("root-combinator", keyword) for keyword in _AT_NO_ROOT if keyword in schema)
    for place in places_in(schema):
        names = property_names(place.schema)
        yield from (("property-name", name) for name in names if not _PROPERTY_NAME.fullmatch(name))
        yield from (("reference", word) for word in ("$ref", "$dynamicRef") if word in place.schema)
    if len(in_first(locales, capability.description)) > LONGEST_DESCRIPTION:
        yield "long-description", ""
    yield from (("strict-keyword", keyword) for keyword in sorted(refused_keywords(schema)))
    if api == "mcp" and capability.output_schema is not None and not has_object_output(capability):
        yield "output-not-object", ""


def _told(code: str, tools: dict[str, list[str]]) -> str:
    """Say what is not taken, with the keywords or properties that are meant."""
    details = sorted({detail for held in tools.values() for detail in held if detail})
    shown = ", ".join(f"`{detail}`" for detail in details[:_SHOWN])
    more = f" and {len(details) - _SHOWN} more" if len(details) > _SHOWN else ""
    return f"{_MESSAGES[code]}: {shown}{more}" if details else _MESSAGES[code]


_SHOWN = 8
