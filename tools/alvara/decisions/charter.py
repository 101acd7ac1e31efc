"""Everything that decides on one capability, compiled once: who may, when not, what must hold, who is asked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from alvara.conditions.engine import NotCompiled, Program
from alvara.decisions.clauses import Conditions, Place, Places, nowhere, own_clauses, policy_clause, question_clauses
from alvara.decisions.redaction import Redaction, redaction_of
from alvara.model.capability import NAVIGATIONS, READS, RISKS, WEIGHTY
from alvara.model.condition import expectations_of
from alvara.subschemas.instances import Instances
from alvara.workspace.subjects import Body, definition_digest

TTL_SECONDS = 600
"""For how long the yes of a user is good where a capability does not say."""


class Source(NamedTuple):
    """Where the definitions came from: a bundle by its digest, or a tree by that of its files."""

    kind: Literal["bundle", "tree"]
    digest: str
    version: str = ""
    commit: str | None = None


class Standing(NamedTuple):
    """Whether a capability may run at all: its status, and until when where it is deprecated (`YYYY-MM-DD`).

    A deprecated one is `superseded` where another version of its ID is active.
    """

    status: str = "active"
    remove_after: str = ""
    superseded: bool = False


ACTIVE = Standing()


class Asking(NamedTuple):
    """When a capability asks its user, apart from its own condition: the built-in codes that hold whatever comes."""

    codes: tuple[str, ...]
    template: Any
    ttl_seconds: int


@dataclass(frozen=True, slots=True)
class Charter:
    """A capability ready to be decided on. It is never changed, and threads may share it.

    `runs` are the names of the capability and of each that it runs, whatever lies between, by ID; its own come first.
    `judges` has the schema of each root, None where there is none. `record` is the type of
    the resource, empty where conditions read none; `record_version` the steps to its version. `considered` counts the
    policies of the registry that decide at all.
    """

    id: str
    version: str
    digest: str
    runs: Mapping[str, frozenset[str]]
    body: Body
    source: Source
    standing: Standing
    considered: int
    judges: Mapping[str, Instances | None]
    attached: int
    conditions: Conditions
    promises: Conditions
    id_from: Program | str | None
    record: str
    record_version: tuple[str, ...]
    granted: bool
    asking: Asking
    redaction: Redaction
    places: Mapping[str, Place]


def charter_of(
    body: Body, policies: Iterable[Body], *, record: Any = None, principal: Any = None, context: Any = None,
    source: Source, places: Places = nowhere, standing: Standing = ACTIVE, record_version: str = "",
    digest_of: str = "", considered: int | None = None, runs: Mapping[str, frozenset[str]] | None = None,
    shared: Callable[[Any], Instances] = Instances,
) -> Charter:  # fmt: skip
    """Compile what decides on a capability: its definition and the attached policies in full, as `body_of` gives them.

    `record`, `principal` and `context` are JSON Schemas that stand by themselves, None where there are none.
    `record_version` is a JSON pointer into the record. `digest_of` is the digest of the definition where it is known,
    `runs` as the attribute; by itself a definition tells its own names and those that its steps are written with.
    `shared` compiles the schemas that other capabilities may have, too: it may give what it gave before.
    """
    attached = sorted(policies, key=lambda policy: (policy["id"], policy["version"]))
    target, authorization = body.get("target", {}), body["authorization"]
    schemas = {"input": body["inputSchema"], "principal": principal, "context": context, "resource": record}
    id = body["id"]
    return Charter(
        id=id, version=body["version"], digest=digest_of or definition_digest(body),
        runs=_written_runs(body) if runs is None else runs, body=body, source=source, standing=standing,
        considered=len(attached) if considered is None else considered,
        judges={
            root: None if schema is None else (Instances if root == "input" else shared)(schema)
            for root, schema in schemas.items()
        },
        attached=len(attached),
        conditions=Conditions.of(
            [
                *[policy_clause(policy, places) for policy in attached],
                *own_clauses(body, "precondition", body.get("preconditions", ()), ("preconditions",), places),
                *question_clauses(body, places),
            ]
        ),
        promises=Conditions.of(
            [
                *own_clauses(body, "postcondition", body.get("postconditions", ()), ("postconditions",), places),
                *own_clauses(body, "verification", expectations_of(body), ("verification", "expect"), places),
            ]
        ),
        id_from=_compiled(target.get("idFrom")),
        record=target.get("resource", "") if "idFrom" in target else "",
        record_version=tuple(record_version.split("/")[1:]),
        granted=grants_by_itself(authorization, body.get("action", "custom")), asking=asking_of(body),
        redaction=redaction_of(
            body.get("observability", {}).get("redact", ()), {**schemas, "output": body.get("outputSchema")}
        ),
        places={key: places("capability", id, way) for key, way in _PLACES.items()},
    )  # fmt: skip


_PLACES = {
    "capability": (), "permissions": ("authorization", "permissions"), "roles": ("authorization", "roles"),
    "tenant": ("authorization", "tenantScoped"), "target": ("target", "idFrom"), "authorization": ("authorization",),
    "confirmation": ("confirmation",), "risk": ("risk",),
}  # fmt: skip


def _written_runs(body: Body) -> dict[str, frozenset[str]]:
    steps = {step["capability"]: frozenset({step["capability"]}) for step in body.get("steps", ())}
    return {body["id"]: frozenset({body["id"], *body.get("aliases", ())}), **steps}


def _compiled(expr: str | None) -> Program | str | None:
    """Compile `target.idFrom`; a text says why it is none."""
    try:
        return None if expr is None else Program(expr)
    except NotCompiled as error:
        return error.message


def grants_by_itself(authorization: Mapping[str, Any], action: str) -> bool:
    """Whether the capability's own `authorization` lets anybody run it: an empty one lets read and navigate only."""
    named = bool(authorization.get("permissions") or authorization.get("roles"))
    return named or action in READS | NAVIGATIONS


def asking_of(body: Body) -> Asking:
    """Tell when a capability asks whatever its condition says; one that is grave and says nothing of it does."""
    said, risk = body.get("confirmation", {}), body["risk"]
    codes = ["confirmation.required"] if said.get("required") else []
    threshold = said.get("riskThreshold")
    silent = not {"required", "riskThreshold", "when"} & said.keys()
    if RISKS.index(risk) >= RISKS.index(threshold) if threshold is not None else silent and risk in WEIGHTY:
        codes.append("confirmation.risk")
    return Asking(tuple(codes), said.get("messageTemplate", body.get("name", "")), said.get("ttlSeconds", TTL_SECONDS))
