"""The first suite of a capability that a new policy decides on: who it concerns, and who it leaves alone.

The values are the smallest that the schemas accept; what is expected is what is decided today.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from alvara.app.as_if_active import AsIfActive
from alvara.app.charters import Decidable, record_schema
from alvara.containment.question import Compared, contains
from alvara.decisions.charter import Source, charter_of
from alvara.decisions.deciding import decide
from alvara.decisions.decision import Decision
from alvara.decisions.request import Request
from alvara.documents.spelling import entry, flow
from alvara.identity.ids import kebab
from alvara.identity.versions import parse
from alvara.model.policy import Policy
from alvara.scenarios.tested import suites_about
from alvara.subschemas.references import References, embedded
from alvara.workspace.attachment import capabilities_under, policies_on
from alvara.workspace.entity import Entity, facts
from alvara.workspace.subjects import Body, body_of
from alvara.workspace.workspace import View

NOW = "2026-01-01T09:00:00Z"
CONCERNED, OTHER = "somebody", "somebodyElse"


class Outlook(NamedTuple):
    """What a new policy decides on first: the ID of a capability, empty where there is none yet.

    `path` is where its suite is, or belongs; `text` is what is to be written there, empty where a suite is there
    already, or where no request was found that this policy decides on and no other.
    """

    capability: str = ""
    path: str = ""
    text: str = ""


class Schemas(NamedTuple):
    """What judges the parts of a request, each a JSON Schema that stands by itself, or None."""

    principal: Any
    record: Any
    context: Any


class Example(NamedTuple):
    """Two requests that differ in who asks."""

    concerned: Mapping[str, Any]
    other: Mapping[str, Any]
    record: Mapping[str, Any] | None
    input: Any
    context: Any


def concerned(policy: str, principal: Any) -> str | None:
    """Choose the ID of the user whom a new policy is about: one that no other suite speaks of, where users may have it.

    None where users have no ID that is a text.
    """
    words = "-".join(kebab(segment) for segment in policy.split("."))
    for wanted in ({"const": f"whom-{words}-is-about"}, {"type": "string"}):
        found = instance(_all(principal, _holding({"id": wanted})))
        if found is not None:
            return str(found["id"])
    return None


def example_of(body: Body, schemas: Schemas, id: str) -> Example | None:
    """Make two requests that may run a capability as far as its authorization goes; None where none can be found."""
    input = instance(body["inputSchema"])
    rights = _rights(body["authorization"])
    first, other = _users(schemas.principal, id, rights)
    context = {} if schemas.context is None else instance(schemas.context)
    if input is None or first is None or other is None or context is None:
        return None
    record = None
    source = body.get("target", {}).get("idFrom")
    if source is not None:
        named = _read(input, source)
        held = {"id": {"const": named}, "tenant": {"const": first["tenant"]}}
        record = None if named is None else instance(_all(schemas.record, _holding(held)))
        if record is None:
            return None
    return Example(first, other, record, input, context)


def outlook_of(
    policy: Policy, id: str | None, registry: Decidable, is_there: Callable[[str], bool], modeline: Callable[[str], str]
) -> Outlook:
    """Look at what a policy that is not in the registry yet will decide on. `id` is the user that it is about.

    `is_there` tells whether a path is taken, `modeline` gives the first line of a file. Raises `Undecidable`.
    """
    known, view = facts(policy), registry.view
    scope = [each for each in capabilities_under(known, view) if not each.broken]
    if not scope:
        return Outlook()
    first = min(scope, key=lambda each: (each.id, each.path))
    path = f"scenarios/{first.path.partition('/')[2]}"
    there = [suite.path for suite in suites_about(view, first)]
    if there or is_there(path):
        return Outlook(first.id, (*there, path)[0])
    counts = AsIfActive(registry).counts
    others = [registry.body(each) for each in policies_on(first, view) if counts(each)]
    schemas = Schemas(registry.principal, record_schema(registry, first.record), registry.context)
    body = registry.body(first)
    text = id and _suite(body, _name(first, view), body_of(policy), others, schemas, id, modeline(path))
    return Outlook(first.id, path, text or "")


def _suite(
    body: Body, name: str, policy: Body, others: Sequence[Body], schemas: Schemas, id: str, modeline: str
) -> str | None:
    """Write the suite; None where no request is found that this policy decides on and no other."""
    example = example_of(body, schemas, id)
    if example is None:
        return None
    charter = charter_of(
        body, [*others, policy], record=schemas.record, principal=schemas.principal, context=schemas.context,
        source=Source("tree", ""),
    )  # fmt: skip
    concerned, other = [decide(charter, _request(example, user)) for user in (example.concerned, example.other)]
    if {reason.policy for reason in concerned.reasons} - {None} != {policy["id"]}:
        return None
    return modeline + "\n".join(_lines(name, policy["id"], example, concerned, other)) + "\n"


def _name(capability: Entity, view: View) -> str:
    """Name a capability so that no other version of it is meant."""
    version = parse(capability.version)
    several = len(view.definitions("capability", capability.id)) > 1
    return f"{capability.id}@{version.major}" if several and version else capability.id


def instance(schema: Any) -> Any:
    """Give a small value that a schema accepts; None where there is none, or none is found."""
    alone = References(lambda path: None)
    accepted, none = embedded("accepted", (), schema), embedded("none", (), False)
    return contains(Compared(accepted, alone), Compared(none, alone)).witness


def _lines(name: str, policy: str, example: Example, concerned: Decision, other: Decision) -> Iterator[str]:
    yield f"capability: {flow(name)}"
    yield f'now: "{NOW}"'
    yield "# The smallest values that the schemas accept; real ones make a suite easier to read."
    yield "fixtures:"
    yield "  principals:"
    yield from entry(CONCERNED, example.concerned, 4)
    yield from entry(OTHER, {"$from": CONCERNED, **_difference(example)}, 4)
    if example.record is not None:
        yield from entry("resources", {"record": example.record}, 2)
    yield from entry("inputs", {"request": example.input}, 2)
    yield "scenarios:"
    yield from _scenario("whom-the-policy-is-about", CONCERNED, example, concerned, [policy])
    yield from _scenario("whom-it-leaves-alone", OTHER, example, other, [])


def _scenario(id: str, who: str, example: Example, decision: Decision, decided_by: list[str]) -> Iterator[str]:
    yield f"  - id: {id}"
    yield f"    principal: {who}"
    if example.record is not None:
        yield "    resource: record"
    if example.context:
        yield from entry("context", example.context, 4)
    yield "    input: request"
    codes = list(dict.fromkeys(reason.code for reason in decision.reasons))
    yield from entry("expect", {"decision": decision.outcome, "reasons": codes, "decidedBy": decided_by}, 4)


def _difference(example: Example) -> dict[str, Any]:
    return {key: value for key, value in example.other.items() if value != example.concerned.get(key)}


def _request(example: Example, principal: Mapping[str, Any]) -> Request:
    return Request(example.input, principal, NOW, example.record, example.context)


def _users(schema: Any, id: str, rights: Mapping[str, Any]) -> tuple[Any, Any]:
    """Make the user that a policy is about, and another; None where the schema has no such user."""
    for tenant in ({"const": "t1"}, {"type": "string", "minLength": 1}):
        first = instance(_all(schema, _holding({"id": {"const": id}, "tenant": tenant, **rights})))
        if first is not None:
            break
    else:
        return None, None
    for another in ({"const": "somebody-else"}, {"type": "string", "not": {"const": id}}):
        other = instance(_all(schema, _holding({"id": another, "tenant": {"const": first["tenant"]}, **rights})))
        if other is not None:
            break
    order = ("id", "tenant", "roles", "permissions")
    return {key: first[key] for key in order} | first, other


def _rights(authorization: Mapping[str, Any]) -> dict[str, Any]:
    """Say what a user has to have: all permissions, and of the roles what is asked for."""
    roles = authorization.get("roles", {})
    held = [*roles.get("all", ()), *[role for role in roles.get("any", ())[:1] if role not in roles.get("all", ())]]
    return {"roles": {"const": held}, "permissions": {"const": list(authorization.get("permissions", ()))}}


def _holding(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": dict(properties)}


def _all(*schemas: Any) -> Any:
    return {"allOf": [schema for schema in schemas if schema is not None]}


def _read(value: Any, path: str) -> Any:
    """Read what a plain path of the input leads to, such as `input.orderId`; None where it is no such path."""
    root, *names = path.split(".")
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value if root == "input" and names else None
