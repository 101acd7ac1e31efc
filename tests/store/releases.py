"""Releases of a little registry that nobody governs, and of one that is; all in memory, always the same."""

from collections.abc import Mapping
from functools import cache

from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import parse_manifest
from alvara.bundle.wire import parse_json
from tests.release.world import (
    REGISTRY,
    Files,
    agreed,
    bundle_of,
    encoded,
    governed,
    pin,
    prepared,
    rooted,
    signed,
)

NOW = "2026-09-02T08:00:00Z"
ANOTHER_REGISTRY = "0b9f5d0e-9c4e-4f5a-8f0e-1d2c3b4a5968"


def _content(text: str, registry: str) -> Mapping[str, str]:
    return {
        "alvara.yaml": f"registry: {registry}\nname: shop\nlocales: [en]\n",
        "capabilities/order/read.yaml": f"""\
id: order.read
version: "1.0.{int(text) - 1}"
name: Read an order
description: Reads an order, as of release {text}.
action: get
status: draft
labels: {{en: Read an order}}
authorization: {{permissions: [order.read]}}
risk: read
inputSchema: {{type: object, additionalProperties: false}}
""",
        "semantic-ids/order.yaml": f"id: order\ntype: entity\nname: Order {text}\n",
    }


@cache
def _released(version: int, registry: str) -> tuple[tuple[str, bytes], ...]:
    """Give the registry as it is at a release, with the records of all that came before."""
    before = dict(_released(version - 1, registry)) if version > 1 else {}
    ledger = {path: data for path, data in before.items() if path.startswith("ledger/")}
    return tuple(prepared({**encoded(_content(str(version), registry)), **ledger}, str(version)).items())


@cache
def _bundled(version: int, registry: str) -> tuple[tuple[str, bytes], ...]:
    return tuple(bundle_of(dict(_released(version, registry))).items())


def release(version: int, registry: str = REGISTRY) -> Files:
    """Give the bundle of a release that nobody governs. The order is called after it: `Order 2` in version 2."""
    return dict(_bundled(version, registry))


@cache
def _governed(version: int) -> tuple[tuple[str, bytes], ...]:
    files = rooted(agreed(governed()))
    for number in range(1, version + 1):
        files = prepared({**files, "docs/order.md": files["docs/order.md"] + b"\nMore.\n"}, str(number))
    return tuple(files.items())


@cache
def _signed(version: int) -> tuple[tuple[str, bytes], ...]:
    return tuple(signed(bundle_of(dict(_governed(version))), tag=f"v{version}").items())


def governed_release(version: int) -> Files:
    """Give the signed bundle of a release of a registry whose people have agreed, until the end of February 2027."""
    return dict(_signed(version))


def governed_pin() -> str:
    """Give the pin of its root."""
    return pin(dict(_governed(1)))


def digest_of(files: Files) -> str:
    """Give the digest of a bundle."""
    return parse_manifest(parse_json(files[MANIFEST])).digest
