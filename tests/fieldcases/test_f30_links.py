"""F30: a link, a pipe or a device in the tree is neither followed nor opened, and what is behind it is never shown."""

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, RESOURCES, SEED, change, check, run, sow, write
from tests.fieldcases.surroundings import alvara, git

SECRET = "risk: secret-that-nobody-may-see"


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    root = sow(tmp_path / "seed")
    write(tmp_path, "outside.yaml", SECRET)
    write(tmp_path, "outside/zone.yaml", SECRET)
    return root


LINKS: dict[str, tuple[str, str]] = {
    "to a system file": ("capabilities/a.yaml", "/etc/passwd"),
    "to an endless device": ("capabilities/a.yaml", "/dev/zero"),
    "to a file beside the registry": ("capabilities/a.yaml", "../../outside.yaml"),
    "to a folder beside the registry": ("semantic-ids/outside", "../../outside"),
    "to the root of the disk": ("docs/all", "/"),
    "to itself": ("capabilities/a.yaml", "a.yaml"),
    "to the folder it is in": ("capabilities/loop", "."),
    "to nothing": ("policies/a.yaml", "nowhere.yaml"),
    "to a capability of the registry": ("capabilities/work-permit/copy.yaml", "update-validity.yaml"),
    "to a folder of the registry": ("capabilities/copy", "work-permit"),
    "among the pages": ("docs/a.md", "../../outside.yaml"),
    "with another ending": ("semantic-ids/a.txt", "/etc/passwd"),
}


@pytest.mark.parametrize(("path", "target"), LINKS.values(), ids=LINKS)
def test_link_is_one_finding_that_names_the_link_only(seed: Path, path: str, target: str) -> None:
    (seed / path).symlink_to(target)
    started = time.monotonic()
    found = check(seed)

    assert time.monotonic() - started < 1
    assert (1, [("symlink", f"{path}:1:1")]) == (found.code, found.briefly)
    assert not any(hidden in str(found.only) for hidden in (SECRET, "root:x:", "outside.yaml", "/etc/"))


@pytest.mark.parametrize("folder", ["capabilities", "semantic-ids", "policies", "docs"])
def test_linked_folder_of_the_registry_is_not_entered(seed: Path, tmp_path: Path, folder: str) -> None:
    (seed / folder).rename(tmp_path / "moved")
    (seed / folder).symlink_to(tmp_path / "moved")
    found = check(seed)

    assert found.code == 1
    assert ("symlink", f"{folder}:1:1") in found.briefly


def test_linked_settings_are_not_read(seed: Path, tmp_path: Path) -> None:
    (seed / "alvara.yaml").rename(tmp_path / "settings.yaml")
    (seed / "alvara.yaml").symlink_to(tmp_path / "settings.yaml")
    done = run(seed, "check")

    assert (done.code, done.output) == (2, "")
    assert done.errors.startswith("alvara: alvara.yaml:")


@pytest.mark.parametrize("path", ["capabilities/pipe.yaml", "docs/pipe.md"])
def test_pipe_is_passed_over_with_a_note(seed: Path, path: str) -> None:
    os.mkfifo(seed / path)
    started = time.monotonic()
    done = run(seed, "check")

    assert time.monotonic() - started < 1
    assert done.code == 0
    assert f"note: {path} is neither a file nor a folder and was passed over" in done.output


def test_folder_with_the_name_of_a_file_is_looked_into(seed: Path) -> None:
    write(seed, "capabilities/x.yaml/y.yaml", SEED[CAPABILITY].replace("id: workPermit.updateValidity", "id: x.yaml.y"))
    done = run(seed, "check")

    assert "note: capabilities/x.yaml is a folder with the name of a file" in done.output
    assert "2 capabilities" in done.output


@pytest.mark.parametrize(
    "reference",
    [
        "../../../etc/passwd",
        "../../../../../../../../etc/passwd",
        "/etc/passwd",
        "../../schemas/link.json",
        "../../../outside.yaml",
    ],
)
def test_schema_outside_the_registry_is_not_read(seed: Path, reference: str) -> None:
    write(seed, "schemas/real.json", "{}")
    (seed / "schemas/link.json").symlink_to("/etc/passwd")
    change(seed, CAPABILITY, "{type: string}", f'{{$ref: "{reference}"}}')
    done = run(seed, "check")

    assert done.code == 1
    assert f"{CAPABILITY}:17:" in done.output
    assert SECRET not in done.output
    assert "root:x:" not in done.output


def test_file_that_may_not_be_read_is_named(seed: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("the superuser may read everything")
    (seed / RESOURCES).chmod(0)
    done = alvara(seed, "check")

    assert done.returncode == 2
    assert f"alvara: could not open {RESOURCES}: Permission denied" in done.stderr


ASTRAY: dict[str, tuple[str, str]] = {
    "above": ("../pages", "`../pages` leads upwards"),
    "above and back": ("docs/../../registry/docs", "leads upwards"),
    "absolute": ("/etc", "`/etc` is an absolute path"),
    "the root of the disk": ("/", "`/` is an absolute path"),
    "the registry itself": (".", "`.` is not the plain path of a folder"),
    "with a dot": ("./docs", "`./docs` is not the plain path of a folder"),
    "with two slashes": ("docs//en", "`docs//en` is not the plain path of a folder"),
    "with a backslash": ("docs\\en", r"`docs\en` has a backslash between its folders"),
    "through a link": ("linked/pages", "`linked/pages` leads through a symbolic link"),
    "through a link far above": ("linked/pages/deep", "`linked/pages/deep` leads through a symbolic link"),
    "a file": ("alvara.yaml", "`alvara.yaml` is no folder"),
    "below a file": ("alvara.yaml/docs", "`alvara.yaml/docs` is no folder"),
    "a pipe": ("pipe", "`pipe` is no folder"),
    "not there": ("dosc", "there is no folder `dosc`"),
    "too deep to be there": ("x/y/z", "there is no folder `x/y/z`"),
    "in another case": ("Docs", "there is no folder `Docs`"),
}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    root = sow(tmp_path / "registry")
    for place in (root / "docs/en", tmp_path / "pages/deep", tmp_path / "outside/pages/deep"):
        place.mkdir(parents=True)
        (place / "lost.md").write_text("---\nsemanticId: nowhere\n---\n")
    (root / "docs/en/lost.md").unlink()
    (root / "linked").symlink_to(tmp_path / "outside")
    os.mkfifo(root / "pipe")
    return root


@pytest.mark.parametrize("remembered", [False, True], ids=["cold", "warm"])
@pytest.mark.parametrize(("path", "words"), ASTRAY.values(), ids=ASTRAY)
def test_folder_of_pages_that_cannot_be_read_is_one_finding_at_its_place(
    pages: Path, path: str, words: str, remembered: bool
) -> None:
    config = (pages / "alvara.yaml").read_text()
    if remembered:
        check(pages)
    (pages / "alvara.yaml").write_text(f"{config}knowledge:\n  roots:\n    - docs/\n    - '{path}'\n")

    for _ in range(2):
        found = check(pages)

        assert (2, [("wrong-shape", "alvara.yaml:7:7")]) == (found.code, found.briefly)
        assert words in found.only["message"]
        assert found.only["help"]


@pytest.mark.parametrize("path", ["docs", "docs/", "docs/en", "docs/en/", "empty"])
def test_folder_of_pages_that_is_there_is_taken(pages: Path, path: str) -> None:
    (pages / "empty").mkdir()
    change(pages, "alvara.yaml", "name: seed\n", f"name: seed\nknowledge: {{roots: [docs, {path}]}}\n")

    assert 0 == check(pages).code


def test_folder_of_pages_that_nobody_named_may_be_missing(pages: Path) -> None:
    shutil.rmtree(pages / "docs")
    for path in (CAPABILITY, RESOURCES):
        lines = (pages / path).read_text().splitlines(keepends=True)
        (pages / path).write_text("".join(line for line in lines if "docs/work-permit" not in line))

    assert "wrong-shape" not in str(check(pages).findings)


def test_linked_folder_of_pages_is_the_finding_of_the_link(pages: Path) -> None:
    (pages / "mirror").symlink_to("docs")
    change(pages, "alvara.yaml", "name: seed\n", "name: seed\nknowledge: {roots: [docs, mirror]}\n")

    assert [("symlink", "mirror:1:1")] == check(pages).briefly


@pytest.mark.parametrize("settled", [False, True], ids=["changed lately", "unchanged for long"])
@pytest.mark.parametrize("change_to", ["nothing", "a link on the way"])
def test_folder_of_pages_that_goes_away_is_missed_by_the_next_run(
    pages: Path, monkeypatch: pytest.MonkeyPatch, change_to: str, settled: bool
) -> None:
    if settled:
        monkeypatch.setattr("alvara.adapters.cache._SETTLED", -(10**19))
    (pages / "more/pages").mkdir(parents=True)
    change(pages, "alvara.yaml", "name: seed\n", "name: seed\nknowledge: {roots: [docs, more/pages]}\n")
    assert [0, 0] == [check(pages).code, check(pages).code]
    (pages / "more").rename(pages.parent / "more")
    if change_to != "nothing":
        (pages / "more").symlink_to(pages.parent / "more")

    assert (2, [("wrong-shape", "alvara.yaml:3:27")]) == (check(pages).code, check(pages).briefly)


def test_same_is_asked_of_a_revision(pages: Path) -> None:
    (pages / "pipe").unlink()
    git(pages, "init", "-q")
    for path, words in ASTRAY.values():
        if path != "pipe":
            config = SEED["alvara.yaml"] + f"knowledge:\n  roots:\n    - docs\n    - '{path}'\n"
            (pages / "alvara.yaml").write_text(config)
            git(pages, "add", "-A")
            git(pages, "commit", "-q", "-m", path)
            done = run(pages, "bundle", "build", "--rev", "HEAD")

            assert done.code == 2
            assert words in done.output
