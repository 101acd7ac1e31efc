"""The answer to a request, with everything that led to it."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from alvara.conditions.truth import Truth

Outcome = Literal["deny", "blocked", "confirm", "allow"]
FORMAT = "alvara.decision/1"

OUTCOMES: tuple[Outcome, ...] = ("deny", "blocked", "confirm", "allow")
"""The strongest first."""

Phase = Literal["request", "input", "authorization", "deny", "grant", "precondition", "confirmation"]

Kind = Literal["policy", "precondition", "confirmation", "postcondition", "verification"]
"""What a condition is for, by who has it."""


class Reason(NamedTuple):
    """Why the answer is what it is. `message` is a text or a text per locale; `line` is 0 where no file is known."""

    phase: Phase
    code: str
    message: Any = ""
    policy: str | None = None
    atom: str | None = None
    file: str | None = None
    line: int = 0

    def as_json(self) -> dict[str, Any]:
        """Give it as a JSON value."""
        return {**self._asdict(), "line": self.line or None}


class AtomJudged(NamedTuple):
    """One named expression: what it came to, and why it could not be told where it could not.

    `id` is its own, or its position among all atoms of its condition, as text.
    """

    id: str
    expr: str
    truth: Truth
    code: str = ""
    message: str = ""
    line: int = 0


class Judged(NamedTuple):
    """One condition of one phase.

    `owner` is the policy's ID, or the precondition's; for the capability's own question it is `confirmation`. `effect`
    is a policy's, else empty.
    """

    kind: Kind
    owner: str
    effect: str
    truth: Truth
    atoms: tuple[AtomJudged, ...] = ()
    file: str = ""
    line: int = 0


class Question(NamedTuple):
    """What a user has to be asked first: the words, and what their yes will be good for and until when."""

    message: Any
    digest: str
    expires_at: str

    def as_json(self) -> dict[str, Any]:
        """Give it as a JSON value."""
        return {"message": self.message, "digest": self.digest, "expiresAt": self.expires_at}


class Decision(NamedTuple):
    """`reasons` are those of the outcome only; `judged` has every condition that was evaluated, whatever it came to.

    `trace` is the record for auditors, redacted, as a JSON value. `decision` and `confirmation` are the outcome and the
    question by their names in JSON.
    """

    outcome: Outcome
    capability: str
    version: str
    reasons: tuple[Reason, ...]
    question: Question | None
    judged: tuple[Judged, ...]
    trace: Mapping[str, Any]

    @property
    def decision(self) -> Outcome:
        """The outcome: what is to be done with the call."""
        return self.outcome

    @property
    def confirmation(self) -> Question | None:
        """The question: what has to be asked of the user first."""
        return self.question

    def as_json(self) -> dict[str, Any]:
        """Give all of it, for auditors: what `alvara decide --format json` prints and `alvara replay` reads.

        The question is as its user reads it; its copy in the trace is masked.
        """
        return {
            "format": FORMAT, "now": self.trace["now"], "decision": self.outcome, "capability": self.capability,
            "version": self.version or None, "reasons": [reason.as_json() for reason in self.reasons],
            "confirmation": None if self.question is None else self.question.as_json(), "trace": self.trace,
        }  # fmt: skip
