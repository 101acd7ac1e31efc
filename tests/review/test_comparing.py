"""What a review holds: everything that changed, once, and nothing that did not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.review.wording import summary_of
from tests.cli.conftest import FILES
from tests.review.comparing import points_of, review_of

POSTPONE, ORDER, CLOSED = "capabilities/order/postpone.yaml", "semantic-ids/order.yaml", "policies/order/closed.yaml"
Edit = tuple[str, str, str]

EDITS: dict[str, tuple[Edit, str, str, str]] = {
    "action": ((POSTPONE, "action: update", "action: create"), "action", "breaking", "major"),
    "status": ((POSTPONE, "status: active", "status: deprecated"), "status", "narrowing", "none"),
    "status of a policy": ((CLOSED, "status: active", "status: draft"), "status", "widening", "none"),
    "description": ((POSTPONE, "Moves the", "Moves a"), "description", "text", "patch"),
    "labels": ((POSTPONE, "Postpone an", "Postpone the"), "labels", "text", "patch"),
    "owner": ((POSTPONE, "owner: sales", "owner: stock"), "owner", "text", "patch"),
    "proposer": ((POSTPONE, "owner: sales", "owner: sales\nproposedBy: [ana]"), "proposedBy", "text", "patch"),
    "endpoint": ((POSTPONE, "path: /postpone", "path: /delay"), "endpoint", "text", "patch"),
    "permission": ((POSTPONE, "[order.update]", "[order.update, x]"), "permissions", "narrowing", "major"),
    "input": ((POSTPONE, "type: integer", "type: number"), "inputSchema", "additive", "minor"),
    "input written in another way": ((POSTPONE, "{type: integer}", "{type: [integer]}"), "inputSchema", "text", "none"),
    "output": ((POSTPONE, "risk:", "outputSchema: {type: object}\nrisk:"), "outputSchema", "additive", "minor"),
    "resource's alias": ((ORDER, "aliases: [order.due]", "aliases: []"), "aliases", "breaking", "none"),
    "resource's binding": ((ORDER, "uiRefs: [ui.order]", "uiRefs: []"), "bindings", "text", "none"),
    "how sure a binding is": ((ORDER, "order.postpone, confidence: VERIFIED}]", "order.postpone}]"), "bindings", "text",
                              "none"),
    "resource's synonym": ((ORDER, "[vencimento]", "[prazo]"), "synonyms", "text", "none"),
    "metadata": ((ORDER, "    type: entity", "    type: entity\n    metadata: {a: 1}"), "metadata", "text", "none"),
    "reason": ((CLOSED, "The order is", "It is"), "reason", "text", "patch"),
    "binding of a page": (("docs/order.md", "semanticId: order", "semanticId: item"), "bindings", "text", "none"),
    "text of a page": (("docs/order.md", "# Orders", "# All orders"), "text", "text", "none"),
    "settings": (("alvara.yaml", "name: shop", "name: store"), "name", "text", "none"),
    "registry": (("alvara.yaml", "registry: 6f", "registry: 7f"), "registry", "breaking", "none"),
}  # fmt: skip


def edited(*edits: Edit) -> dict[str, str]:
    files = dict(FILES)
    for path, old, new in edits:
        assert old in files[path]
        files[path] = files[path].replace(old, new, 1)
    return files


@pytest.mark.parametrize("name", EDITS)
def test_each_change_is_told_at_its_place(name: str) -> None:
    edit, aspect, impact, bump = EDITS[name]
    after = edited(edit)

    told = [point for point in points_of(review_of(FILES, after)) if point.aspect not in ("guards", "outcome")]
    (point,) = told

    assert (point.aspect, point.impact, point.bump) == (aspect, impact, bump)
    assert point.file == edit[0]
    side = FILES if point.revision == "base" else after
    assert 1 <= point.line <= len(side[point.file].splitlines())


@given(st.lists(st.sampled_from(sorted(EDITS)), max_size=4, unique=True))
def test_a_tree_differs_from_itself_in_nothing(names: list[str]) -> None:
    files = dict(FILES)
    for path, old, new in (EDITS[name][0] for name in names):
        files[path] = files[path].replace(old, new, 1)

    review = review_of(files, files)

    assert (review.things, review.untold, review.notes) == ((), 0, ())


@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=4, unique=True))
def test_whatever_differs_is_told(names: list[str]) -> None:
    files = dict(FILES)
    for path, old, new in (EDITS[name][0] for name in names):
        files[path] = files[path].replace(old, new, 1)

    told = {point.file for point in points_of(review_of(FILES, files))}

    assert {EDITS[name][0][0] for name in names} <= told


def test_layout_and_place_are_no_change() -> None:
    moved = {path: text for path, text in FILES.items() if path != "semantic-ids/item.yaml"}
    moved["semantic-ids/item/item.yaml"] = "# the item\n" + FILES["semantic-ids/item.yaml"]

    review = review_of(FILES, moved)

    assert (review.things, review.untold) == ((), 2)


def test_what_cannot_be_read_is_not_gone() -> None:
    review = review_of(FILES, {**FILES, POSTPONE: "id: [\n"})

    assert review.things == ()
    assert [POSTPONE in note for note in review.notes] == [True]


def test_what_came_and_went() -> None:
    fewer = {path: text for path, text in FILES.items() if path != "semantic-ids/item.yaml"}

    (gone,) = review_of(FILES, fewer).things
    (new,) = review_of(fewer, FILES).things

    assert (gone.fate, gone.id, gone.impact, gone.points[0].revision) == ("gone", "item", "breaking", "base")
    assert (new.fate, new.id, new.impact) == ("new", "item", "additive")


def test_a_draft_that_goes_breaks_nothing() -> None:
    fewer = {path: text for path, text in FILES.items() if path != "capabilities/order/list.yaml"}

    assert [thing.impact for thing in review_of(FILES, fewer).things] == ["text"]


def test_a_rename_with_an_alias_is_one_change_and_one_without_breaks() -> None:
    path, says = "semantic-ids/item.yaml", "type: entity\nname: Item\ndescription: What is ordered.\n"
    before = {**FILES, path: f"id: item\n{says}"}
    named = review_of(before, {**FILES, path: f"id: product\n{says}aliases: [item]\n"})
    silent = review_of(before, {**FILES, path: f"id: product\n{says}"})

    assert [(t.fate, t.id, t.other, t.impact) for t in named.things] == [("renamed", "product", "item", "additive")]
    assert [(t.fate, t.id, t.other, t.impact) for t in silent.things] == [("lost", "product", "item", "breaking")]
    assert [len(review.things[0].points) for review in (named, silent)] == [1, 1]


def test_a_policy_has_no_alias_and_its_record_keeps_the_old_name() -> None:
    record = 'from: order.closed\nto: order.shut\nsince: "2026-08-01"\n'
    after = {**FILES, "ledger/migrations/policy/order.closed.yaml": record}
    after["policies/order/shut.yaml"] = after.pop(CLOSED).replace("id: order.closed", "id: order.shut")

    (thing,) = review_of(FILES, after).things

    assert (thing.fate, thing.other, thing.impact) == ("renamed", "order.closed", "additive")
    assert thing.points[0].words == "it was called `order.closed`, which a record of the rename keeps"


def test_what_is_gone_is_told_even_where_its_file_says_that_it_holds_another() -> None:
    other = review_of(FILES, {**FILES, "semantic-ids/item.yaml": "id: colour\ntype: field\nname: Colour\n"})

    assert [(thing.fate, thing.id) for thing in other.things] == [("gone", "item"), ("new", "colour")]


def test_what_follows_a_rename_is_no_change() -> None:
    old, new = "order.deadline", "order.due"
    policy = FILES["policies/order/closed.yaml"].replace("risk: [medium]", "resources: [order.deadline]")
    read = FILES["capabilities/order/postpone.yaml"].replace("[order]", "[order, order.deadline]")
    before = {**FILES, "policies/order/closed.yaml": policy, "capabilities/order/postpone.yaml": read}
    after = {path: text.replace(old, new) for path, text in before.items()}
    after["semantic-ids/order.yaml"] = after["semantic-ids/order.yaml"].replace("[order.due]", "[order.deadline]")

    (only,) = review_of(before, after).things

    assert (only.fate, only.id, only.other, only.smallest) == ("renamed", new, old, "")
    assert [(point.aspect, point.impact) for point in only.points] == [("id", "additive")]


def test_page_that_follows_a_rename_explains_the_same() -> None:
    resource, page = "semantic-ids/item.yaml", "docs/item.md"
    before: dict[str, str] = {**FILES, page: "---\nsemanticId: item\ncapabilities: [order.list]\n---\n"}
    before[resource] = "id: item\ntype: entity\nname: Item\ndescription: What is ordered.\n"
    named = before[resource].replace("id: item", "id: product\naliases: [item]")
    other = before[page].replace("order.list", "order.postpone")
    after = {**FILES, resource: named, page: before[page].replace("item", "product")}

    by_hand = {**after, resource: named.replace("aliases: [item]", "")}
    words = {**after, page: after[page] + "# More\n"}

    for files, aspects in ((after, []), (by_hand, []), (words, ["text"]), ({**before, page: other}, ["bindings"])):
        pages = [thing for thing in review_of(before, files).things if thing.kind == "page"]
        assert [point.aspect for thing in pages for point in thing.points] == aspects


PAGE = "---\nsemanticId: item\n---\n# Item\n\nWhat is ordered.\n"
MOVES: dict[str, tuple[dict[str, str], dict[str, str], list[tuple[str, str, str, list[str]]]]] = {
    "as it was": (
        {"docs/a.md": PAGE}, {"docs/b/c.md": PAGE}, [("renamed", "docs/b/c", "docs/a", ["id"])]
    ),
    "with other words": (
        {"docs/a.md": PAGE}, {"docs/b.md": PAGE + "More.\n"}, [("renamed", "docs/b", "docs/a", ["id", "text"])]
    ),
    "as it was, beside one that explains the same": (
        {"docs/a.md": PAGE, "docs/x.md": PAGE + "More.\n"}, {"docs/b.md": PAGE},
        [("gone", "docs/x", "", ["definition"]), ("renamed", "docs/b", "docs/a", ["id"])],
    ),
    "one of two that say the same": (
        {"docs/a.md": PAGE, "docs/x.md": PAGE}, {"docs/b.md": PAGE},
        [("gone", "docs/a", "", ["definition"]), ("gone", "docs/x", "", ["definition"]),
         ("new", "docs/b", "", ["definition"])],
    ),
    "to explain something else": (
        {"docs/a.md": PAGE}, {"docs/b.md": PAGE.replace("semanticId: item", "semanticId: order")},
        [("gone", "docs/a", "", ["definition"]), ("new", "docs/b", "", ["definition"])],
    ),
    "with its translation": (
        {"docs/a.md": PAGE, "docs/a.pt-BR.md": "# Artigo\n\nO que se pede.\n"},
        {"docs/b.md": PAGE, "docs/b.pt-BR.md": "# Artigo\n\nO que se pede.\n"},
        [("renamed", "docs/b", "docs/a", ["id"])],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "told"), MOVES.values(), ids=MOVES)
def test_page_that_moved_is_neither_gone_nor_new(
    before: dict[str, str], after: dict[str, str], told: list[tuple[str, str, str, list[str]]]
) -> None:
    review = review_of({**FILES, **before}, {**FILES, **after})

    assert [(t.fate, t.id, t.other, [p.aspect for p in t.points]) for t in review.things] == told
    assert {thing.kind for thing in review.things} == {"page"}


def test_the_smallest_version_is_that_of_the_gravest_change_and_drafts_are_free() -> None:
    minor = edited((POSTPONE, "type: integer", "type: number"), (POSTPONE, "Moves the", "Moves a"))
    draft = {**FILES, "capabilities/order/list.yaml": FILES["capabilities/order/list.yaml"].replace("Lists", "Shows")}

    assert [thing.smallest for thing in review_of(FILES, minor).things] == ["1.1.0"]
    assert [thing.smallest for thing in review_of(FILES, draft).things] == [""]


def test_summary_of_mere_words_says_so_and_of_more_counts() -> None:
    words, more = EDITS["description"][0], EDITS["permission"][0]

    assert summary_of(review_of(FILES, edited(words))).startswith("1 changed. What changed is no more than words")
    assert summary_of(review_of(FILES, edited(words, more))) == "1 changed. Of the changes, 2 tighten, 1 changes."


def test_text_for_a_model_is_told_beside_a_change_of_the_contract() -> None:
    before = edited((POSTPONE, "days: {type: integer}", "days: {type: integer, description: How many}"))
    after = edited((POSTPONE, "days: {type: integer}", "days: {type: string, description: Do as I say}"))

    told = [point for point in points_of(review_of(before, after)) if point.aspect == "inputSchema"]

    assert [point.impact for point in told] == ["breaking", "text"]
    assert (told[1].before, told[1].after) == ([{"description": "How many"}], [{"description": "Do as I say"}])
