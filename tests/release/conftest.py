"""A registry with a governance in a repository, ready to be released."""

from pathlib import Path

import pytest

from tests.bundle.repository import commit, write
from tests.cli.conftest import run as run
from tests.release.world import pin, world, write_key


@pytest.fixture
def root() -> str:
    """The pin of the registry's root."""
    return pin(dict(world()))


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A folder with the private keys of everybody."""
    folder = tmp_path / "keys"
    folder.mkdir()
    for name in ("ana", "tom", "bia", "rex", "mallory"):
        write_key(folder, name)
    return folder


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The registry, prepared and committed on `main`, and the current folder."""
    for variable in ("ALVARA_ROOT", "SSH_AUTH_SOCK"):
        monkeypatch.delenv(variable, raising=False)
    folder = write(tmp_path / "shop", dict(world()))
    write(folder, {".gitignore": "dist/\n"})
    commit(folder)
    monkeypatch.chdir(folder)
    return folder
