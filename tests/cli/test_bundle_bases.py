"""The folder of a bundle where a revision may be named: verified first, then compared like any other."""

import json
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alvara.bundle.build import assemble
from alvara.bundle.verify import _contents
from tests.bundle.repository import commit, git
from tests.bundle.running import held
from tests.cli.conftest import Ran, Run

BUNDLE = "dist/bundle"
POSTPONE = "capabilities/order/postpone.yaml"
NOW = ("--now", "2026-09-01T12:00:00Z")


_COMPLETE = """\
outputSchema: {type: object}
implementation: {module: orders, function: postpone}
execution: {idempotent: true, idempotencyStrategy: natural}
verification: {enabled: true, method: response}
confirmation: {required: true}
"""


@pytest.fixture
def bundled(shop: Path, run: Run) -> Path:
    """The registry, committed on `main`, and a bundle of that, in no repository's way."""
    (shop / ".gitignore").write_text("dist/\n")
    with (shop / POSTPONE).open("a", encoding="utf-8") as file:
        file.write(_COMPLETE)
    commit(shop)
    assert run("bundle", "build").code == 0
    return shop


def edit(root: Path, path: str, *changes: tuple[str, str]) -> None:
    text = (root / path).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (root / path).write_text(text, encoding="utf-8", newline="\n")


def _risk(root: Path) -> None:
    edit(root, POSTPONE, ("risk: medium", "risk: high"))


def _gone(root: Path) -> None:
    (root / POSTPONE).unlink()
    edit(root, "semantic-ids/order.yaml", ("    capabilityRefs: [{ref: order.postpone, confidence: VERIFIED}]\n", ""),
         ("      - {type: UPDATED_BY, target: order.postpone, confidence: VERIFIED}\n", ""))  # fmt: skip


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
        _risk, _gone, _alias, _renamed, _new, _policy, _schema, _page, _page_gone, _page_bound,
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
    _gone(bundled)
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
    _gone(bundled)
    rules = [
        [rule for rule, *_ in _errors(run("check", "--base", BUNDLE, "--format", "json", path))]
        for path in ("capabilities/order", "docs")
    ]

    assert "removed-without-tombstone" in rules[0]
    assert "removed-without-tombstone" not in rules[1]


def test_no_repository_is_needed(bundled: Path, tmp_path_factory: pytest.TempPathFactory, run: Run) -> None:
    elsewhere = tmp_path_factory.mktemp("plain") / "registry"
    shutil.copytree(bundled, elsewhere, ignore=shutil.ignore_patterns(".git"))
    _risk(elsewhere)
    checked = run("-C", str(elsewhere), "check", "--base", BUNDLE, "--format", "json")
    shown = run("-C", str(elsewhere), "diff", BUNDLE, "--format", "json")

    assert "breaking-change-without-major" in {rule for rule, *_ in _errors(checked)}
    assert [change["aspect"] for change in shown.json["changes"]] == ["guards", "risk"]
    assert (checked.code, shown.code) == (1, 0)


def test_bundle_outside_the_registry_is_named_as_it_was_given(bundled: Path, run: Run) -> None:
    outside = bundled.parent / "elsewhere"
    shutil.copytree(bundled / BUNDLE, outside)
    _gone(bundled)

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
    _risk(bundled)
    commit(bundled)
    git(bundled, "branch", "-f", BUNDLE)

    assert {c["aspect"] for c in run("diff", BUNDLE, "--format", "json").json["changes"]} == {"guards", "risk"}
    shutil.rmtree(bundled / "dist")
    assert run("diff", BUNDLE, "--format", "json").json["changes"] == []


VERBS = [("check", "--base", BUNDLE), ("diff", BUNDLE), ("diff", "HEAD", BUNDLE)]


def _without_a_file(folder: Path) -> None:
    (folder / "private/policies/order.closed.json").unlink()


def _with_other_bytes(folder: Path) -> None:
    path = folder / "public/capabilities/order.postpone.json"
    path.write_bytes(path.read_bytes().replace(b"Moves", b"Takes"))


def _with_a_stranger(folder: Path) -> None:
    (folder / "private/more.json").write_text("{}")


def _with_a_link(folder: Path) -> None:
    (folder / "index.json").unlink()
    (folder / "index.json").symlink_to("registry.json")


def _with_no_manifest_worth_the_name(folder: Path) -> None:
    (folder / "agent-manifest.json").write_text("[]")


def _alone(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "agent-manifest.json").symlink_to("nowhere")


@pytest.mark.parametrize(
    "damage",
    [_without_a_file, _with_other_bytes, _with_a_stranger, _with_a_link, _with_no_manifest_worth_the_name, _alone],
)
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_damaged_bundle_is_not_compared_with(
    bundled: Path, run: Run, damage: Callable[[Path], None], verb: tuple[str, ...]
) -> None:
    damage(bundled / BUNDLE)
    ran = run(*verb)

    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert f"the bundle in `{BUNDLE}` " in ran.err


@pytest.mark.parametrize(("name", "shown"), [("my bundle", "'my bundle'"), ("-bundle", "./-bundle")])
def test_the_command_that_says_all_can_be_run_as_it_stands(bundled: Path, run: Run, name: str, shown: str) -> None:
    (bundled / BUNDLE).rename(bundled / name)
    _without_a_file(bundled / name)
    ran = run("check", "--base", name)

    assert ran.code == 2
    assert f"`alvara bundle verify {shown}` says all" in ran.err
    assert run(*shlex.split(f"bundle verify {shown}")).code == 1


@pytest.mark.parametrize("verb", [("check", "--base"), ("diff",), ("diff", "HEAD")], ids=" ".join)
def test_an_archive_is_to_be_unpacked_first(bundled: Path, run: Run, verb: tuple[str, ...]) -> None:
    shutil.make_archive(str(bundled / "bundle"), "tar", bundled / BUNDLE)
    ran = run(*verb, "bundle.tar")

    assert ran.code == 2
    assert "unpack the archive of that name, and name the folder" in ran.err


def _remade(folder: Path, change: Callable[[dict[str, bytes]], None]) -> None:
    """Make a bundle again from other files, so that it is whole."""
    files = held(folder)
    change(files)
    shutil.rmtree(folder)
    for path, data in assemble(_contents(files)).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def _changed_json(path: str, **keys: Any) -> Callable[[dict[str, bytes]], None]:
    def change(files: dict[str, bytes]) -> None:
        value = {k: v for k, v in (json.loads(files[path]) | keys).items() if v is not ...}
        files[path] = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

    return change


@pytest.mark.parametrize(
    "change",
    [
        _changed_json("registry.json", locales=...), _changed_json("registry.json", locales=[1]),
        _changed_json("public/knowledge/docs/order.json", texts=[1]),
    ],
    ids=["no locales", "locales of another type", "texts of another type"],
)  # fmt: skip
@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_bundle_that_is_whole_and_makes_no_sense_is_refused_or_passed_over(
    bundled: Path, run: Run, change: Callable[[dict[str, bytes]], None], verb: tuple[str, ...]
) -> None:
    _remade(bundled / BUNDLE, change)
    ran = run(*verb)

    assert ran.code in (0, 2)
    assert "Traceback" not in ran.err
    assert ran.code == 0 or f"the bundle in `{BUNDLE}` cannot be read" in ran.err


def test_definition_of_another_shape_is_compared_as_far_as_it_is_known(bundled: Path, run: Run) -> None:
    path = "private/capabilities/order.postpone.json"
    _remade(bundled / BUNDLE, _changed_json(path, risk="vast"))
    said = f"{BUNDLE}/{path} is not understood"

    assert said in run("check", "--base", BUNDLE).out
    assert said in run("diff", BUNDLE).err
    _gone(bundled)
    assert "removed-without-tombstone" in {
        rule for rule, *_ in _errors(run("check", "--base", BUNDLE, "--format", "json"))
    }


def test_newer_format_is_compared_as_far_as_it_is_known(bundled: Path, run: Run) -> None:
    manifest = bundled / BUNDLE / "agent-manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"alvara.bundle/1.0", b"alvara.bundle/1.7"))
    _risk(bundled)
    judged, shown = run("check", "--base", BUNDLE), run("diff", BUNDLE)

    assert "error[breaking-change-without-major]" in judged.out
    assert "has the format `alvara.bundle/1.7`, newer than" in judged.out
    assert "has the format `alvara.bundle/1.7`, newer than" in shown.err
    assert (judged.code, shown.code) == (1, 0)


def test_bundle_is_shown_as_of_its_own_day(bundled: Path, run: Run) -> None:
    own = "2026-10-05T08:00:00Z"
    assert run("bundle", "build", "--now", own).code == 0

    assert run("diff", "HEAD", BUNDLE, "--format", "json").json["now"] == own
    assert run("diff", BUNDLE, "HEAD", "--format", "json").json["now"] == "2026-09-01T12:00:00Z"
    assert (
        run("diff", "HEAD", BUNDLE, "--now", "2027-01-01T00:00:00Z", "--format", "json").json["now"].startswith("2027")
    )


@pytest.mark.parametrize("name", ["./docs", "../", "/"])
@pytest.mark.parametrize("verb", [("check", "--base"), ("diff",), ("diff", "HEAD")], ids=" ".join)
def test_path_of_a_folder_is_no_name_of_a_revision(bundled: Path, run: Run, verb: tuple[str, ...], name: str) -> None:
    ran = run(*verb, name)

    assert ran.code == 2
    assert f"the folder `{name}` is no bundle: there is no agent-manifest.json in it" in ran.err


@pytest.mark.parametrize("verb", [("check", "--base"), ("diff",), ("diff", "HEAD")], ids=" ".join)
def test_folder_that_is_no_bundle_is_said_to_be_none(bundled: Path, run: Run, verb: tuple[str, ...]) -> None:
    ran = run(*verb, "docs")

    assert ran.code == 2
    assert "there is no such revision here" in ran.err
    assert "the folder of that name is no bundle either, which would have its agent-manifest.json" in ran.err


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is kept shut from root")
def test_bundle_that_is_kept_shut_cannot_be_compared_with(bundled: Path, run: Run) -> None:
    (bundled / BUNDLE / "registry.json").chmod(0)
    ran = run("check", "--base", BUNDLE)

    assert (ran.code, "cannot be read: Permission denied" in ran.err) == (2, True)
