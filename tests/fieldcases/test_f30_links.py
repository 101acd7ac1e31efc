"""F30: a link, a pipe or a device in the tree is neither followed nor opened, and what is behind it is never shown."""

import os
import time
from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, RESOURCES, SEED, change, check, run, sow, write
from tests.fieldcases.surroundings import alvara

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
