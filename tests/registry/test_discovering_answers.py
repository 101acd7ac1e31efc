"""What can be done here: what is told of each capability, the names that places go by, and three thousand of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from alvara import Registry
from alvara.registry.discovering import Offered
from alvara.registry.places import UnknownName
from tests.registry.holding import Body, capability, ids, registry, resource
from tests.registry.test_discovering import OFFERS, SCREEN

ITEMS = {"page": "order", "tab": "items"}


@pytest.fixture(scope="module")
def shop() -> Registry:
    return registry(
        [
            *SCREEN,
            resource("ui.stock", aliases=["ui.shelf"]),
            resource("ui.stock.rows", aliases=["ui.shelf.lines"]),
            resource("stock", aliases=["goods"], uiRefs=["ui.shelf"]),
        ],
        [*OFFERS, capability("stock.move", semanticIds=["goods"])],
        renamed={"ui.store": "ui.stock"},
    )


def test_an_offer_tells_all_that_a_model_needs_to_choose() -> None:
    here = registry(
        [resource("a")],
        [
            capability(
                "a.move.all", name={"pt-BR": "Mover", "en": "Move"}, description={"en": "Moves it."}, semanticIds=["a"],
                confirmation={"required": True, "messageTemplate": {"en": "Move {input.id}?"}, "when": {"any": []}},
                knowledgeReferences=["docs/own", "docs/both"],
            )
        ],
        [{"id": "docs/both", "capabilities": ["a.move.all"]}, {"id": "docs/theirs", "capabilities": ["a.move.all"]},
         {"id": "docs/other", "capabilities": ["a.x"]}],
    )  # fmt: skip

    assert here.discover(focus="a").capabilities == (
        Offered(
            "a.move.all", "Mover", "Moves it.", "medium",
            {"required": True, "messageTemplate": {"en": "Move {input.id}?"}}, "a_move_all",
            ("docs/own", "docs/both", "docs/theirs"), "Bound to `a`, the focus.",
        ),
    )  # fmt: skip
    assert here.discover(focus="a", locale="en").capabilities[0].name == "Move"


def test_what_is_told_cannot_be_changed() -> None:
    here = registry([], [capability("a.do", confirmation={"required": True})])
    (offered,) = here.discover().capabilities

    with pytest.raises(TypeError):
        offered.confirmation["required"] = False  # type: ignore[index]
    with pytest.raises(AttributeError):
        offered.why = "because"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("place", "id", "why"),
    [
        ({"focus": "order"}, "order.read", "Bound to `order`, the focus."),
        ({"focus": "order"}, "order.items.add", "Bound to `order.items`, a part of the focus `order`."),
        (
            {"focus": "order"}, "order.items.reprice",
            "Bound to `order.items.price`, a part of `order.items`, below the focus `order`.",
        ),
        ({"page": "order"}, "order.print", "Bound to `ui.order`, the page."),
        ({"page": "order"}, "order.read", "Bound to `order`, which the page `ui.order` shows."),
        ({"page": "order"}, "ui.openItems", "Leads to `ui.order.items`, a part of the page `ui.order`."),
        (
            {"page": "order"}, "order.items.add",
            "Bound to `order.items`, which `ui.order.items`, on the page `ui.order`, shows.",
        ),
        (ITEMS, "order.items.add", "Bound to `order.items`, which the tab `ui.order.items` shows."),
        (ITEMS, "order.read", "Reads `order`, which `order.items` is a part of."),
        ({}, "order.read", "Bound to `order`."),
        ({}, "stock.count", "Applies everywhere."),
    ],
)  # fmt: skip
def test_why_names_the_resource_and_the_way(place: dict[str, str], id: str, why: str) -> None:
    found = registry(SCREEN, OFFERS).discover(**place)

    assert next(offered.why for offered in found.capabilities if offered.id == id) == why


@pytest.mark.parametrize(
    "place",
    [
        {"page": "stock"}, {"page": "ui.stock"}, {"page": "shelf"}, {"page": "ui.shelf"}, {"page": "store"},
        {"focus": "stock"}, {"focus": "goods"}, {"tab": "ui.stock"}, {"tab": "stock"},
    ],
)  # fmt: skip
def test_places_go_by_all_their_names(shop: Registry, place: dict[str, str]) -> None:
    assert ids(shop.discover(**place)) == ["stock.move"]


@pytest.mark.parametrize("tab", ["items", "ui.order.items"])
def test_a_tab_goes_by_its_name_on_the_page_or_its_id(shop: Registry, tab: str) -> None:
    assert "order.items.add" in ids(shop.discover(page="order", tab=tab))
    assert shop.discover(page="shelf", tab="ui.shelf.lines").total == 0


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"page": "ordr"}, "there is no page `ordr`; did you mean `order`?"),
        ({"page": "stock.rowz"}, "there is no page `stock.rowz`; there are `order`, `stock`"),
        ({"page": "order", "tab": "itens"}, "the page `ui.order` has no tab `itens`; did you mean `items`?"),
        (
            {"page": "order", "tab": "ui.stock.rows"},
            "the page `ui.order` has no tab `ui.stock.rows`; there are `items`, `notes`",
        ),
        ({"page": "order", "tab": "order"}, "the page `ui.order` has no tab `order`; there are `items`, `notes`"),
        ({"tab": "items"}, "there is no tab `items`; say on which page, or its whole ID"),
        ({"focus": "order.itens"}, "there is no resource `order.itens`; did you mean `order.items`?"),
        ({"domain": "ordr"}, "nothing active is of the domain `ordr`; did you mean `order`?"),
        ({"action": "get,updat"}, "there is no action `updat`; did you mean `update`?"),
        ({"risk": "hihg"}, "there is no risk `hihg`; did you mean `high`?"),
        ({"locale": "fr"}, "there is no locale `fr`; there are `pt-BR`, `en`"),
        ({"page": ""}, "there is no page ``; there are `order`, `stock`"),
    ],
)
def test_a_name_that_is_none_is_said_with_what_was_meant(shop: Registry, asked: dict[str, str], said: str) -> None:
    with pytest.raises(UnknownName) as raised:
        shop.discover(**asked)

    assert str(raised.value) == said


@pytest.mark.parametrize("bounds", [{"limit": 0}, {"limit": -1}, {"offset": -1}])
def test_a_limit_or_offset_that_makes_no_sense_is_refused(shop: Registry, bounds: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least"):
        shop.discover(**bounds)  # type: ignore[arg-type]


def _of_the_seeds() -> tuple[list[Body], list[Body]]:
    """Define 3,000 capabilities of 50 applications with 60 each, 12 of them on each of 5 tabs."""

    def things() -> Iterator[Body]:
        for app in range(50):
            yield resource(f"ui.app{app}")
            yield resource(f"app{app}", uiRefs=[f"ui.app{app}"])
            for tab in range(5):
                yield resource(f"ui.app{app}.tab{tab}")
                yield resource(f"app{app}.part{tab}", uiRefs=[f"ui.app{app}.tab{tab}"])

    def acts() -> Iterator[Body]:
        for number in range(3000):
            app, tab = number // 60, number // 12 % 5
            said: dict[str, Any] = {"authorization": {"permissions": [f"app{app}.use"], "tenantScoped": True}}
            yield capability(f"app{app}.part{tab}.do{number % 12}", semanticIds=[f"app{app}.part{tab}"], **said)

    return list(things()), list(acts())


def test_of_three_thousand_capabilities_the_dozen_that_applies_is_offered() -> None:
    here = registry(*_of_the_seeds())

    assert here.discover(limit=1).total == 3000
    found = here.discover(page="app7", tab="tab3", permissions={"app7.use"}, tenant="t1")
    assert found.total == 12
    assert sorted(ids(found)) == sorted(f"app7.part3.do{number}" for number in range(12))
    assert here.discover(page="app7", tab="tab3", permissions={"app8.use"}, tenant="t1").total == 0
