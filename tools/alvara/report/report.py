"""What a run of `check` has to tell, before any format is chosen."""

from typing import NamedTuple

from alvara.compare.bases import Base
from alvara.diagnostics.finding import Diagnostic


class Summary(NamedTuple):
    """What was looked at. `bindings` counts distinct pairs, both sides merged, relations left out."""

    documents: int = 0
    resources: int = 0
    capabilities: int = 0
    policies: int = 0
    bindings: int = 0


class Report(NamedTuple):
    """One run of `check`: findings in their final order, `now` as RFC 3339, notes that belong to no place.

    `rules` is the number of rules that were applied, `root` the pinned root of trust, in hexadecimal.
    """

    now: str
    summary: Summary
    findings: tuple[Diagnostic, ...] = ()
    bases: tuple[Base, ...] = ()
    notes: tuple[str, ...] = ()
    rules: int = 0
    root: str = ""
