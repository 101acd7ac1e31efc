"""After the call: whether what was promised has come true. A condition that cannot be told has failed."""

from typing import Any

from alvara.conditions.canonical import plain
from alvara.conditions.engine import Scope
from alvara.conditions.truth import ERROR
from alvara.decisions.admission import admit
from alvara.decisions.charter import Charter
from alvara.decisions.clauses import Clause
from alvara.decisions.decision import Judged
from alvara.decisions.moments import moment
from alvara.decisions.request import Request


def follow(charter: Charter, request: Request, output: Any, after: Any = None) -> tuple[Judged, ...]:
    """Judge the postconditions and the verification of a call that was made. Raises `ValueError` for a bad `now`.

    `output` is what the capability answered, `after` what was read afterwards; the record of the request is `before`.
    What is no canonical JSON is read by no condition: whichever asks for it is in error.
    """
    values = dict(admit(charter, request).values)
    if "resource" in values:
        values["before"] = values["resource"]
    for root, value in (("output", output), ("after", after)):
        try:
            held = plain(value)
        except ValueError:
            continue
        if held is not None:
            values[root] = held
    now = moment(request.now)
    try:
        scope = Scope.of_plain(values, now)
    except ValueError as error:
        return tuple([_failed(clause, str(error)) for clause in charter.promises.clauses])
    return tuple([told for _, told in charter.promises.judge(scope)])


def _failed(clause: Clause, words: str) -> Judged:
    """Say of a condition that what it reads is more than can be judged at once."""
    file, line = clause.place
    atoms = [written.held._replace(truth=ERROR, code="not_json", message=words) for written in clause.written]
    return Judged(clause.kind, clause.owner, clause.effect, ERROR, tuple(atoms), file, line)
