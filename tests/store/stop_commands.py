"""Stores in which something can be stopped, the keys of people, and the two commands as people run them."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara import Store
from tests.cli.conftest import Run
from tests.ran import Ran
from tests.release.conftest import keys as keys
from tests.store.stop_lists import CANCEL, LATER, STOPPED, make_store

Verb = Callable[..., Ran]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A governed store, and one without a governance, each with a bundle active; not to be changed."""
    folder = tmp_path_factory.mktemp("stores")
    for kind in ("governed", "plain"):
        (folder / kind).mkdir()
        make_store(folder / kind, kind)
    return folder


@pytest.fixture
def store(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A governed store of one's own; the current folder is empty, and no agent is there."""
    return _copied(made / "governed", tmp_path, monkeypatch)


@pytest.fixture
def plain_store(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of one's own in which nobody governs."""
    return _copied(made / "plain", tmp_path, monkeypatch)


def _copied(source: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in ("ALVARA_ROOT", "SSH_AUTH_SOCK"):
        monkeypatch.delenv(variable, raising=False)
    shutil.copytree(source / "store", place / "store")
    (place / "elsewhere").mkdir()
    monkeypatch.chdir(place / "elsewhere")
    return place / "store"


@pytest.fixture
def deny(run: Run, store: Path, keys: Path) -> Verb:
    """Stop something, as Tom unless another is named."""

    def command(capability: str = CANCEL, who: str = "tom", *options: str, now: str = STOPPED) -> Ran:
        reason = () if "--reason" in options else ("--reason", "It cancels too much.")
        return run("store", "deny", capability, *reason, "--key", str(keys / who), "--store", str(store), "--now", now,
                   *options)  # fmt: skip

    return command


@pytest.fixture
def undeny(run: Run, store: Path, keys: Path) -> Verb:
    """Give something back."""

    def command(who: str, *options: str, capability: str = CANCEL, now: str = LATER) -> Ran:
        return run("store", "undeny", capability, "--key", str(keys / who), "--store", str(store), "--now", now,
                   *options)  # fmt: skip

    return command


def denied(store: Path) -> frozenset[str]:
    return Store.open(str(store)).denied()
