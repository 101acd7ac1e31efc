"""YAML to values: what is read, what is refused, and where the refusal points."""

from typing import Any

import pytest

from alvara.documents.document import MOST_PROBLEMS
from alvara.documents.load import load_text
from alvara.documents.text import DEEPEST, LARGEST_FILE
from tests.documents.loading import document, marked, only_problem

READ: dict[str, tuple[str, Any]] = {
    "a block map": ("a: 1\nb: x\n", {"a": 1, "b": "x"}),
    "a flow map": ("{a: 1, b: [x, y]}", {"a": 1, "b": ["x", "y"]}),
    "a list below its key, not indented": ("a:\n- 1\n- 2\n", {"a": [1, 2]}),
    "text in single quotes": ("a: 'it''s'\n", {"a": "it's"}),
    "text in double quotes": ('a: "x\\ty"\n', {"a": "x\ty"}),
    "a number in quotes": ('a: "1"\n', {"a": "1"}),
    "a literal block": ("a: |\n  x\n   y\n", {"a": "x\n y\n"}),
    "a folded block": ("a: >-\n  x\n  y\n", {"a": "x y"}),
    "a text over several lines": ("a: x\n  y\n", {"a": "x y"}),
    "nothing after a key": ("a:\nb: 1\n", {"a": None, "b": 1}),
    "a document between its start and its end": ("---\na: 1\n...\n", {"a": 1}),
    "a comment behind a value": ("a: 1 # one\n", {"a": 1}),
    "line ends of Windows": ("a: 1\r\nb: 2\r\n", {"a": 1, "b": 2}),
    "line ends of the first Macs": ("a: 1\rb: 2\r", {"a": 1, "b": 2}),
    "no line end at the end": ("a: 1", {"a": 1}),
    "words of YAML 1.1": ("a: [no, on, yes, y, 12:30, 0123, 2026-09-01, 1_000]", {
        "a": ["no", "on", "yes", "y", "12:30", 123, "2026-09-01", "1_000"]}),
    "an emoji": ("a: 🚧\n", {"a": "🚧"}),
    "JSON": ('{"a": [1, true, null, "x"]}', {"a": [1, True, None, "x"]}),
    "a key with an explicit mark": ("? a\n: 1\n", {"a": 1}),
    "as many levels as are allowed": ("[" * DEEPEST + "]" * DEEPEST, None),
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), READ.values(), ids=READ)
def test_text_is_read(text: str, value: Any) -> None:
    found = document(text)

    assert found.problems == ()
    assert value is None or value == found.value


REFUSED: dict[str, tuple[str, str, str, tuple[int, int]]] = {
    "an anchor": ("a: &x 1\n", "anchor-or-alias", "&x", (1, 4)),
    "an alias": ("a: *x\n", "anchor-or-alias", "*x", (1, 4)),
    "an anchor before the alias that uses it": ("a: &x 1\nb: *x\n", "anchor-or-alias", "&x", (1, 4)),
    "a merge key": ("a: {<<: {b: 1}}\n", "anchor-or-alias", "<<", (1, 5)),
    "two merge keys": ("a: {<<: {b: 1}, <<: {c: 1}}\n", "anchor-or-alias", "<<", (1, 5)),
    "an alias as a key": ("a: &x b\n*x : 1\n", "anchor-or-alias", "&x", (1, 4)),
    "a value that contains itself": ("&a [*a]\n", "anchor-or-alias", "&a", (1, 1)),
    "a tag": ("a: !!str 1\n", "explicit-tag", "!!str", (1, 4)),
    "a tag on a map": ("a: !x\n  b: 1\n", "explicit-tag", "!x", (1, 4)),
    "a tag on a list": ("a: !x [1]\n", "explicit-tag", "!x", (1, 4)),
    "a tag on a key": ("!x a: 1\n", "explicit-tag", "!x", (1, 1)),
    "a tag whose handle is declared": ("%TAG ! tag:x,2000:\n---\na: !y 1\n", "explicit-tag", "!y", (3, 4)),
    "another YAML": ("%YAML 1.1\n---\na: 1\n", "yaml-syntax", "%YAML 1.1", (1, 1)),
    "a second document": ("a: 1\n---\nb: 1\n", "several-documents", "---", (2, 1)),
    "a second document that does not parse": ("a: 1\n---\n[\n", "several-documents", "---", (2, 1)),
    "a second document behind an explicit end": ("a: 1\n...\nb: 1\n", "several-documents", "b", (3, 1)),
    "a key twice": ("a: 1\nb: 2\na: 3\n", "duplicate-key", "a", (3, 1)),
    "a key twice, once in quotes": ('a: 1\n"a": 3\n', "duplicate-key", '"a"', (2, 1)),
    "a key twice in a flow map": ("x: [{a: 1, a: 2}]\n", "duplicate-key", "a", (1, 12)),
    "null as a key": ("null: 1\n", "key-not-text", "null", (1, 1)),
    "a number as a key": ("a: {1: x}\n", "key-not-text", "1", (1, 5)),
    "nothing as a key": ("?\n: x\n", "key-not-text", "", (1, 2)),
    "a list as a key": ("? [a, b]\n: c\n", "key-not-text", "[a, b]", (1, 3)),
    "a map as a key": ("? {a: b}\n: c\n", "key-not-text", "{a: b}", (1, 3)),
    "infinity": ("a: -.inf\n", "unsafe-number", "-.inf", (1, 4)),
    "an integer that a double rounds": ("a: 9007199254740993\n", "unsafe-number", "9007199254740993", (1, 4)),
    "one level too many": ("[" * 65 + "]" * 65, "too-deep", "[" + "]" * 65, (1, 65)),
    "five hundred block maps": ("".join(f"{' ' * i}a:\n" for i in range(500)), "too-deep", "a:", (65, 65)),
    "five hundred lists on one line": ("- " * 500, "too-deep", ("- " * 436).rstrip(), (1, 129)),
    "nothing": ("", "empty-document", "", (1, 1)),
    "blank lines": ("\n\n", "empty-document", "", (1, 1)),
    "comments": ("# a\n# b\n", "empty-document", "# b", (2, 1)),
    "a document start": ("---\n", "empty-document", "---", (1, 1)),
    "null": ("null\n", "empty-document", "null", (1, 1)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "rule", "characters", "place"), REFUSED.values(), ids=REFUSED)
def test_text_is_refused(text: str, rule: str, characters: str, place: tuple[int, int]) -> None:
    problem = only_problem(text)

    assert (rule, place) == (problem.rule, (problem.span.line, problem.span.column))
    assert characters == marked(text, problem)


@pytest.mark.parametrize("levels", [500, 5_000, 50_000, 1_000_000])
def test_any_depth_is_refused_at_a_place(levels: int) -> None:
    for text in ("[" * levels, "{a: " * (levels // 4)):
        problem = only_problem(text)

        assert problem.rule == "too-deep"
        assert problem.span.line == 1


def test_file_above_the_limit_is_not_read() -> None:
    problem = only_problem(b"a" * (LARGEST_FILE + 1))

    assert (problem.rule, problem.message) == ("too-large", "the file has 1,048,577 bytes; at most 1,048,576 are read")
    assert document(b"a" * LARGEST_FILE).problems == ()


def test_second_key_names_the_line_of_the_first() -> None:
    problem = only_problem("x:\n  - a: 1\n    b: 1\n    a: 2\n")

    assert problem.message == "the key `a` is written twice, first on line 2"
    assert problem.pointer == ("x", 0, "a")
    assert [(span.line, span.column) for span, _ in problem.related] == [(2, 5)]


def test_aliases_are_one_problem_that_names_their_places() -> None:
    problem = only_problem("a: &x {b: 1}\nc: *x\nd: {<<: *x}\n")

    assert problem.message == "the anchor `&x` is defined here"
    assert [words for _, words in problem.related] == [
        "the alias `*x` is used here",
        "the merge key `<<` is used here",
        "the alias `*x` is used here",
    ]


def test_reading_ends_where_there_are_too_many_problems() -> None:
    found = document("".join(f"a{i}: 1\n" for i in range(40_000)) * 2)

    assert len(found.problems) == MOST_PROBLEMS
    assert found.value is None


def test_problem_says_which_value_it_is_in() -> None:
    found = document("resources:\n  - {id: a, x: .nan}\n  - {id: b}\n  - {id: c, 1: x}\n")

    assert [problem.pointer for problem in found.problems] == [("resources", 0, "x"), ("resources", 2, "1")]


def test_lines_of_front_matter_are_lines_of_the_file() -> None:
    (problem,) = load_text("page.md", "a: 1\na: 2\n", first_line=2).problems

    assert problem.span.line == 3
    assert problem.related[0][0].line == 2


BYTES: dict[str, tuple[bytes, str, tuple[int, int]]] = {
    "Latin-1": ("a: ã\n".encode("latin-1"), "not-utf-8", (1, 4)),
    "UTF-16": ("a: 1\n".encode("utf-16"), "not-utf-8", (1, 1)),
    "UTF-16 without a mark": ("a: 1\n".encode("utf-16-le"), "control-character", (1, 2)),
    "a surrogate written as UTF-8": (b"a: 1\nb: \xed\xa0\x80\n", "not-utf-8", (2, 4)),
    "NUL": (b"a: 1\nb: x\x00\n", "control-character", (2, 5)),
    "an escape sequence": (b"a: \x1b[2J\n", "control-character", (1, 4)),
    "a next line": ("a: x\u0085y\n".encode(), "control-character", (1, 5)),
    "a line separator": ("a: 🚧\u2028y\n".encode(), "control-character", (1, 5)),
    "a mark in the middle": ("a: 1\n\ufeffb: 1\n".encode(), "control-character", (2, 1)),
    "a conflict": (b"a: 1\r\n<<<<<<< HEAD\r\nb: 1\r\n", "merge-marker", (2, 1)),
    "the end of a conflict": (b"a: 1\n>>>>>>>\n", "merge-marker", (2, 1)),
    "the base of a conflict": (b"||||||| 1f2e3d4\na: 1\n>>>>>>> x\n", "merge-marker", (1, 1)),
    "an LFS pointer": (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "lfs-pointer", (1, 1)),
}  # fmt: skip


@pytest.mark.parametrize(("data", "rule", "place"), BYTES.values(), ids=BYTES)
def test_bytes_are_refused(data: bytes, rule: str, place: tuple[int, int]) -> None:
    found = document(data)
    (problem,) = found.problems

    assert (rule, place) == (problem.rule, (problem.span.line, problem.span.column))
    assert found.value is None


def test_byte_order_mark_is_told_and_the_rest_is_read() -> None:
    found = document(b"\xef\xbb\xbfa: 1\n")

    assert [problem.rule for problem in found.problems] == ["byte-order-mark"]
    assert found.value == {"a": 1}


@pytest.mark.parametrize("text", ["a: |\n  =======\n", "a: |\n  <<<<<<< x\n", "# <<<<<<<x\na: 1\n"])
def test_what_only_looks_like_a_conflict_is_read(text: str) -> None:
    assert document(text).problems == ()
