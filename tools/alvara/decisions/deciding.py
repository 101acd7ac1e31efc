"""The decision itself: a function of what decides and what is asked, and of nothing else.

All phases are judged whatever wins, so that the record is complete; the reasons are those of the outcome alone. Where
something cannot be told, that counts for whatever keeps the door shut.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from alvara.conditions.engine import Scope
from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.decisions.admission import Admitted, admit, digests_of
from alvara.decisions.authorization import obligations, refusals
from alvara.decisions.charter import Charter, Source
from alvara.decisions.clauses import Clause
from alvara.decisions.confirmation import State, confirmation_digest, expiry, state_of
from alvara.decisions.decision import Decision, Judged, Outcome, Question, Reason
from alvara.decisions.decisive import decisive
from alvara.decisions.moments import moment
from alvara.decisions.rendering import render
from alvara.decisions.request import Confirmed, Request
from alvara.decisions.trace import Findings, trace_of, trace_of_unknown
from alvara.decisions.weighing import Weights, is_granted, stands, weigh

_Told = tuple[Clause, Judged]


def decide(charter: Charter, request: Request) -> Decision:
    """Answer a request. Raises `ValueError` where its `now` is no moment: that is the caller's doing, not a user's."""
    return decide_on(charter, request, admit(charter, request))


def decide_on(charter: Charter, request: Request, admitted: Admitted) -> Decision:
    """Answer a request whose values were looked at already. Raises `ValueError`."""
    now = moment(request.now)
    refused = [*_stopped(charter, request), *_not_admitted(charter, admitted, now)]
    if refused:
        return _answer(charter, request, admitted, Findings("deny", refused))
    if "input" in admitted.objections:
        return _answer(charter, request, admitted, _on_invalid_input(charter, admitted))
    scope = Scope.of_plain(admitted.values, now)
    unauthorized = refusals(charter, admitted.values, scope)
    judged = _Phases.of(charter, scope)
    outcome = weigh(
        Weights(
            [told.truth for _, told in judged.denies], _allowing(judged.allows, now),
            [told.truth for _, told in judged.preconditions], [told.truth for _, told in judged.questions],
            not unauthorized, charter.granted, bool(charter.asking.codes),
        )
    )  # fmt: skip
    state: State = "none" if request.confirmed is None else "not_needed"
    reasons = list(_reasons(outcome, unauthorized, judged, charter, now))
    requiring, question = [], None
    if outcome == "confirm":
        requiring, expires_at = reasons, expiry(charter, now)
        state = state_of(charter, admitted, reasons, request, now)
        if state == "accepted":
            outcome, reasons = "allow", []
        else:
            question = Question(
                render(charter.asking.template, admitted.values),
                confirmation_digest(charter, admitted, reasons, expires_at), expires_at,
            )  # fmt: skip
    found = Findings(outcome, reasons, unauthorized, judged.all, question, state, requiring)
    return _answer(charter, request, admitted, found)


def refuse_unknown(name: str, source: Source, request: Request) -> Decision:
    """Answer a request for what no capability is called. Raises `ValueError` for a bad `now`."""
    return refuse_by_digests(name, source, digests_of(request), request.now, request.confirmed)


def refuse_by_digests(
    name: str, source: Source, digests: dict[str, str | None], now: str, confirmed: Confirmed | None
) -> Decision:
    """Answer it when only the digests of its values are known: nothing says what in them is secret."""
    moment(now)
    reasons = (Reason("request", "request.unknown_capability", f"there is no capability `{name}`"),)
    trace = trace_of_unknown(name, source, digests, now, confirmed, reasons)
    return Decision("deny", name, "", reasons, None, (), trace)


class _Phases(NamedTuple):
    denies: list[_Told]
    allows: list[_Told]
    preconditions: list[_Told]
    questions: list[_Told]
    all: list[_Told]

    @classmethod
    def of(cls, charter: Charter, scope: Scope) -> "_Phases":
        told = charter.conditions.judge(scope)
        denies: list[_Told] = []
        allows: list[_Told] = []
        preconditions: list[_Told] = []
        questions: list[_Told] = []
        by_phase = {"deny": denies, "grant": allows, "precondition": preconditions, "confirmation": questions}
        for each in told:
            by_phase[each[0].phase].append(each)
        return cls(denies, allows, preconditions, questions, told)


def _stopped(charter: Charter, request: Request) -> Iterator[Reason]:
    """Say that a capability was stopped, or something that it runs. It does not matter who asks for what."""
    if not request.denied:
        return
    file, line = charter.places["capability"]
    for id, names in charter.runs.items():
        if not request.denied.isdisjoint(names):
            words = "it is stopped" if id == charter.id else f"it runs `{id}`, which is stopped"
            yield Reason("request", "request.denied", words, file=file or None, line=line)


def _not_admitted(charter: Charter, admitted: Admitted, now: datetime) -> Iterator[Reason]:
    file, line = charter.places["capability"]
    objection = _not_executable(charter, now)
    if objection:
        yield Reason("request", "request.not_active", objection, file=file or None, line=line)
    for root in ("principal", "context", "resource"):
        if root in admitted.objections:
            words = f"the {_CALLED[root]} cannot be taken: {admitted.objections[root]}"
            yield Reason("request", f"request.{root}_invalid", words)


_CALLED = {"principal": "user", "context": "context", "resource": "record"}


def _not_executable(charter: Charter, now: datetime) -> str:
    standing = charter.standing
    if standing.status == "active":
        return ""
    if standing.status != "deprecated":
        return f"its status is {standing.status}"
    if standing.superseded:
        return "it is deprecated, and another version of it is active"
    ended = standing.remove_after and standing.remove_after < now.date().isoformat()
    return f"it is deprecated, and ended on {standing.remove_after}" if ended else ""


def _on_invalid_input(charter: Charter, admitted: Admitted) -> Findings:
    """Judge what can be judged without the input: no condition is evaluated over what nobody promised."""
    unauthorized = refusals(charter, admitted.values, None)
    if unauthorized:
        return Findings("deny", unauthorized, unauthorized)
    words = f"the input cannot be taken: {admitted.objections['input']}"
    return Findings("blocked", [Reason("input", "input.invalid", words)])


def _allowing(allows: list[_Told], now: datetime) -> list[Truth] | None:
    """Give the truths of the policies that allow and are in force; None where none is attached at all."""
    return [told.truth for clause, told in allows if not expired(clause, now)] if allows else None


def expired(clause: Clause, now: datetime) -> bool:
    """Whether a policy's last day is over. Only one that allows ends with it."""
    return bool(clause.expires) and clause.expires < now.date().isoformat()


def _reasons(
    outcome: Outcome, unauthorized: list[Reason], judged: _Phases, charter: Charter, now: datetime
) -> Iterator[Reason]:
    if outcome == "deny":
        yield from unauthorized
        yield from _policy_reasons("deny", judged.denies)
        if not is_granted(Weights(allows=_allowing(judged.allows, now), granted=charter.granted)):
            file, line = charter.places["authorization"]
            words = _NOT_ALLOWED if judged.allows else _NOT_GRANTED
            yield Reason("grant", "authz.no_grant", words, file=file or None, line=line)
    elif outcome == "blocked":
        for clause, told in judged.preconditions:
            if told.truth is not TRUE:
                yield _precondition_reason(clause, told)
    elif outcome == "confirm":
        questions = [told for told in judged.questions if told[0].kind == "policy"]
        yield from _policy_reasons("confirmation", questions)
        yield from _own_questions(charter, judged.questions)


_NOT_ALLOWED = "no policy that allows it holds and is in force"
_NOT_GRANTED = "nobody is granted it: it names no permission and no role, and no policy allows it"


def _policy_reasons(phase: Any, told: Iterable[_Told]) -> Iterator[Reason]:
    for clause, judged in told:
        if not stands(clause.effect, judged.truth):
            continue
        atom = _atom(clause, judged)
        file, line = clause.place if atom is None else clause.written[atom].place
        name = None if atom is None else judged.atoms[atom].id
        failed = judged.truth is ERROR
        code, message = ("policy.evaluation_error", _unclear(judged, atom)) if failed else (clause.code, clause.message)
        yield Reason(phase, code, message, clause.owner, name, file or None, line)


def _precondition_reason(clause: Clause, judged: Judged) -> Reason:
    file, line = clause.place
    if judged.truth is ERROR:
        return Reason(
            "precondition", "precondition.evaluation_error", _unclear(judged, 0), None, clause.owner, file or None, line
        )
    code = clause.code or "precondition.not_met"
    words = clause.message or "this has to hold first"
    return Reason("precondition", code, words, None, clause.owner, file or None, line)


def _own_questions(charter: Charter, questions: list[_Told]) -> Iterator[Reason]:
    for code in charter.asking.codes:
        file, line = charter.places["confirmation"]
        if code == "confirmation.required":
            yield Reason("confirmation", code, "the user is asked every time", file=file or None, line=line)
    for clause, judged in questions:
        if clause.kind == "confirmation" and judged.truth is not FALSE:
            atom = _atom(clause, judged)
            file, line = clause.place if atom is None else clause.written[atom].place
            name = None if atom is None else judged.atoms[atom].id
            said = "" if atom is None else clause.written[atom].text
            words = _unclear(judged, atom) if judged.truth is ERROR else said or "its condition holds"
            yield Reason("confirmation", clause.code, words, None, name, file or None, line)
    if "confirmation.risk" in charter.asking.codes:
        file, line = charter.places["risk"]
        yield Reason(
            "confirmation", "confirmation.risk", f"its risk is {charter.body['risk']}", file=file or None, line=line
        )


def _atom(clause: Clause, judged: Judged) -> int | None:
    """Give the position of the atom that decided, where a single one did."""
    if clause.condition is None:
        return None
    found = decisive(clause.condition, [atom.truth for atom in judged.atoms])
    return found[0] if len(found) == 1 else None


def _unclear(judged: Judged, atom: int | None) -> str:
    if atom is None:
        return "it cannot be told whether this holds"
    return f"it cannot be told whether this holds: {judged.atoms[atom].message}"


def _answer(charter: Charter, request: Request, admitted: Admitted, found: Findings) -> Decision:
    judged = tuple([told for _, told in found.judged])
    owed = obligations(charter, admitted.values.get("principal", {})) if found.outcome in ("allow", "confirm") else []
    trace = trace_of(charter, request, admitted, found, owed)
    return Decision(found.outcome, charter.id, charter.version, tuple(found.reasons), found.question, judged, trace)
