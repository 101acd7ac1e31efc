"""The page on the store: its program runs, its reasons are told, the examples of the help are commands."""

import re
from inspect import cleandoc
from pathlib import Path

import pytest

from alvara import Store
from alvara.cli.store import command
from alvara.store.refusing import Refused
from tests.docs.commands import accept, commands_in
from tests.docs.page import read_page
from tests.runtime.bundles import on_disk
from tests.store.releases import NOW, release

PAGE = read_page("store")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store named `store` in the current folder, with two releases, of which the first is active."""
    monkeypatch.chdir(tmp_path)
    store = Store.open("store")
    for number in (1, 2):
        store.publish(on_disk(release(number), tmp_path / f"bundle-{number}"))
    store.activate("1", now=NOW)
    return store


@pytest.mark.parametrize("verb", ["publish", "activate", "rollback", "status", "pin", "unpin", "gc"])
def test_every_example_of_the_help_is_a_command(verb: str) -> None:
    callback = command.commands[verb].callback
    examples = commands_in(cleandoc((callback and callback.__doc__) or "").replace("\n  alvara", "\nalvara"))
    for words in examples:
        accept(words)

    assert examples
    assert {words[1] for words in examples} == {verb}


def test_the_program_stays_on_its_version(store: Store) -> None:
    (program,) = PAGE.blocks("python")
    first: dict[str, object] = {}
    again: dict[str, object] = {}

    exec(program, first)
    store.activate("2", now=NOW)
    exec(program, again)

    assert getattr(first["order"], "name", None) == getattr(again["order"], "name", None) == "Order 1"


def test_what_the_page_calls_refused_is(store: Store) -> None:
    store.activate("2", now=NOW)

    with pytest.raises(Refused, match="store rollback 1"):
        store.activate("1", now=NOW)
    assert "`alvara store rollback VERSION`" in PAGE.text


def test_every_file_of_a_store_is_on_the_page(store: Store, tmp_path: Path) -> None:
    store.pin("E1")
    names = {path.name for path in (tmp_path / "store").iterdir()}

    assert names == {"bundles", "versions", "pins", "incoming", "active.json", "lock"}
    assert [name for name in (*names, "deny.json") if not re.search(rf"\| `{re.escape(name)}[/`]", PAGE.text)] == []
