"""The folder of a bundle where a revision may be named: verified first, then compared like any other."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bundle.repository import commit, git
from tests.bundle.running import held
from tests.cli.bundled import BUNDLE, NOW, POSTPONE, edit, raise_risk, take_away
from tests.cli.conftest import Run
from tests.ran import Ran


def _alias(root: Path) -> None:
    edit(root, "semantic-ids/order.yaml", ("    aliases: [order.due]\n", ""))


def _renamed(root: Path) -> None:
    edit(root, "semantic-ids/item.yaml", ("id: item", "id: article"))
    (root / "semantic-ids/item.yaml").rename(root / "semantic-ids/article.yaml")


def _new(root: Path) -> None:
    (root / "semantic-ids/place.yaml").write_text("id: place\ntype: entity\nname: Place\n")


def _policy(root: Path) -> None:
    edit(root, "policies/order/closed.yaml", ("[medium]", "[low]"), ("effect: deny", "effect: require-confirmation"))


def _schema(root: Path) -> None:
    edit(root, POSTPONE, ("type: integer", "type: integer, maximum: 5"))


def _page(root: Path) -> None:
    edit(root, "docs/order.md", ("# Orders", "# Orders, and what becomes of them"))


def _page_gone(root: Path) -> None:
    (root / "docs/order.md").rename(root / "docs/orders.md")


def _page_bound(root: Path) -> None:
    edit(root, "docs/order.md", ("semanticId: order\n", "semanticId: item\n"))


def _page_moved_and_follows(root: Path) -> None:
    """Rename what a page explains, and the page."""
    old, new = root / "semantic-ids/order.yaml", root / "semantic-ids/sale.yaml"
    block, rest = old.read_text(encoding="utf-8").split("  - id: order.deadline", 1)
    lines = block.replace("id: order\n", "id: sale\n    aliases: [order]\n").replace("docs/order", "docs/sale")
    new.write_text(lines, encoding="utf-8", newline="\n")
    old.write_text("resources:\n  - id: order.deadline" + rest, encoding="utf-8", newline="\n")
    edit(root, "docs/order.md", ("semanticId: order\n", "semanticId: sale\n"))
    (root / "docs/order.md").rename(root / "docs/sale.md")


def _registry(root: Path) -> None:
    edit(root, "alvara.yaml", ("6f1c2a34", "7a1c2a34"), ("name: shop", "name: store"))


CHANGES: dict[str, Callable[[Path], None]] = {
    change.__name__.removeprefix("_"): change
    for change in (
        raise_risk, take_away, _alias, _renamed, _new, _policy, _schema, _page, _page_gone, _page_bound,
        _page_moved_and_follows, _registry,
    )
}  # fmt: skip


def _errors(ran: Ran) -> list[tuple[str, str, str]]:
    return [(f["rule"], f["subject"], f["message"]) for f in ran.json["findings"]]


def _changes(ran: Ran) -> list[dict[str, Any]]:
    """List the changes without their places: what is gone stands in another file of a bundle."""
    return [{k: v for k, v in change.items() if k not in ("file", "line")} for change in ran.json["changes"]]


def test_the_same_content_shows_nothing(bundled: Path, run: Run) -> None:
    before = held(bundled)
    checked = run("check", "--base", BUNDLE, "--format", "json")
    plain = run("check", "--base", "none", "--format", "json")

    assert (checked.code, _errors(checked)) == (plain.code, _errors(plain))
    assert checked.json["bases"] == [
        {"kind": "explicit", "ref": BUNDLE, "commit": git(bundled, "rev-parse", "HEAD")}
    ]  # fmt: skip
    for ends in ((BUNDLE,), ("HEAD", BUNDLE), (BUNDLE, "HEAD"), (BUNDLE, BUNDLE), (BUNDLE, "--staged")):
        found = run("diff", *ends, "--format", "json")
        assert (found.code, found.err, found.json["changes"], found.json["bumps"]) == (0, "", [], [])
    assert held(bundled) == before


@pytest.mark.parametrize("name", CHANGES)
def test_check_finds_what_it_finds_against_the_commit(bundled: Path, run: Run, name: str) -> None:
    CHANGES[name](bundled)
    bundle, revision = (run("check", "--base", base, "--format", "json") for base in (BUNDLE, "HEAD"))

    assert sorted(_errors(bundle)) == sorted(_errors(revision))
    assert bundle.code == revision.code


@pytest.mark.parametrize("name", CHANGES)
def test_diff_shows_what_it_shows_against_the_commit(bundled: Path, run: Run, name: str) -> None:
    before = git(bundled, "rev-parse", "HEAD")
    CHANGES[name](bundled)
    bundle, revision = (run("diff", base, *NOW, "--format", "json") for base in (BUNDLE, before))
    if name == "registry":
        assert [c["aspect"] for c in _changes(bundle)] == ["registry", "name"]

    assert _changes(bundle) == _changes(revision)
    assert bundle.json["bumps"] == revision.json["bumps"]
    assert name in ("page", "page_gone", "page_bound") or _changes(bundle) != []


@pytest.mark.parametrize("name", [name for name in CHANGES if name != "registry"])
def test_bundle_as_the_later_revision(bundled: Path, run: Run, name: str) -> None:
    CHANGES[name](bundled)
    after = commit(bundled)
    there, back = (run("diff", *ends, *NOW, "--format", "json") for ends in ((BUNDLE, after), (after, BUNDLE)))

    assert _changes(back) == _changes(run("diff", after, "HEAD~1", *NOW, "--format", "json"))
    assert _changes(there) == _changes(run("diff", "HEAD~1", after, *NOW, "--format", "json"))


def test_what_is_gone_is_shown_in_the_bundle(bundled: Path, run: Run) -> None:
    take_away(bundled)
    ran = run("check", "--base", f"./{BUNDLE}/")
    (found,) = [
        f for f in run("check", "--base", BUNDLE, "--format", "json").json["findings"]
        if f["rule"] == "removed-without-tombstone"
    ]  # fmt: skip
    path = f"{BUNDLE}/private/capabilities/order.postpone.json"
    line = (bundled / path).read_text(encoding="utf-8").split("\n")[found["line"] - 1]

    assert (found["file"], found["revision"]) == (path, "base")
    assert line[found["column"] - 1 : found["endColumn"] - 1] == '"order.postpone"'
    assert f"{path}:1:" in ran.out
    assert max(map(len, ran.out.splitlines())) < 400, "the file is one line, and only a part of it is shown"
    assert "`./dist/bundle/` is taken for the bundle in that folder" in ran.out


def test_path_narrows_what_is_told_of_a_bundle_too(bundled: Path, run: Run) -> None:
    take_away(bundled)
    rules = [
        [rule for rule, *_ in _errors(run("check", "--base", BUNDLE, "--format", "json", path))]
        for path in ("capabilities/order", "docs")
    ]

    assert "removed-without-tombstone" in rules[0]
    assert "removed-without-tombstone" not in rules[1]


def test_no_repository_is_needed(bundled: Path, tmp_path_factory: pytest.TempPathFactory, run: Run) -> None:
    elsewhere = tmp_path_factory.mktemp("plain") / "registry"
    shutil.copytree(bundled, elsewhere, ignore=shutil.ignore_patterns(".git"))
    raise_risk(elsewhere)
    checked = run("-C", str(elsewhere), "check", "--base", BUNDLE, "--format", "json")
    shown = run("-C", str(elsewhere), "diff", BUNDLE, "--format", "json")

    assert "breaking-change-without-major" in {rule for rule, *_ in _errors(checked)}
    assert {change["aspect"] for change in shown.json["changes"]} == {"guards", "outcome", "risk"}
    assert (checked.code, shown.code) == (1, 0)


def test_bundle_outside_the_registry_is_named_as_it_was_given(bundled: Path, run: Run) -> None:
    outside = bundled.parent / "elsewhere"
    shutil.copytree(bundled / BUNDLE, outside)
    take_away(bundled)

    for name in ("../elsewhere", str(outside)):
        (change,) = [c for c in run("diff", name, "--format", "json").json["changes"] if c["kind"] == "capability"]
        assert change["file"] == f"{name}/private/capabilities/order.postpone.json"


def test_bundle_of_a_tree_that_no_commit_holds_has_no_commit(bundled: Path, run: Run) -> None:
    edit(bundled, "semantic-ids/item.yaml", ("name: Item", "name: Thing"))
    run("bundle", "build", "--out", "dist/dirty")
    ran = run("check", "--base", "dist/dirty", "--format", "json")

    assert ran.json["bases"] == [{"kind": "explicit", "ref": "dist/dirty", "commit": ""}]
    assert "compared with dist/dirty, root" in run("check", "--base", "dist/dirty").out


def test_folder_of_a_bundle_goes_before_a_branch_of_that_name(bundled: Path, run: Run) -> None:
    git(bundled, "branch", BUNDLE)
    raise_risk(bundled)
    commit(bundled)
    git(bundled, "branch", "-f", BUNDLE)

    assert {c["aspect"] for c in run("diff", BUNDLE, "--format", "json").json["changes"]} == {
        "guards", "outcome", "risk",
    }  # fmt: skip
    shutil.rmtree(bundled / "dist")
    assert run("diff", BUNDLE, "--format", "json").json["changes"] == []
