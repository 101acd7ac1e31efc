"""Registries in which very many things have the same words: what is near counts, and work does not grow with them."""

from functools import cache
from time import process_time
from typing import Any

import pytest

from alvara.runtime.registry import Registry
from tests.registry.holding import Body, capability, registry, resource


def _thing(number: int) -> list[Body]:
    name = f"form{'abcdefghij'[number // 100]}{'klmnopqrst'[number // 10 % 10]}{'uvwxyzabcd'[number % 10]}"
    return [
        resource(f"ui.{name}"),
        resource(name, uiRefs=[f"ui.{name}"], labels={"pt-BR": f"Ficha {name}", "en": f"Sheet {name}"}),
        resource(f"{name}.validity", type="field", labels={"pt-BR": "Validade", "en": "Validity"}),
        resource(f"{name}.title", type="field", labels={"pt-BR": f"Título da ficha {name}"}),
    ]


@cache
def many(count: int) -> Registry:
    """Open a registry with so many entities, each with a validity and a title."""
    resources = sorted((body for number in range(count) for body in _thing(number)), key=lambda body: body["id"])
    changes = [
        capability(f"{body['id']}.update", semanticIds=[body["id"]], labels={"pt-BR": "Alterar validade"})
        for body in resources
        if body["id"].endswith(".validity")
    ]
    return registry(resources, changes)


def test_without_a_screen_what_very_many_have_is_ambiguous_and_a_few_are_named() -> None:
    found = many(600).resolve("altere a validade")

    assert found.outcome == "ambiguous"
    assert len(found.matches) == 8


@pytest.mark.parametrize("where", [{"page": "formfoz"}, {"focus": "formfoz"}, {"focus": "formfoz.validity"}])
def test_the_screen_says_which_of_very_many(where: dict[str, Any]) -> None:
    found = many(600).resolve("altere a validade para 30 dias", **where)

    assert found.outcome == "resolved"
    assert found.matches[0].id == "formfoz.validity"
    assert found.capabilities == ("formfoz.validity.update",)


def test_so_does_what_else_is_named() -> None:
    found = many(600).resolve("qual é a validade da ficha formfoz?")

    assert (found.outcome, found.matches[0].id) == ("resolved", "formfoz.validity")


def test_a_part_is_found_by_its_short_name_on_its_own_screen() -> None:
    found = many(600).resolve("qual é o título?", page="formfoz")

    assert found.matches[0][:3] == ("formfoz.title", "resource", "keyword")


def test_an_answer_costs_no_more_among_very_many() -> None:
    def cost(count: int) -> float:
        registry = many(count)
        texts = ["altere a validade", "título da ficha", "qual validade titulo sheet?", "validdade do João"]
        best = 1.0
        for _ in range(5):
            began = process_time()
            for text in texts:
                registry.resolve(text, page="formaku")
            best = min(best, process_time() - began)
        return best

    assert cost(900) < 4 * cost(90) + 0.01
