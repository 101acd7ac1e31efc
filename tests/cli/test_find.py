"""`alvara find`."""

import json
from pathlib import Path

import pytest

from alvara.cli.find import _TYPES
from tests.cli.conftest import Run

ROOT = Path(__file__).resolve().parents[2]

RECORDS = {
    "ledger/releases/1-1.0.yaml": 'version: "1.0"\nsequence: 1\nprevious: null\ncomponents: {}\nids: {}\n',
    "ledger/tombstones/resource/order.note.yaml": (
        'id: order.note\nkind: resource\nsince: "2026-01-01"\nreason: Nobody wrote any.\n'
    ),
    "ledger/migrations/resource/order.till.yaml": 'from: order.till\nto: order.deadline\nsince: "2026-01-01"\n',
}


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        (["order"], ["order", "order.closed", "order.deadline", "order.list", "order.postpone", "ui.order"]),
        (["PRAZO"], ["order.deadline"]),
        (["vencimênto"], ["order.deadline"]),
        (["due"], ["order.deadline"]),
        (["dead"], ["order.deadline", "order.postpone"]),
        (["pedido"], ["order", "order.postpone"]),
        (["order", "entrega"], ["order.deadline"]),
        (["orderDeadline"], ["order.deadline", "order.postpone"]),
        (["order.list"], ["order.list"]),
        (["eadline"], []),
    ],
)
def test_finds_by_the_beginnings_of_words_whatever_their_case_and_accents(
    shop: Path, run: Run, words: list[str], ids: list[str]
) -> None:
    found = run("find", *words, "--format", "json")

    assert [match["id"] for match in found.json["matches"]] == ids
    assert found.json["total"] == len(ids)
    assert found.code == 0


@pytest.mark.parametrize(
    ("filters", "ids"),
    [
        (["--kind", "policy"], ["order.closed"]),
        (["--type", "field,page"], ["order.deadline", "ui.order"]),
        (["--domain", "ui, item"], ["item", "ui.order"]),
        (["--status", "draft"], ["order.list"]),
        (["--type", "deny"], ["order.closed"]),
        (["--kind", "resource", "--domain", "order"], ["order", "order.deadline"]),
    ],
)
def test_filters_narrow(shop: Path, run: Run, filters: list[str], ids: list[str]) -> None:
    assert [match["id"] for match in run("find", *filters, "--format", "json").json["matches"]] == ids


@pytest.mark.parametrize(
    "name", ['"Zebra"', '"\\x5a\\u0045bra"', "ZÉBRA", "Ze\u0301bra", "Ｚebra", '"Ze\\\n  bra"', "a\n  zebra"]
)
def test_no_spelling_of_a_word_is_overlooked(shop: Path, run: Run, name: str) -> None:
    (shop / "semantic-ids/item.yaml").write_text(f"id: item\ntype: entity\nname: {name}\n", encoding="utf-8")

    assert [match["id"] for match in run("find", "zebra", "--format", "json").json["matches"]] == ["item"]


def test_says_which_field_had_the_words(shop: Path, run: Run) -> None:
    assert run("find", "prazo", "--format", "json").json["matches"] == [
        {
            "id": "order.deadline", "kind": "resource", "type": "field", "status": "active", "domain": "order",
            "name": "Deadline", "file": "semantic-ids/order.yaml", "by": "label",
        }
    ]  # fmt: skip


def test_shows_a_table(shop: Path, run: Run) -> None:
    assert run("find", "prazo").out == (
        "ID              KIND      TYPE   STATUS  NAME\norder.deadline  resource  field  active  Deadline\n"
    )


@pytest.mark.parametrize("asked", [[], ["order"], ["1.0"], ["--domain", "order"]])
def test_the_records_of_the_ledger_are_not_found(shop: Path, run: Run, asked: list[str]) -> None:
    before = run("find", *asked)
    for path, text in RECORDS.items():
        (shop / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / path).write_text(text)

    assert run("find", *asked) == before
    assert before.code == 0


def test_finding_nothing_is_an_answer(shop: Path, run: Run) -> None:
    found = run("find", "zebra")

    assert (found.code, found.out, found.err) == (0, "", "alvara: nothing fits\n")


def test_a_filter_that_nothing_can_pass_is_a_mistake(shop: Path, run: Run) -> None:
    found = run("find", "--type", "feild")

    assert found.code == 2
    assert "there is no type `feild`; did you mean `field`?" in found.err


def test_the_types_are_those_of_the_schemas() -> None:
    properties = [
        json.loads((ROOT / f"schemas/{kind}.schema.json").read_text(encoding="utf-8"))
        for kind in ("capability", "policy")
    ]
    resource = json.loads((ROOT / "schemas/resource.schema.json").read_text(encoding="utf-8"))["$defs"]["resource"]

    known = [resource["properties"]["type"], properties[0]["properties"]["type"], properties[1]["properties"]["effect"]]
    assert sorted(_TYPES) == sorted(word for block in known for word in block["enum"])


@pytest.mark.parametrize(
    "question",
    [("find",), ("find", "order"), ("find", "gone"), ("find", "2026"), ("coverage",), ("get", "order"),
     ("graph", "order"), ("graph", "order", "--format", "json"), ("get", "gone"), ("find", "--status", "active")],
    ids=" ".join,
)  # fmt: skip
def test_records_of_the_ledger_are_nothing_to_find(shop: Path, run: Run, question: tuple[str, ...]) -> None:
    before = run(*question)
    for path, text in _RECORDS.items():
        (shop / "ledger" / path).parent.mkdir(parents=True, exist_ok=True)
        (shop / "ledger" / path).write_text(text)

    assert run(*question) == before
    assert before.code in (0, 2)


_RECORDS = {
    "releases/1-2026.01.yaml": """\
version: "2026.01"
sequence: 1
previous: null
components: {}
ids:
  resource/order: {status: active, digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"}
""",
    "tombstones/resource/order.gone.yaml": """\
id: order.gone
kind: resource
since: "2026-01-01"
reason: Not needed.
""",
    "migrations/resource/order.first.yaml": 'from: order.first\nto: order.deadline\nsince: "2026-01-01"\n',
}
