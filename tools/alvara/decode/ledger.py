"""Mappings to the records of the ledger."""

from collections.abc import Mapping
from typing import Any

from alvara.model.ledger import Component, Entry, Migration, Release, Tombstone


def release(value: Mapping[str, Any], path: str) -> Release:
    """Read the record of a release."""
    return Release(
        path, value["version"], value["sequence"], value["previous"],
        {name: Component(part["releases"], part["digest"]) for name, part in value["components"].items()},
        {name: None if entry is None else _entry(entry) for name, entry in value["ids"].items()},
    )  # fmt: skip


def tombstone(value: Mapping[str, Any], path: str) -> Tombstone:
    """Read the record of an ID that is gone."""
    return Tombstone(
        path, value["kind"], value["id"], value["since"], value.get("lastVersion", ""), value.get("replacedBy", ""),
        value.get("reason", ""),
    )  # fmt: skip


def migration(value: Mapping[str, Any], path: str) -> Migration:
    """Read the record of a rename; its folder says of what kind."""
    kind = path.split("/")[2]
    return Migration(path, kind, value["from"], value["to"], value["since"], value.get("reason", ""))


def _entry(value: Mapping[str, Any]) -> Entry:
    return Entry(
        value["status"], value["digest"], value.get("version", ""), value.get("risk", ""),
        tuple(value.get("aliases", ())),
    )  # fmt: skip
