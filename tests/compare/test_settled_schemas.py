"""A schema in the same words is compared only where something that it refers to has changed, however far away."""

import json

import pytest

from alvara.containment import question
from tests.compare.definitions import AROUND, of_kind, placed
from tests.compare.revisions import Files, compared

FIRST, SECOND, THIRD = (f"schemas/records/{name}.schema.json" for name in ("first", "second", "third"))
_SCHEMAS: dict[str, object] = {
    FIRST: {"type": "object", "properties": {"next": {"$ref": "second.schema.json"}}},
    SECOND: {"type": "array", "items": {"$ref": "third.schema.json"}},
    THIRD: {"type": "string"},
}


def _files(name: str, changed: str | None = None) -> Files:
    """A thing whose record leads through three files, one of which may be another."""
    schemas = _SCHEMAS | ({changed: {"type": "integer"}} if changed else {})
    thing = of_kind("resource", id="workPermit.area", labels={"en": name}, recordSchema={"$ref": f"../../{FIRST}"})
    return AROUND | placed("resource", thing) | {path: json.dumps(schema) for path, schema in schemas.items()}


@pytest.mark.parametrize("changed", [None, FIRST, SECOND, THIRD])
def test_schemas_are_compared_where_a_file_on_the_way_has_changed(
    changed: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    contains = question.contains
    monkeypatch.setattr(question, "contains", lambda *both: asked.append(both) or contains(*both))

    found = compared(_files("Area"), _files("Zone", changed))

    (aspects,) = ([c.aspect for c in one.changes] for one in found.compared if one.changes)
    assert aspects == (["recordSchema", "labels"] if changed else ["labels"])
    assert bool(asked) == bool(changed)


def test_definition_that_is_the_same_is_compared_where_a_file_on_the_way_has_changed() -> None:
    found = compared(_files("Area"), _files("Area", THIRD))

    assert [c.aspect for one in found.compared for c in one.changes] == ["recordSchema"]
