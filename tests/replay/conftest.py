"""The replayed history, made once for all tests that look at it."""

import os
from pathlib import Path

import pytest

from tests.replay.history import History, rebuilt


@pytest.fixture(scope="session")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    corpus = os.environ.get("ALVARA_CORPUS")
    if not corpus:
        pytest.skip("ALVARA_CORPUS names no folder with the history of a published vocabulary")
    return rebuilt(Path(corpus) / "semconv-history.bundle", tmp_path_factory.mktemp("history"))
