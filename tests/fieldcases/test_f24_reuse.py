"""F24: an ID that was retired is taken by nothing again, in no kind, under no name, whatever the base is."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, run, write
from tests.fieldcases.revisions import ZONE, ZONE_TEXT, bury, commit, deprecated, judged, sow_contracts
from tests.fieldcases.surroundings import git

_NEW_ID = "capabilities/work-permit/zone.yaml"


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    """Three commits: it is there, its end is announced, it is retired as the rules demand."""
    (tmp_path / "registry").mkdir()
    root = sow_contracts(tmp_path / "registry")
    git(root, "tag", "there")
    write(root, ZONE, deprecated("2026-09-01"))
    assert judged(root).briefly == []
    commit(root)
    (root / ZONE).unlink()
    bury(root)
    assert judged(root).briefly == []
    commit(root)
    return root


def _capability(root: Path) -> str:
    text = (root / CAPABILITY).read_text().replace("workPermit.updateValidity", "workPermit.zone")
    return text.replace("status: active", "status: draft").replace("/validity", "/zone")


def _heirs(root: Path) -> dict[str, tuple[str, str]]:
    """What takes the ID, by what it is: the file and its text."""
    policy = (root / POLICY).read_text().replace("workPermit.high", "workPermit.zone")
    alias = ZONE_TEXT.replace("workPermit.zone", "workPermit.area") + "aliases: [workPermit.zone]\n"
    called = _capability(root).replace("id: workPermit.zone", "id: workPermit.area") + "aliases: [workPermit.zone]\n"
    return {
        "the same, unchanged": (ZONE, ZONE_TEXT),
        "the same as it was last": (ZONE, deprecated("2026-09-01")),
        "a draft": (ZONE, ZONE_TEXT.replace("active", "draft")),
        "another type": (ZONE, ZONE_TEXT.replace("field", "component")),
        "a capability": (_NEW_ID, _capability(root)),
        "a policy": ("policies/work-permit/zone.yaml", policy),
        "an alias": ("semantic-ids/work-permit/area.yaml", alias),
        "an alias of another kind": ("capabilities/work-permit/area.yaml", called),
    }


_PLACES = {
    "an alias": "semantic-ids/work-permit/area.yaml:6:11",
    "an alias of another kind": "capabilities/work-permit/area.yaml:24:11",
}
NAMES = (
    "the same, unchanged", "the same as it was last", "a draft", "another type", "a capability", "a policy", "an alias",
    "an alias of another kind",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_whatever_takes_the_id_is_told_what_it_was_and_when_it_went_and_no_more(registry: Path, name: str) -> None:
    path, text = _heirs(registry)[name]
    write(registry, path, text)

    for base in ("HEAD", "none"):
        found = [f for f in judged(registry, "--base", base).findings if f["rule"] != "missing-documentation"]

        assert [f["rule"] for f in found] == ["retired-id-reused"]
        assert f"{found[0]['file']}:{found[0]['line']}:{found[0]['column']}" == _PLACES.get(name, f"{path}:1:5")
        assert found[0]["message"] == "`workPermit.zone` was a resource until 2026-08-31, and is never used again"
        assert [r["file"] for r in found[0]["related"]] == ["ledger/tombstones/resource/workPermit.zone.yaml"]


def test_against_the_first_commit_alone_the_removal_counts_and_the_reuse_too(registry: Path) -> None:
    write(registry, _NEW_ID, _capability(registry))

    found = [rule for rule, _ in judged(registry, "--base", "there").briefly if rule != "missing-documentation"]

    assert sorted(found) == ["lifecycle-step-skipped", "retired-id-reused"]


def test_tombstone_cannot_be_taken_away_to_make_room(registry: Path) -> None:
    (registry / "ledger/tombstones/resource/workPermit.zone.yaml").unlink()
    write(registry, ZONE, ZONE_TEXT)

    assert [rule for rule, _ in judged(registry).briefly] == ["ledger-rewritten"]


def test_reuse_cannot_be_waived(registry: Path) -> None:
    write(registry, ZONE, ZONE_TEXT)
    with (registry / "alvara.yaml").open("a") as settings:
        waiver = "{rule: retired-id-reused, subject: workPermit.zone, reason: So., owner: ana, expires: '2026-10-01'}"
        settings.write(f"waivers: [{waiver}]\n")

    assert run(registry, "check").code != 0
