"""get, find, graph and coverage give the same answer from a bundle as from the tree that it was made of."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.bundles import write_tar
from alvara.adapters.directory import DirectoryTree
from alvara.cli.main import main
from tests.bundle.conftest import FILES, FOLDERS, OWN_ORIGIN, bundle, bundle_tree
from tests.bundle.repository import write
from tests.bundle.running import Ran
from tests.release.world import resealed
from tests.runtime.bundles import on_disk
from tests.this_registry import copy_registry

Ask = Callable[..., Ran]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Ask:
    """Run a verb in some folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def command(folder: Path, *arguments: str) -> Ran:
        capfd.readouterr()
        code = main(["-C", str(folder), *arguments])
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return command


@pytest.fixture(scope="module")
def pilot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this repository's registry in which one capability has two majors, with a bundle of it."""
    root = copy_registry(tmp_path_factory.mktemp("pilot") / "registry")
    search = (root / "capabilities/work-permit/search.yaml").read_text(encoding="utf-8")
    next_major = search.replace('version: "1.', 'version: "2.').replace("status: active", "status: draft")
    write(root, {"capabilities/work-permit/search.v2.yaml": next_major})
    (root / "dist").mkdir()
    on_disk(bundle_tree(DirectoryTree(root, FOLDERS), OWN_ORIGIN), root / "dist/bundle")
    return root


def without_files(text: str) -> Any:
    """Read an answer, but for the files that it names."""
    said = json.loads(text)
    for match in said.get("matches", ()):
        del match["file"]
    return said


NAMES = (
    "workPermit", "workPermit.validity", "permit.validity", "workPermit.updateValidity", "workPermit.clone",
    "workPermit.validity.update", "ui.workPermit", "workPermit.components.list",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("style", ["json", "text", "mermaid", "dot"])
def test_a_graph_is_the_same_byte_for_byte(ask: Ask, pilot: Path, name: str, style: str) -> None:
    tree = ask(pilot, "graph", name, "--depth", "3", "--format", style)
    bundled = ask(pilot, "graph", name, "--depth", "3", "--format", style, "--bundle", "dist/bundle")

    assert (tree.code, bundled.code) == (0, 0)
    assert bundled.out == tree.out


@pytest.mark.parametrize("style", ["json", "text"])
def test_coverage_is_the_same_byte_for_byte(ask: Ask, pilot: Path, style: str) -> None:
    tree = ask(pilot, "coverage", "--format", style)
    bundled = ask(pilot, "coverage", "--format", style, "--bundle", "dist/bundle")

    assert (tree.code, bundled.code) == (0, 0)
    assert bundled.out == tree.out


@pytest.mark.parametrize(
    "query", [[], ["validity"], ["prazo"], ["permissão", "trab"], ["--kind", "policy"], ["--type", "field"], ["zzz"]]
)
def test_find_gives_the_same_in_the_same_order_but_for_the_files(ask: Ask, pilot: Path, query: list[str]) -> None:
    tree = ask(pilot, "find", *query, "--format", "json")
    bundled = ask(pilot, "find", *query, "--format", "json", "--bundle", "dist/bundle")

    assert (tree.code, bundled.code) == (0, 0)
    assert without_files(bundled.out) == without_files(tree.out)
    files = [match["file"] for match in json.loads(bundled.out)["matches"]]
    assert all((pilot / "dist/bundle" / file).is_file() for file in files)


@pytest.mark.parametrize("public", [[], ["--public"]])
def test_get_gives_the_same_values(ask: Ask, pilot: Path, public: list[str]) -> None:
    compared = 0
    for name in NAMES:
        tree = ask(pilot, "get", name, *public, "--format", "json")
        bundled = ask(pilot, "get", name, *public, "--format", "json", "--bundle", "dist/bundle")

        assert (tree.code, bundled.code) == (0, 0)
        said = json.loads(tree.out)
        if "$ref" not in tree.out:  # a bundle has schemas written out
            assert json.loads(bundled.out) == said
            compared += 1
    assert compared >= len(NAMES) // 2


def test_a_tar_archive_is_asked_too_and_needs_no_registry_around_it(ask: Ask, tmp_path: Path) -> None:
    write_tar(bundle(FILES), str(tmp_path / "bundle.tar"))

    ran = ask(tmp_path, "get", "order.due", "--public", "--format", "json", "--bundle", "bundle.tar")

    assert ran.code == 0
    assert json.loads(ran.out)["resource"]["id"] == "order.deadline"


def test_what_models_may_not_see_is_not_shown_to_the_public(ask: Ask, tmp_path: Path) -> None:
    place = on_disk(bundle(FILES), tmp_path / "bundle")

    draft = ask(tmp_path, "get", "order.cancel", "--public", "--bundle", place)
    whole = ask(tmp_path, "get", "order.cancel", "--bundle", place)

    assert (draft.code, draft.out) == (2, "")
    assert "agents see nothing of `order.cancel`: its status is draft" in draft.err
    assert whole.code == 0


VERBS = (["get", "order"], ["find"], ["graph", "order"], ["coverage"])


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_damaged_or_not_there_is_said_in_one_line(ask: Ask, tmp_path: Path, verb: list[str]) -> None:
    made = bundle(FILES)
    path = "private/resources/order.json"
    damaged = on_disk({**made, path: made[path] + b" "}, tmp_path / "damaged")
    hostile = on_disk(resealed({**made, path: b"[]"}), tmp_path / "hostile")

    for place in (damaged, hostile, str(tmp_path), "nothing", ""):
        ran = ask(tmp_path, *verb, "--bundle", place) if place else ask(tmp_path, *verb, "--bundle", "a/b/c.tar")

        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err.splitlines()) == 1
        assert "Traceback" not in ran.err


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_not_known_in_a_newer_format_is_left_out_and_said(ask: Ask, tmp_path: Path, verb: list[str]) -> None:
    made = bundle(FILES)
    path = "private/resources/order.sketch.json"
    body = json.loads(made[path])
    strange = json.dumps({**body, "colour": "red"}, sort_keys=True, separators=(",", ":")).encode()
    place = on_disk(resealed({**made, path: strange}, format="alvara.bundle/1.99"), tmp_path / "newer")

    ran = ask(tmp_path, *verb, "--bundle", place)

    assert ran.code == 0
    assert "newer than" in ran.err
    assert f"left out {path}" in ran.err
    assert "order.sketch" not in ran.out


def test_the_files_of_the_tree_are_not_looked_at(ask: Ask, tmp_path: Path) -> None:
    folder = write(tmp_path / "shop", {**FILES, "capabilities/order/postpone.yaml": "{"})
    place = on_disk(bundle(FILES), tmp_path / "bundle")

    ran = ask(folder, "get", "order.postpone", "--bundle", place)

    assert (ran.code, ran.err) == (0, "")
