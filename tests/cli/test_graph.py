"""`alvara graph`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_draws_a_tree(shop: Path, run: Run) -> None:
    assert (
        run("graph", "order.deadline").out
        == """\
order.deadline  field
├── DOCUMENTED_BY → orders.rules  page, external, inferred
├── UPDATED_BY → order.postpone  capability
│   ├── DOCUMENTED_BY → docs/order  page
│   ├── USES → order  entity
│   └── PROTECTED_BY → order.closed  policy
├── SHOWN_BY → ui.order  page
└── CONTAINS ← order  entity
"""
    )


def test_depth_1_stops_at_the_neighbours(shop: Path, run: Run) -> None:
    assert "docs/order" not in run("graph", "order.deadline", "--depth", "1").out


def test_prints_nodes_and_edges(shop: Path, run: Run) -> None:
    graph = run("graph", "order.due", "--depth", "1", "--format", "json").json

    assert graph["root"] == "order.deadline"
    assert graph["nodes"] == [
        {"id": "order.postpone", "kind": "capability", "type": "atomic", "status": "active"},
        {"id": "orders.rules", "kind": "page", "type": "", "status": "external"},
        {"id": "order", "kind": "resource", "type": "entity", "status": "active"},
        {"id": "order.deadline", "kind": "resource", "type": "field", "status": "active"},
        {"id": "ui.order", "kind": "resource", "type": "page", "status": "active"},
    ]
    assert [(e["from"], e["type"], e["to"], e["confidence"]) for e in graph["edges"]] == [
        ("order", "CONTAINS", "order.deadline", "SYSTEM_GENERATED"),
        ("order.deadline", "DOCUMENTED_BY", "orders.rules", "INFERRED"),
        ("order.deadline", "UPDATED_BY", "order.postpone", "VERIFIED"),
        ("order.deadline", "SHOWN_BY", "ui.order", "MANUAL"),
    ]


def test_an_edge_that_both_sides_wrote_down_has_the_better_confidence(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/item.yaml").write_text(
        "id: item\ntype: entity\nname: Item\ncapabilityRefs: [{ref: order.list, confidence: VERIFIED}]\n"
    )
    listing = shop / "capabilities/order/list.yaml"
    listing.write_text(listing.read_text() + "semanticIds: [item]\n")

    edges = run("graph", "item", "--depth", "1", "--format", "json").json["edges"]

    assert [(e["from"], e["type"], e["to"], e["confidence"]) for e in edges] == [
        ("order.list", "USES", "item", "VERIFIED")
    ]


def test_what_nothing_defines_is_drawn_as_missing(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: entity\nname: Item\nuiRefs: [ui.item]\n")

    assert "SHOWN_BY → ui.item  resource, missing" in run("graph", "item").out


def test_a_circle_is_drawn_once(shop: Path, run: Run) -> None:
    relation = "relations: [{type: RELATED_TO, target: %s}]"
    (shop / "semantic-ids/item.yaml").write_text(f"id: item\ntype: entity\nname: Item\n{relation % 'part'}\n")
    (shop / "semantic-ids/part.yaml").write_text(f"id: part\ntype: entity\nname: Part\n{relation % 'item'}\n")

    assert (
        run("graph", "item", "--depth", "20").out
        == """\
item  entity
├── RELATED_TO → part  entity
└── RELATED_TO ← part  entity
"""
    )


def test_a_name_of_two_kinds_gives_two_trees(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/order").mkdir()
    (shop / "semantic-ids/order/list.yaml").write_text("id: order.list\ntype: collection\nname: Orders\n")

    assert "\n\norder.list  capability" in run("graph", "order.list").out
    assert "order.list  capability" not in run("graph", "order.list", "--kind", "resource").out


def test_an_unknown_name_is_exit_2(shop: Path, run: Run) -> None:
    found = run("graph", "order.deadlin")

    assert (found.code, found.out) == (2, "")
    assert "did you mean `order.deadline`?" in found.err


HOSTILE = 'a"] --> x; click n0 "javascript:alert(1)"\\n\\u202e<script>`|'


@pytest.fixture
def hostile(shop: Path) -> Path:
    """A relation whose target tries to break out of every notation."""
    quoted = HOSTILE.replace('"', '\\"')
    target = f'relations: [{{type: IMPLEMENTED_BY, target: "{quoted}"}}]'
    (shop / "semantic-ids/item.yaml").write_text(f"id: item\ntype: entity\nname: Item\n{target}\n", encoding="utf-8")
    return shop


def test_mermaid_holds_a_hostile_name_as_numbers(hostile: Path, run: Run) -> None:
    lines = run("graph", "item", "--format", "mermaid").out.splitlines()

    assert lines[0] == "flowchart LR"
    assert len(lines) == 4
    label = lines[2].removeprefix('  n1[["').removesuffix('"]]')
    assert not set('"<>[]{}()`|;\\') & set(label.replace("#", "").replace(";", ""))
    assert "#34;" in label


def test_dot_holds_a_hostile_name_in_one_string(hostile: Path, run: Run) -> None:
    lines = run("graph", "item", "--format", "dot").out.splitlines()

    assert lines[0] == "digraph registry {"
    assert lines[-1] == "}"
    assert len(lines) == 6
    assert lines[3].count('"') - lines[3].count('\\"') == 2
    assert "\\\\n\\\\u202e" in lines[3]


def test_the_tree_shows_a_hostile_name_escaped(hostile: Path, run: Run) -> None:
    found = run("graph", "item").out

    assert "\u202e" not in found
    assert found.count("\n") == 2
