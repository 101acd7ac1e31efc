"""The same content makes the same bytes, whoever makes them, where, when and on what."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.files.tree import Ending, Entry, FileTree
from tests.bundle.conftest import FILES, FOLDERS, OWN_ORIGIN, bundle, bundle_tree
from tests.bundle.repository import commit, git, write
from tests.this_registry import LATER, ROOT, copy_registry, take_out_approvals

LIBRARIES = Path(sys.prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
NAME = "docs/conferência/praça.md"
"""A page whose name is not ASCII: what a locale would change first."""


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository's registry, in a repository of its own."""
    folder = tmp_path_factory.mktemp("registry") / "one"
    copy_registry(folder)
    write(folder, {NAME: "---\nsemanticId: workPermit\n---\n# Conferência\n"})
    commit(folder, at=LATER)
    return folder


Build = Callable[..., dict[str, bytes]]


def builder(registry: Path, scratch: Path) -> Build:
    """Give a function that builds a bundle in a process of its own, and returns all that it wrote, with modes."""

    def run(
        folder: Path = registry, python: str = sys.executable, umask: int = 0o022, **surroundings: str
    ) -> dict[str, bytes]:
        out = scratch / "out"
        usual = {"PYTHONPATH": os.fspath(ROOT / "tools"), "XDG_CACHE_HOME": os.fspath(scratch / "cache")}
        done = subprocess.run(
            [python, "-m", "alvara", "-C", os.fspath(folder), "bundle", "build", "--out", os.fspath(out)],
            env=os.environ | usual | surroundings, umask=umask, capture_output=True, text=True, cwd="/", check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        files = (path for path in out.rglob("*") if path.is_file())
        return {f"{path.relative_to(out).as_posix()} {path.stat().st_mode:o}": path.read_bytes() for path in files}

    return run


@pytest.fixture
def build(registry: Path, tmp_path: Path) -> Build:
    """Build this repository's registry, or another."""
    return builder(registry, tmp_path)


@pytest.fixture(scope="module")
def expected(registry: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What is built under the usual circumstances."""
    return builder(registry, tmp_path_factory.mktemp("expected"))()


SURROUNDINGS = {
    "hash seed 0": {"PYTHONHASHSEED": "0"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 4294967295": {"PYTHONHASHSEED": "4294967295"},
    "the C locale": {"LC_ALL": "C", "LANG": "C"},
    "the C locale, taken at its word": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    "the POSIX locale": {"LC_ALL": "POSIX"},
    "a UTF-8 locale": {"LC_ALL": "C.UTF-8"},
    "a locale that is not installed": {"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "a time zone far in the west": {"TZ": "Pacific/Pago_Pago"},
    "a time zone far in the east": {"TZ": "Pacific/Kiritimati"},
    "no home": {"HOME": "/nonexistent", "XDG_CACHE_HOME": "/nonexistent"},
    "optimised Python": {"PYTHONOPTIMIZE": "1"},
    "a hook's git variables": {"GIT_DIR": "/nonexistent", "GIT_INDEX_FILE": "/nonexistent", "GIT_CONFIG_COUNT": "0"},
}


@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_under_other_surroundings(surroundings: str, build: Build, expected: dict[str, bytes]) -> None:
    assert build(**SURROUNDINGS[surroundings]) == expected


@pytest.mark.parametrize("umask", [0o000, 0o027, 0o077], ids="{:03o}".format)
def test_under_another_umask(umask: int, build: Build, expected: dict[str, bytes]) -> None:
    assert build(umask=umask) == expected


@pytest.mark.parametrize("name", ["pt_BR", "tr_TR"])
def test_under_a_locale_with_an_eight_bit_character_set(
    name: str, build: Build, expected: dict[str, bytes], tmp_path: Path
) -> None:
    charset = {"pt_BR": "ISO-8859-1", "tr_TR": "ISO-8859-9"}[name]
    compiler = shutil.which("localedef")
    made = compiler and subprocess.run(
        [compiler, "-c", "-i", name, "-f", charset, os.fspath(tmp_path / name)], capture_output=True, check=False
    )
    if not made or not (tmp_path / name).is_dir():
        pytest.skip(f"the locale {name} cannot be made here")

    assert build(LOCPATH=os.fspath(tmp_path), LC_ALL=name, PYTHONUTF8="0") == expected


@dataclass(frozen=True)
class Shuffled:
    """A tree whose files are listed in another order."""

    tree: FileTree
    order: Callable[[list[Entry]], list[Entry]]

    def entries(self) -> list[Entry]:
        return self.order(list(self.tree.entries()))

    def entry(self, path: str) -> Entry | None:
        return self.tree.entry(path)

    def ending(self, path: str) -> Ending:
        return self.tree.ending(path)

    def read(self, path: str) -> bytes:
        return self.tree.read(path)


def _reversed(entries: list[Entry]) -> list[Entry]:
    return sorted(entries, reverse=True)


def _mixed(entries: list[Entry]) -> list[Entry]:
    random.Random(7).shuffle(entries)
    return entries


@pytest.mark.parametrize("order", [sorted, _reversed, _mixed], ids=["sorted", "reversed", "mixed"])
def test_in_whatever_order_files_are_listed(order: Callable[[list[Entry]], list[Entry]], own: dict[str, bytes]) -> None:
    tree = DirectoryTree(ROOT, FOLDERS)

    assert bundle_tree(Shuffled(tree, order), OWN_ORIGIN) == own


def test_in_whatever_order_files_were_made(
    registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path
) -> None:
    paths = sorted((p for p in registry.rglob("*") if p.is_file()), reverse=True)
    for path in paths:
        target = tmp_path / "turned" / path.relative_to(registry)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)

    assert build(tmp_path / "turned") == expected


def test_in_whatever_order_keys_are_written(little: dict[str, bytes]) -> None:
    path = "policies/order/closed.yaml"
    turned = "\n".join(reversed(FILES[path].splitlines())) + "\n"

    assert bundle({**FILES, path: turned}) == little


@pytest.mark.parametrize("place", ["two", "a folder with spaces", "ação", "very/deep/down/below"])
def test_in_another_place(place: str, registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path) -> None:
    shutil.copytree(registry, tmp_path / "places" / place)

    assert build(tmp_path / "places" / place) == expected


def test_through_a_link_to_the_checkout(
    registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(registry)

    assert build(tmp_path / "link") == expected


def test_from_a_folder_within_the_registry(registry: Path, build: Build, expected: dict[str, bytes]) -> None:
    assert build(registry / "capabilities") == expected


def test_in_a_shallow_clone(registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{registry}", "clone")

    assert build(tmp_path / "clone") == expected


def test_in_a_checkout_with_crlf_line_ends(
    registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path
) -> None:
    git(tmp_path, "clone", "-q", "-c", "core.autocrlf=true", f"file://{registry}", "clone")

    assert b"\r\n" in (tmp_path / "clone/alvara.yaml").read_bytes()
    assert build(tmp_path / "clone") == expected


def test_in_a_registry_below_the_top_of_its_repository(
    registry: Path, build: Build, expected: dict[str, bytes], tmp_path: Path
) -> None:
    shutil.copytree(registry, tmp_path / "top/below", ignore=shutil.ignore_patterns(".git"))
    name = commit(tmp_path / "top", at=LATER)
    built = build(tmp_path / "top/below")
    differing = {path for path in expected if built[path] != expected[path]}

    assert built.keys() == expected.keys()
    assert {path.split()[0] for path in differing} == {"agent-manifest.json", "registry.json"}
    assert name.encode() in built[next(path for path in differing if path.startswith("registry"))]


INTERPRETERS = ("python3.11", "python3.12", "python3.13")


def _interpreter(name: str) -> str | None:
    """Find an interpreter that runs: a shim on the PATH may stand for one that is not there."""
    version = name.removeprefix("python")
    places = [shutil.which(name), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python")]
    for place in places:
        if place and subprocess.run([place, "-c", "import ssl"], capture_output=True, check=False).returncode == 0:
            return os.fspath(place)
    return None


def _libraries(python: str, version: str, folder: Path) -> str | None:
    """Lay out the libraries for another interpreter: those that are compiled for one version alone."""
    from importlib.metadata import version as installed

    wanted = [f"{library}=={installed(library)}" for library in ("pyyaml", "cel-expr-python")]
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps"]
    fetched = subprocess.run(
        [*pip, "--only-binary=:all:", "--python-version", version, "--target", os.fspath(folder), *wanted],
        capture_output=True, check=False,
    )  # fmt: skip
    return None if fetched.returncode else os.pathsep.join([os.fspath(folder), os.fspath(LIBRARIES)])


@pytest.mark.parametrize("name", INTERPRETERS)
def test_under_another_python(name: str, build: Build, tmp_path: Path) -> None:
    python = _interpreter(name)
    if python is None:
        pytest.skip(f"there is no {name} here")
    libraries = _libraries(python, name.removeprefix("python"), tmp_path / "libraries")
    if libraries is None:
        pytest.skip(f"the libraries for {name} cannot be had here")

    # what checks signatures is compiled for one version of Python
    folder = take_out_approvals(copy_registry(tmp_path / "registry"))
    commit(folder)
    there = build(folder, python=python, PYTHONPATH=os.pathsep.join([os.fspath(ROOT / "tools"), libraries]))

    assert there == build(folder)
