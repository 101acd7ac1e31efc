"""The record of a decision for auditors: everything that led to it, and nothing that may not be kept.

It holds no clock, no duration and no name by chance, so that the same request over the same definitions has the same
record, byte for byte. What `alvara.decisions.redaction` masks is masked in each of its parts.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from alvara import __version__
from alvara.conditions.engine import library
from alvara.conditions.truth import ERROR, FALSE, TRUE
from alvara.decisions.admission import ROOTS, Admitted
from alvara.decisions.charter import Charter, Source
from alvara.decisions.clauses import Clause
from alvara.decisions.confirmation import State, version_of
from alvara.decisions.decision import Judged, Outcome, Question, Reason
from alvara.decisions.decisive import decisive
from alvara.decisions.redaction import MASKED
from alvara.decisions.rendering import render
from alvara.decisions.request import Confirmed, Request

FORMAT = "alvara.trace/1"


class Findings(NamedTuple):
    """What was found, before it is written down. `requiring` are the reasons for which the user was, or is, asked."""

    outcome: Outcome
    reasons: Sequence[Reason]
    unauthorized: Sequence[Reason] = ()
    judged: Sequence[tuple[Clause, Judged]] = ()
    question: Question | None = None
    state: State = "none"
    requiring: Sequence[Reason] = ()


def trace_of(
    charter: Charter, request: Request, admitted: Admitted, found: Findings, owed: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Write down a decision as a JSON value."""
    masked, pointers = _masked(charter, admitted)
    shown = admitted._replace(values=masked)
    reads = _Reads(masked)
    stopped = sorted({name for names in charter.runs.values() for name in names if name in request.denied})
    parts: dict[str, list[dict[str, Any]]] = {"deny": [], "grant": [], "precondition": [], "confirmation": []}
    for clause, told in found.judged:
        parts[clause.phase].append(reads.part(clause, told))
    return {
        "format": FORMAT,
        "mode": "enforce",
        "decisionId": _decision_id(
            charter.digest, charter.source, admitted.digests, request.now, request.confirmed, stopped
        ),
        "engine": _engine(),
        "source": charter.source._asdict(),
        "capability": {
            "id": charter.id, "version": charter.version, "digest": charter.digest, "risk": charter.body["risk"],
            "status": charter.standing.status,
        },
        "now": request.now,
        "decision": found.outcome,
        "reasons": [reason.as_json() for reason in found.reasons],
        "determining": _determining(found),
        "errors": _errors(found.judged),
        "principal": _principal(masked.get("principal")),
        "resource": _resource(charter, shown),
        "inputDigest": admitted.digests.get("input"),
        "digests": {root: admitted.digests.get(root) for root in ROOTS},
        "objections": dict(admitted.objections),
        "ignored": list(admitted.ignored),
        "phases": {
            "authorization": [reason.as_json() for reason in found.unauthorized],
            **parts,
            "built-in": list(charter.asking.codes) if found.judged or found.requiring else [],
        },
        "policies": {
            "considered": charter.considered, "attached": charter.attached,
            "notAttached": charter.considered - charter.attached,
        },
        "obligations": list(owed),
        "confirmation": _confirmation(charter, request, found, masked),
        "request": {
            **{root: masked.get(root) for root in ROOTS}, "now": request.now,
            "confirmed": _given(request.confirmed), **({"denied": stopped} if stopped else {}),
        },
        "masked": pointers,
    }  # fmt: skip


def trace_of_unknown(
    name: str, source: Source, digests: dict[str, str | None], now: str, confirmed: Confirmed | None,
    reasons: Sequence[Reason],
) -> dict[str, Any]:  # fmt: skip
    """Write down that there is no such capability. Nothing says what is secret in its request, so only digests stay."""
    given = _given(confirmed)
    return {
        "format": FORMAT,
        "mode": "enforce",
        "decisionId": _decision_id(name, source, digests, now, confirmed),
        "engine": _engine(),
        "source": source._asdict(),
        "capability": {"id": name, "version": None, "digest": None, "risk": None, "status": None},
        "now": now,
        "decision": "deny",
        "reasons": [reason.as_json() for reason in reasons],
        "digests": digests,
        "request": {"now": now, "confirmed": given},
    }


def _decision_id(
    what: str, source: Source, digests: Mapping[str, str | None], now: str, yes: Confirmed | None,
    stopped: Sequence[str] = (),
) -> str:  # fmt: skip
    """Name what was asked and what decided: the digest of their names, a line each."""
    given = ("", "") if yes is None else yes
    names = (what, source.digest, *[digests.get(root) or "" for root in ROOTS], now, *given, *stopped)
    return "sha256:" + sha256("\n".join(names).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _engine() -> dict[str, Any]:
    name, version = library()
    return {"name": "alvara", "version": __version__, "library": {"name": name, "version": version}}


def _masked(charter: Charter, admitted: Admitted) -> tuple[dict[str, Any], list[str]]:
    values: dict[str, Any] = {}
    pointers: list[str] = []
    for root, value in admitted.values.items():
        values[root], found = charter.redaction.mask(root, value, strange=root in admitted.objections)
        pointers += found
    return values, pointers


def _principal(value: Any) -> dict[str, Any] | None:
    if not isinstance(value, dict):
        return None
    return {key: value[key] for key in ("id", "tenant", "roles", "permissions") if key in value}


def _resource(charter: Charter, shown: Admitted) -> dict[str, Any] | None:
    value = shown.values.get("resource")
    if not isinstance(value, dict):
        return None
    return {
        "type": charter.record, "id": value.get("id"), "version": version_of(charter, shown),
        "digest": shown.digests["resource"],
    }  # fmt: skip


class _Reads:
    """What atoms read, looked up once for each way, in values that are masked already."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values
        self.known: dict[str, dict[str, Any]] = {}

    def part(self, clause: Clause, told: Judged) -> dict[str, Any]:
        atoms = []
        known = self.known
        for written, atom in zip(clause.written, told.atoms, strict=True):
            read = known.get(written.reading)
            if read is None:
                read = known[written.reading] = self.all(written.reads)
            entry = written.told[atom.truth._value_].copy()  # it has room: a dictionary that grows is slow
            entry["reads"] = read
            if atom.code:
                entry["code"], entry["message"] = atom.code, atom.message
            atoms.append(entry)
        part = clause.told.copy()
        part["truth"], part["atoms"] = told.truth._value_, atoms
        return part

    def all(self, ways: tuple[tuple[str, tuple[str, ...]], ...]) -> dict[str, Any]:
        return {name: found for name, way in ways if (found := self.at(way)) is not _NOTHING}

    def at(self, way: tuple[str, ...]) -> Any:
        value: Any = self.values
        for step in way:
            if not isinstance(value, dict):
                return MASKED if value == MASKED else _NOTHING
            if step not in value:
                return _NOTHING
            value = value[step]
        return _brief(value)


_NOTHING = object()
_LONG = 10


def _brief(value: Any) -> Any:
    """Shorten what is large: the whole of it stands in the request."""
    if isinstance(value, (dict, list)) and (
        len(value) > _LONG or isinstance(value, dict) or any(isinstance(item, (dict, list)) for item in value)
    ):
        return {"size": len(value)}
    return value


def _determining(found: Findings) -> list[dict[str, Any]]:
    """List what the outcome hangs on: conditions with the fewest atoms that settled them, and built-in codes."""
    phase = "confirmation" if found.requiring else _WINNING[found.outcome]
    listed: list[dict[str, Any]] = []
    for clause, told in found.judged:
        if clause.phase == phase and _counts(clause, told):
            atoms = [] if clause.condition is None else decisive(clause.condition, [a.truth for a in told.atoms])
            listed.append(
                {"kind": clause.kind, "id": clause.owner, "atoms": [told.atoms[position].id for position in atoms]}
            )
    for reason in found.requiring or found.reasons:
        if reason.phase in ("request", "input", "authorization", "grant") or reason.code in _UNCONDITIONAL:
            listed.append({"kind": "built-in", "id": reason.code, "atoms": []})
    return listed


_WINNING = {"deny": "deny", "blocked": "precondition", "confirm": "confirmation", "allow": "grant"}
_UNCONDITIONAL = ("confirmation.required", "confirmation.risk")


def _counts(clause: Clause, told: Judged) -> bool:
    if clause.kind == "precondition":
        return told.truth is not TRUE
    return told.truth is TRUE if clause.effect == "allow" else told.truth is not FALSE


def _errors(judged: Sequence[tuple[Clause, Judged]]) -> list[dict[str, Any]]:
    """List every atom that could not be told, also where another settled its group."""
    return [
        {"kind": clause.kind, "id": clause.owner, "atom": atom.id, "code": atom.code, "message": atom.message}
        for clause, told in judged
        for atom in told.atoms
        if atom.truth is ERROR
    ]


def _confirmation(
    charter: Charter, request: Request, found: Findings, masked: dict[str, Any]
) -> dict[str, Any] | None:  # fmt: skip
    question = found.question
    if question is None and found.state == "none":
        return None
    return {
        "state": found.state,
        "requiredBy": [reason.policy or reason.code for reason in found.requiring],
        "given": _given(request.confirmed),
        "digest": None if question is None else question.digest,
        "expiresAt": None if question is None else question.expires_at,
        "message": None if question is None else render(charter.asking.template, masked),
    }


def _given(confirmed: Confirmed | None) -> dict[str, str] | None:
    return None if confirmed is None else {"digest": confirmed.digest, "expiresAt": confirmed.expires_at}
