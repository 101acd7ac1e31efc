"""Registries opened once: the little one of the tests of bundles, and the repository's own."""

import pytest

from alvara import Registry
from alvara.adapters.directory import DirectoryTree
from tests.bundle.conftest import FILES, FOLDERS, OWN_ORIGIN, bundle, bundle_tree
from tests.runtime.bundles import Files, on_disk
from tests.this_registry import ROOT


@pytest.fixture(scope="session")
def little() -> Files:
    """The bundle of the little registry."""
    return bundle(FILES)


@pytest.fixture(scope="session")
def own() -> Files:
    """The bundle of this repository's registry."""
    return bundle_tree(DirectoryTree(ROOT, FOLDERS), OWN_ORIGIN)


@pytest.fixture(scope="session")
def own_folder(own: Files, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with it."""
    return on_disk(own, tmp_path_factory.mktemp("own") / "bundle")


@pytest.fixture(scope="session")
def shop(little: Files, tmp_path_factory: pytest.TempPathFactory) -> Registry:
    """The little registry, open."""
    return Registry.open(on_disk(little, tmp_path_factory.mktemp("shop") / "bundle"))


@pytest.fixture(scope="session")
def registry(own_folder: str) -> Registry:
    """This repository's registry, open."""
    return Registry.open(own_folder)
