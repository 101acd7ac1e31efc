"""All combinations of some values, each put in its place."""

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from alvara.scenarios.guesses import Guesses

MOST = 4096
"""Combinations of one scenario. Where there are more, nobody has read what is expected of each."""

MOST_OF_ALL = 20_000
"""Combinations of all scenarios of one suite."""

Combination = Mapping[str, Any]
"""A value for each path of the matrix."""


def size(matrix: Mapping[str, tuple[Any, ...]]) -> int:
    """Count the combinations."""
    return prod(map(len, matrix.values()))


def combinations(matrix: Mapping[str, tuple[Any, ...]]) -> Iterator[Combination]:
    """Yield the combinations, the last path turning fastest. Without a matrix there is one, of nothing."""
    for values in product(*matrix.values()):
        yield dict(zip(matrix, values, strict=True))


def objection(path: str, values: Mapping[str, Any], guesses: Guesses) -> tuple[str, str] | None:
    """Say why a path cannot be put into the parts of a scenario, with a way out; None where it can."""
    part, *steps = path.split(".")
    if part not in values:
        return f"there is no `{part}` in this scenario", f"give a `{part}` that the values are put into"
    held: Any = values[part]
    for i, step in enumerate(steps[:-1]):
        inner = _step(held, step)
        if not isinstance(inner, (dict, list)):
            where = ".".join((part, *steps[: i + 1]))
            match = guesses.tip(step, held) if isinstance(held, dict) and step not in held else ""
            match = match or "a path leads through maps, and through the places of lists"
            return f"`{where}` holds nothing that `{steps[i + 1]}` could be put into", match
        held = inner
    if isinstance(held, list) and _step(held, steps[-1]) is None:
        return f"`{path.rpartition('.')[0]}` is a list, and has no place `{steps[-1]}`", "places count from 0"
    return None


def covered(path: str, matrix: Mapping[str, tuple[Any, ...]]) -> tuple[str, str] | None:
    """Say that another path of the matrix replaces what this one leads into; None where none does."""
    outer = path.rpartition(".")[0]
    while outer:
        if outer in matrix:
            return f"the matrix replaces `{outer}`, in which this stands", "write what varies into those values"
        outer = outer.rpartition(".")[0]
    return None


def adds(path: str, values: Mapping[str, Any]) -> bool:
    """Whether a path leads to something that is not there yet."""
    part, *steps = path.split(".")
    held: Any = values[part]
    for step in steps[:-1]:
        held = _step(held, step)
    return isinstance(held, dict) and steps[-1] not in held


def beside(path: str, values: Mapping[str, Any]) -> Collection[str]:
    """List what stands where a path leads to something that is not there."""
    part, *steps = path.split(".")
    held: Any = values[part]
    for step in steps[:-1]:
        held = _step(held, step)
    return held if isinstance(held, dict) else ()


def put(values: Mapping[str, Any], combination: Combination) -> dict[str, Any]:
    """Put the values of a combination in their places. Only what changes is copied."""
    result = dict(values)
    for path, value in combination.items():
        part, *steps = path.split(".")
        result[part] = _put(result[part], steps, value)
    return result


def _put(held: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return value
    key: Any = int(steps[0]) if isinstance(held, list) else steps[0]
    copy = list(held) if isinstance(held, list) else dict(held)
    copy[key] = _put(copy[key], steps[1:], value) if len(steps) > 1 else value
    return copy


def _step(held: Any, step: str) -> Any:
    if isinstance(held, dict):
        return held.get(step)
    if isinstance(held, list) and step.isdecimal() and step.isascii() and int(step) < len(held):
        return held[int(step)]
    return None
