"""What a request may bring: JSON that has one form, and that the schemas of the registry accept."""

from typing import Any, NamedTuple

from alvara.conditions.canonical import plain_and_digest
from alvara.decisions.charter import Charter
from alvara.decisions.request import Request
from alvara.identity.digests import digest

EMPTY = digest({})
"""The digest of the context of who has none."""

ROOTS = ("input", "principal", "context", "resource")


class Admitted(NamedTuple):
    """What a request brought, by root: copies that nobody else holds, their digests, and what is wrong with each.

    A value that has no canonical form is neither among `values` nor among `digests`.
    """

    values: dict[str, Any]
    digests: dict[str, str]
    objections: dict[str, str]
    ignored: tuple[str, ...] = ()


def admit(charter: Charter, request: Request) -> Admitted:
    """Look at everything that a request brings, by itself. Who has no context is in an empty one."""
    values: dict[str, Any] = {}
    digests: dict[str, str] = {}
    objections: dict[str, str] = {}
    given = {"input": request.input, "principal": request.principal}
    if request.context is None:
        values["context"], digests["context"] = {}, EMPTY
        if objection := object_to(charter, "context", {}):
            objections["context"] = objection
    else:
        given["context"] = request.context
    if charter.id_from is not None:
        given["resource"] = request.resource
    for root, value in given.items():
        try:
            held, digests[root] = plain_and_digest(value)
        except ValueError as error:
            objections[root] = str(error)
            continue
        values[root] = held
        objection = object_to(charter, root, held)
        if objection:
            objections[root] = objection
    ignored = ("resource",) if charter.id_from is None and request.resource is not None else ()
    return Admitted(values, digests, objections, ignored)


def object_to(charter: Charter, root: str, value: Any) -> str:
    """Say why a value is not what a root may be; empty where it is. No word of the value is repeated."""
    if root == "resource" and value is None:
        return "it is missing: `target.idFrom` names a record"
    if root != "input" and not isinstance(value, dict):
        return "it is not a map"
    if root == "principal" and not (isinstance(value.get("id"), str) and value["id"]):
        return "it has no `id`"
    judge = charter.judges.get(root)
    if judge is None:
        return ""
    return judge.objection(value) or "" if judge.usable else "its schema cannot be used"


def digests_of(request: Request) -> dict[str, str | None]:
    """Name everything that a request brings, None where it has no canonical form."""
    return {root: _digest(getattr(request, root)) for root in ROOTS}


def _digest(value: Any) -> str | None:
    try:
        return plain_and_digest(value)[1]
    except ValueError:
        return None
