"""Measures how long comparing two schemas takes, on the everyday changes that the tests keep, in both directions."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from alvara.containment.question import Compared, contains
from alvara.subschemas.references import References, embedded

MATRIX = Path(__file__).parents[1] / "tests/containment/matrix.json"
ROUNDS = 7

Question = tuple[Any, Any, bool]


def main() -> int:
    """Print one line for each comparer that is installed."""
    pairs = json.loads(MATRIX.read_text())
    questions: list[Question] = [(pair["old"], pair["new"], pair["input_safe"]) for pair in pairs]
    questions += [(pair["new"], pair["old"], pair["output_safe"]) for pair in pairs]
    print(f"{len(questions)} questions, best of {ROUNDS} rounds")
    for name, ask in (("alvara", _ask_alvara), ("jsoncompat", _jsoncompat())):
        if ask is None:
            print(f"{name}: not installed")
            continue
        print(f"{name}: {_measure(ask, questions)}")
    return 0


def _measure(ask: Callable[[Any, Any], str], questions: list[Question]) -> str:
    times: list[float] = []
    count: Counter[str] = Counter()
    for first, second, safe in questions:
        best = float("inf")
        for _ in range(ROUNDS):
            start = perf_counter()
            verdict = ask(first, second)
            best = min(best, perf_counter() - start)
        times.append(best * 1000)
        count["unsound"] += verdict == "proved" and not safe
        count["over-strict"] += verdict != "proved" and safe
    counts = ", ".join(f"{count[word]} {word}" for word in ("unsound", "over-strict"))
    return f"median {median(times):.2f} ms, worst {max(times):.2f} ms, {counts}"


def _ask_alvara(first: Any, second: Any) -> str:
    sides = [Compared(embedded("a.json", (), value), References(lambda path: None)) for value in (first, second)]
    return contains(*sides).verdict


def _jsoncompat() -> Callable[[Any, Any], str] | None:
    try:
        import jsoncompat
    except ImportError:
        return None

    def ask(first: Any, second: Any) -> str:
        # A reader of the new schema meets values of the old one: that is its word for an input.
        try:
            safe = jsoncompat.check_compat(json.dumps(first), json.dumps(second), "deserializer")
        except ValueError:
            return "unknown"
        return "proved" if safe else "refuted"

    return ask


if __name__ == "__main__":
    sys.exit(main())
