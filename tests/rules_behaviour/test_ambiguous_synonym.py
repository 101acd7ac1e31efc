"""Who shares a synonym with whom is known without reading what has not changed, and is never a matter of chance."""

import json
import random

import pytest

from alvara.app.check import examine
from alvara.app.settings import read_settings
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree
from alvara.workspace.snapshot import Snapshot
from alvara.workspace.synonyms import MarkTable, marks_of
from tests.case import DEFAULT_CONFIG, NOW, VALIDATORS, extract_all
from tests.test_memory import Files, _look, _open

NAMES = "abcdefgh"
WORDS = ("prazo", "Prazo", "PRAZO  ", "praz\u006f\u0301", "praz\u00f3", "data", "vigência", "iiwucoup", "uejgtcuo")
"""Some are one word in several spellings, and the last two have one mark by chance."""


def path_of(name: str) -> str:
    return f"semantic-ids/work-permit/{name}.yaml"


def resource(name: str, dice: random.Random) -> bytes:
    words = dice.sample(WORDS, dice.randrange(5))
    lines = [
        f"id: workPermit.{name}",
        f"type: {dice.choice(['field', 'field', 'section', 'api'])}",
        f"name: {name}",
        dice.choice(["status: draft", "status: active", "description: It is here."]),
        dice.choice(["", "", "", "", "parentId: workPermit.a", "parentId: workPermit"]),
        dice.choice(["", "", "", f"relations: [{{type: CONTAINS, target: workPermit.{dice.choice(NAMES)}}}]"]),
        dice.choice([*[""] * 8, "typo: 1", "owner: ["]),
        f"synonyms: {json.dumps(words)}" if words else "",
    ]
    return "\n".join(line for line in lines if line).encode() + b"\n"


def shared(diagnostics: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return [d for d in diagnostics if d.rule == "ambiguous-synonym"]


@pytest.mark.parametrize("seed", range(8))
def test_one_change_after_another_is_judged_as_if_from_scratch(seed: int) -> None:
    dice = random.Random(seed)
    files: Files = {"alvara.yaml": DEFAULT_CONFIG, **{path_of(name): resource(name, dice) for name in NAMES}}
    snapshot: Snapshot = _open(_look(files).memory)
    elsewhere = 0
    before = set(shared(_look(files).diagnostics))
    for _ in range(40):
        path = path_of(dice.choice(NAMES))
        if dice.random() < 0.15:
            files.pop(path, None)
        else:
            files[path] = resource(path[-6], dice)
        expected, said = _look(files), _look(files, snapshot)
        assert expected.diagnostics == said.diagnostics
        if said.memory:
            snapshot = _open(said.memory)
        elif dice.random() < 0.5:
            snapshot = _open(expected.memory)
        after = set(shared(said.diagnostics))
        elsewhere += any(d.file != path for d in before ^ after)
        before = after

    assert elsewhere, "no finding came or went in a file that nobody touched"


def test_order_of_the_files_changes_nothing() -> None:
    dice = random.Random(1)
    files = [(path_of(name), resource(name, dice)) for name in NAMES]
    said = {_look({"alvara.yaml": DEFAULT_CONFIG, **dict(dice.sample(files, len(files)))}).diagnostics for _ in "12345"}

    assert len(said) == 1
    assert shared(said.pop())


def test_words_that_are_marked_alike_by_chance_are_two_words() -> None:
    one, other = (marks_of(["resource in workPermit"], [word]) for word in WORDS[-2:])
    assert one == other

    files = {
        path_of(name): f"id: workPermit.{name}\ntype: field\nname: {name}\nsynonyms: [{word}]\n".encode()
        for name, word in zip(NAMES, WORDS[-2:], strict=False)
    }

    assert shared(_look({"alvara.yaml": DEFAULT_CONFIG, **files}).diagnostics) == []


class FickleTree(DictTree):
    """A tree in which somebody is writing: what is read a second time is not what was read before."""

    def __init__(self, files: Files, later: bytes) -> None:
        super().__init__(files)
        self._later, self._read = later, set[str]()

    def read(self, path: str) -> bytes:
        data = self._later if path in self._read else super().read(path)
        self._read.add(path)
        return data


@pytest.mark.parametrize(
    ("later", "count"),
    [
        (b"", 0),
        (b"- 1\n", 0),
        (b"synonyms: [", 0),
        (b"synonyms: 3\n", 0),
        (b"synonyms: {pt-BR: {en: 3}}\n", 0),
        (b"synonyms: [1, prazo]\n", 1),
    ],
)
def test_file_that_changes_while_it_is_judged_is_no_trouble(later: bytes, count: int) -> None:
    files = {
        path_of(name): f"id: workPermit.{name}\ntype: field\nname: {name}\nsynonyms: [prazo]\n".encode()
        for name in "ab"
    }
    settings = read_settings(DictTree({"alvara.yaml": DEFAULT_CONFIG}), VALIDATORS)
    said = examine(FickleTree(files, later), settings, VALIDATORS, NOW[:10], extract_all, None)

    assert len(shared(said.diagnostics)) == count


@pytest.mark.parametrize("seed", range(20))
def test_table_gives_every_file_of_a_mark(seed: int) -> None:
    dice = random.Random(seed)
    marks = [dice.randrange(2**31) for _ in range(12)] + [0, 2**31 - 1]
    files = [[tuple(dice.sample(marks, dice.randrange(5))) for _ in range(dice.randrange(4))] for _ in range(9)]
    table = MarkTable(MarkTable.write(files))

    for mark in [*marks, dice.randrange(2**31)]:
        expected = [number for number, own in enumerate(files) for row in own if mark in row]
        assert expected == list(table.files(mark))
