"""`alvara promote`: one step, one line, and nothing else of the file."""

import subprocess
from pathlib import Path

import pytest
import yaml

from tests.bundle.repository import commit
from tests.cli.conftest import Run
from tests.cli.promotions import LATER, ORDER, TODAY, announce, files_of
from tests.cli.releases import READ, change, make_repository, on_branch


@pytest.mark.parametrize(
    ("written", "now"),
    [
        ("status: draft\n", "status: review\n"),
        ("status:   'draft'   # for now\n", "status:   'review'   # for now\n"),
        ('"status": "draft"\n', '"status": "review"\n'),
        ("status: draft\r\n", "status: review\r\n"),
        ("status: |-  # why\n  draft\n", "status: |-  # why\n  review\n"),
        ("status: >-\n  draft\n\n\n", "status: >-\n  review\n\n\n"),
        ("? status\n: draft\n", "? status\n: review\n"),
    ],
)
def test_only_the_word_changes(shop: Path, run: Run, written: str, now: str) -> None:
    path = shop / "capabilities/order/list.yaml"
    before = b"# \xc3\xa3 \xf0\x9f\x9a\xa7\n" + path.read_bytes() + written.encode() + b"owner:  sales"
    path.write_bytes(before)

    done = run("promote", "order.list", "review")

    assert done.code == 0
    assert path.read_bytes() == before.replace(written.encode(), now.encode())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("id: a\ntype: page\nname: A", "id: a\ntype: page\nname: A\nstatus: active\nDEP"),
        ("id: a\ntype: page\nname: A\nowner: x\n", "id: a\ntype: page\nname: A\nstatus: active\nowner: x\nDEP\n"),
        ("{id: a, type: page, name: A}\n", "{id: a, type: page, name: A, status: active, FLOW}\n"),
        (
            "{\n  id: a, type: page,\n  name: A\n}\n",
            "{\n  id: a, type: page,\n  name: A,\n  status: active,\n  FLOW\n}\n",
        ),
        ("? id\n: a\n? type\n: page\n? name\n: A\n", "? id\n: a\n? type\n: page\n? name\n: A\nstatus: active\nDEP\n"),
        (
            "resources:\n- id: a\n  type: page\n  name: A\n  description: |\n    Long.\n"
            "\n# b\n- {id: a.b, type: field, name: B}\n",
            "resources:\n- id: a\n  type: page\n  name: A\n  description: |\n    Long.\n  status: active\n  DEP"
            "\n\n# b\n- {id: a.b, type: field, name: B}\n",
        ),
        (
            "\ufeffid: a\r\ntype: page\r\nname: A\r\n",
            "\ufeffid: a\r\ntype: page\r\nname: A\r\nstatus: active\r\nDEP\r\n",
        ),
    ],
    ids=[
        "no end of line", "between", "flow", "flow over lines", "question marks", "a list, below a block",
        "mark and line ends",
    ],
)  # fmt: skip
def test_what_is_added_fits_in(shop: Path, run: Run, before: str, after: str) -> None:
    (shop / "semantic-ids/a.yaml").write_bytes(before.encode())
    block = ("deprecation:", '  since: "2026-09-01"', '  removeAfter: "2026-11-30"', "  replacedBy: item")
    flow = 'deprecation: {since: "2026-09-01", removeAfter: "2026-11-30", replacedBy: item}'
    end = "\r\n" if "\r\n" in after else "\n"
    start = after[after.rfind("\n", 0, after.find("DEP")) + 1 : after.find("DEP")]
    expected = after.replace("DEP", (end + start).join(block)).replace("FLOW", flow)

    done = run("promote", "a", "deprecated", "--replaced-by", "item", *TODAY)

    assert (done.code, done.err) == (0, "")
    assert (shop / "semantic-ids/a.yaml").read_bytes().decode() == expected.replace("active", "deprecated")


def test_announcement_is_what_check_wants(shop: Path, run: Run) -> None:
    run("promote", "item", "deprecated", "--reason", 'Was: "temporary", em São Paulo #1', *TODAY)

    said = yaml.safe_load((shop / "semantic-ids/item.yaml").read_text(encoding="utf-8"))["deprecation"]
    assert said == {
        "since": "2026-09-01", "removeAfter": "2026-11-30", "reason": 'Was: "temporary", em São Paulo #1',
    }  # fmt: skip
    assert "deprecation" not in run("check", "semantic-ids/item.yaml", "--base", "none").out


def test_one_of_several_versions_is_named_with_its_major(shop: Path, run: Run) -> None:
    text = (shop / "capabilities/order/postpone.yaml").read_text()
    text = text.replace("1.0.0", "2.0.0").replace("status: active", "status: review")
    (shop / "capabilities/order/postpone.v2.yaml").write_text(text)

    skipping = run("promote", "order.postpone@2", "active")

    assert "the next one is: alvara promote order.postpone@2 approved" in skipping.err
    assert run("promote", "order.postpone@2", "approved").code == 0


def test_end_that_is_past_is_said_to_be_warned_of(shop: Path, run: Run) -> None:
    done = run("promote", "item", "deprecated", "--since", "2026-01-01", "--reason", "Gone.", *TODAY)

    assert done.code == 0
    assert "from 2026-04-01 on it may be removed, which is past: `alvara check` warns" in done.out


def test_end_is_as_far_away_as_the_settings_promise(shop: Path, run: Run) -> None:
    with (shop / "alvara.yaml").open("a") as file:
        file.write("deprecation: {minimumDays: 30}\n")

    early = run("promote", "item", "deprecated", "--reason", "x", "--remove-after", "2026-09-30", *TODAY)
    done = run("promote", "item", "deprecated", "--reason", "x", *TODAY)

    assert early.code == 2
    assert "30 days are promised from 2026-09-01 on, so it is 2026-10-01 or later" in early.err
    assert "from 2026-10-01 on" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("order.list", "active"), "the next one is: alvara promote order.list review"),
        (("order.postpone", "draft"), "the way leads forward only"),
        (("order.list", "activ"), "did you mean `active`?"),
        (("item", "review"), "the way is draft > active > deprecated > removed"),
        (("order.list", "removed"), "just delete it in capabilities/order/list.yaml"),
        (("order.postpon", "active"), "did you mean `order.postpone`?"),
        (("order.due", "deprecated"), "an alias of the resource `order.deadline`; write that"),
        (("order.postpone@7", "deprecated"), "write `order.postpone@1`"),
        (("item@1", "deprecated"), "write `item`"),
        (("item", "deprecated"), "--replaced-by ID"),
        (("item", "deprecated", "--reason", " \n"), "--replaced-by ID"),
        (("item", "deprecated", "--reason", "a\u202eb"), "a character that nobody would see"),
        (("item", "deprecated", "--replaced-by", "Use another."), "is no ID"),
        (("item", "deprecated", "--replaced-by", "itm"), "did you mean `item`?"),
        (("item", "deprecated", "--replaced-by", "item"), "replaced by itself"),
        (("order.postpone", "deprecated", "--replaced-by", "order.list@2"), "no version 2 of `order.list`"),
        (("item", "deprecated", "--reason", "x", "--since", "31/12/2026"), "`31/12/2026` is no day"),
        (("item", "deprecated", "--reason", "x", "--since", "20260901"), "`20260901` is no day"),
        (("item", "deprecated", "--reason", "x", "--since", "9999-12-31"), "no calendar"),
        (("order.list", "review", "--reason", "x"), "given only then"),
        (("item", "active", "--now", "today"), "not an RFC 3339 moment"),
    ],
)
def test_refuses_with_the_way_and_touches_nothing(shop: Path, run: Run, arguments: tuple[str, ...], said: str) -> None:
    before = files_of(shop)

    done = run("promote", *arguments)

    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert before == files_of(shop)


def test_what_is_so_already_is_no_mistake(shop: Path, run: Run) -> None:
    before = files_of(shop)

    done = run("promote", "item", "active")

    assert (done.code, done.out) == (0, "`item` is active already\n")
    assert before == files_of(shop)


def test_review_may_go_back_to_draft(shop: Path, run: Run) -> None:
    run("promote", "order.list", "review")

    assert run("promote", "order.list", "draft").code == 0
    assert "status: draft\n" in (shop / "capabilities/order/list.yaml").read_text()


def test_kind_is_asked_for_where_two_have_the_id(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/order/list.yaml").parent.mkdir()
    (shop / "semantic-ids/order/list.yaml").write_text("id: order.list\ntype: page\nname: List\nstatus: draft\n")

    asked = run("promote", "order.list", "active")
    done = run("promote", "order.list", "active", "--kind", "resource")

    assert asked.code == 2
    assert "--kind" in asked.err
    assert done.code == 0
    assert "status: active" in (shop / "semantic-ids/order/list.yaml").read_text()


def test_broken_definition_and_broken_file_are_left_alone(shop: Path, run: Run) -> None:
    text = ORDER.read_text()
    ORDER.write_text(text.replace("name: Deadline", "nam: Deadline"))
    broken = run("promote", "order.deadline", "deprecated", "--reason", "x")
    ORDER.write_text(text.replace("name: {pt-BR: Pedido, en: Order}", "name: Order\n    name: Order"))
    beside = run("promote", "order.deadline", "deprecated", "--reason", "x")

    assert (broken.code, beside.code) == (2, 2)
    assert "does not hold its shape" in broken.err
    assert "has errors" in beside.err


def test_dry_run_shows_a_diff_that_git_takes(shop: Path, run: Run) -> None:
    before = files_of(shop)
    shown = run("promote", "item", "deprecated", "--reason", "x", "--dry-run", *TODAY)
    unchanged = files_of(shop)
    subprocess.run(["git", "apply", "-"], input=shown.out, text=True, check=True)
    by_diff = files_of(shop)
    for path, data in before.items():
        (shop / path).write_bytes(data)
    run("promote", "item", "deprecated", "--reason", "x", *TODAY)

    assert before == unchanged
    assert files_of(shop) == by_diff != before


def test_failure_to_write_leaves_everything(shop: Path, run: Run) -> None:
    announce(run, "item", "--reason", "x")
    (shop / "ledger").write_text("")
    before = files_of(shop)

    done = run("promote", "item", "removed", *LATER)

    assert done.code == 2
    assert "ledger/tombstones/resource/item.yaml: " in done.err
    assert before == files_of(shop)


def test_second_step_of_one_change_is_announced_as_what_check_refuses(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    change(READ, ("status: active", "status: draft"))
    commit(registry)
    on_branch(registry, "work")
    first = run("promote", "order.read", "review")
    commit(registry)
    second = run("promote", "order.read", "approved")

    assert (first.err, second.code) == ("", 0)
    assert "main branch `order.read` is draft; `check` takes one step in each change, so bring `review`" in second.err
    assert "lifecycle-step-skipped" in run("check").out


def test_what_is_new_in_a_change_goes_no_further_than_it_may_begin(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    on_branch(registry, "work")
    Path("capabilities/order/list.yaml").write_text(
        READ.read_text().replace("id: order.read", "id: order.list").replace("status: active", "status: draft")
    )
    first = run("promote", "order.list", "review")
    second = run("promote", "order.list", "approved", "--dry-run")

    assert (first.code, first.err) == (0, "")
    assert "main branch there is no `order.list`; `check` takes one step" in second.err


def test_step_of_what_has_moved_or_was_never_compared_is_not_doubted(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    change(READ, ("status: active", "status: review"))
    commit(registry)
    on_branch(registry, "work")
    READ.rename("capabilities/order/read.v1.yaml")
    moved = run("promote", "order.read", "approved")
    change(Path("alvara.yaml"), ("name: shop", "name: shop\ndefaultBranch: trunk"))
    alone = run("promote", "order.read", "active")

    assert [(done.code, done.err) for done in (moved, alone)] == [(0, ""), (0, "")]
