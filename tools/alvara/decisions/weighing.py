"""What the parts of a decision come to together: deny before blocked before confirm before allow."""

from collections.abc import Sequence
from typing import NamedTuple

from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.decisions.decision import Outcome


class Weights(NamedTuple):
    """What every condition of a decision came to, by what it is for.

    `authorized` is the answer of the permissions, the roles and the record's owner. `granted` tells whether the
    capability's own `authorization` is a grant, which counts only where no policy that allows is attached: `allows` is
    None then, and else has those that are in force. `asks` tells that the user is asked whatever the conditions say.
    """

    denies: Sequence[Truth] = ()
    allows: Sequence[Truth] | None = None
    preconditions: Sequence[Truth] = ()
    questions: Sequence[Truth] = ()
    authorized: bool = True
    granted: bool = True
    asks: bool = False


def is_granted(weights: Weights) -> bool:
    """Whether somebody lets this run: one policy that allows, or the capability itself where none is attached."""
    if weights.allows is None:
        return weights.granted
    return any(truth is TRUE for truth in weights.allows)


def weigh(weights: Weights) -> Outcome:
    """Give the outcome. An error counts for whatever keeps the door shut: nothing depends on an order."""
    if not weights.authorized or _any_but(FALSE, weights.denies) or not is_granted(weights):
        return "deny"
    if _any_but(TRUE, weights.preconditions):
        return "blocked"
    if weights.asks or _any_but(FALSE, weights.questions):
        return "confirm"
    return "allow"


def stands(effect: str, truth: Truth) -> bool:
    """Whether a policy has its effect: what denies or asks has it in error too, what allows has not."""
    return truth is TRUE or (truth is ERROR and effect != "allow")


def _any_but(truth: Truth, truths: Sequence[Truth]) -> bool:
    return truths.count(truth) < len(truths)
