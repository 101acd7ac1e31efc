"""`alvara promote ID removed`: a definition whose time has come, and all that stands in the way of it."""

from pathlib import Path

from tests.cli.conftest import Run
from tests.cli.promotions import ENDING, LATER, ORDER, POSTPONE, TODAY, announce, files_of


def test_removal_waits_for_the_day(shop: Path, run: Run) -> None:
    announce(run, "item", "--reason", "Not needed.", "--remove-after", "2026-12-01")

    codes = [
        run("promote", "item", "removed", "--now", moment).code
        for moment in ("2026-12-01T00:30:00+01:00", "2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z")
    ]

    assert codes == [2, 2, 0]
    assert not (shop / "semantic-ids/item.yaml").exists()
    stone = (shop / "ledger/tombstones/resource/item.yaml").read_text()
    assert stone == 'id: item\nkind: resource\nsince: "2026-12-01"\nreason: Not needed.\n'


def test_removal_names_what_still_refers(shop: Path, run: Run) -> None:
    announce(run, "order.postpone", "--replaced-by", "order.list")
    before = files_of(shop)

    done = run("promote", "order.postpone", "removed", *LATER)

    assert done.code == 2
    assert "semantic-ids/order.yaml:13:28" in done.err
    assert "semantic-ids/order.yaml:16:36" in done.err
    assert done.err.startswith("alvara: 2 places still refer to `order.postpone`")
    assert before == files_of(shop)


def test_removal_counts_pages_and_aliases(shop: Path, run: Run) -> None:
    (shop / "docs/order.md").write_text("---\nsemanticId: order\n---\n\nSee [[order.due]].\n")
    announce(run, "order.deadline", "--reason", "x")

    done = run("promote", "order.deadline", "removed", *LATER)

    assert done.code == 2
    assert "docs/order.md:5:7" in done.err


SUITE = """\
capability: order.postpone
scenarios:
  - {id: a, principal: {}, input: {}, expect: {decision: deny, reasons: [], decidedBy: [order.closed]}}
"""


def _suite(shop: Path, name: str, text: str) -> None:
    (shop / "scenarios").mkdir(exist_ok=True)
    (shop / "scenarios" / name).write_text(text)


def test_removal_counts_scenarios(shop: Path, run: Run) -> None:
    _suite(shop, "a.yaml", SUITE)
    sentence = "{id: a, say: Move it., expect: {outcome: resolved, capabilities: [order.postpone]}}"
    _suite(shop, "b.yaml", f"utterances:\n  - {sentence}\n")
    announce(run, "order.postpone", "--replaced-by", "order.list")

    done = run("promote", "order.postpone", "removed", *LATER)

    assert done.err.startswith("alvara: 4 places still refer to `order.postpone`")
    assert "scenarios/a.yaml:1:13" in done.err
    assert "scenarios/b.yaml:2:71" in done.err


def test_removal_counts_scenarios_that_it_decides(shop: Path, run: Run) -> None:
    _suite(shop, "a.yaml", SUITE)
    announce(run, "order.closed", "--reason", "Not needed.")

    done = run("promote", "order.closed", "removed", *LATER)

    assert "scenarios/a.yaml:3:89" in done.err


def test_removed_major_does_not_count_scenarios_of_the_other(shop: Path, run: Run) -> None:
    text = POSTPONE.read_text()
    POSTPONE.with_suffix(".v2.yaml").write_text(text.replace('"1.0.0"', '"2.0.0"'))
    POSTPONE.write_text(text.replace("status: active", ENDING.replace("    ", "").rstrip("\n")))
    _suite(shop, "first.yaml", SUITE.replace("order.postpone", "order.postpone@1"))
    _suite(shop, "second.yaml", SUITE.replace("order.postpone", "order.postpone@2"))

    refused = run("promote", "order.postpone@1", "removed", *LATER)
    (shop / "scenarios/first.yaml").unlink()

    assert refused.err.startswith("alvara: one place still refers to `order.postpone`")
    assert "scenarios/first.yaml:1:13" in refused.err
    assert run("promote", "order.postpone@1", "removed", *LATER).code == 0


def test_removed_item_leaves_the_rest_of_its_list(shop: Path, run: Run) -> None:
    text = ORDER.read_text()
    last = "  # about a\n  - id: order.a\n    type: field\n    name: A\n    # no words yet\n\n" + (
        "  # about b\n  - {id: order.b, type: field, name: B}\n"
    )
    ORDER.write_text(text + last.replace("    # no", ENDING + "    # no"))

    assert run("promote", "order.a", "removed", *LATER).code == 0
    assert ORDER.read_text() == text + "\n  # about b\n  - {id: order.b, type: field, name: B}\n"


def test_removed_item_was_the_first_the_last_or_the_only_one(shop: Path, run: Run) -> None:
    ends = "{id: a.%s, type: field, name: A, status: deprecated, deprecation: "
    ends += '{since: "2026-01-01", removeAfter: "2026-02-01", reason: x}}'
    path = shop / "semantic-ids/a.yaml"
    path.write_text(f"resources: [{ends % 'b'}, {ends % 'c'}, {ends % 'd'}]\n")
    run("promote", "a.b", "removed", *LATER)
    first = path.read_text()
    run("promote", "a.d", "removed", *LATER)
    last = path.read_text()
    run("promote", "a.c", "removed", *LATER)

    assert first == f"resources: [{ends % 'c'}, {ends % 'd'}]\n"
    assert last == f"resources: [{ends % 'c'}]\n"
    assert not path.exists()


def test_removed_major_leaves_the_other_and_no_tombstone(shop: Path, run: Run) -> None:
    text = POSTPONE.read_text()
    two = POSTPONE.with_suffix(".v2.yaml")
    two.write_text(text.replace('"1.0.0"', '"2.0.0"'))
    POSTPONE.write_text(text.replace("status: active", ENDING.replace("    ", "").rstrip("\n")))

    asked = run("promote", "order.postpone", "removed", *LATER)
    done = run("promote", "order.postpone@1", "removed", *LATER)

    assert "write `order.postpone@1` or `order.postpone@2`" in asked.err
    assert done.code == 0
    assert "2.0.0 stays" in done.out
    assert (POSTPONE.exists(), two.exists(), Path("ledger").exists()) == (False, True, False)


def test_what_says_by_itself_that_it_is_removed_is_taken_out(shop: Path, run: Run) -> None:
    ending = ENDING.replace("deprecated", "removed", 1).replace("    ", "")
    Path("semantic-ids/note.yaml").write_text(f"id: note\ntype: field\nname: Note\n{ending}")

    early = run("promote", "note", "removed", "--now", "2026-08-01T12:00:00Z")
    done = run("promote", "note", "removed", *LATER)

    assert "promised until 2026-09-01" in early.err
    assert "`note` is removed" in done.out
    assert Path("ledger/tombstones/resource/note.yaml").exists()
    assert not Path("semantic-ids/note.yaml").exists()


def test_gone_for_ever(shop: Path, run: Run) -> None:
    announce(run, "item", "--reason", "x")
    run("promote", "item", "removed", *LATER)

    assert "was a resource until 2027-09-01, and is gone for ever" in run("promote", "item", "active").err


def test_removal_that_was_cut_off_behind_its_record_is_finished(shop: Path, run: Run) -> None:
    text = (shop / ORDER).read_text()
    path = shop / "semantic-ids/item.yaml"
    path.write_text(path.read_text() + ENDING.replace("    ", ""))
    before = path.read_bytes()
    assert run("promote", "item", "removed", *TODAY).code == 0
    stone = shop / "ledger/tombstones/resource/item.yaml"
    recorded = stone.read_bytes()
    path.write_bytes(before)

    done = run("promote", "item", "removed", *LATER)

    assert (done.code, path.exists(), stone.read_bytes()) == (0, False, recorded)
    assert "deleted semantic-ids/item.yaml" in done.out
    assert (shop / ORDER).read_text() == text
