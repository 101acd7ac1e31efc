"""How many findings of one kind a report lists before it counts the rest."""

from collections import Counter
from collections.abc import Sequence

from alvara.diagnostics.finding import Diagnostic, Severity

MOST_LISTED = 100
"""Findings of one rule in one file: more of them have one cause, and nobody reads them one by one."""

Kind = tuple[str, str, Severity]
"""A file, a rule and a severity."""


def capped(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """List the first findings of each rule and severity in each file, and in one more say how many there are besides.

    The first finding of every subject is always among those listed. What stands for the rest has the place of the first
    of them.
    """
    numbers = Counter((d.file, d.rule, d.severity) for d in diagnostics)
    if max(numbers.values(), default=0) <= MOST_LISTED:
        return tuple(diagnostics)
    kept: list[Diagnostic] = []
    listed: Counter[Kind] = Counter()
    subjects: set[tuple[Kind, str]] = set()
    rest: dict[Kind, list[Diagnostic]] = {}
    places: dict[Kind, int] = {}
    for d in diagnostics:
        kind = (d.file, d.rule, d.severity)
        subject = (kind, d.subject)
        if listed[kind] < MOST_LISTED or subject not in subjects:
            listed[kind] += 1
            subjects.add(subject)
            kept.append(d)
        elif kind in rest:
            rest[kind].append(d)
        else:
            rest[kind], places[kind] = [d], len(kept)
            kept.append(d)
    for kind, others in rest.items():
        kept[places[kind]] = _standing_for(others)
    return tuple(kept)


def _standing_for(others: list[Diagnostic]) -> Diagnostic:
    first, number = others[0], len(others)
    said = "one more finding" if number == 1 else f"{number:,} more findings"
    return first._replace(
        message=f"{said} of `{first.rule}` in this file, not listed one by one, from here on",
        help="correct those that are listed, and check again: the next ones are listed then",
        related=(),
        number=number,
    )
