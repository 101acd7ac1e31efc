"""What can be done here: which capabilities apply to a place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara import Registry
from tests.registry.holding import capability, ids, registry, resource

SCREEN = [
    resource("ui.order"),
    resource("ui.order.items"),
    resource("ui.order.items.total", type="component"),
    resource("ui.order.notes"),
    resource("order", uiRefs=["ui.order"]),
    resource("order.items", uiRefs=["ui.order.items"]),
    resource("order.items.price"),
    resource("order.total", uiRefs=["ui.order.items.total"]),
    resource("shop", type="domain"),
]
OFFERS = [
    capability("order.items.add", semanticIds=["order.items"]),
    capability("order.items.list", "list", "read", semanticIds=["order.items"]),
    capability("order.items.reprice", semanticIds=["order.items.price"]),
    capability("order.total.round", semanticIds=["order.total"]),
    capability("order.read", "get", "read", semanticIds=["order"]),
    capability("order.cancel", "cancel", "high", semanticIds=["order"]),
    capability("order.export", type="composite", semanticIds=["order"]),
    capability("order.print", semanticIds=["ui.order"]),
    capability("ui.help", "explain", "read", semanticIds=["ui.order"]),
    capability("ui.openItems", "navigate", "low", navigation={"page": "order", "tab": "items"}),
    capability("ui.openAny", "navigate", "low", semanticIds=["ui.order.items"], navigation={"pageFrom": "input.page"}),
    capability("ui.sortItems", "sort", "low", semanticIds=["ui.order.items"]),
    capability("stock.count"),
]
ALL = [body["id"] for body in OFFERS]


@pytest.fixture(scope="module")
def shop() -> Registry:
    return registry(SCREEN, OFFERS)


def test_a_tab_offers_what_is_bound_to_it_to_its_parts_and_to_what_they_show_and_what_reads_above(
    shop: Registry,
) -> None:
    assert ids(shop.discover(page="order", tab="items")) == [
        "order.items.list", "ui.sortItems", "order.items.add",  # the tab, and what it shows
        "order.total.round",  # what a part of it shows
        "order.read", "ui.help",  # what reads above; it is not cancelled or printed from here
    ]  # fmt: skip


def test_a_page_offers_what_its_tabs_offer_and_the_ways_to_them(shop: Registry) -> None:
    assert ids(shop.discover(page="order")) == [
        "order.read", "ui.help", "order.export", "order.print", "order.cancel",
        "order.items.list", "ui.openAny", "ui.openItems", "ui.sortItems", "order.items.add",
        "order.total.round",
    ]  # fmt: skip


def test_what_is_shown_brings_nothing_of_its_own_parts(shop: Registry) -> None:
    assert "order.items.reprice" not in ids(shop.discover(page="order"))


def test_a_focus_offers_what_is_bound_to_it_and_its_parts(shop: Registry) -> None:
    assert ids(shop.discover(focus="order.items")) == ["order.items.list", "order.items.add", "order.items.reprice"]


def test_a_focus_that_nothing_reads_is_read_by_the_nearest_above(shop: Registry) -> None:
    assert ids(shop.discover(focus="order.items.price")) == ["order.items.reprice", "order.items.list"]
    assert ids(shop.discover(focus="order.total", permissions=())) == ["order.total.round", "order.read"]


def test_the_question_of_the_planner_is_answered_as_the_seeds_have_it() -> None:
    permits = registry(
        [resource("workPermit"), resource("workPermit.validity")],
        [
            capability("workPermit.read", "get", "read", semanticIds=["workPermit", "workPermit.validity"]),
            capability("workPermit.search", "search", "read", semanticIds=["workPermit"]),
            capability("workPermit.updateValidity", semanticIds=["workPermit.validity"]),
            capability("workPermit.approve", "approve", "high", semanticIds=["workPermit"]),
        ],
    )

    assert ids(permits.discover(focus="workPermit.validity")) == ["workPermit.read", "workPermit.updateValidity"]


def test_a_focus_comes_before_the_rest_of_its_tab(shop: Registry) -> None:
    found = ids(shop.discover(page="order", tab="items", focus="order.total"))

    assert found[0] == "order.total.round"
    assert sorted(found) == sorted(ids(shop.discover(page="order", tab="items")))


@pytest.mark.parametrize("place", [{"page": "order"}, {"page": "order", "tab": "items"}])
def test_a_focus_goes_by_its_name_on_the_page(shop: Registry, place: dict[str, str]) -> None:
    assert shop.discover(**place, focus="total") == shop.discover(**place, focus="order.total")  # type: ignore[arg-type]


def test_a_focus_has_no_short_name_without_a_page(shop: Registry) -> None:
    with pytest.raises(LookupError, match="there is no resource `total`"):
        shop.discover(focus="total")


def test_without_a_place_everything_is_offered(shop: Registry) -> None:
    found = shop.discover()

    assert sorted(ids(found)) == sorted(ALL)
    assert found.total == len(ALL)


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        ({"domain": "order", "action": "cancel"}, ["order.cancel"]),
        ({"action": "cancel,explain"}, ["ui.help", "order.cancel"]),
        ({"risk": ["high", "low"]}, ["ui.openAny", "ui.openItems", "ui.sortItems", "order.cancel"]),
        ({"domain": "stock"}, ["stock.count"]),
        ({"domain": "shop"}, []),
        ({"action": "delete"}, []),
        ({"risk": ""}, []),
    ],
)
def test_domain_action_and_risk_narrow(shop: Registry, asked: dict[str, str], offered: list[str]) -> None:
    assert ids(shop.discover(**asked)) == offered


def test_to_navigate_is_left_out_on_a_tab_unless_asked(shop: Registry) -> None:
    def navigations(**asked: object) -> list[str]:
        return [id for id in ids(shop.discover(page="order", **asked)) if id.startswith("ui.open")]  # type: ignore[arg-type]

    both = ["ui.openAny", "ui.openItems"]
    assert navigations(tab="items") == []
    assert navigations(tab="items", action="navigate") == both
    assert navigations(tab="items", navigation=True) == both
    assert navigations() == both
    assert navigations(navigation=False) == []


def test_composites_are_offered_like_others(shop: Registry) -> None:
    assert "order.export" in ids(shop.discover(focus="order"))


def test_the_same_risk_and_nearness_is_ordered_by_id_and_work_on_a_selected_record_comes_first() -> None:
    acts = [capability("a.make", "create"), capability("a.move"), capability("a.look", "get", "read")]
    here = registry(
        [resource("a"), resource("a.b")],
        [
            *({**body, "semanticIds": ["a"]} for body in acts),
            capability("a.end", semanticIds=["a"], target={"resource": "a", "idFrom": "input.id"}),
            capability("a.note", semanticIds=["a.b"], target={"resource": "a", "idFrom": "input.id"}),
        ],
    )

    assert ids(here.discover(focus="a")) == ["a.look", "a.end", "a.make", "a.move", "a.note"]
    assert ids(here.discover(focus="a", selection="A-7")) == ["a.end", "a.look", "a.make", "a.move", "a.note"]


@pytest.mark.parametrize("status", ["draft", "review", "approved", "deprecated", "removed"])
def test_only_what_is_active_is_offered(status: str) -> None:
    here = registry([resource("a")], [capability("a.do", semanticIds=["a"], status=status), capability("a.see")])

    assert ids(here.discover()) == ["a.see"]
    assert here.discover(focus="a").total == 0


@pytest.mark.parametrize("confidence", ["INFERRED", "DRAFT"])
@pytest.mark.parametrize(
    "said",
    [
        {"capabilityRefs": [{"ref": "b.do", "confidence": "?"}]},
        {"relations": [{"type": "UPDATED_BY", "target": "b.do", "confidence": "?"}]},
        {"confidence": "?", "capabilityRefs": ["b.do"]},
        {"confidence": "?", "capabilityRefs": [{"ref": "b.do", "confidence": "VERIFIED"}]},
        {"confidence": "?", "relations": [{"type": "ADD", "target": "b.do"}]},
    ],
)
def test_what_nobody_is_sure_of_widens_nothing(confidence: str, said: dict[str, object]) -> None:
    def offered(word: str) -> list[str]:
        written = json.loads(json.dumps(said).replace("?", word))
        return ids(registry([resource("a", **written)], [capability("b.do")]).discover(focus="a"))

    assert offered(confidence) == []
    assert offered("MANUAL") == ["b.do"]


@pytest.mark.parametrize("confidence", ["INFERRED", "DRAFT"])
@pytest.mark.parametrize("said", [{"uiRefs": ["ui.order"]}, {"parentId": "ui.order"}])
def test_an_unsure_resource_brings_itself_onto_no_screen(confidence: str, said: dict[str, object]) -> None:
    def here(word: str) -> Registry:
        return registry(
            [resource("ui.order"), resource("a", confidence=word, **said)], [capability("b.do", semanticIds=["a"])]
        )

    assert ids(here(confidence).discover(page="order")) == []
    assert ids(here("VERIFIED").discover(page="order")) == ["b.do"]
    assert ids(here(confidence).discover(focus="a")) == ["b.do"]


def test_resources_that_models_do_not_see_are_no_places_and_lead_nowhere() -> None:
    here = registry(
        [
            resource("ui.order"),
            resource("api.order", type="api", uiRefs=["ui.order"]),
            resource("sketch", status="draft", uiRefs=["ui.order"]),
        ],
        [capability("b.call", semanticIds=["api.order"]), capability("b.draw", semanticIds=["sketch"])],
    )

    assert here.discover(page="order").total == 0
    assert [offered.why for offered in here.discover().capabilities] == ["Applies everywhere."] * 2
    for hidden in ("api.order", "sketch"):
        with pytest.raises(LookupError, match="there is no resource"):
            here.discover(focus=hidden)


def test_parts_of_one_another_come_to_an_end() -> None:
    here = registry(
        [resource("a", parentId="b"), resource("b", parentId="a", uiRefs=["a"])],
        [capability("b.do", semanticIds=["b"]), capability("b.see", "get", "read", semanticIds=["a"])],
    )

    assert ids(here.discover(focus="a")) == ["b.see", "b.do"]


@given(parents=st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_depths_are_how_many_are_above_also_in_rings(parents: list[int]) -> None:
    things = [resource(f"a{number}", parentId=f"a{parent}") for number, parent in enumerate(parents)]
    atlas = registry(things)._ground.atlas

    assert atlas.depths == {id: sum(1 for _ in atlas.above(id)) for id in atlas.things}
