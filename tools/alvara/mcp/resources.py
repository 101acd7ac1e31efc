"""What can be read by address: `alvara://resource/<id>`, and the like."""

from collections.abc import Callable, Iterator, Mapping
from json import dumps
from typing import NamedTuple
from urllib.parse import quote, unquote

from alvara.bundle.public import Projection
from alvara.mcp.window import Window
from alvara.registry.places import UnknownName

SCHEME = "alvara://"
PAGE = 100
"""How many addresses are listed at a time."""

_LONGEST = 500


JSON = "application/json"


class Address(NamedTuple):
    """One thing that can be read."""

    uri: str
    name: str
    title: str
    description: str = ""
    type: str = JSON


TEMPLATES: tuple[Address, ...] = (
    Address(f"{SCHEME}resource/{{id}}", "resource", "A resource", "A thing, with what it is called and bound to."),
    Address(f"{SCHEME}capability/{{id}}", "capability", "A capability", "What it takes and gives, and its risk."),
    Address(f"{SCHEME}policy/{{id}}", "policy", "A policy", "Its effect and its reason."),
    Address(
        f"{SCHEME}context/{{scope}}", "context", "A compiled context",
        "What there is to know of an application, a domain, an entity or a field, within some 2,000 tokens.",
        "text/markdown",
    ),
)  # fmt: skip


class Read(NamedTuple):
    """What stands at an address, and of which media type it is."""

    text: str
    type: str


class Unknown(ValueError):
    """An address that leads to nothing; the text says so."""


def addresses(window: Window) -> Iterator[Address]:
    """List what can be read, capabilities first, each kind by ID."""
    for id in window.ids("capability"):
        if (capability := window.capability(id)) is not None:
            yield Address(f"{SCHEME}capability/{quote(id)}", id, window.tell(capability.name))
    for id in window.ids("resource"):
        if (resource := window.registry.get_resource(id)) is not None:
            yield Address(f"{SCHEME}resource/{quote(id)}", id, window.tell(resource.name))
    for id in window.ids("policy"):
        if (policy := window.policy(id)) is not None:
            yield Address(f"{SCHEME}policy/{quote(id)}", id, window.tell(policy.description or policy.id))


def read(window: Window, uri: str) -> Read:
    """Give what stands at an address. Raises `Unknown`."""
    kind, slash, rest = uri.removeprefix(SCHEME).partition("/")
    reader = _READERS.get(kind)
    if not uri.startswith(SCHEME) or not slash or reader is None or len(uri) > _LONGEST:
        raise Unknown(f"addresses here are {', '.join(template.uri for template in TEMPLATES)}")
    found = reader(window, unquote(rest))
    if found is None:
        raise Unknown(f"there is no {kind} of that name")
    return found


def _resource(window: Window, name: str) -> Read | None:
    return _written(window.resource(name))


def _capability(window: Window, name: str) -> Read | None:
    return _written(window.capability(name))


def _policy(window: Window, name: str) -> Read | None:
    return _written(window.policy(name))


def _context(window: Window, scope: str) -> Read | None:
    try:
        found = window.registry.context(scope, locale=window.locale, **window.asking)
    except UnknownName:
        return None
    return Read(found.text, "text/markdown")


def _written(found: Projection | None) -> Read | None:
    return None if found is None else Read(dumps(found.as_json(), ensure_ascii=False, sort_keys=True), JSON)


_READERS: Mapping[str, Callable[[Window, str], Read | None]] = {
    "resource": _resource, "capability": _capability, "policy": _policy, "context": _context,
}  # fmt: skip
