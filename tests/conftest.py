"""Options of the test run."""

import gc
import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

# The suite starts alvara some hundred times: that it is compiled once has to hold wherever the suite runs.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A suite that runs in the background ignores interrupts, and so would what it starts to see it interrupted.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of what else the machine does than of the code.
settings.register_profile("alvara", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("alvara")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--update`, which writes what is rendered into the expected files, for a reviewer to read as a diff."""
    parser.addoption("--update", action="store_true", help="rewrite expected.txt files")


def pytest_collection_finish() -> None:
    """Take thousands of collected tests, which stay to the end, out of what every full collection looks through."""
    gc.collect()
    gc.freeze()
    gc.collect()  # how many objects it finds decides how soon it looks again
