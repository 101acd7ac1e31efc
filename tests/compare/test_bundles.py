"""A bundle is a revision like any other: the same content shows nothing, and each change what it shows in git."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.published import read_schema
from alvara.compare.change import Bump, Impact
from alvara.compare.comparison import Comparison
from alvara.compare.completely import compare_completely
from alvara.compare.pairing import Pair
from alvara.compare.present_names import PresentNames
from alvara.files.tree import FileTree
from tests.compare.bundles import (
    FOLDER,
    compare_and_view,
    compare_trees,
    compared_with_bundle,
    judged_with_bundle,
    tree_of,
)
from tests.compare.definitions import AROUND, ID, of_kind, placed
from tests.compare.revisions import compared, judged, written
from tests.compare.sharing import SHARING
from tests.compare.test_bumps import DIRECTED, Asked, _sides
from tests.compare.test_changes_by_kind import CELLS, MATRIX, NO_ALIASES, NO_MAJORS
from tests.compare.test_same_tree import ROOT, generated, opened
from tests.compare.test_versions_and_schemas import CHANGES

_WAYS = (judged_with_bundle, judged)


def told(comparison: Comparison) -> list[tuple[str, str, Impact, Bump, str]]:
    return [
        (one.after.facts.id, change.aspect, change.impact, change.bump, change.words)
        for one in comparison.compared
        for change in one.changes
    ]


@pytest.mark.parametrize(("kind", "asked", "back"), DIRECTED)
def test_change_is_the_same_against_a_bundle_and_against_git(kind: str, asked: Asked, back: bool) -> None:
    before, after = _sides(kind, asked, back)
    before, after = AROUND | dict(before), AROUND | dict(after)

    assert told(compared_with_bundle(before, after)) == told(compared(before, after))
    found = [{(f.rule, f.subject, f.message) for f in judge(before, after)} for judge in (judged_with_bundle, judged)]
    assert found[0] == found[1]


_NO_BUNDLE = "removed with a day that is none"
"""What does not hold its shape before the change: no bundle is made of that."""

_CELLS = [
    (name, kind)
    for name, kind in CELLS
    if name != _NO_BUNDLE and getattr(MATRIX[name], kind) not in (NO_ALIASES, NO_MAJORS)
]


@pytest.mark.parametrize(("name", "kind"), _CELLS, ids=lambda value: value)
def test_fate_is_the_same_against_a_bundle_and_against_git(name: str, kind: str) -> None:
    before, after = (AROUND | dict(side) for side in MATRIX[name].sides(kind))
    found = [sorted((f.rule, f.subject, f.message) for f in judge(before, after)) for judge in _WAYS]

    if name == "a tombstone is deleted":
        assert [rule for rule, *_ in set(found[1]) - set(found[0])] == ["ledger-rewritten"], "a bundle has no ledger"
    else:
        assert found[0] == found[1]


@pytest.mark.parametrize("name", CHANGES)
def test_schema_that_changed_is_judged_and_shown_at_the_same_place(name: str) -> None:
    key, old, new, *_ = CHANGES[name]
    sides = [AROUND | placed("capability", of_kind("capability", **{key: schema})) for schema in (old, new)]
    found = [[(f.rule, f.message, f.file, f.line, f.column) for f in judge(*sides)] for judge in _WAYS]

    assert found[0] == found[1]


@pytest.mark.parametrize("registry", ["own", "generated", "shared"])
def test_bundle_of_a_registry_is_the_registry(registry: str, tmp_path: Path) -> None:
    trees: dict[str, Callable[[], FileTree]] = {
        "own": lambda: opened(ROOT),
        "generated": lambda: opened(generated(tmp_path)),
        "shared": lambda: tree_of(AROUND | SHARING),
    }
    tree = trees[registry]()
    comparison, _ = compare_trees(tree, tree)

    assert len(comparison.compared) > 6
    assert told(comparison) == []
    assert [one.changes for one in comparison.compared if one.changes] == []
    assert (comparison.gone, comparison.new, comparison.renames, comparison.guesses) == ((),) * 4


def test_no_key_of_a_definition_differs_from_its_bundle() -> None:
    tree = tree_of(AROUND | SHARING)
    comparison, view, _ = compare_and_view(tree, tree)
    written = {key for one in comparison.compared if one.after.model for key in one.after.model.written}
    known = {key for kind in ("capability", "policy") for key in json.loads(read_schema(kind))["properties"]}
    known |= set(json.loads(read_schema("resource"))["$defs"]["resource"]["properties"])

    assert known - written == set()
    pairs = [Pair(one.before, one.after) for one in comparison.compared]
    assert [change for found in pairs for change in compare_completely(found, PresentNames(view))] == []


def test_mistake_in_a_shared_schema_is_shown_where_it_was_made() -> None:
    def with_limit(limit: int) -> dict[str, str]:
        shared = {
            "$defs": {"place": {"type": "object", "properties": {"floor": {"type": "integer", "maximum": limit}}}}
        }
        return AROUND | SHARING | {"schemas/place.json": written(shared)}

    sides = with_limit(9), with_limit(5)
    found = [{(f.rule, f.subject, f.file, f.line, f.column) for f in judge(*sides)} for judge in _WAYS]

    assert {("breaking-change-without-major", "schemas/place.json")} <= {(rule, file) for rule, _, file, *_ in found[0]}
    assert found[0] == found[1]


def test_what_is_gone_is_shown_in_the_file_of_the_bundle() -> None:
    before = AROUND | placed("capability", of_kind("capability"))
    (found,) = [f for f in judged_with_bundle(before, AROUND) if f.rule == "removed-without-tombstone"]

    assert (found.file, found.line, found.revision) == (f"{FOLDER}/private/capabilities/{ID}.json", 1, "base")
    assert str(found.source)[found.column - 1 : found.end_column - 1] == f'"{ID}"'


@pytest.mark.parametrize(
    ("before", "after", "gone"),
    [
        ({"": "2.1.0", ".v1": "1.4.0"}, {"": "3.0.0", ".v1": "1.4.0"}, []),
        ({"": "2.1.0", ".v1": "1.4.0"}, {".v3": "3.0.0", ".v1": "1.4.0"}, ["2.1.0"]),
        ({".v2": "2.1.0", ".v1": "1.4.0"}, {".v2": "2.1.0"}, ["1.4.0"]),
    ],
    ids=["a major in place", "another major instead", "one less"],
)
def test_majors_are_told_apart(before: dict[str, str], after: dict[str, str], gone: list[str]) -> None:
    sides = [
        AROUND | {f"capabilities/work-permit/zone{suffix}.yaml": written(of_kind("capability", version=version))
                  for suffix, version in side.items()}
        for side in (before, after)
    ]  # fmt: skip

    for compare in (compared_with_bundle, compared):
        assert [definition.facts.version for definition in compare(*sides).gone] == gone


def test_file_that_cannot_be_read_now_excuses_what_is_missing() -> None:
    path = "capabilities/work-permit/zone.v1.yaml"
    zones = {
        path: written(of_kind("capability")),
        path.replace("v1", "v2"): written(of_kind("capability", version="2.0.0")),
    }
    broken = AROUND | zones | {path: "id: [\n"}

    assert compared_with_bundle(AROUND | zones, broken).gone == ()
    assert {f.rule for f in judged_with_bundle(AROUND | zones, broken)} >= {"yaml-syntax"}


_ZONE = "capabilities/work-permit/zone.yaml"
_SHARED = "capabilities/work-permit/domain.yaml"
_SITE = "semantic-ids/site.yaml"
SWAPS: dict[str, tuple[str, str, str]] = {
    "the owner that a domain shares": (_SHARED, "zones-team", "others-team"),
    "an error that a domain shares": (_SHARED, '"SHARED"', '"SHARED_NOW"'),
    "the words of an error that a domain shares": (_SHARED, "It is down.", "It is down again."),
    "how a domain retries": (_SHARED, '"maxAttempts": 2', '"maxAttempts": 3'),
    "words beside a reference": (_ZONE, "Where it is to be done.", "Where it is done."),
    "words behind a reference": ("schemas/place.json", "Anywhere in the plant.", "Anywhere."),
    "words behind a reference that are hidden by those beside it": ("schemas/place.json", '"A place"', '"Place"'),
    "a limit behind a reference": ("schemas/place.json", '"maximum": 9', '"maximum": 5'),
    "a wider limit behind a reference": ("schemas/place.json", '"maximum": 9', '"maximum": 12'),
    "something demanded beside a reference": (_ZONE, '"floor"', '"near"'),
    "a schema that holds itself": (_ZONE, '"title": "A part",', '"title": "A part", "required": ["parts"],'),
    "a number": (_ZONE, "0.5", "0.25"),
    "a name": (_ZONE, '"name": "Zone"', '"name": "Area"'),
    "a day": (_SITE, "2026-09-01", "2026-08-15"),
    "another page": (_SITE, "docs/b", "docs/c"),
    "a type": (_SITE, '"type": "entity"', '"type": "section"'),
    "an ID": (_SITE, '"id": "site.plain"', '"id": "site.bare"'),
    "the ID of a composite": ("capabilities/work-permit/both.yaml", '"workPermit.both"', '"workPermit.pair"'),
    "the ID of a policy": ("policies/work-permit/open.yaml", '"workPermit.open"', '"workPermit.opened"'),
    "a step": ("capabilities/work-permit/both.yaml", '"id": "list"', '"id": "listed"'),
    "a relation": ("semantic-ids/work-permit/zone.yaml", "RELATED_TO", "USES"),
    "an alias": ("semantic-ids/work-permit/zone.yaml", '"workPermit.area"', '"workPermit.place"'),
    "metadata": ("semantic-ids/work-permit/zone.yaml", '"any"', '"some"'),
}


@pytest.mark.parametrize("name", SWAPS)
def test_what_is_shared_is_judged_and_shown_as_against_git(name: str) -> None:
    path, old, new = SWAPS[name]
    assert old in SHARING[path]
    sides = AROUND | SHARING, AROUND | SHARING | {path: SHARING[path].replace(old, new)}
    found = [
        sorted((f.rule, f.subject, f.message, f.file, f.line, f.column, f.revision) for f in judge(*sides))
        for judge in _WAYS
    ]

    assert [f for f in found[0] if f[-1] == "current"] == [f for f in found[1] if f[-1] == "current"]
    assert [f[:3] for f in found[0]] == [f[:3] for f in found[1]]


@pytest.mark.parametrize(
    "lost",
    [
        {"$ref": "#/$defs/nowhere"}, {"$ref": "../../nowhere.json"}, {"$ref": "https://example.com/a"},
        {"$ref": "#/$defs/a"}, {"$dynamicRef": "#a"},
    ],
    ids=lambda lost: "".join(lost.values()),
)  # fmt: skip
def test_schema_that_cannot_be_written_out_now_is_compared_all_the_same(lost: dict[str, str]) -> None:
    def sent(limit: int, more: dict[str, Any]) -> dict[str, str]:
        schema = {
            "type": "object", "additionalProperties": False,
            "$defs": {"a": {"$ref": "#/$defs/a"}, "b": {"type": "integer", "maximum": limit}},
            "properties": {"here": {"$ref": "#/$defs/b"}, **more},
        }  # fmt: skip
        return AROUND | placed("capability", of_kind("capability", inputSchema=schema))

    sides = sent(9, {}), sent(5, {"lost": lost})
    found = [[(f.rule, f.subject, f.file, f.line, f.column) for f in judge(*sides)] for judge in _WAYS]

    assert found[0] == found[1]
    assert "breaking-change-without-major" in {rule for rule, *_ in found[0]}
