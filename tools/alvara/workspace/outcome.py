"""The waivers of a registry after a run, and which of them were needed."""

from typing import NamedTuple

from alvara.model.config import Waiver


class Outcome(NamedTuple):
    """Waivers are told apart by their positions.

    `used` are those that kept a finding quiet, `barred` those whose rule cannot be waived. `today` is the day of the
    run.
    """

    waivers: tuple[Waiver, ...]
    used: frozenset[int]
    today: str
    barred: frozenset[int] = frozenset()
