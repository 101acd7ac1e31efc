"""`alvara get`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_shows_the_definition_with_defaults_in_the_order_of_the_schema(shop: Path, run: Run) -> None:
    found = run("get", "order.postpone", "--format", "json").json

    assert list(found) == ["format", "resource", "capability", "policy"]
    assert (found["resource"], found["policy"]) == (None, None)
    capability = found["capability"]
    assert list(capability)[:8] == ["id", "version", "name", "description", "domain", "type", "action", "status"]
    assert capability["name"] == "Moves the deadline of an order."
    assert capability["execution"] == {
        "timeoutMs": 5000, "retry": {"enabled": False, "maxAttempts": 1, "retryableErrors": []},
    }  # fmt: skip


def test_names_the_parent_that_the_id_implies(shop: Path, run: Run) -> None:
    assert run("get", "order.deadline", "--format", "json").json["resource"]["parentId"] == "order"


def test_resolves_an_alias_and_says_so(shop: Path, run: Run) -> None:
    found = run("get", "order.due")

    assert found.code == 0
    assert found.out.startswith("resource order.deadline (active), by its alias order.due\n  semantic-ids/order.yaml\n")


def test_shows_every_kind_that_has_the_name(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/order").mkdir()
    (shop / "semantic-ids/order/list.yaml").write_text("id: order.list\ntype: collection\nname: Orders\n")

    both = run("get", "order.list", "--format", "json").json
    one = run("get", "order.list", "--kind", "resource", "--format", "json").json
    text = run("get", "order.list").out

    assert both["resource"]["type"] == "collection"
    assert both["capability"]["action"] == "list"
    assert one["capability"] is None
    assert "resource order.list" in text
    assert "capability order.list 1.0.0 (draft)" in text


def test_of_several_majors_the_active_one_answers(shop: Path, run: Run) -> None:
    old = (shop / "capabilities/order/postpone.yaml").read_text()
    new = old.replace('"1.0.0"', '"2.0.0"').replace("status: active", "status: draft")
    (shop / "capabilities/order/postpone.v2.yaml").write_text(new)

    assert run("get", "order.postpone", "--format", "json").json["capability"]["version"] == "1.0.0"
    assert run("get", "order.postpone@2", "--format", "json").json["capability"]["version"] == "2.0.0"
    assert run("get", "order.postpone@2").out.startswith("capability order.postpone 2.0.0 (draft)\n")
    assert [run("get", name).code for name in ("order.postpone@3", "order.postpone@", "order.deadline@")] == [2, 2, 2]


def test_public_leaves_the_machinery_out(shop: Path, run: Run) -> None:
    found = run("get", "order.postpone", "--public", "--format", "json").json["capability"]

    assert found["wireName"] == "order_postpone"
    assert not {"endpoint", "authorization", "execution", "owner", "verification"} & found.keys()


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize("word", ["src/shop/postponing.ts:12", "POST /postpone", "http://shop-api/x", "shop-api"])
def test_public_refuses_a_text_that_spells_out_machinery(shop: Path, run: Run, word: str, style: str) -> None:
    path = shop / "capabilities/order/postpone.yaml"
    path.write_text(
        path.read_text().replace("Moves the deadline of an order.", f"By {word}, it says.")
        + "implementation: {module: order, function: postpone, source: src/shop/postponing.ts}\n"
    )

    found = run("get", "order.postpone", "--public", "--format", style)

    assert found.code == 2
    assert found.out == ""
    assert f"`order.postpone` spells out `{word}`, which is private to `order.postpone`" in found.err
    assert run("get", "order.postpone", "--format", style).code == 0


def test_public_shows_nothing_of_a_draft(shop: Path, run: Run) -> None:
    found = run("get", "order.list", "--public")

    assert found.code == 2
    assert "agents see nothing of `order.list`: its status is draft" in found.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["order.postpon"],
            "there is no resource, capability or policy `order.postpon`; did you mean `order.postpone`?",
        ),
        (["order.du"], "did you mean `order.due`?"),
        (["order.deadline", "--kind", "policy"], "there is no policy `order.deadline`"),
    ],
)
def test_an_unknown_name_is_exit_2_with_what_was_meant(shop: Path, run: Run, arguments: list[str], said: str) -> None:
    found = run("get", *arguments)

    assert found.code == 2
    assert said in found.err
    assert run("get", *arguments, "--format", "json").out.count("null") == 3


def test_a_definition_that_does_not_hold_its_shape_is_a_finding(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: thing\nname: Item\n")

    found = run("get", "item")

    assert found.code == 1
    assert "`item` in semantic-ids/item.yaml does not hold its shape" in found.err


def test_other_files_that_are_not_understood_are_mentioned(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/item.yaml").write_text("id: [\n")

    found = run("get", "order")

    assert found.code == 0
    assert "left out what is not understood in semantic-ids/item.yaml" in found.err


def test_remembers_nothing_wrong_after_a_change(shop: Path, run: Run) -> None:
    run("check")
    (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: entity\nname: Thing\naliases: [thing]\n")

    assert run("get", "thing", "--format", "json").json["resource"]["name"] == "Thing"


def test_hidden_characters_are_shown_escaped(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/item.yaml").write_text(
        'id: item\ntype: entity\nname: "a\\x1b[31m\\u202eb"\n', encoding="utf-8"
    )

    text, document = run("get", "item").out, run("get", "item", "--format", "json")

    assert r"a\x1b[31m\u202eb" in text
    assert "\x1b" not in document.out + text
    assert "\u202e" not in document.out + text
    assert document.json["resource"]["name"] == "a\x1b[31m\u202eb"
