"""A folder that is no bundle, or none that holds, where a revision may be named."""

import json
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alvara.bundle.agreed import Agreed
from alvara.bundle.build import assemble
from alvara.bundle.verify import _contents
from tests.bundle.running import held
from tests.cli.bundled import BUNDLE, raise_risk, take_away
from tests.cli.conftest import Run

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
    for path, data in assemble(_contents(files), Agreed()).items():
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
    _remade(bundled / BUNDLE, _changed_json(path, type="vast"))
    said = f"{BUNDLE}/{path} is not understood"

    assert said in run("check", "--base", BUNDLE).out
    assert said in run("diff", BUNDLE).err
    take_away(bundled)
    assert "removed-without-tombstone" in {
        finding["rule"] for finding in run("check", "--base", BUNDLE, "--format", "json").json["findings"]
    }


def test_newer_format_is_compared_as_far_as_it_is_known(bundled: Path, run: Run) -> None:
    manifest = bundled / BUNDLE / "agent-manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b"alvara.bundle/1.1", b"alvara.bundle/1.7"))
    raise_risk(bundled)
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
