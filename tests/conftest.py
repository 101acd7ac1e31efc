"""Options of the test run."""

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("alvara", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("alvara")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update`, which writes what is rendered into the expected files, for a reviewer to read as a diff."""
    parser.addoption("--update", action="store_true", help="rewrite expected.txt files")
