"""`alvara rename`."""

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.renames import commit, tree


def rules(run: Run) -> list[str]:
    """What `check` has against the registry, which is as much before a rename as after."""
    return sorted(finding["rule"] for finding in run("check", "--format", "json").json["findings"])


def changed_lines(before: bytes, after: bytes) -> list[str]:
    """The lines of a file that are new or different."""
    known = before.decode().split("\n")
    return [line for line in after.decode().split("\n") if line not in known]


def test_resource_in_a_list_stays_there_and_everything_follows(shop: Path, run: Run) -> None:
    before, found = tree(shop), rules(run)

    done = run(
        "rename", "order.deadline", "order.dueDate", "--reason", "It is a date.", "--now", "2026-09-02T01:00:00Z"
    )

    assert (done.code, done.err) == (0, "")
    after = tree(shop)
    assert changed_lines(before["semantic-ids/order.yaml"], after["semantic-ids/order.yaml"]) == [
        "  - id: order.dueDate",
        "    aliases: [order.due, order.deadline]",
    ]
    assert after["ledger/migrations/resource/order.deadline.yaml"].decode() == (
        'from: order.deadline\nto: order.dueDate\nsince: "2026-09-02"\nreason: "It is a date."\n'
    )
    assert rules(run) == found


def test_capability_moves_with_every_reference(shop: Path, run: Run) -> None:
    (shop / "docs/order.md").write_text(
        "---\nsemanticId: order\ncapabilities: [order.postpone]\n---\nSee [[order.postpone]].\n"
    )

    done = run("rename", "order.postpone", "order.moveDeadline")

    assert done.code == 0
    assert done.out.splitlines() == [
        "renamed the capability `order.postpone` to `order.moveDeadline`",
        "moved capabilities/order/postpone.yaml to capabilities/order/move-deadline.yaml",
        "changed docs/order.md",
        "changed semantic-ids/order.yaml",
        "wrote ledger/migrations/capability/order.postpone.yaml",
        "4 references rewritten",
    ]
    assert not (shop / "capabilities/order/postpone.yaml").exists()
    text = (shop / "capabilities/order/move-deadline.yaml").read_text()
    assert text.startswith('id: order.moveDeadline\nversion: "1.0.0"\n')
    assert "\naliases: [order.postpone]\nsemanticIds: " in text
    assert (
        (shop / "docs/order.md")
        .read_text()
        .endswith("capabilities: [order.moveDeadline]\n---\nSee [[order.moveDeadline]].\n")
    )
    assert "order.postpone" not in (shop / "semantic-ids/order.yaml").read_text()
    assert run("get", "order.postpone").code == 0


def test_again_changes_nothing_and_says_so(shop: Path, run: Run) -> None:
    run("rename", "order.postpone", "order.moveDeadline")
    before = tree(shop)

    again = run("rename", "order.postpone", "order.moveDeadline")

    assert again.code == 0
    assert again.out == "`order.postpone` is called `order.moveDeadline` already; nothing changed\n"
    assert tree(shop) == before


def test_dry_run_prints_what_git_would_apply_and_changes_nothing(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/order.yaml").write_text(
        (shop / "semantic-ids/order.yaml").read_text().rstrip("\n"), newline="\r\n"
    )
    before = tree(shop)

    dry = run("rename", "order.postpone", "order.moveDeadline", "--dry-run", "--now", "2026-09-02T01:00:00Z")

    assert (dry.code, tree(shop)) == (0, before)
    subprocess.run(["git", "init", "-q"], cwd=shop, check=True)
    subprocess.run(["git", "apply", "-"], cwd=shop, input=dry.out.encode(), check=True)
    applied = tree(shop)
    for path, data in before.items():
        (shop / path).parent.mkdir(exist_ok=True)
        (shop / path).write_bytes(data)
    for path in applied.keys() - before.keys():
        (shop / path).unlink()
    run("rename", "order.postpone", "order.moveDeadline", "--now", "2026-09-02T01:00:00Z")
    assert tree(shop) == applied


REFUSED = {
    "breaks the convention": ("order.deadline", "Order.Due", "is not camel case"),
    "too long": ("order.deadline", "a" * 65, "65 characters"),
    "is there": ("order.deadline", "item", "the resource `item` is there already, in semantic-ids/item.yaml"),
    "differs in case from another": (
        "order.deadline",
        "ui.orDer",
        "from `ui.order`, which is taken, only in case",
    ),
    "differs in case from itself": ("order.deadline", "order.deadLine", "differs from its own name only in case"),
    "differs in case from its alias": ("order.deadline", "order.dUe", "differs from its own name only in case"),
    "the same": ("item", "item", "the old name and the new one"),
    "an alias": ("order.due", "order.end", "`order.due` is an alias of the resource `order.deadline`; rename that"),
    "an alias of what it would be called": ("order.due", "order.deadline", "an alias of `order.deadline` already"),
    "unknown": ("order.deadlin", "order.end", "did you mean `order.deadline`?"),
    "does not belong in its list": (
        "order.deadline",
        "shipment.deadline",
        "stands in the list semantic-ids/order.yaml",
    ),
    "other policies": ("order.postpone", "shipment.postpone", "list `order.postpone` in its `appliesTo.capabilities`"),
    "gone": ("order.gone", "order.back", "was a field"),
    "retired": ("order.deadline", "order.zone", "a retired ID never returns"),
    "an alias of another": ("item", "order.due", "is an alias of the resource `order.deadline`"),
}


@pytest.mark.parametrize(("old", "new", "words"), REFUSED.values(), ids=REFUSED)
def test_refused_with_nothing_written(shop: Path, run: Run, old: str, new: str, words: str) -> None:
    stones = shop / "ledger/tombstones/resource"
    stones.mkdir(parents=True)
    for name in ("order.zone", "order.gone"):
        text = f'id: {name}\nkind: resource\nsince: "2026-01-01"\nreason: Gone.\n'
        (stones / f"{name}.yaml").write_text(text)
    before = tree(shop)

    refused = run("rename", old, new)

    assert refused.code == 2
    assert words.replace("was a field", "was a resource") in refused.err
    assert refused.out == ""
    assert tree(shop) == before


def test_kind_is_asked_for_where_several_have_the_id(shop: Path, run: Run) -> None:
    text = (shop / "capabilities/order/postpone.yaml").read_text().replace("order.postpone", "order.deadline")
    (shop / "capabilities/order/deadline.yaml").write_text(text)
    (shop / "docs/order.md").write_text("---\nsemanticId: order\n---\n[[order.deadline]]\n")

    asked = run("rename", "order.deadline", "order.dueDate")
    done = run("rename", "order.deadline", "order.dueDate", "--kind", "capability")

    assert asked.code == 2
    assert "`order.deadline` is a resource and a capability; say which with --kind" in asked.err
    assert done.code == 0
    assert (shop / "capabilities/order/due-date.yaml").exists()
    assert "id: order.deadline" in (shop / "semantic-ids/order.yaml").read_text()
    assert "[[order.deadline]]" in (shop / "docs/order.md").read_text(), "a link means the resource first"


def test_alias_of_the_thing_itself_is_promoted(shop: Path, run: Run) -> None:
    found = rules(run)

    done = run("rename", "order.deadline", "order.due")

    assert done.code == 0
    assert "id: order.due\n" in (shop / "semantic-ids/order.yaml").read_text()
    assert "aliases: [order.deadline]\n" in (shop / "semantic-ids/order.yaml").read_text()
    assert rules(run) == found


def test_chain_ends_at_the_last_name_and_never_goes_back(shop: Path, run: Run) -> None:
    found = rules(run)
    assert run("rename", "order.deadline", "order.end").code == 0
    assert run("rename", "order.end", "order.finish").code == 0
    commit(shop)
    before = tree(shop)

    assert "aliases: [order.due, order.deadline, order.end]" in (shop / "semantic-ids/order.yaml").read_text()
    assert run("rename", "order.deadline", "order.finish").code == 0, "done already, by two steps"
    for back in ("order.end", "order.deadline"):
        refused = run("rename", "order.finish", back)
        assert (refused.code, "never goes back" in refused.err) == (2, True)
    assert tree(shop) == before
    assert rules(run) == found


@pytest.mark.parametrize("kind", ["resource", "capability"])
@pytest.mark.parametrize("text", ["", "id: [\n", 'id: order.end\nkind: resource\nsince: "never"\n'])
def test_a_record_of_the_new_name_that_is_not_understood_stops_it(
    shop: Path, run: Run, kind: str, text: str
) -> None:  # fmt: skip
    stone = shop / f"ledger/tombstones/{kind}/order.end.yaml"
    stone.parent.mkdir(parents=True)
    stone.write_text(text)
    before = tree(shop)

    refused = run("rename", "order.deadline", "order.end")

    assert refused.code == 2
    assert f"{stone.relative_to(shop)} is about `order.end` and is not understood" in refused.err
    assert tree(shop) == before


def test_name_that_a_policy_gave_up_is_not_taken_again(shop: Path, run: Run) -> None:
    assert run("rename", "order.closed", "order.shut").code == 0
    commit(shop)
    text = (shop / "policies/order/shut.yaml").read_text()

    assert text.startswith("id: order.shut\nversion")
    assert run("get", "order.closed").out.startswith("policy order.shut")
    assert "`order.closed` is an older name of the policy `order.shut`" in run("new", "policy", "order.closed").err
    assert "is the old name of the policy `order.shut`; rename that" in run("rename", "order.closed", "order.x").err
    assert "policyRefs: [order.shut]" in (shop / "semantic-ids/order.yaml").read_text()
    assert run("rename", "order.closed", "order.shut").out.endswith("already; nothing changed\n")
    assert "never goes back" in run("rename", "order.shut", "order.closed").err
    (shop / "policies/order/other.yaml").write_text(text.replace("order.shut", "order.other"))
    assert (
        "`order.closed` was a policy that is called `order.shut` now"
        in run("rename", "order.other", "order.closed").err
    )


def test_majors_move_together_and_paths_in_them_still_lead_there(shop: Path, run: Run) -> None:
    home = shop / "capabilities/order"
    (shop / "capabilities/schemas").mkdir()
    (shop / "capabilities/schemas/days.json").write_text('{"type": "integer"}')
    text = (home / "postpone.yaml").read_text()
    text = text.replace("{days: {type: integer}}", "{days: {$ref: ../schemas/days.json}}")
    text = "# yaml-language-server: $schema=../../.alvara/schemas/capability.schema.json\n" + text
    (home / "postpone.yaml").write_text(text.replace("status: active", "status: deprecated"))
    (home / "postpone.v2.yaml").write_text(text.replace('"1.0.0"', '"2.0.0"'))
    (shop / "policies/order/closed.yaml").write_text(
        (shop / "policies/order/closed.yaml").read_text().replace('["order.*"]', '["order.*", order.postpone]')
    )

    done = run("rename", "order.postpone", "order.deadline.move")

    assert done.code == 0
    assert sorted(p.name for p in home.iterdir()) == ["deadline", "list.yaml"]
    for name in ("move.yaml", "move.v2.yaml"):
        moved = (home / "deadline" / name).read_text()
        assert "$schema=../../../.alvara/schemas/capability.schema.json\nid: order.deadline.move\n" in moved
        assert "{$ref: ../../schemas/days.json}" in moved
        assert "aliases: [order.postpone]" in moved


def test_folders_left_empty_go(shop: Path, run: Run) -> None:
    run("rename", "ui.order", "ui.sales")
    assert (shop / "semantic-ids/ui/sales.yaml").exists()

    (shop / "semantic-ids/a/b").mkdir(parents=True)
    (shop / "semantic-ids/a/b/c.yaml").write_text("id: a.b.c\ntype: field\nname: C\n")

    assert run("rename", "a.b.c", "d").code == 0
    assert not (shop / "semantic-ids/a").exists()
    assert (shop / "semantic-ids/d.yaml").read_text() == "id: d\ntype: field\nname: C\naliases: [a.b.c]\n"


def test_list_that_holds_nothing_else_moves(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/a.yaml").write_text("resources:\n- id: a\n  type: field\n  name: A\n")

    assert run("rename", "a", "b.c").code == 0
    assert (shop / "semantic-ids/b/c.yaml").read_text() == (
        "resources:\n- id: b.c\n  type: field\n  name: A\n  aliases: [a]\n"
    )
    assert not (shop / "semantic-ids/a.yaml").exists()


def test_name_that_goes_round_in_a_ring_is_not_taken(shop: Path, run: Run) -> None:
    for old, new in (("old.one", "old.two"), ("old.two", "old.one")):
        record = shop / f"ledger/migrations/resource/{old}.yaml"
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_text(f'from: {old}\nto: {new}\nsince: "2026-01-01"\n')
    before = tree(shop)

    refused = run("rename", "item", "old.one")

    assert (refused.code, tree(shop)) == (2, before)
    assert "its renames go round in a ring" in refused.err


def test_what_a_thing_is_part_of_by_its_id_alone_is_kept_or_told(shop: Path, run: Run) -> None:
    (shop / "semantic-ids/ui/order").mkdir()
    (shop / "semantic-ids/ui/order/tab.yaml").write_text("id: ui.order.tab\ntype: section\nname: Tab\n")

    assert run("rename", "ui.order", "ui.order.page").err == ""
    for part, whole in (("ui.order.tab", "ui.order.page"), ("ui.order.page", None)):
        for more in ((), ("--public",)):
            assert run("get", part, *more, "--format", "json").json["resource"].get("parentId") == whole
    assert run("rename", "ui.order.tab", "order.tab").err == (
        "alvara: `order.tab` is part of `order` by its ID now; where it still is of `ui.order.page`, "
        "add `parentId: ui.order.page`\n"
    )


def test_target_that_is_there_stops_it(shop: Path, run: Run) -> None:
    (shop / "capabilities/order/move.yaml").write_text("id: order.elsewhere\n")
    before = tree(shop)

    assert run("rename", "order.postpone", "order.move").code == 2
    assert tree(shop) == before


@pytest.mark.parametrize(
    "broken", ["semantic-ids/broken.yaml", "docs/broken.md", "scenarios/broken.yaml", "semantic-ids/item.yaml"]
)
def test_file_that_may_name_it_and_is_not_understood_stops_it(shop: Path, run: Run, broken: str) -> None:
    text = (
        "---\nsemanticId: [order.deadline\n---\n" if broken.endswith(".md") else "id: item\nparentId: [order.deadline\n"
    )
    if broken == "semantic-ids/item.yaml":
        text = "id: item\ntype: entity\nnames: x\nparentId: order.deadline\n"
    (shop / broken).parent.mkdir(exist_ok=True)
    (shop / broken).write_text(text)
    before = tree(shop)

    refused = run("rename", "order.deadline", "order.end")

    assert refused.code == 2
    assert broken in refused.err
    assert tree(shop) == before
    assert run("rename", "order.postpone", "order.move").code == 0, "what does not name it is in nobody's way"


def test_failure_half_way_leaves_everything_as_it_was(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tree(shop)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("alvara.adapters.batch.create", refuse)
    refused = run("rename", "order.postpone", "order.deadline2.move")

    assert refused.code == 2
    assert "No space left on device; nothing was changed" in refused.err
    assert tree(shop) == before
    assert not (shop / "capabilities/order/deadline2").exists()


def test_scenarios_navigation_and_waivers_follow(shop: Path, run: Run) -> None:
    (shop / "alvara.yaml").write_text(
        (shop / "alvara.yaml").read_text()
        + "waivers:\n  - {rule: missing-owner, subject: ui.order, reason: r, owner: o, expires: '2027-01-01'}\n"
    )
    (shop / "scenarios/order").mkdir(parents=True)
    (shop / "scenarios/order/language.yaml").write_text(
        "utterances:\n  - {id: ui.order, say: ui.order, page: order, focus: ui.order, expect: {outcome: resolved, "
        "matches: [ui.order]}}\n"
    )
    (shop / "capabilities/order/open.yaml").write_text(
        'id: order.open\nversion: "1.0.0"\ndescription: Opens.\naction: navigate\nnavigation: {page: order}\n'
        "inputSchema: {type: object, additionalProperties: false}\nauthorization: {permissions: [a]}\nrisk: low\n"
    )

    assert run("rename", "ui.order", "ui.orders").code == 0
    assert "subject: ui.orders," in (shop / "alvara.yaml").read_text()
    assert (shop / "scenarios/order/language.yaml").read_text() == (
        "utterances:\n"
        "  - {id: ui.order, say: ui.order, page: orders, focus: ui.orders, expect: {outcome: resolved, "
        "matches: [ui.orders]}}\n"
    )
    assert "navigation: {page: orders}" in (shop / "capabilities/order/open.yaml").read_text()
    assert "uiRefs: [ui.orders]" in (shop / "semantic-ids/order.yaml").read_text()
    refused = run("rename", "ui.orders", "screen.orders")
    assert "has to stay below `ui`" in refused.err
