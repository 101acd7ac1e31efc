"""The conditions that decide, compiled once, each with the place that it was written at."""

from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate
from typing import Any, NamedTuple, Self

from alvara.conditions.batch import Batch
from alvara.conditions.engine import Scope
from alvara.conditions.group import Group
from alvara.conditions.truth import FAILS, FALSE, HOLDS, TRUE, Result, Truth
from alvara.decisions.decision import AtomJudged, Judged, Kind, Phase
from alvara.decisions.ways import ways_of
from alvara.diagnostics.site import Pointer
from alvara.model.condition import atoms, name_of
from alvara.workspace.subjects import Body, definition_digest

Place = tuple[str, int]
"""A file and a line; an empty text and 0 where nobody knows."""

Places = Callable[[str, str, Pointer], Place]
"""From a kind, an ID and a pointer into the definition to where that is written."""


def nowhere(kind: str, id: str, pointer: Pointer) -> Place:
    """Know no place."""
    return "", 0


class AtomWritten(NamedTuple):
    """An atom as its author wrote it. `place` is that of its expression.

    `reads` are the ways into the request that it follows, each as it is written and in steps, and `reading` is all of
    them in one text. `held` and `failed` are what it mostly comes to, made once; `told` is what a record says of it, by
    what it came to.
    """

    text: Any
    place: Place
    reads: tuple[tuple[str, tuple[str, ...]], ...]
    reading: str
    told: Mapping[str, dict[str, Any]]
    held: AtomJudged
    failed: AtomJudged


class Clause(NamedTuple):
    """One condition that decides something. Without a `group` it always holds.

    `owner` is a policy's ID, or the atom's own where a capability asks. `code` and `message` are what is answered,
    `told` is what every record says of it, with room for what it comes to.
    """

    phase: Phase
    kind: Kind
    owner: str
    effect: str
    code: str
    message: Any
    group: Group | None
    condition: Mapping[str, Any] | None
    written: tuple[AtomWritten, ...]
    place: Place
    told: dict[str, Any]
    expires: str = ""


_PHASES: Mapping[str, Phase] = {"deny": "deny", "allow": "grant", "require-confirmation": "confirmation"}


def policy_clause(body: Body, places: Places) -> Clause:
    """Compile a policy."""
    id, condition, expires = body["id"], body.get("when"), body.get("expires", "")
    reason, place = body["reason"], places("policy", body["id"], ())
    told = {
        "kind": "policy", "id": id, "version": body["version"], "effect": body["effect"], "code": reason["code"],
        "digest": definition_digest(body), **_placed(place), **_ROOM,
    }  # fmt: skip
    return Clause(
        _PHASES[body["effect"]], "policy", id, body["effect"], reason["code"], reason.get("message", ""),
        None if condition is None else Group.of(condition), condition,
        () if condition is None else _written(condition, ("when",), lambda at: places("policy", id, at)),
        place, told | ({"expires": expires} if expires else {}), expires,
    )  # fmt: skip


def question_clauses(body: Body, places: Places) -> tuple[Clause, ...]:
    """Compile the condition under which a capability asks its user, where it has one."""
    id, condition = body["id"], body.get("confirmation", {}).get("when")
    if condition is None:
        return ()
    pointer, code = ("confirmation", "when"), "confirmation.condition"
    place = places("capability", id, pointer)
    clause = Clause(
        "confirmation", "confirmation", "confirmation", "", code, "", Group.of(condition), condition,
        _written(condition, pointer, lambda at: places("capability", id, at)), place,
        {"kind": "confirmation", "id": "confirmation", "code": code, **_placed(place), **_ROOM},
    )  # fmt: skip
    return (clause,)


def own_clauses(
    body: Body, kind: Kind, listed: Iterable[Mapping[str, Any]], pointer: Pointer, places: Places
) -> tuple[Clause, ...]:
    """Compile the conditions that a capability lists by themselves, such as its preconditions."""
    messages = {error["code"]: error.get("message", "") for error in body.get("errors", ())}
    clauses = []
    for i, atom in enumerate(listed):
        id, code = name_of(atom, i), atom.get("error", "")
        place = places("capability", body["id"], (*pointer, i, "expr"))
        message = messages.get(code) or atom.get("text", "")
        group = Group.single(atom["expr"], id)
        told = {"kind": kind, "id": id, "code": code, **_placed(place), **_ROOM}
        written = (_atom(id, atom, place),)
        clauses.append(
            Clause("precondition", kind, id, "", code, message, group, {"all": [atom]}, written, place, told)
        )
    return tuple(clauses)


class Conditions(NamedTuple):
    """Conditions that are judged over one scope. `atoms` are those of all of them; those of each stop at its `ends`."""

    clauses: tuple[Clause, ...]
    atoms: tuple[AtomWritten, ...]
    ends: tuple[int, ...]
    batch: Batch

    @classmethod
    def of(cls, clauses: Iterable[Clause]) -> Self:
        """Compile the atoms of some conditions, to be evaluated together."""
        listed = tuple(clauses)
        groups = [clause.group for clause in listed if clause.group is not None]
        return cls(
            listed, tuple([atom for clause in listed for atom in clause.written]),
            tuple(accumulate(len(clause.written) for clause in listed)),
            Batch([each for group in groups for each in group.evaluables]),
        )  # fmt: skip

    def judge(self, scope: Scope) -> list[tuple[Clause, Judged]]:
        """Evaluate every atom, and say what each condition comes to. A decision waits for this: it is one pass."""
        results = self.batch.judge(scope)
        truths = [result.truth for result in results]
        atoms = [
            atom.held if result is HOLDS else atom.failed if result is FAILS else _unclear(atom, result)
            for atom, result in zip(self.atoms, results, strict=True)
        ]
        told, start = [], 0
        for clause, end in zip(self.clauses, self.ends, strict=True):
            file, line = clause.place
            truth = TRUE if clause.group is None else clause.group.join(truths[start:end])
            judged = Judged(clause.kind, clause.owner, clause.effect, truth, tuple(atoms[start:end]), file, line)
            told.append((clause, judged))
            start = end
        return told


def _unclear(written: AtomWritten, result: Result) -> AtomJudged:
    return written.held._replace(truth=result.truth, code=result.code, message=result.message)


def _written(
    condition: Mapping[str, Any], pointer: Pointer, place: Callable[[Pointer], Place]
) -> tuple[AtomWritten, ...]:
    return tuple(
        [_atom(name_of(atom, i), atom, place((*at, "expr"))) for i, (atom, at) in enumerate(atoms(condition, pointer))]
    )


def _atom(id: str, atom: Mapping[str, Any], place: Place) -> AtomWritten:
    expr = atom["expr"]
    held, failed = (AtomJudged(id, expr, truth, line=place[1]) for truth in (TRUE, FALSE))
    said = {"id": id, "expr": expr, **_placed(place), "reads": {}}
    told = {truth.value: {**said, "truth": truth.value} for truth in Truth}
    reads = ways_of(expr)
    return AtomWritten(atom.get("text", ""), place, reads, repr(reads), told, held, failed)


_ROOM: Mapping[str, Any] = {"truth": "", "atoms": []}


def _placed(place: Place) -> dict[str, Any]:
    file, line = place
    return {"file": file, "line": line} if file else {}
