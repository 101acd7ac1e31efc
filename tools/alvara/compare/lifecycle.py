"""Where a definition stands in its life, and how it is to leave: what no version tells."""

from collections.abc import Iterator
from typing import Any

from alvara.compare.change import Change, Impact
from alvara.compare.sides import Sides, look, same
from alvara.model.lifecycle import NO_END
from alvara.model.policy import DECIDING

_WITHIN_REACH = {"active": 2, "deprecated": 1}
"""How much a status lets happen: what is active is found and called, what is deprecated is called at most."""


def compare_lifecycle(sides: Sides) -> Iterator[Change]:
    """List what changed in status, announced end and version. None of it asks for a bump."""
    was, now = sides.before.facts.status, sides.after.facts.status
    if was != now:
        words = f"the status was `{was}` and is `{now}`"
        yield sides.change(("status",), _reach(sides, was, now), "none", words, before=was, after=now)
    yield from _compare_end(sides)
    was, now = sides.before.facts.version, sides.after.facts.version
    if was != now:
        words = f"the version was `{was}` and is `{now}`"
        yield sides.change(("version",), "text", "none", words, before=was, after=now)


def _reach(sides: Sides, was: str, now: str) -> Impact:
    if sides.after.facts.kind == "policy":
        starts, stops = (now in DECIDING) > (was in DECIDING), (now in DECIDING) < (was in DECIDING)
        if not starts and not stops:
            return "text"
        grants = sides.new["effect"] == "allow"
        return "widening" if starts == grants else "narrowing"
    before, after = _WITHIN_REACH.get(was, 0), _WITHIN_REACH.get(now, 0)
    return "text" if before == after else "widening" if after > before else "narrowing"


def _compare_end(sides: Sides) -> Iterator[Change]:
    old, new = (look(side, ("deprecation",)) for side in (sides.old, sides.new))
    if same(old, new):
        return
    if new is None:
        words = "its end is no longer announced"
    elif old is None:
        words = f"its end is announced{_terms(new)}"
    else:
        words = f"its announced end is another one{_terms(new)}"
    sooner = bool(new) and _last_day(new) < _last_day(old)
    yield sides.change(("deprecation",), "narrowing" if sooner else "text", "none", words, before=old, after=new)


def _terms(end: Any) -> str:
    said = [f"it stays until {end['removeAfter']}"] if end.get("removeAfter") else []
    said += [f"`{end['replacedBy']}` takes its place"] if end.get("replacedBy") else []
    return f": {', '.join(said)}" if said else ""


def _last_day(end: Any) -> str:
    return str(end.get("removeAfter", NO_END)) if end else NO_END
