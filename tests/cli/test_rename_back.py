"""`alvara rename` back to the name that a thing had: as if it had never been, where nobody has seen it."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.renames import commit, tree
from tests.fieldcases.surroundings import git

LISTS = {
    "brackets": "aliases: [order.due]\n",
    "none": "",
    "lines": "aliases:\n      - order.due # x\n",
    "two": "aliases: [ a.b ,order.due]\n",
}


@pytest.mark.parametrize("aliases", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("place", ["repository", "repository without a commit", "folder"])
def test_back_where_nobody_knows_is_as_if_it_had_never_been(shop: Path, run: Run, aliases: str, place: str) -> None:
    path = shop / "semantic-ids/order.yaml"
    path.write_text(path.read_text().replace("aliases: [order.due]\n    ", f"{aliases}    " if aliases else ""))
    if place == "repository":
        commit(shop)
    elif place != "folder":
        git(shop, "init", "-q")
    before = tree(shop)
    for old, new in (("order.deadline", "order.end"), ("order.postpone", "order.move"), ("order.closed", "order.shut")):
        assert run("rename", old, new).code == 0
        done = run("rename", new, old)
        assert (done.code, done.err) == (0, "")
        assert "deleted ledger/migrations/" in done.out
        assert tree(shop) == before
        assert not (shop / "ledger/migrations").exists()


@pytest.mark.parametrize("empty", ["aliases: []", "aliases: [] # none yet"])
def test_back_leaves_the_empty_list_that_others_know(shop: Path, run: Run, empty: str) -> None:
    for path in (shop / "semantic-ids/order.yaml", shop / "capabilities/order/postpone.yaml"):
        text = path.read_text()
        path.write_text(text.replace("aliases: [order.due]", empty).replace("owner: sales", f"owner: sales\n{empty}"))
    commit(shop)
    before = tree(shop)
    for old, new in (("order.deadline", "order.end"), ("order.postpone", "order.move")):
        assert run("rename", old, new).code == 0
        assert run("rename", new, old).code == 0

    assert tree(shop) == before


def test_back_to_a_name_keeps_the_alias_that_others_know(shop: Path, run: Run) -> None:
    commit(shop)
    before = tree(shop)

    assert run("rename", "order.deadline", "order.due").code == 0
    assert run("rename", "order.due", "order.deadline").code == 0
    assert tree(shop) == before
