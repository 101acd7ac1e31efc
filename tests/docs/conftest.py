"""What the programs and commands on pages find where they are run."""

import os
from pathlib import Path

import pytest

from tests.runtime.bundles import Files, on_disk
from tests.runtime.conftest import own as own


@pytest.fixture
def beside_bundle(own: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A current folder in which the bundle of this registry is at `dist/bundle`, as after `alvara bundle build`."""
    (tmp_path / "dist").mkdir()
    on_disk(own, tmp_path / "dist/bundle")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered of earlier runs."""
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path))
