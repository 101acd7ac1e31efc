"""What a caller may not know of makes no difference to any answer, and is named in none."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.identity.ids import Name
from alvara.mcp.resources import Unknown, addresses, read
from alvara.mcp.tool import BadArguments
from alvara.mcp.tools import TOOLS
from alvara.mcp.window import Window
from alvara.registry.caller import Caller, caller_of, requirement_of
from alvara.registry.offer_sets import members, permitted
from alvara.runtime.registry import Registry
from tests.registry.generated import FILES, registries
from tests.registry.held import own_registry, registry_of
from tests.registry.holding import capability, registry
from tests.registry.reduced import forbidden, without

PERMISSIONS = ("workPermit.read", "workPermit.create", "workPermit.update", "workPermit.approve", "app.use")
ROLES = ("supervisor", "safetyEngineer")
WORDS = (
    "altere mostre cancele aprove abra adicione remove show change delete exclua clone não quero como qual quem isso"
    " this esta permissão permit validade riscos componentes equipamento do João 30 dias WP-10231 workPermit.approve"
    " workPermit.validity.update nome tudo aba ? , de the"
)
sentences = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=7).map(" ".join)
screens = st.fixed_dictionaries(
    {}, optional={"page": st.just("workPermit"), "focus": st.sampled_from(["workPermit.validity", "workPermit"])}
)


def callers(permissions: tuple[str, ...], roles: tuple[str, ...]) -> st.SearchStrategy[Caller]:
    """Draw callers of whom something is said."""
    return st.builds(
        Caller, st.frozensets(st.sampled_from(permissions)),
        st.none() | st.frozensets(st.sampled_from(roles)), st.sampled_from([None, "", "t1"]),
    )  # fmt: skip


def _said(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except (LookupError, BadArguments, Unknown) as error:
        return str(error)


def _answers(here: Registry, caller: Caller, id: str, text: str, screen: Mapping[str, Any]) -> Iterator[Any]:
    """Put every question to a registry, and use every tool, about one thing and one sentence."""
    asking = caller._asdict()
    yield _said(lambda: here.discover(**screen, **asking, limit=99))
    yield _said(lambda: here.resolve(text, **screen, **asking))
    yield _said(lambda: here.resolve(id, **asking))
    yield _said(lambda: here.expand(id, **asking))
    yield _said(lambda: here.context(id, **asking))
    yield _said(lambda: here.context("app", budget=9000, **asking))
    window = Window(here, caller)
    given: dict[str, dict[str, Any]] = {
        "get": {"id": id}, "explain": {"id": id}, "graph": {"id": id, "hops": 3}, "discover": {**screen, "limit": 50},
        "resolve": {"text": text, **screen}, "search": {"text": id.partition(".")[0], "limit": 50},
    }  # fmt: skip
    for tool in TOOLS:
        yield _said(lambda tool=tool: tool.answer(window, given[tool.name]))  # type: ignore[misc]
    yield [address._asdict() for address in addresses(window)]
    for kind in ("resource", "capability", "policy", "context"):
        yield _said(lambda kind=kind: read(window, f"alvara://{kind}/{id}").text)  # type: ignore[misc]


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts that are an ID and nothing else: prose may mention what it likes."""
    if isinstance(value, str):
        yield value
        if value.startswith("{"):
            yield from _texts(json.loads(value))
    elif isinstance(value, Mapping):
        yield from (text for item in value.values() for text in _texts(item))
    elif isinstance(value, list | tuple):
        yield from (text for item in value for text in _texts(item))
    elif hasattr(value, "__slots__"):
        yield from (text for name in value.__slots__ for text in _texts(getattr(value, name)))


@settings(max_examples=25)
@given(st.data(), callers(PERMISSIONS, ROLES), sentences, screens)
def test_all_answers_are_those_of_a_registry_without_what_is_forbidden(
    data: st.DataObject, caller: Caller, text: str, screen: dict[str, Any]
) -> None:
    here = own_registry()
    hidden = forbidden(here, caller)
    id = data.draw(st.sampled_from([each.id for each in here.find()]))
    whole = list(_answers(here, caller, id, text, screen))

    assert whole == list(_answers(without(here, hidden), caller, id, text, screen))
    asked = {id, *text.split()}
    assert not hidden.intersection(_texts(whole)) - asked
    plan = here.plan_hints(id, **caller._asdict())
    assert not hidden.intersection(_texts(plan))
    assert plan in (None, without(here, hidden).plan_hints(id, **caller._asdict()))


@st.composite
def guarded(draw: st.DrawFn) -> Registry:
    """Draw a registry in which anything may name anything, and whose capabilities ask for something."""
    files = dict(draw(registries()))
    for path, content in files.items():
        if path.startswith("capabilities/"):
            permissions, roles = draw(st.sets(st.sampled_from("pq"))), draw(st.sets(st.sampled_from("rs")))
            authorization = {"permissions": sorted(permissions), "roles": {"any": sorted(roles)}}
            said = {**json.loads(content), "authorization": {**authorization, "tenantScoped": draw(st.booleans())}}
            if said["status"] == "deprecated":
                said["deprecation"] = {"since": "2026-09-01", "replacedBy": draw(st.sampled_from(["a.get", "e.go"]))}
            files[path] = json.dumps(said)
    return registry_of(files)


@settings(max_examples=40)
@given(guarded(), callers(("p", "q"), ("r", "s")), st.sampled_from(["a", "a.b", "a.get", "e.go", "a.closed", "docs/a"]))
def test_all_answers_are_those_of_a_registry_without_what_is_forbidden_whatever_the_registry(
    here: Registry, caller: Caller, id: str
) -> None:
    hidden = forbidden(here, caller)
    whole = list(_answers(here, caller, id, "mude a.b", {}))

    assert whole == list(_answers(without(here, hidden), caller, id, "mude a.b", {}))
    assert not hidden.intersection(_texts(whole)) - {id}


requirements = st.builds(
    lambda permissions, some, every, scoped: requirement_of(
        {"permissions": permissions, "roles": {"any": some, "all": every}, "tenantScoped": scoped}
    ),
    *[st.lists(st.sampled_from("pq"), unique=True)] * 3, st.booleans(),
)  # fmt: skip


@given(st.lists(requirements, max_size=6), callers(("p", "q"), ("p", "q")))
def test_what_a_caller_is_offered_is_told_of_all_as_of_each(needed: list[Any], caller: Caller) -> None:
    made = [
        capability(f"a.c{number}", authorization={
            "permissions": sorted(each.permissions), "tenantScoped": each.tenant_scoped,
            "roles": {"any": sorted(each.any_role), "all": sorted(each.all_roles)},
        })
        for number, each in enumerate(needed)
    ]  # fmt: skip
    atlas = registry([], made)._ground.atlas

    assert {atlas.sets.ranked[rank].id for rank in members(permitted(atlas.sets, caller))} == {
        f"a.c{number}" for number, each in enumerate(needed) if caller.meets(each)
    }


ORDERS = registry_of({
    **FILES,
    "semantic-ids/all.yaml": json.dumps({"resources": [
        {"id": "a", "type": "entity", "name": "Pedido", "policyRefs": ["a.secret"],
         "capabilityRefs": ["a.set", {"ref": "a.get", "confidence": "VERIFIED"}],
         "relations": [{"type": "UPDATED_BY", "target": "a.set"}, {"type": "RELATED_TO", "target": "b"}]},
        {"id": "b", "type": "entity", "name": "B"},
        {"id": "c", "type": "rule", "name": "C", "policyRefs": ["a.secret"]},
        {"id": "a.get", "type": "field", "name": "G"},
    ]}),
    "policies/a/secret.yaml": json.dumps({
        "id": "a.secret", "version": "1.0.0", "status": "active", "effect": "deny",
        "appliesTo": {"capabilities": ["a.set"]}, "reason": {"code": "CLOSED", "message": "Closed."},
    }),
    **{f"capabilities/a/{name}.yaml": json.dumps({
        "id": f"a.{name}", "version": "1.0.0", "description": "Does.", "status": status, "risk": "low",
        "authorization": {"permissions": [permission]}, "semanticIds": ["a"], "knowledgeReferences": pages,
        "inputSchema": {"type": "object", "additionalProperties": False},
        "endpoint": {"service": "api", "method": "POST", "path": "/x"}, **said,
    }) for name, status, permission, pages, said in (
        ("set", "active", "write", ["kept.elsewhere"], {"labels": {"pt-BR": "Zurzir o pedido"}}),
        ("get", "active", "read", [], {}),
        ("old", "deprecated", "read", [], {"deprecation": {"since": "2026-09-01", "replacedBy": "a.set"}}),
        ("older", "deprecated", "write", [], {"deprecation": {"since": "2026-09-01", "replacedBy": "a.get"}}),
    )},
})  # fmt: skip
READER = caller_of("read")
WRITER = caller_of("read, write")


def _kinds(caller: Caller, id: str, hops: int = 4) -> set[tuple[str, str]]:
    return {(node.name.kind, node.name.id) for node in ORDERS.expand(id, hops, **caller._asdict()).nodes}


def test_nothing_is_reached_through_what_is_forbidden() -> None:
    beyond = {("policy", "a.secret"), ("resource", "c"), ("page", "kept.elsewhere")}

    assert beyond <= _kinds(WRITER, "a")
    assert _kinds(READER, "a") == {
        ("resource", "a"), ("resource", "b"), ("resource", "a.get"), ("capability", "a.get"), ("capability", "a.old"),
    }  # fmt: skip


@pytest.mark.parametrize("id", ["a.set", "a.secret", "kept.elsewhere", "a.older"])
def test_of_what_is_only_there_with_the_forbidden_there_is_an_empty_graph(id: str) -> None:
    assert _kinds(WRITER, id) != set()
    assert _kinds(READER, id) == set()


def test_a_policy_of_what_is_forbidden_is_not_known_by_its_id() -> None:
    known, unknown = (ORDERS.resolve("a.secret", **caller._asdict()) for caller in (WRITER, READER))

    assert [match.id for match in known.matches] == ["a.secret"]
    assert unknown.matches == ()


def test_a_rule_that_shares_only_a_forbidden_policy_is_not_in_a_context() -> None:
    told = [[entry.id for entry in ORDERS.context("a", **caller._asdict()).entries] for caller in (WRITER, READER)]

    assert {"c", "a.secret", "kept.elsewhere"} <= set(told[0])
    assert set(told[1]) == {"a", "a.get", "b"}


def test_a_deprecated_capability_is_judged_by_what_it_asks_for_itself() -> None:
    clearance = ORDERS.clearance(permissions="read")

    assert {id for id in ("a.get", "a.old", "a.older", "a.set") if clearance.knows(Name("capability", id))} == {
        "a.get",
        "a.old",
    }


def test_definitions_are_given_without_the_references_to_what_is_forbidden() -> None:
    window = Window(ORDERS, READER)
    found, old = window.resource("a"), window.capability("a.old")

    assert found is not None
    assert found.as_json()["capabilityRefs"] == [{"ref": "a.get", "confidence": "VERIFIED"}]
    assert [relation["target"] for relation in found.as_json()["relations"]] == ["b"]
    assert found.as_json()["policyRefs"] == []
    assert old is not None
    assert "replacedBy" not in old.as_json()["deprecation"]
    assert window.capability("a.set") is window.policy("a.secret") is None


def test_a_verb_that_only_what_is_forbidden_is_called_by_is_no_verb() -> None:
    heard = [ORDERS.resolve("Zurzir o pedido", **caller._asdict()) for caller in (WRITER, READER)]

    assert heard[0].capabilities == ("a.set",)
    assert heard[1] == without(ORDERS, {"a.set"}).resolve("Zurzir o pedido", permissions="read")
    assert heard[1].intent != "command"


def test_whom_nothing_is_said_of_is_told_everything() -> None:
    window = Window(ORDERS)

    assert window.ids("capability") == ["a.get", "a.old", "a.older", "a.set"]
    assert window.ids("policy") == ["a.secret"]
    assert window.resource("a") == ORDERS.get_resource("a")


@pytest.mark.parametrize("tenant", ["", "t1"])
def test_a_caller_without_a_tenant_is_told_of_nothing_that_belongs_to_one(tenant: str) -> None:
    text = own_registry().context("workPermit", tenant=tenant).text

    assert ("`workPermit.read`" in text) == bool(tenant)


def test_a_role_that_is_missing_keeps_a_capability_from_a_sentence() -> None:
    found = [
        own_registry().resolve("Aprove a permissão.", roles=roles).capabilities for roles in ("", "safetyEngineer")
    ]

    assert found == [(), ("workPermit.approve",)]
