"""Nothing that a model may be given has where an operation is carried out, or who may ask for it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from alvara import Registry
from alvara.identity.digests import canonical
from tests.runtime.bundles import Files, on_disk, tampered

PRIVATE = {
    "endpoint", "implementation", "authorization", "verification", "execution", "permissions", "roles", "owner_of",
    "recordSchema", "record_schema", "recordPath", "record_path", "metadata", "apiRefs", "api_refs", "sourceRefs",
    "source_refs", "preconditions", "postconditions", "observability", "steps", "when", "appliesTo",
}  # fmt: skip
SECRET = "secret"  # every private word of the little registry has it


def walked(value: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield everything that can be reached from a value through attributes, keys and items."""
    yield names, value
    if is_dataclass(value):
        for field in fields(value):
            yield from walked(getattr(value, field.name), (*names, field.name))
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from walked(item, (*names, key))
    elif hasattr(value, "_fields"):
        for name in value._fields:
            yield from walked(getattr(value, name), (*names, name))
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from walked(item, names)
    elif not isinstance(value, (str, int, float, bool, type(None))):
        raise AssertionError(f"nobody knows what a {type(value)} holds")


def everything(registry: Registry) -> Iterator[Any]:
    """Give all that models may be given."""
    yield registry.discover()
    for kind, get in (
        ("resource", registry.get_resource), ("capability", registry.get_capability), ("policy", registry.get_policy)
    ):  # fmt: skip
        for id in registry._holdings.ids(kind):
            yield get(id)
    for resource in registry.find_resources():
        yield resource
        yield registry.get_capabilities(resource.id)
        yield registry.get_policies(resource.id)
        yield registry.get_knowledge_refs(resource.id)
        yield registry.get_ui_refs(resource.id)
        yield registry.discover(focus=resource.id)
        yield registry.expand(resource.id, hops=3)
        yield registry.plan_hints(resource.id)
        yield registry.context(resource.id)
        yield registry.resolve("Altere isso.", focus=resource.id)
    yield registry.context("app", budget=100_000)


def check(registry: Registry) -> int:
    """Walk everything, and count the steps."""
    count = 0
    for given in everything(registry):
        for names, value in walked(given):
            outside_schemas = names if not {"input_schema", "output_schema", "value_schema"} & {*names} else ()
            assert not PRIVATE & {*outside_schemas}
            assert not isinstance(value, str) or SECRET not in value
            count += 1
    return count


def test_nothing_private_is_reachable_from_what_a_registry_gives(registry: Registry, shop: Registry) -> None:
    assert check(registry) > 1000
    assert check(shop) > 50


def test_no_endpoint_and_no_source_of_this_registry_is_spelled_out(registry: Registry) -> None:
    bodies = [registry._holdings.body("capability", id) or {} for id in registry._holdings.ids("capability")]
    private = {word for body in bodies for word in body.get("endpoint", {}).values() if len(word) > len("DELETE")}
    private |= {body["implementation"]["source"] for body in bodies if "implementation" in body}
    private |= {mapping.path for mapping in registry.source_mappings()} | {"api."}

    texts = {value for given in everything(registry) for _, value in walked(given) if isinstance(value, str)}

    assert {"sst-api", "/work-permits", "src/domain/workPermit/service.ts"} <= private
    assert [text for text in texts if any(word in text for word in private)] == []


def test_what_a_hostile_bundle_adds_does_not_come_through(little: Files, tmp_path: Path) -> None:
    changes = {}
    for path, data in little.items():
        if path.startswith(("private/capabilities/", "private/resources/", "private/policies/")):
            more = {"endpoint2": {"path": "/secret"}, "permissions": ["secret"], "roles": {"any": ["secret"]}}
            changes[path] = canonical({**json.loads(data), **more, "wireName": "secret_wire", "steps2": "secret"})
    registry = Registry.open(on_disk(tampered(little, changes), tmp_path / "bundle"))

    assert check(registry) > 50


def test_the_types_that_models_see_have_no_private_attribute(registry: Registry) -> None:
    found = [registry.get_capability("workPermit.updateValidity"), registry.get_resource("workPermit")]
    found += [registry.get_policy("workPermit.validity.update")]

    for given in found:
        assert given is not None
        assert not PRIVATE & {name for name in dir(given) if not name.startswith("_")}
