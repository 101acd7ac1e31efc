"""`alvara context`."""

import json
from pathlib import Path

import pytest

from alvara.adapters.published import read_schema
from alvara.documents.shape import Validators
from tests.cli.conftest import Run


def test_prints_markdown(shop: Path, run: Run) -> None:
    found = run("context", "order.deadline", "--locale", "pt-BR")

    assert (found.code, found.err) == (0, "")
    assert (
        found.out
        == """\
# `order.deadline`, field of shop

## Resources
- `order.deadline` (field, in `order`): Prazo de entrega. Also called vencimento.
- `order` (entity): Pedido.

## Capabilities
- `order.postpone` (update on `order.deadline`, risk medium): Adiar pedido. Moves the deadline of an order.

## Policies
- `order.closed` (deny): The order is closed.

## Pages
- `docs/order`: Orders
"""
    )


def test_says_what_had_no_room(shop: Path, run: Run) -> None:
    found = run("context", "order.deadline", "--budget", "100")

    assert found.code == 0
    assert found.out.endswith("\n\nLeft out for want of room: 1 resource, 1 capability, 1 policy, 1 page.\n")


def test_prints_json_of_the_published_shape(shop: Path, run: Run) -> None:
    found = run("context", "order", "--format", "json", "--budget", "120").json

    assert Validators(read_schema).of("output/context-1").errors(found) == []
    assert found["format"] == "alvara.context/1"
    assert found["text"].startswith("# `order`, entity of shop\n")
    assert found["tokens"] <= found["budget"] == 120
    assert len(found["entries"]) + sum(found["leftOut"].values()) == 5
    assert found["entries"][0] == {"kind": "resource", "id": "order", "distance": 0, "tokens": 14}


def test_permissions_keep_out_what_the_caller_may_not_use(shop: Path, run: Run) -> None:
    assert "order.postpone" in run("context", "order", "--permissions", "order.update").out
    for none in ("", "order.read"):
        found = run("context", "order", "--permissions", none)
        assert found.code == 0
        assert "order.postpone" not in found.out
        assert "order.closed" not in found.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["order.deadlin"], "there is no scope `order.deadlin`; did you mean `order.deadline`?"),
        (["zzz"], "there is no scope `zzz`; `app` is the whole application"),
        (["order", "--locale", "fr"], "there is no locale `fr`; there are `pt-BR`, `en`"),
        (["order", "--budget", "9"], "a budget of 9 tokens has no room for one entry of `order`; try `--budget "),
        (["order", "--budget", "0"], "0 is not in the range"),
        (["order", "--bundle", "nowhere"], "nowhere"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_told_is_exit_2_with_a_way_out(
    shop: Path, run: Run, arguments: list[str], message: str
) -> None:  # fmt: skip
    found = run("context", *arguments)

    assert (found.code, found.out) == (2, "")
    assert message in found.err


def test_the_budget_that_is_proposed_has_room_for_one_entry(shop: Path, run: Run) -> None:
    proposed = run("context", "order", "--budget", "9").err.rpartition("--budget ")[2].rstrip("`\n")

    assert run("context", "order", "--budget", proposed).out.count("\n- ") == 1
    assert run("context", "order", "--budget", str(int(proposed) - 1)).code == 2


def test_a_bundle_says_the_same_as_the_tree_that_it_was_made_of(bundled: Path, run: Run) -> None:
    for style in ("text", "json"):
        tree = run("context", "app", "--format", style)
        bundle = run("context", "app", "--format", style, "--bundle", "dist/bundle")
        assert (bundle.code, bundle.out) == (0, tree.out)


def test_what_an_author_hides_reaches_no_terminal(shop: Path, run: Run) -> None:
    hostile = json.dumps("Red \x1b[31m \u202e ##[error] one\ntwo")
    text = f'{{id: item, type: entity, name: Item, description: {hostile}, values: {{"A\\tB": x}}}}'
    (shop / "semantic-ids/item.yaml").write_text(text, encoding="utf-8")
    found = run("context", "item")

    assert found.code == 0
    assert not {"\x1b", "\u202e", "\t"} & set(found.out)
    assert "##[" not in found.out
    assert len(found.out.splitlines()) == 4
