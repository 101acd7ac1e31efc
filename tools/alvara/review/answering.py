"""Requests that are answered differently, in words."""

from collections.abc import Callable, Iterator, Mapping

from alvara.compare.change import NO_WITNESS, Impact
from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.decisions.moves import Move, Moves, as_request
from alvara.decisions.space import MOST_ROWS
from alvara.diagnostics.site import Site
from alvara.diagnostics.wording import listed
from alvara.review.review import Point
from alvara.workspace.entity import Entity

OUTCOME = "outcome"
"""The aspect of how requests are answered."""

_MOST_NAMED = 3
"""Fields that are named of those that make the difference."""


def answer_points(
    capability: Entity, owner: Entity, gone: bool, moves: Moves, line: Callable[[Site], int]
) -> Iterator[Point]:
    """Tell how many combinations are answered differently, with one of each; or that it cannot be told.

    `owner` is the thing whose change that is; `gone` tells that it is there no longer.
    """
    site = Site(owner.path, (*owner.pointer, "id"), revision="base" if gone else "current")
    plain = Point("capability", capability.id, OUTCOME, "text", "", site.path, line(site), site.revision)
    for move in moves.found:
        impact: Impact = "widening" if move.opens else "narrowing"
        request = as_request(move.witness)
        yield plain._replace(
            impact=impact, words=_sentence(move), before=move.before, after=move.after,
            witness=request if request else NO_WITNESS,
        )  # fmt: skip
    if moves.too_many:
        words = (
            f"which requests are answered differently cannot be told: there are more than {MOST_ROWS:,} combinations"
        )
        yield plain._replace(words=words)
    elif moves.untold:
        exprs = ", ".join(f"`{_short(expr)}`" for expr in moves.untold)
        words = f"which further requests are answered differently cannot be told: that is for {exprs} to say"
        yield plain._replace(words=words)


def _sentence(move: Move) -> str:
    fields = list(dict.fromkeys(".".join(path) for path, _ in move.witness.values))
    whose = f" of {_listed(fields)}" if fields else ""
    number = (
        f"{move.number:,} combination{whose} goes" if move.number == 1 else f"{move.number:,} combinations{whose} go"
    )
    if not fields and not move.witness.unknowns:
        number = "every request that is left goes"
    where = " and ".join(f"`{_short(expr)}` {_HELD[truth]}" for expr, truth in move.witness.unknowns)
    return f"{number} from `{move.before}` to `{move.after}`{', as where ' + where if where else ''}"


_HELD: Mapping[Truth, str] = {TRUE: "holds", FALSE: "does not hold", ERROR: "is in error"}


def _listed(fields: list[str]) -> str:
    named = [f"`{field}`" for field in fields[:_MOST_NAMED]]
    if len(fields) > _MOST_NAMED:
        return f"{', '.join(named)} and {len(fields) - _MOST_NAMED} more"
    return listed(named)


def _short(expr: str) -> str:
    text = " ".join(expr.split())
    return text if len(text) <= 80 else f"{text[:77]}..."
