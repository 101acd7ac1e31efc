"""One decision as two readers may see it: the agent that asked, and whoever audits."""

from typing import Any

from alvara.decisions.decision import Decision
from alvara.decisions.trace import told_reason

FORMAT = "alvara.decision/1"


def audit_view(decision: Decision) -> dict[str, Any]:
    """Give everything. The question is as its user reads it; its copy in the trace is masked."""
    return {
        "format": FORMAT, "now": decision.trace["now"], "decision": decision.outcome,
        "capability": decision.capability, "version": decision.version or None,
        "reasons": [told_reason(reason) for reason in decision.reasons],
        "confirmation": _question(decision), "trace": decision.trace,
    }  # fmt: skip


def agent_view(decision: Decision) -> dict[str, Any]:
    """Give what an agent needs to go on: codes, and the question to its user. No condition, no policy, no file.

    A model reads it: of the question it gets the words without what is masked.
    """
    codes = dict.fromkeys(reason.code for reason in decision.reasons)
    return {
        "format": FORMAT, "decision": decision.outcome, "capability": decision.capability,
        "version": decision.version or None, "reasons": [{"code": code} for code in codes],
        "confirmation": _question(decision, masked=True),
    }  # fmt: skip


def _question(decision: Decision, *, masked: bool = False) -> dict[str, Any] | None:
    question = decision.question
    if question is None:
        return None
    message = decision.trace["confirmation"]["message"] if masked else question.message
    return {"message": message, "digest": question.digest, "expiresAt": question.expires_at}
