"""Twenty-six releases of a vocabulary that others publish: what was done to its IDs is told, and nothing else."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.app.check import examine
from alvara.app.comparing import Other, compare_with
from alvara.app.settings import read_settings
from alvara.cli.main import main
from alvara.compare.bases import Base
from alvara.compare.comparison import Comparison
from alvara.identity.digests import blob_id
from tests.case import VALIDATORS, extract_all
from tests.replay.conversion import METRIC
from tests.replay.history import History, Thing

Told = Mapping[str, frozenset[str]]
"""The subjects of findings, by rule."""

GONE = ("removed-without-tombstone", "rename-without-alias")
LEAPS = (("v1.26.0", "v1.37.0"), ("v1.37.0", "v1.44.0"), ("v1.26.0", "v1.44.0"))
"""Comparisons across many releases, beside those of each with the one before it."""

REMOVED = {
    ("v1.21.0", "v1.22.0"): (16, 23), ("v1.22.0", "v1.23.0"): (2, 0), ("v1.23.1", "v1.24.0"): (3, 2),
    ("v1.24.0", "v1.25.0"): (0, 5), ("v1.36.0", "v1.37.0"): (0, 2), ("v1.26.0", "v1.37.0"): (0, 2),
}  # fmt: skip
"""How many attributes and metrics went, as counted by a program that has nothing to do with this one."""


@pytest.fixture(scope="module")
def told(history: History, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], Told]]:
    """Check a release against an earlier one."""
    known: dict[tuple[str, str], Told] = {}

    def check(base: str, head: str) -> Told:
        if (base, head) not in known:
            out = io.TextIOWrapper(io.BytesIO())
            with redirect_stdout(out):
                code = main(["-C", str(history.trees[head]), "check", "--base", base, "--format", "json"])
            document = json.loads(out.buffer.getvalue())
            errors = [finding for finding in document["findings"] if finding["severity"] == "error"]

            assert code == int(bool(errors))
            assert [one["ref"] for one in document["bases"]] == [base]
            rules = {finding["rule"] for finding in errors}
            known[base, head] = {
                rule: frozenset(finding["subject"] for finding in errors if finding["rule"] == rule) for rule in rules
            }
        return known[base, head]

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield check


def _pairs(history: History) -> list[tuple[str, str]]:
    tags = list(history.trees)
    return [*pairwise(tags), *LEAPS]


def _gone(told: Told) -> frozenset[str]:
    return frozenset[str]().union(*(told.get(rule, frozenset()) for rule in GONE))


def _happened(before: Mapping[str, Thing], after: Mapping[str, Thing]) -> dict[str, frozenset[str]]:
    """Say what a check has to tell, from the model files alone."""
    kept = [(id, before[id].item, after[id].item) for id in before.keys() & after.keys()]
    ends = {id for id, thing in after.items() if thing.item["status"] == "deprecated"}
    successors = {id: str(after[id].item["deprecation"].get("replacedBy", "")) for id in ends}
    happened = {
        "gone": before.keys() - after.keys(),
        "lifecycle-went-back": {id for id, was, now in kept if was["status"] == "deprecated" != now["status"]},
        "lifecycle-step-skipped": ends - before.keys(),
        "meaning-changed": {id for id, was, now in kept if _is_wider(was["valueSchema"], now["valueSchema"])},
        "successor-not-an-id": {id for id, successor in successors.items() if " " in successor},
    }
    return {rule: frozenset(ids) for rule, ids in happened.items() if ids}


def _is_wider(was: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Whether there may be a value now that there was not, as far as the conversion writes schemas."""
    if "type" in was and was["type"] != now.get("type"):
        return True
    return "enum" in was and not ("enum" in now and set(now["enum"]) <= set(was["enum"]))


def test_all_that_happened_is_told_and_nothing_else(history: History, told: Callable[[str, str], Told]) -> None:
    wrong = {}
    for base, head in _pairs(history):
        found = dict(told(base, head))
        if gone := _gone(found):
            found = {"gone": gone} | {rule: ids for rule, ids in found.items() if rule not in GONE}
        happened = _happened(history.things[base], history.things[head])
        if found != happened:
            wrong[base, head] = (found, happened)

    assert wrong == {}


@pytest.mark.parametrize("pair", REMOVED, ids="..".join)
def test_every_removal_that_was_counted_is_told(told: Callable[[str, str], Told], pair: tuple[str, str]) -> None:
    gone = _gone(told(*pair))
    metrics = {id for id in gone if id.startswith(METRIC)}

    assert (len(gone - metrics), len(metrics)) == REMOVED[pair]


def test_things_that_only_moved_are_not_told(history: History, told: Callable[[str, str], Told]) -> None:
    before, after = history.things["v1.26.0"], history.things["v1.44.0"]
    moved = [id for id in before if not id.startswith(METRIC) and before[id].path != after[id].path]

    assert len(moved) == 487
    assert _gone(told("v1.26.0", "v1.44.0")) == frozenset()


@pytest.mark.parametrize(
    ("base", "head", "id"),
    [
        ("v1.25.0", "v1.26.0", "db.elasticsearch.node.name"),
        ("v1.30.0", "v1.31.0", "enduser.id"),
        ("v1.32.0", "v1.33.0", "db.query.parameter"),
    ],
)
def test_a_thing_that_came_back_to_life_is_told(
    told: Callable[[str, str], Told], base: str, head: str, id: str
) -> None:
    assert told(base, head)["lifecycle-went-back"] == {id}


def test_a_sentence_instead_of_a_successor_is_told_as_long_as_it_stood(
    history: History, told: Callable[[str, str], Told]
) -> None:
    tags = list(history.trees)
    bad = {head: told(base, head).get("successor-not-an-id") for base, head in pairwise(tags)}

    assert [tag for tag in bad if bad[tag]] == tags[tags.index("v1.38.0") : tags.index("v1.43.0") + 1]
    assert set(bad.values()) == {None, frozenset({"db.redis.database_index"})}


@pytest.mark.parametrize(
    ("base", "head", "ids"),
    [
        ("v1.23.1", "v1.24.0", {"host.cpu.family", "host.cpu.model.id"}),
        ("v1.24.0", "v1.25.0", {"host.cpu.stepping"}),
    ],
)
def test_a_number_that_became_a_text_is_told(
    told: Callable[[str, str], Told], base: str, head: str, ids: set[str]
) -> None:
    assert told(base, head)["meaning-changed"] == ids


@pytest.mark.parametrize(
    ("base", "head", "id"),
    [
        ("v1.23.1", "v1.24.0", "messaging.system"),
        ("v1.25.0", "v1.26.0", "messaging.operation"),
        ("v1.40.0", "v1.41.0", "deployment.environment.name"),
    ],
)
def test_a_text_that_got_well_known_values_is_a_change_that_breaks_nobody(
    history: History, told: Callable[[str, str], Told], base: str, head: str, id: str
) -> None:
    compared = next(one for one in _facts(history, base, head).compared if one.after.facts.id == id)

    assert "values" in {change.aspect for change in compared.changes}
    assert {change.impact for change in compared.changes} <= {"text", "additive"}
    assert id not in told(base, head).get("meaning-changed", frozenset())


def _facts(history: History, base: str, head: str) -> Comparison:
    now, then = (_tree(history.trees[tag]) for tag in (head, base))
    settings = read_settings(now, VALIDATORS)
    outcome = examine(now, settings, VALIDATORS, "2026-09-01", extract_all, None)

    assert settings.config is not None
    assert outcome.sight is not None
    blobs = {entry.path: blob_id(then.read(entry.path)) for entry in then.entries() if entry.kind == "file"}
    other = Other(Base("explicit", base, "0" * 40), blobs, then)
    return compare_with(other, outcome.sight, settings.config, VALIDATORS, "2026-09-01")[0]


def _tree(folder: Path) -> DirectoryTree:
    return DirectoryTree(folder, ("semantic-ids",))


RENAMED = {
    ("v1.22.0", "v1.23.0"): {
        "thread.daemon": "jvm.thread.daemon", "http.resend_count": "http.request.resend_count",
    },
    ("v1.23.1", "v1.24.0"): {
        "metric.jvm.memory.usage": "metric.jvm.memory.used",
        "metric.jvm.memory.usage_after_last_gc": "metric.jvm.memory.used_after_last_gc",
        "system.disk.direction": "disk.io.direction", "system.network.direction": "network.io.direction",
    },
    ("v1.24.0", "v1.25.0"): {
        "metric.system.processes.count": "metric.system.process.count",
        "metric.system.processes.created": "metric.system.process.created",
    },
    ("v1.36.0", "v1.37.0"): {"metric.system.network.dropped": "metric.system.network.packet.dropped"},
}  # fmt: skip
"""What became of IDs that went without a record, by the notes of those releases, as far as it is told."""


@pytest.mark.parametrize("pair", RENAMED, ids="..".join)
def test_a_rename_without_a_record_is_seen_to_be_one(history: History, pair: tuple[str, str]) -> None:
    guesses = _facts(history, *pair).guesses

    assert {one.before.facts.id: one.after.facts.id for one in guesses} == RENAMED[pair]


def test_a_family_that_moved_to_another_prefix_is_seen_to_have_done_so(history: History) -> None:
    guesses = {one.before.facts.id: one.after.facts.id for one in _facts(history, "v1.21.0", "v1.22.0").guesses}
    old = "metric.process.runtime.jvm."
    family = {id for id in history.things["v1.21.0"] if id.startswith(old)}

    assert len(family) == 17
    assert family <= guesses.keys()
    assert all(guesses[id].startswith("metric.jvm.") for id in family)
    assert guesses[f"{old}gc.duration"] == "metric.jvm.gc.duration"
    assert guesses[f"{old}buffer.limit"] == "metric.jvm.buffer.memory.limit"
