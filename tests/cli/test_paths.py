"""The paths that a command is narrowed to: seen from DIR, from the root or from here, through links, by any name."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.fixture
def mistaken(shop: Path) -> Path:
    """A registry with one mistake in `policies/order/closed.yaml`, and one in `semantic-ids/item.yaml`."""
    policy, item = shop / "policies/order/closed.yaml", shop / "semantic-ids/item.yaml"
    policy.write_text(policy.read_text().replace("effect: deny", "effect: maybe"))
    item.write_text(item.read_text().replace("type: entity", "type: entty"))
    return shop


def _assert_policies_only(run: Run, *arguments: str) -> None:
    done = run(*arguments)

    assert (done.code, done.err) == (1, "")
    assert "policies/order/closed.yaml" in done.out
    assert "semantic-ids/item.yaml" not in done.out


@pytest.mark.parametrize(
    ("where", "directory", "path"),
    [
        (".", ".", "policies"),
        (".", ".", "./policies/"),
        (".", ".", "capabilities/../policies"),
        (".", ".", "policies/order/closed.yaml"),
        ("..", "{name}", "policies"),
        ("..", "{name}", "{name}/policies"),
        ("/", "{root}", "policies"),
        ("/", "{root}", "{root}/policies"),
        ("/", "{root}/capabilities", "../policies"),
        ("/", "{root}/capabilities", "policies"),
        ("policies", ".", "order"),
        ("policies", ".", "."),
        ("policies", "..", "order"),
        ("policies/order", "../../docs", "closed.yaml"),
        ("capabilities", ".", "policies"),
        ("/", "{beside}", "policies"),
        ("/", "{beside}", "{root}/policies"),
        ("/", "{root}", "{beside}/policies/order"),
        (".", ".", "{beside}/policies"),
        (".", ".", "again/order"),
        (".", ".", "again/order/.."),
    ],
)
def test_path_is_found_from_wherever_it_is_seen(
    mistaken: Path, run: Run, monkeypatch: pytest.MonkeyPatch, where: str, directory: str, path: str
) -> None:
    names = {"root": str(mistaken), "name": mistaken.name, "beside": f"{mistaken}-beside"}
    Path(names["beside"]).symlink_to(mistaken)
    (mistaken / "again").symlink_to("policies")
    monkeypatch.chdir(mistaken / where)

    _assert_policies_only(run, "-C", directory.format(**names), "check", path.format(**names))


def test_folder_of_the_command_goes_before_the_current_one(
    mistaken: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "policies").mkdir()
    monkeypatch.chdir(elsewhere)

    _assert_policies_only(run, "-C", str(mistaken), "check", "policies")


@pytest.mark.parametrize("verb", ["check", "fmt"])
def test_path_that_is_nowhere_is_said_with_where_it_was_looked_for(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, verb: str
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.chdir(elsewhere)

    done = run("-C", str(shop / "docs"), verb, "policy")

    places = f"{shop / 'docs'} or {shop} or {elsewhere}"
    assert (done.code, done.out) == (2, "")
    assert done.err == f"alvara: policy: there is no such file or folder in {places}\n"
    assert run("-C", str(shop), verb, "/nowhere").err == "alvara: /nowhere: there is no such file or folder\n"


@pytest.mark.parametrize("verb", ["check", "fmt --check"])
@pytest.mark.parametrize("path", ["..", "/", "/etc/passwd", "../beside", "out/x.yaml", "docs/../../beside"])
def test_path_outside_the_registry_is_refused(shop: Path, run: Run, path: str, verb: str) -> None:
    beside = shop.parent / "beside"
    beside.mkdir(exist_ok=True)
    (beside / "x.yaml").write_text("")
    (shop / "out").symlink_to(beside)

    done = run(*verb.split(), path)

    assert (done.code, done.out) == (2, "")
    assert done.err == f"alvara: {path} lies outside the registry in {shop}\n"


@pytest.mark.parametrize("name", ["..x", "...", "..yaml"])
def test_name_that_begins_with_two_dots_lies_inside(mistaken: Path, run: Run, name: str) -> None:
    (mistaken / name).mkdir()
    (mistaken / "policies" / name).mkdir()

    for path in (name, f"./{name}", f"policies/{name}", str(mistaken / name)):
        done = run("check", path)

        assert (done.code, done.err) == (2, f"alvara: {path}: nothing that belongs to the registry lies there\n")


def test_link_that_is_asked_about_is_itself_the_answer(shop: Path, run: Run) -> None:
    (shop / "policies/link.yaml").symlink_to(os.devnull)

    done = run("check", "policies/link.yaml")

    assert (done.code, done.err) == (1, "")
    assert "policies/link.yaml:1:1: error[symlink]" in done.out
