"""How much work one question may take: no schema keeps the search for an answer busy for long."""

MOST_STEPS = 10_000
"""Cases looked at. An everyday pair of contracts takes some dozens; this many take about a second."""

DEEPEST = 90
"""Cases within cases. Each takes some frames of Python's stack."""


class ExhaustedError(Exception):
    """The question takes more work than it is worth."""


class Budget:
    """Counts steps down."""

    def __init__(self, steps: int = MOST_STEPS) -> None:
        """Take the number of steps there are."""
        self.steps = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps. Raises `ExhaustedError`."""
        self.steps -= steps
        if self.steps < 0:
            raise ExhaustedError
