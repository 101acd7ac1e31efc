"""One model file of OpenTelemetry's semantic conventions, in any form it has had since 1.21.0, as a list of resources.

An attribute is a field under its own ID, a metric a collection under `metric.`. Everything counts as active, however
stable it is called: the conventions promise for every ID that it stays, and call one deprecated before it goes.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import yaml

METRIC = "metric."
"""How the IDs of metrics begin: some are called like an attribute."""

_SCHEMAS = {"string": "string", "int": "integer", "double": "number", "boolean": "boolean"}
_END = {"since": "2020-01-01", "removeAfter": "2099-12-31"}
"""The conventions name no days; with the same ones for all, no rule on days has anything to say."""


def resources_in(text: str) -> list[dict[str, Any]]:
    """List the resources that a model file defines; references to what is defined elsewhere are left out."""
    found: list[dict[str, Any]] = []
    for document in yaml.load_all(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if isinstance(document, dict):
            found += _resources(document)
    return found


def written(resources: list[dict[str, Any]]) -> str:
    """Write a file of resources as people do: in block style, on long lines."""
    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    text: str = yaml.dump({"resources": resources}, Dumper=dumper, sort_keys=False, allow_unicode=True, width=10_000)
    return text


def _resources(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for group in document.get("groups") or ():
        if group.get("metric_name"):
            yield _metric(group["metric_name"], group)
        before = f"{group['prefix']}." if group.get("prefix") else ""
        yield from (_attribute(before + item["id"], item) for item in group.get("attributes") or () if "id" in item)
    yield from (_attribute(item["key"], item) for item in document.get("attributes") or () if "key" in item)
    yield from (_metric(item["name"], item) for item in document.get("metrics") or () if "name" in item)


def _attribute(id: str, item: Mapping[str, Any]) -> dict[str, Any]:
    words = {str(member["value"]): _line(member.get("brief")) or str(member["id"]) for member in _members(item)}
    found = {**_thing(id, "field", item, ""), "valueSchema": _schema(item["type"])}
    return found | ({"values": words} if words else {})


def _metric(name: str, item: Mapping[str, Any]) -> dict[str, Any]:
    measured = {key: item[key] for key in ("instrument", "unit") if key in item}
    found = _thing(METRIC + name, "collection", item, METRIC)
    return {**found, "valueSchema": {"type": "number"}, "metadata": {**found["metadata"], **measured}}


def _thing(id: str, type: str, item: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    said = item.get("deprecated")
    ends = bool(said) or item.get("stability") == "deprecated"
    found: dict[str, Any] = {
        "id": id, "type": type, "name": id.replace(".", " ").replace("_", " "),
        "description": _line(item.get("brief")) or id, "status": "deprecated" if ends else "active",
        "metadata": {"stability": str(item.get("stability", "none"))},
    }  # fmt: skip
    return found | ({"deprecation": {**_END, **_successor(said, prefix)}} if ends else {})


def _successor(said: Any, prefix: str) -> dict[str, str]:
    """Say what replaces a thing, where a key names it; older forms have a sentence only, which is a reason."""
    if isinstance(said, dict) and said.get("renamed_to"):
        target = str(said["renamed_to"])
        return {"replacedBy": target if " " in target else prefix + target}
    reason = said.get("note") or said.get("reason") if isinstance(said, dict) else said
    return {"reason": _line(reason) or "It is not used any more."}


def _schema(type: Any) -> dict[str, Any]:
    """Give the values of an attribute. Its known words are no closed set, save where the form once said so."""
    if isinstance(type, dict):
        values = [member["value"] for member in type["members"]]
        schema: dict[str, Any] = {"type": "integer" if all(isinstance(value, int) for value in values) else "string"}
        return {**schema, "enum": values} if type.get("allow_custom_values") is False else schema
    if type.startswith("template["):
        return {"type": "object", "additionalProperties": _schema(type[len("template[") : -1])}
    if type.endswith("[]"):
        return {"type": "array", "items": _schema(type[:-2])}
    return {"type": _SCHEMAS[type]} if type in _SCHEMAS else {}


def _members(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return item["type"]["members"] if isinstance(item["type"], dict) else []


def _line(text: Any) -> str:
    return " ".join(str(text or "").split())
