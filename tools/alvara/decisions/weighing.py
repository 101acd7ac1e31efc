"""Which answer wins: deny before blocked before confirm before allow. `decide` and the analysis both ask here."""

from alvara.conditions.truth import FALSE, TRUE, Truth
from alvara.decisions.decision import Outcome


def weigh(denied: Truth, granted: Truth, ready: Truth, asked: Truth) -> Outcome:
    """Give the outcome for a valid request.

    `denied` joins static authorization that failed and the policies that deny, by `any_of`; `granted` is `any_of` the
    policies that allow, or whether the capability's own authorization grants, where there are none. `ready` joins the
    preconditions by `all_of`; `asked` all that asks for a confirmation by `any_of`. An error closes: it denies, grants
    nothing, blocks, asks.
    """
    if denied is not FALSE or granted is not TRUE:
        return "deny"
    if ready is not TRUE:
        return "blocked"
    return "allow" if asked is FALSE else "confirm"
