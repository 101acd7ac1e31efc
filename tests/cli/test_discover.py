"""`alvara discover`."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.exports.test_tool_arrays import MCP_TOOL
from tests.this_registry import ROOT

PERMITS = ("-C", os.fspath(ROOT), "discover")
COMPONENTS = ("--page", "workPermit", "--tab", "components", "--permissions", "workPermit.update")


def _ids(found: object) -> list[str]:
    return [each["id"] for each in found["capabilities"]]  # type: ignore[index]


def test_the_components_tab_offers_what_the_seeds_say(run: Run) -> None:
    found = run(*PERMITS, *COMPONENTS, "--format", "json")

    assert found.code == 0
    assert found.json["total"] == 3
    assert _ids(found.json) == [
        "workPermit.components.add", "workPermit.components.remove", "workPermit.components.update",
    ]  # fmt: skip
    assert found.json["capabilities"][0] == {
        "id": "workPermit.components.add",
        "name": "Add a component to a work permit",
        "description": "Adds one piece of equipment or one material to a work permit that is not approved yet.",
        "risk": "medium",
        "confirmation": {
            "required": True,
            "messageTemplate": {
                "pt-BR": "Adicionar {input.quantity} × «{input.name}» à permissão {input.workPermitId}?",
                "en": "Add {input.quantity} × “{input.name}” to permit {input.workPermitId}?",
            },
        },
        "wireName": "workPermit_components_add",
        "knowledge": ["docs/work-permit/components"],
        "why": "Bound to `workPermit.components`, which the tab `ui.workPermit.components` shows.",
    }


def test_a_bundle_answers_as_the_tree_does(bundled: Path, run: Run) -> None:
    for asked in ((), ("--page", "order"), ("--focus", "order.due"), ("--as", "mcp")):
        tree = run("discover", *asked, "--format", "json")
        bundle = run("discover", *asked, "--format", "json", "--bundle", "dist/bundle")

        assert tree.json["total"] == 1
        assert tree == bundle


def test_shows_a_table(shop: Path, run: Run) -> None:
    assert run("discover", "--page", "order").out.splitlines() == [
        "ID              RISK    NAME                             WHY",
        "order.postpone  medium  Moves the deadline of an order.  Bound to `order.deadline`, which the page `ui.order`"
        " shows.",
    ]


def test_a_page_of_the_answer_says_what_is_left(run: Run) -> None:
    first = run(*PERMITS, "--page", "workPermit", "--limit", "2")
    later = run(*PERMITS, "--page", "workPermit", "--limit", "2", "--offset", "12")
    beyond = run(*PERMITS, "--page", "workPermit", "--offset", "99")

    assert first.err == "alvara: 1 to 2 of 14; `--offset 2` goes on\n"
    assert later.err == "alvara: 13 to 14 of 14\n"
    assert (beyond.code, beyond.out, beyond.err) == (0, "", "alvara: nothing is left: 14 apply\n")


def test_that_nothing_applies_is_an_answer(shop: Path, run: Run) -> None:
    found = run("discover", "--permissions", "")

    assert (found.code, found.out, found.err) == (0, "", "alvara: nothing applies\n")
    assert run("discover", "--permissions", "", "--as", "openai").out == "[]\n"
    assert run("discover", "--permissions", "", "--format", "json").json["capabilities"] == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--page", "odrer"), "there is no page `odrer`; did you mean `order`?"),
        (("--page", "order", "--tab", "items"), "the page `ui.order` has no tab `items`"),
        (("--focus", "order.deadlin"), "there is no resource `order.deadlin`; did you mean `order.deadline`?"),
        (("--domain", "oder"), "nothing active is of the domain `oder`; did you mean `order`?"),
        (("--action", "updat"), "there is no action `updat`; did you mean `update`?"),
        (("--risk", "hihg"), "there is no risk `hihg`; did you mean `high`?"),
        (("--locale", "pt-br"), "there is no locale `pt-br`; did you mean `pt-BR`?"),
        (("--bundle", "nowhere"), "nowhere"),
    ],
)
def test_a_name_that_is_none_is_no_answer(shop: Path, run: Run, asked: tuple[str, ...], said: str) -> None:
    found = run("discover", *asked)

    assert (found.code, found.out) == (2, "")
    assert said in found.err


@pytest.mark.parametrize("asked", [("--limit", "0"), ("--offset", "-1"), ("--as", "gemini"), ("order",)])
def test_what_cannot_be_asked_is_a_mistake(shop: Path, run: Run, asked: tuple[str, ...]) -> None:
    assert run("discover", *asked).code == 2


def test_prints_the_tools_of_an_api(run: Run) -> None:
    names = [f"workPermit_components_{verb}" for verb in ("add", "remove", "update")]

    openai = json.loads(run(*PERMITS, *COMPONENTS, "--as", "openai").out)
    anthropic = json.loads(run(*PERMITS, *COMPONENTS, "--as", "anthropic").out)
    assert [tool["function"]["name"] for tool in openai] == names
    assert [tool["name"] for tool in anthropic] == names


def test_the_tools_of_this_registry_are_ones_by_the_protocol_and_tell_nothing_private(run: Run) -> None:
    import jsonschema_rs

    found = run(*PERMITS, "--as", "mcp", "--limit", "100")
    tools = json.loads(found.out)

    assert len(tools) == 14
    for tool in tools:
        assert [error.message for error in jsonschema_rs.validator_for(MCP_TOOL).iter_errors(tool)] == []
    for private in ("sst-api", "src/domain", "/work-permits/", "safetyEngineer", "resource.status", "idempotent"):
        assert private not in found.out


def test_tools_come_in_the_language_that_is_asked_for(shop: Path, run: Run) -> None:
    path = shop / "capabilities/order/postpone.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("description: Moves the", "description: {pt-BR: Adia., en: Moves.}\nname: Moves the"))

    def description(*asked: str) -> str:
        (tool,) = json.loads(run("discover", "--as", "anthropic", *asked).out)
        return str(tool["description"])

    assert description() == "Adia."
    assert description("--locale", "en") == "Moves."


def test_what_keeps_tools_from_being_taken_is_told_beside_them(shop: Path, run: Run) -> None:
    path = shop / "capabilities/order/postpone.yaml"
    path.write_text(path.read_text().replace("days: {type: integer}", "número: {type: string, minLength: 1}"))

    plain = run("discover", "--as", "openai")
    assert plain.code == 0
    assert json.loads(plain.out)[0]["function"]["strict"] is False
    assert plain.err == (
        "alvara: warning[property-name] properties of at most 64 letters, digits, `_`, `.` and `-` are taken:"
        " `número` (`order_postpone`)\n"
        "alvara: warning[strict-keyword] strict modes refuse these keywords: `minLength` (`order_postpone`)\n"
    )
    told = run("discover", "--as", "openai", "--format", "json")
    assert told.err == ""
    assert told.json["tools"] == json.loads(plain.out)
    assert [(each["code"], each["tools"]) for each in told.json["warnings"]] == [
        ("property-name", ["order_postpone"]), ("strict-keyword", ["order_postpone"]),
    ]  # fmt: skip


def test_a_text_that_spells_out_an_endpoint_is_shown_to_nobody(shop: Path, run: Run) -> None:
    path = shop / "capabilities/order/postpone.yaml"
    text = path.read_text().replace("path: /postpone", 'path: "/orders/{orderId}/postpone"')
    path.write_text(text.replace("an order.", "an order by POST /orders/{orderId}/postpone."))

    for asked in ((), ("--as", "mcp"), ("--format", "json")):
        found = run("discover", *asked)
        assert found.code == 0
        assert "/orders/" not in found.out
        assert "postpone.yaml: `order.postpone` spells out `" in found.err


def test_hidden_characters_are_shown(shop: Path, run: Run) -> None:
    path = shop / "capabilities/order/postpone.yaml"
    path.write_text(path.read_text().replace("description: Moves", 'name: "a\\u202eb\\u001b[31m"\ndescription: Moves'))

    found = run("discover")
    assert "a\\u202eb\\x1b[31m" in found.out
    assert "\u202e" not in found.out + run("discover", "--as", "mcp").out + run("discover", "--format", "json").out


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is kept shut from root")
def test_a_file_that_the_system_keeps_shut_makes_it_no_whole_answer(shop: Path, run: Run) -> None:
    (shop / "capabilities/order/list.yaml").chmod(0)
    found = run("discover", "--format", "json")

    assert found.code == 2
    assert _ids(found.json) == ["order.postpone"]


def test_two_runs_say_the_same_and_change_nothing(shop: Path, run: Run) -> None:
    before = {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()}

    assert run("discover", "--as", "mcp") == run("discover", "--as", "mcp")
    assert {path: path.read_bytes() for path in shop.rglob("*") if path.is_file()} == before


def test_a_number_without_end_is_only_a_large_one(shop: Path, run: Run) -> None:
    everything = run("discover", "--format", "json", "--limit", "9" * 30)
    nothing = run("discover", "--format", "json", "--offset", "9" * 30)

    assert (everything.code, nothing.code) == (0, 0)
    assert len(_ids(everything.json)) == everything.json["total"] == nothing.json["total"]
    assert _ids(nothing.json) == []
