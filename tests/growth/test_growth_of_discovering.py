"""What it costs to hold a tree and to tell what can be done grows with the input, and not with its square."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from alvara.app.held_tree import hold_tree
from alvara.app.survey import Survey
from tests.growth.measuring import MOST, growth
from tests.registry.held import survey_of
from tests.registry.holding import Body, capability, registry, resource


def _one_file(size: int) -> Survey:
    listed = [f"  - {{id: order.f{number}, type: field, name: F{number}}}" for number in range(size)]
    settings = "registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: shop\n"
    return survey_of({"alvara.yaml": settings, "semantic-ids/order.yaml": "\n".join(["resources:", *listed, ""])})


def _flat(size: int) -> tuple[list[Body], list[Body]]:
    """One page that shows everything, and everything bound to its own thing."""
    things = [resource("ui.p"), *(resource(f"a{number}", uiRefs=["ui.p"]) for number in range(size))]
    return things, [capability(f"a{number}.do", semanticIds=[f"a{number}"]) for number in range(size)]


def _chain(size: int) -> tuple[list[Body], list[Body]]:
    """A page in a page in a page."""
    ids = ["ui.p", *(f"ui.p{number}" for number in range(size))]
    things = [resource(id, parentId=parent) for parent, id in pairwise(["ui.p", *ids])]
    return things, [capability(f"a{number}.do", semanticIds=[id]) for number, id in enumerate(ids)]


def test_holding_a_tree_whose_things_are_in_one_file() -> None:
    assert growth(_one_file, hold_tree, 300) < MOST


@pytest.mark.parametrize("shape", [_flat, _chain])
def test_discovering_for_the_first_time(shape: Callable[[int], tuple[list[Body], list[Body]]]) -> None:
    def first(bodies: tuple[list[Body], list[Body]]) -> int:
        return registry(*bodies).discover(page="p", limit=1000).total

    assert growth(shape, first, 1500) < MOST


def _hub(size: int) -> tuple[list[Body], list[Body]]:
    """One thing that is related to all others."""
    others = [f"a{number}" for number in range(size)]
    relations = [{"type": "RELATED_TO", "target": id} for id in others]
    return [resource("hub", relations=relations), *map(resource, others)], []


@pytest.mark.parametrize("shape", [_flat, _chain, _hub])
def test_expanding_and_telling_of_the_whole_application(
    shape: Callable[[int], tuple[list[Body], list[Body]]],
) -> None:
    def ask(bodies: tuple[list[Body], list[Body]]) -> None:
        asked = registry(*bodies)
        asked.expand(bodies[0][0]["id"], 3)
        asked.context("app")

    assert growth(shape, ask, 400) < MOST


@pytest.mark.parametrize("ring", [False, True])
def test_following_what_was_renamed_again_and_again(ring: bool) -> None:
    def make(size: int) -> dict[str, str]:
        chain = {f"o{number}": f"o{number + 1}" for number in range(size)}
        return {**chain, f"o{size}": "o0" if ring else "a"}

    def follow(renamed: dict[str, str]) -> int:
        return len(registry([resource("a")], renamed=renamed).expand("a").nodes)

    assert growth(make, follow, 1000) < MOST
