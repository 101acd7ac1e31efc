"""Options of the test run."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update`, which writes what is rendered into the expected files, for a reviewer to read as a diff."""
    parser.addoption("--update", action="store_true", help="rewrite expected.txt files")
