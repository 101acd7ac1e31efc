"""Another business in the same words: nothing here is about permits, and names come from the files alone."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.registry.held import registry_of
from tests.registry.holding import capability, registry, resource
from tests.registry.language.bakery import FILES, bakery


@pytest.mark.parametrize(
    ("text", "outcome", "intent", "id", "capabilities"),
    [
        ("When does my order arrive?", "resolved", "question", "order", ()),
        ("What is the delivery date?", "resolved", "question", "order.deliveryDate", ()),
        ("quando chega?", "resolved", "question", "order.deliveryDate", ()),
        ("Adie a entrega para sexta-feira", "resolved", "command", "order.deliveryDate", ("order.postpone",)),
        ("Postpone the order", "resolved", "command", "order", ("order.postpone",)),
        ("change the delivery dates", "resolved", "command", "order.deliveryDate", ("order.postpone",)),
        ("Mostre as encomendas", "resolved", "command", "order", ("order.search",)),
        ("show me this order", "resolved", "command", "order", ("order.read",)),
        ("a encomenda da Maria", "resolved", "unclear", "order", ()),
        ("Adicione um item", "resolved", "command", "order.items", ("order.items.add",)),
        ("Two more buns please.", "resolved", "command", "order.items", ("order.items.add",)),
        ("Altere os itens", "ambiguous", "unclear", "order.items", ("order.items.add", "order.items.remove")),
        ("notes", "ambiguous", "unclear", "customer.notes", ()),
        ("notes of the customer", "resolved", "unclear", "customer.notes", ()),
        ("order.remarks", "resolved", "unclear", "order.notes", ()),
        ("Glacear esta encomenda", "resolved", "command", "order", ("order.glaze",)),
        ("glaceie a encomenda", "resolved", "command", "order", ("order.glaze",)),
        ("the orders page", "resolved", "unclear", "ui.orders", ()),
        ("a tela da encomenda", "resolved", "unclear", "ui.order", ()),
        ("Remove the item because the order is late", "resolved", "command", "order.items", ("order.items.remove",)),
        ("Could you glaze this order?", "resolved", "command", "order", ("order.glaze",)),
        ("approve the permit", "unknown", "command", "", ()),
    ],
)  # fmt: skip
def test_a_bakery_is_understood(text: str, outcome: str, intent: str, id: str, capabilities: tuple[str, ...]) -> None:
    found = bakery().resolve(text)

    assert (found.outcome, found.intent) == (outcome, intent)
    assert next((match.id for match in found.matches), "") == id
    assert found.capabilities == capabilities


def test_an_order_is_somebodys_by_its_customer() -> None:
    found = bakery().resolve("a encomenda da Maria")

    assert [match.id for match in found.matches] == ["order", "order.customer", "customer"]


def test_whoever_was_not_sure_whose_something_is_says_nothing() -> None:
    path = "semantic-ids/order.yaml"
    registry = registry_of({**FILES, path: FILES[path].replace("VERIFIED", "INFERRED")})

    assert [match.id for match in registry.resolve("a encomenda da Maria").matches] == ["order"]


def test_of_several_ids_the_first_is_meant() -> None:
    found = bakery().resolve("order.items or order.notes?")

    assert found.outcome == "resolved"
    assert [match.id for match in found.matches] == ["order.items", "order.notes"]


def test_threads_on_a_cold_registry_get_the_same_answers() -> None:
    registry = registry_of(FILES)
    texts = ["Altere os itens", "a encomenda da Maria", "notes", "Two more buns please."] * 4

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(registry.resolve, texts))

    assert found == [bakery().resolve(text) for text in texts]


@pytest.mark.parametrize(
    ("caller", "capabilities"),
    [
        ({}, ("order.items.add", "order.items.remove")),
        ({"permissions": {"order.update", "order.drop"}}, ("order.items.add", "order.items.remove")),
        ({"permissions": {"order.update"}}, ("order.items.add",)),
        ({"permissions": "order.drop", "tenant": "t1"}, ("order.items.remove",)),
        ({"permissions": set()}, ()),
        ({"tenant": ""}, ()),
    ],
)
def test_what_a_caller_may_not_use_is_as_if_it_were_not_there(caller: dict[str, Any], capabilities: object) -> None:
    found = bakery().resolve("Altere os itens", **caller)

    assert found.capabilities == capabilities
    assert (found.outcome == "ambiguous") == (len(found.capabilities) > 1)


def test_the_id_of_a_capability_names_nothing_to_whom_may_not_use_it() -> None:
    assert bakery().resolve("order.glaze").matches[0].kind == "capability"
    assert bakery().resolve("order.glaze", permissions={"order.read"}).outcome == "unknown"


@pytest.mark.parametrize(
    "text",
    [
        "Glaze it because the items are dry", "Glaceie esta encomenda, já que os itens estão secos",
        "Glaze this, due to the notes of the customer",
    ],
)  # fmt: skip
def test_why_something_is_wanted_does_not_say_what_is(text: str) -> None:
    found = bakery().resolve(text, page="order", selection="O-1")

    assert [match.id for match in found.matches] == ["order"]
    assert found.capabilities == ("order.glaze",)


def test_a_wish_that_names_nothing_is_understood_by_its_reason() -> None:
    found = bakery().resolve("Change because the delivery date has passed")

    assert found.matches[0].id == "order.deliveryDate"


@pytest.mark.parametrize(
    ("label", "said", "intent"),
    [
        ("Deliver note", "could you begin delivering the note", "command"), ("Deliver note", "Deliver it.", "command"),
        ("Note history", "note history", "unclear"), ("New note", "new note", "unclear"),
    ],
)  # fmt: skip
def test_an_english_label_begins_with_a_verb_unless_it_begins_with_a_thing(label: str, said: str, intent: str) -> None:
    capabilities = [capability("note.act", semanticIds=["note"], labels={"en": label})]
    named = registry([resource("note", labels={"en": "Note"})], capabilities)

    assert named.resolve(said, focus="note").intent == intent
