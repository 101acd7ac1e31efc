"""A decision as the agent that asked may see it."""

from typing import Any

from alvara.decisions.decision import FORMAT, Decision


def agent_view(decision: Decision) -> dict[str, Any]:
    """Give what an agent needs to go on: codes, and the question to its user. No condition, no policy, no file.

    A model reads it: of the question it gets the words without what is masked.
    """
    codes = dict.fromkeys(reason.code for reason in decision.reasons)
    asked = decision.question
    if asked is not None:
        asked = asked._replace(message=decision.trace["confirmation"]["message"])
    return {
        "format": FORMAT, "decision": decision.outcome, "capability": decision.capability,
        "version": decision.version or None, "reasons": [{"code": code} for code in codes],
        "confirmation": None if asked is None else asked.as_json(),
    }  # fmt: skip
