"""How messages name several things in one breath."""

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """Write `a, b and c`; nothing where there are none."""
    *others, last = [*names] or [""]
    return f"{', '.join(others)} and {last}" if others else last
