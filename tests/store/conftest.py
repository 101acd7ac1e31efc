"""A store, and releases beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from alvara import Store
from tests.cli.conftest import bundled as bundled
from tests.cli.conftest import run as run
from tests.cli.conftest import shop as shop
from tests.runtime.bundles import on_disk
from tests.store.releases import NOW, release

Put = Callable[[int], str]


@pytest.fixture
def bundle(tmp_path: Path) -> Put:
    """Write the bundle of a release; gives its folder."""
    return lambda number: on_disk(release(number), tmp_path / f"bundle-{number}")


@pytest.fixture
def place(tmp_path: Path) -> str:
    """Where a store is to be."""
    return str(tmp_path / "store")


@pytest.fixture
def store(place: str, bundle: Put) -> Store:
    """A store with releases 1, 2 and 3, of which 1 is active."""
    store = Store.open(place)
    for number in (1, 2, 3):
        store.publish(bundle(number))
    store.activate("1", now=NOW)
    return store


@pytest.fixture(autouse=True)
def _no_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ALVARA_ROOT", raising=False)
