"""What can be done here, by whom: permissions, roles, tenants; and that nothing is told of the rest."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara import Registry
from alvara.registry.discovering import Discovery
from tests.registry.holding import Body, capability, ids, registry, resource

GUARDED = [
    capability("a.open", "get", "read"),
    capability("a.both", authorization={"permissions": ["p", "q"]}),
    capability("a.one", authorization={"permissions": ["p"]}),
    capability("a.any", authorization={"roles": {"any": ["boss", "clerk"]}}),
    capability("a.all", authorization={"roles": {"all": ["boss", "clerk"]}}),
    capability("a.ours", authorization={"tenantScoped": True}),
]


@pytest.mark.parametrize(
    ("caller", "kept_out"),
    [
        ({}, []),
        ({"permissions": None, "roles": None, "tenant": None}, []),
        ({"permissions": {"p", "q", "r"}}, []),
        ({"permissions": "p, q"}, []),
        ({"permissions": {"p"}}, ["a.both"]),
        ({"permissions": []}, ["a.both", "a.one"]),
        ({"permissions": ""}, ["a.both", "a.one"]),
        ({"roles": {"boss", "clerk"}}, []),
        ({"roles": {"boss"}}, ["a.all"]),
        ({"roles": {"guest"}}, ["a.all", "a.any"]),
        ({"roles": ()}, ["a.all", "a.any"]),
        ({"tenant": "t1"}, []),
        ({"tenant": ""}, ["a.ours"]),
        ({"permissions": (), "roles": (), "tenant": ""}, ["a.all", "a.any", "a.both", "a.one", "a.ours"]),
    ],
)
def test_a_caller_is_offered_what_they_may_ask_for(caller: dict[str, Any], kept_out: list[str]) -> None:
    offered = ids(registry([resource("a")], GUARDED).discover(**caller))

    assert sorted({body["id"] for body in GUARDED} - set(offered)) == kept_out


def test_a_caller_without_a_tenant_is_offered_no_reading_from_above_that_is_of_a_tenant() -> None:
    mine = registry(
        [resource("a"), resource("a.b")],
        [capability("a.read", "get", "read", semanticIds=["a"], authorization={"tenantScoped": True})],
    )

    assert ids(mine.discover(focus="a.b", tenant="t1")) == ["a.read"]
    assert mine.discover(focus="a.b", tenant="") == Discovery(0, ())


@pytest.mark.parametrize("domain", ["vault", "vaul"])
def test_a_domain_of_nothing_that_a_caller_may_ask_for_is_as_unknown_as_any(domain: str) -> None:
    guarded = registry([], [capability("vault.open", authorization={"permissions": ["p"]})])

    assert ids(guarded.discover(domain="vault", permissions={"p"})) == ["vault.open"]
    with pytest.raises(LookupError) as raised:
        guarded.discover(domain=domain, permissions=())
    assert str(raised.value) == f"nothing active is of the domain `{domain}`; there are none"


IDS = ("ui.p", "ui.p.t", "ui.p.u", "a", "a.b", "a.b.c", "d")
CONFIDENCES = ("MANUAL", "VERIFIED", "INFERRED", "DRAFT")
some = st.lists(st.sampled_from(IDS), max_size=2, unique=True)


@st.composite
def resources(draw: st.DrawFn) -> list[Body]:
    """Draw resources with parents and screens."""
    found = []
    for id in IDS:
        said: dict[str, Any] = {"confidence": draw(st.sampled_from(CONFIDENCES)), "uiRefs": draw(some)}
        if draw(st.booleans()):
            said["parentId"] = draw(st.sampled_from(IDS))
        found.append(resource(id, **said))
    return found


@st.composite
def capabilities(draw: st.DrawFn) -> list[Body]:
    """Draw capabilities of which a caller may ask for some."""
    found = []
    for number in range(draw(st.integers(0, 6))):
        authorization = {
            "permissions": draw(st.lists(st.sampled_from("pq"), unique=True)),
            "tenantScoped": draw(st.booleans()),
            "roles": {"any": draw(st.lists(st.sampled_from(("boss", "clerk")), unique=True))},
        }
        action = draw(st.sampled_from(("get", "update", "navigate")))
        said: dict[str, Any] = {"semanticIds": draw(some), "domain": draw(st.sampled_from(("a", "b", "c")))}
        if action == "navigate":
            said["navigation"] = {"page": "p", "tab": "t"}
        risk = draw(st.sampled_from(("read", "low", "medium")))
        found.append(capability(f"x.c{number}", action, risk, authorization=authorization, **said))
    return found


questions = st.fixed_dictionaries(
    {
        "permissions": st.sampled_from([(), ("p",), ("p", "q")]),
        "roles": st.sampled_from([None, (), ("boss",)]),
        "tenant": st.sampled_from([None, "", "t1"]),
    },
    optional={
        "page": st.sampled_from(("p", "q")), "tab": st.sampled_from(("t", "ui.p.t")), "focus": st.sampled_from(IDS),
        "domain": st.sampled_from(("a", "b", "c", "ab")), "action": st.sampled_from(("get", "update", "navigate")),
        "selection": st.just("A-1"), "limit": st.integers(1, 4), "offset": st.integers(0, 4),
    },
)  # fmt: skip


@given(resources(), capabilities(), questions)
def test_nothing_of_an_answer_tells_of_what_the_caller_may_not_ask_for(
    things: list[Body], acts: list[Body], question: dict[str, Any]
) -> None:
    def may(body: Body) -> bool:
        granted, roles = body["authorization"], question["roles"]
        any_role = granted["roles"]["any"]
        return (
            set(granted["permissions"]) <= set(question["permissions"])
            and (roles is None or not any_role or bool(set(roles) & set(any_role)))
            and not (granted["tenantScoped"] and question["tenant"] == "")
        )

    pages = [{"id": f"docs/{body['id']}", "capabilities": [body["id"]]} for body in acts]
    whole, allowed = registry(things, acts, pages), registry(things, filter(may, acts), pages)

    assert _said(whole, question) == _said(allowed, question)


@given(resources(), capabilities(), questions, st.integers(1, 3))
def test_pages_of_an_answer_make_up_the_whole(
    things: list[Body], acts: list[Body], question: dict[str, Any], size: int
) -> None:
    here = registry(things, acts)
    question = {**question, "limit": 100, "offset": 0}
    whole = _said(here, question)
    if isinstance(whole, str):
        return
    pages = [here.discover(**{**question, "limit": size, "offset": at}) for at in range(0, whole.total + size, size)]

    assert tuple(offered for page in pages for offered in page.capabilities) == whole.capabilities
    assert {page.total for page in pages} == {whole.total, len(whole.capabilities)}
    assert len(set(ids(whole))) == whole.total


def _said(here: Registry, question: dict[str, Any]) -> Discovery | str:
    try:
        return here.discover(**question)
    except LookupError as error:
        return str(error)


@given(resources(), capabilities(), st.sampled_from(["ui.p", "ui.p.t"]))
def test_the_scope_of_a_screen_is_what_the_words_say(things: list[Body], acts: list[Body], place: str) -> None:
    sure = {body["id"]: body["confidence"] not in ("INFERRED", "DRAFT") for body in things}
    parents = {
        body["id"]: body.get("parentId") or next((id for id in IDS if body["id"].rpartition(".")[0] == id), "")
        for body in things
    }

    def chain(id: str) -> list[str]:
        found = [id]
        while sure[found[-1]] and parents[found[-1]] not in ("", *found):
            found.append(parents[found[-1]])
        return found

    screens = {id for id in IDS if place in chain(id)}
    shown = {body["id"] for body in things if sure[body["id"]] and screens & set(body["uiRefs"])}
    above = {up for id in (shown | {place}) for up in chain(id)}
    expected = {
        body["id"]
        for body in acts
        if set(body["semanticIds"]) & (screens | shown)
        or (body["action"] == "get" and set(body["semanticIds"]) & above)
        or ("navigation" in body and "ui.p.t" in screens | shown)
    }

    assert set(ids(registry(things, acts).discover(page=place, limit=100))) == expected
