"""The fast parser never says anything that the strict one does not."""

import random
from itertools import product
from pathlib import Path

import pytest

from alvara.documents import fast
from alvara.documents.fast import DECLINED, parse, parse_json
from alvara.documents.strict import read
from alvara.documents.text import decode

pytest.importorskip("yaml_rs", reason="the extra `fast` is not installed")

ROOT = Path(__file__).parent.parent.parent
OWN = [p.read_text() for top in ("capabilities", "semantic-ids", "policies") for p in (ROOT / top).rglob("*.yaml")]
PLAIN = [
    "a: 1\nb:\n  - x\n  - y: 2\n    z: [1, 2, {q: w}]\nc: \"text\"\nd: 'text'\n",
    "k: v\n",
    'a: use `b` (not `c`) of d @e, at 5 %f\nb: "see `c`"\n',
    "- a\n- b\n",
    "{a: 1, b: [c, d]}\n",
    "a: x != y\nb: x && y(z) && 'q' != r\nc: {}\nd: change {x} to {y}\n",
]
BITS = [
    *"abn019:-#,[]{}'\"!&*|>%@`?~. \n\t_\\/=é\u00a0\u0085\u3000",
    ": ",
    "- ",
    "\n  ",
    "\n- ",
    "null",
    "true",
    "yes",
    "1.10",
    "1_0",
    "0x1",
    "1e3",
    "---",
    "...",
    "<<: ",
    "{}",
    "[]",
    "''",
    '""',
    "? ",
    "| ",
    ">-\n",
    "\r\n",
    "\r",
    "-",
    "+1",
    ".5",
    "5.",
    "1.5.2",
    "-0",
    "00",
    "2024-01-01",
    "12:30",
    "NULL",
    "null: ",
    "1: ",
    "false: x\n",
    ".5: ",
    "{1: 2}",
    "~: ",
    " # c",
    "\n    ",
    "&a ",
    "*a",
    "!= ",
    "&& ",
    "{true}",
    "{{}}",
    "{[]}",
    "{a}",
    "{1}",
]
ODD = {
    "a repeated key": "a: 1\na: 2\n",
    "an anchor": "a: &x 1\nb: *x\n",
    "a tag": "a: !x 1\n",
    "a tag at the start": "!x a: 1\n",
    "a comparison that is a tag": "a: != x\n",
    "a comparison that is a tag, in a list": "- a: [!= x]\n",
    "a conjunction that is an anchor": "a: [&& b]\n",
    "a conjunction that is an anchor, on its own line": "a:\n  && b\n",
    "a flag as the only key in braces": "a: {true}\n",
    "a number as the only key in braces": "a: { 1 }\n",
    "a map as the only key in braces": "a: {{}}\n",
    "a list as the only key in braces": "a: {[b]}\n",
    "a merge": "a: {<<: {b: 1}}\n",
    "two documents": "a: 1\n---\nb: 2\n",
    "a directive": "%YAML 1.1\n---\na: 1\n",
    "a number as a key": "1: a\n",
    "nothing as a key": "null: a\n",
    "a flag as a key": "true: a\n",
    "a tilde as a key": "~: a\n",
    "a key without a value in braces": "a: {1, b: 2}\n",
    "a list as a key": "{a: 1, [b]}\n",
    "a number with a separator": "a: 1_000\n",
    "a separator before a point": "a: _.5\n",
    "a separator behind a point": "a: 5._\n",
    "an octal number": "a: 0o17\n",
    "a large number": "a: 12345678901234567890\n",
    "no number": "a: .nan\n",
    "an exponent": "a: 1e999\n",
    "a tab": "a:\tb\n",
    "a comment behind a value": "a: b # c\n",
    "a flow over lines": "a: {b: 1,\n  c: 2}\n",
    "deep indentation": "".join(f"{'  ' * n}a:\n" for n in range(40)),
    "many dashes": "- " * 100 + "a\n",
    "many brackets": "[" * 100,
    "a reserved start": "a: @b\n",
    "a block": "a: |\n  b\n",
    "an escape": 'a: "\\x41"\n',
    "a lone return": "a: 1\rb: 2\n",
    "nothing": "~\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_odd_text_is_declined(text: str) -> None:
    assert parse(text) is DECLINED


@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_taken_and_read_alike(text: str) -> None:
    assert repr(parse(text)) == repr(read(text, 1)[0])


def test_most_files_of_a_registry_without_comments_are_taken() -> None:
    bare = ["\n".join(line for line in text.split("\n") if " #" not in line and "|" not in line) for text in OWN]
    taken = [text for text in bare if parse(text) is not DECLINED]

    assert len(taken) > len(bare) / 2
    assert [repr(read(text, 1)[0]) for text in taken] == [repr(parse(text)) for text in taken]


def test_whatever_looks_like_a_number_is_declined_or_read_alike() -> None:
    numbers = ("".join(signs) for length in range(1, 5) for signs in product("0_.e+-", repeat=length))
    texts = [text for number in numbers if parse(text := f"a: {number}\nb: c\n") is not DECLINED]

    assert len(texts) > 500
    assert [repr(parse(text)) for text in texts] == [repr(read(text, 1)[0]) for text in texts]


@pytest.mark.parametrize("seed", range(8))
def test_mutated_text_is_declined_or_read_alike(seed: int) -> None:
    dice = random.Random(seed)
    taken = 0
    for _ in range(1_500):
        text, problems = decode(_mutated(dice).encode())
        value = DECLINED if problems or not text else parse(text)
        if value is DECLINED:
            continue
        taken += 1

        assert (repr(value), ()) == (repr(read(text, 1)[0]), read(text, 1)[1]), text
    assert taken > 100


def _mutated(dice: random.Random) -> str:
    text = dice.choice(OWN + PLAIN)
    lines = text.split("\n")
    if len(lines) > 40:
        start = dice.randrange(len(lines))
        text = "\n".join(lines[start : start + dice.randrange(3, 30)])
    for _ in range(dice.randrange(1, 4)):
        place = dice.randrange(len(text) + 1)
        match dice.randrange(4):
            case 0 | 1:
                text = text[:place] + dice.choice(BITS) + text[place:]
            case 2:
                text = text[:place] + text[place + dice.randrange(1, 4) :]
            case _:
                lines = text.split("\n")
                row = dice.randrange(len(lines))
                lines[row] = " " * dice.randrange(5) + lines[row].lstrip()
                text = "\n".join(lines)
    return text


def test_without_the_library_everything_is_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "loads", None)

    assert parse("a: 1\n") is DECLINED


JSON = [p.read_text() for p in (ROOT / "schemas").rglob("*.json")]


@pytest.mark.parametrize("text", JSON, ids=range(len(JSON)))
def test_json_is_taken_and_read_as_the_yaml_that_it_is(text: str) -> None:
    assert repr(parse_json(text)) == repr(read(text, 1)[0])


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}', '{"a": NaN}', '{"a": 1e999}', '{"a": 12345678901234567890}', "[" * 100 + "]" * 100,
        "{a: 1}",
        '{"a": 1,}', "null", "", '{"a": -Infinity}', "[" * 100_000,
    ],
)  # fmt: skip
def test_json_that_is_in_doubt_is_declined(text: str) -> None:
    assert parse_json(text) is DECLINED


@pytest.mark.parametrize("seed", range(4))
def test_mutated_json_is_declined_or_read_as_the_yaml_that_it_is(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(400):
        text = dice.choice(JSON)
        start = dice.randrange(len(text))
        text = (
            text[:start] + dice.choice(['"', ",", "1", "[", "]", "{", "}", ":", "\\n", "é", "true", " "]) + text[start:]
        )
        value = parse_json(text)

        assert value is DECLINED or repr(value) == repr(read(text, 1)[0]), text[start - 40 : start + 40]
