"""A bundle decides as the tree that it was made of: every request of this registry's suites, the same record."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.bundles import write_folder
from alvara.app.charters import Decidable, charter_for, find_capability
from alvara.bundle.layout import REGISTRY
from alvara.cli.decidable import open_decidable
from alvara.cli.errors import CannotLook
from alvara.decisions.charter import Charter
from alvara.decisions.deciding import decide
from alvara.decisions.following import follow
from alvara.decisions.request import Request
from alvara.identity.digests import canonical
from alvara.scenarios.rehearsal import Rehearsal, rehearse
from tests.bundle.test_verify import resealed
from tests.decisions.conftest import NOW
from tests.this_registry import ROOT

SUITES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "scenarios").rglob("*.yaml")
    if path.name not in ("fixtures.yaml", "language.yaml")
)
WHERE = ("source", "decisionId", "digest", "file", "line")
"""The keys of a record that say where the definitions lie, or are digests over that."""


@pytest.fixture(scope="module")
def tree() -> Decidable:
    return open_decidable(os.fspath(ROOT), "")


@pytest.fixture(scope="module")
def shipped(pilot_folder: Path) -> Decidable:
    return open_decidable(os.fspath(pilot_folder), "dist/bundle")


def charter(registry: Decidable, capability: str) -> Charter:
    found = find_capability(registry, capability)
    assert found is not None
    return charter_for(registry, found)


def suite(tree: Decidable, path: str) -> Rehearsal:
    (entity,) = tree.view.definitions("scenario", path)
    return rehearse(tree.view, entity)


def wherever(value: Any) -> Any:
    """Leave out of a value what says where the definitions lie."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {key: wherever(inner) for key, inner in value.items() if key not in WHERE}
    return [wherever(inner) for inner in value] if isinstance(value, (list, tuple)) else value


@pytest.mark.parametrize("path", SUITES)
def test_a_bundle_decides_as_the_tree_does(tree: Decidable, shipped: Decidable, path: str) -> None:
    found = suite(tree, path)
    here, there = (charter(registry, found.suite.capability) for registry in (tree, shipped))

    assert here.digest == there.digest
    assert found.acts
    for act in found.acts:
        for case in act.cases:
            given = case.values
            now = act.scenario.now or found.suite.now or NOW
            request = Request(given["input"], given["principal"], now, given.get("resource"), given.get("context"))
            one, other = decide(here, request), decide(there, request)

            assert wherever(one) == wherever(other)
            if "output" in given:
                output, after = given["output"], given.get("after")
                assert wherever(follow(here, request, output, after)) == wherever(follow(there, request, output, after))


def test_every_capability_is_decided_on(tree: Decidable) -> None:
    known = {entity.id for entity in tree.entities() if entity.kind == "capability"}

    assert {suite(tree, path).suite.capability for path in SUITES} == known


def test_a_yes_to_one_counts_for_no_other(tree: Decidable, shipped: Decidable) -> None:
    found = suite(tree, "scenarios/work-permit/update-validity.yaml")
    given = found.acts[0].cases[0].values
    request = Request(given["input"], given["principal"], NOW, given["resource"])
    here, there = (decide(charter(registry, "workPermit.updateValidity"), request) for registry in (tree, shipped))

    assert here.question is not None
    assert there.question is not None
    assert here.question.message == there.question.message
    assert here.question.digest != there.question.digest


def test_conditions_in_another_language_decide_nothing(pilot_folder: Path, tmp_path: Path) -> None:
    folder = pilot_folder / "dist/bundle"
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    registry = {**json.loads(files[REGISTRY]), "conditions": {"language": "CEL", "profile": "alvara.conditions/2"}}
    write_folder(resealed({**files, REGISTRY: canonical(registry)}), os.fspath(tmp_path / "bundle"))

    with pytest.raises(CannotLook, match="another language of conditions"):
        open_decidable(os.fspath(tmp_path), "bundle")
