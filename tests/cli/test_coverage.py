"""`alvara coverage`."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_prints_the_six_figures_and_the_names_behind_them(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/ui/order.yaml").write_text("id: ui.order\ntype: page\nname: Order page\nuiRefs: [ui.nope]\n")

    assert (
        run("coverage").out
        == """\
Entities:           2
Documented:         1
Capabilities:       2
Bound capabilities: 1
Missing bindings:   1
Broken references:  1

Entities without a page:
  item

Capabilities that lack a binding:
  order.list: no resource, no page

References that lead nowhere:
  semantic-ids/ui/order.yaml: `ui.nope` is not a known resource
"""
    )


def test_prints_exactly_the_keys_of_the_contract(shop: Path, run: Run) -> None:
    assert run("coverage", "--format", "json").json == {
        "format": "alvara.coverage/1", "entities": 2, "documented": 1, "capabilities": 2, "bound": 1,
        "missingBindings": 1, "brokenReferences": 0,
    }  # fmt: skip


def test_a_binding_counts_whichever_side_wrote_it(shop: Path, run: Run) -> None:
    (shop / "docs/list.md").write_text("---\nsemanticId: item\ncapabilities: [order.list]\n---\n")
    (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: entity\nname: Item\ncapabilityRefs: [order.list]\n")

    found = run("coverage", "--format", "json").json

    assert (found["documented"], found["bound"], found["missingBindings"]) == (2, 2, 0)


def test_a_binding_to_what_is_not_there_does_not_count(shop: Path, run: Run) -> None:
    listing = shop / "capabilities/order/list.yaml"
    listing.write_text(listing.read_text() + "semanticIds: [nope]\nknowledgeReferences: [docs/nope]\n")

    found = run("coverage", "--format", "json").json

    assert (found["bound"], found["missingBindings"], found["brokenReferences"]) == (1, 1, 2)


def test_the_majors_of_a_capability_count_once(shop: Path, run: Run) -> None:
    old = (shop / "capabilities/order/postpone.yaml").read_text()
    (shop / "capabilities/order/postpone.v2.yaml").write_text(
        old.replace('"1.0.0"', '"2.0.0"').replace("active", "draft")
    )

    assert run("coverage", "--format", "json").json["capabilities"] == 2


def test_an_empty_registry_has_figures_too(tmp_path: Path, run: Run) -> None:
    run("init", str(tmp_path / "demo"))

    found = run("-C", str(tmp_path / "demo"), "coverage", "--format", "json")

    assert found.code == 0
    assert set(found.json.values()) == {"alvara.coverage/1", 0}


@pytest.mark.parametrize(
    "question", [("coverage",), ("find",), ("discover",), ("resolve", "Altere isso."), ("context", "app")]
)
@pytest.mark.parametrize("style", ["text", "json"])
def test_every_question_says_that_nothing_is_defined(
    tmp_path: Path, run: Run, question: tuple[str, ...], style: str
) -> None:
    run("init", str(tmp_path / "demo"))

    found = run("-C", str(tmp_path / "demo"), *question, "--format", style)

    assert found.code == 0
    assert "nothing is defined in this registry yet; `alvara new` makes a first definition" in found.err
