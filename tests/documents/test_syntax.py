"""What does not parse, and what parses as something else: each trap has a place, a message and a way out."""

import pytest

from tests.documents.loading import document, only_problem

QUOTE = "put the text in double quotes"
SINGLE, DOUBLE = "put the whole text in single quotes", "put the whole text in double quotes"
GOES_ON = "the text goes on after its closing quote"
SECOND = "a second `: ` makes this line two keys"
TAG = "a text that starts with `!` is read as a tag"
OPEN = "the quote that opens here is not closed"
TAB = "a tab stands where YAML wants spaces"
TRAPS: dict[str, tuple[str, tuple[int, int], str, str]] = {
    "a second colon": ("a: b: c\n", (1, 5), SECOND, QUOTE),
    "a ternary": ("- expr: a ? b : c\n", (1, 15), SECOND, QUOTE),
    "a map in an expression": ("expr: a in {x: 1}\n", (1, 14), SECOND, QUOTE),
    "a negation and more": ("expr: !has(x) && y\n", (1, 7), TAG, QUOTE),
    "a negation before a bar": ("expr: !has(x) || y\n", (1, 7), TAG, QUOTE),
    "bold text": ("a: **b**\n", (1, 4), "a text that starts with `*` is read as an alias", QUOTE),
    "an asterisk before a word": ("a: *b c\n", (1, 4), "a text that starts with `*` is read as an alias", QUOTE),
    "an ampersand": ("a: & b\n", (1, 4), "a text that starts with `&` is read as an anchor", QUOTE),
    "a comparison": ("a: > 5\n", (1, 4), "a text that starts with `>` is read as a block of text", QUOTE),
    "a bar": ("- | x\n", (1, 3), "a text that starts with `|` is read as a block of text", QUOTE),
    "an at sign": ("a: @b\n", (1, 4), "a plain text cannot start with `@`", QUOTE),
    "a backtick": ("a: `b`\n", (1, 4), "a plain text cannot start with a backtick", QUOTE),
    "a percent sign": ("a: %b\n", (1, 4), "a plain text cannot start with `%`", QUOTE),
    "a closing bracket": ("a: ]\n", (1, 4), "a value cannot start with `]`", QUOTE),
    "a question mark": ("a: ? b\n", (1, 4), "a text that starts with `? ` is read as a key", QUOTE),
    "text after double quotes": ('- expr: "a" in b\n', (1, 13), GOES_ON, SINGLE),
    "text after single quotes": ("expr: 'a' in b\n", (1, 11), GOES_ON, DOUBLE),
    "an apostrophe in single quotes": ("a: 'it's'\n", (1, 8), GOES_ON, DOUBLE),
    "text after quotes in a flow map": ('x: {a: "b" in c}\n', (1, 12), GOES_ON, SINGLE),
    "text after an emoji in quotes": ('x: "🚧" in c\n', (1, 8), GOES_ON, SINGLE),
    "text after a list": ("expr: [a] == b\n", (1, 11),
        "a text that starts with `[` is read as a list, which ends before this", QUOTE),
    "text after a map": ("expr: {} == b\n", (1, 10),
        "a text that starts with `{` is read as a map, which ends before this", QUOTE),
    "a bracket in a flow map": (
        "{a: b in [1]}\n", (1, 10), "a comma or `}` is missing before this",
        "put a text that has `[` in it in double quotes"),
    "a colon in a flow list": (
        "a: [b: c: d]\n", (1, 9), "a comma or `]` is missing before this",
        "put a text that has `:` in it in double quotes"),
    "an open list": ("a: [b\nc: 1\n", (1, 4), "the `[` that opens here is not closed", "close it with `]`"),
    "an open map": ("a: {b: 1\nc: 1\n", (1, 4), "the `{` that opens here is not closed", "close it with `}`"),
    "an open map at the end": ("a: {b: 1", (1, 4), "the `{` that opens here is not closed", "close it with `}`"),
    "an open list without an item": ("a: [\n", (1, 5), "the text ends where a value is wanted", "close the bracket"),
    "an open quote": ('a: "b\nc: 1\n', (1, 4), OPEN, "close the quote"),
    "an open quote before a document": ("a: 'b\n---\n", (1, 4), OPEN, "close the quote"),
    "an unknown escape": (
        'a: "\\d+"\n', (1, 5), "`\\d` is not an escape that double quotes know",
        "write `\\\\` for a backslash, or put the text in single quotes"),
    "an escape with too few digits": (
        'a: "\\u12"\n', (1, 5), "`\\u` is not an escape that double quotes know",
        "write `\\\\` for a backslash, or put the text in single quotes"),
    "a tab before a key": ("a:\n\tb: 1\n", (2, 1), TAB, "indent with spaces"),
    "a tab after spaces": ("a:\n  b: 1\n \tc: 1\n", (3, 2), TAB, "indent with spaces"),
    "a line without a colon": (
        "a: 1\nb\nc: 1\n", (2, 1), "this line is neither a key with a value nor part of the text above",
        "end the key with `:`, or indent the text"),
    "a conflict's middle alone": (
        "a: |\n  x\n=======\n", (3, 1), "this line is neither a key with a value nor part of the text above",
        "end the key with `:`, or indent the text"),
    "a key below a value": (
        "a: 1\n  b: 1\n", (2, 3), "`b` cannot be a key here, where the text of the line above goes on",
        "align it with the other keys, and see that the line above has its `: `"),
    "a first line without a colon": (
        "a\nb: 1\n", (2, 1), "`b` cannot be a key here, where the text of the line above goes on",
        "align it with the other keys, and see that the line above has its `: `"),
    "a key out of line": (
        "a:\n  b: 1\n c: 1\n", (3, 2), "the indentation does not fit the lines above", "align it with its neighbours"),
    "a first key that is indented": (
        "  a: 1\nb: 1\n", (2, 1), "the indentation does not fit the lines above", "align it with its neighbours"),
    "an item out of line": (
        "a:\n  - b\n - c\n", (3, 2), "the indentation does not fit the lines above", "align it with its neighbours"),
    "an item among keys": (
        "a: 1\n- b\n", (2, 1), "an item of a list stands where a key is wanted", "indent the list below its key"),
    "a key among items": (
        "- b\na: 1\n", (2, 1), "a key stands where an item of the list is wanted",
        "start it with `- `, or move it out of the list"),
    "a list on the line of its key": (
        "a: - b\n", (1, 4), "a list cannot begin on the line of its key", "start each `- ` on a line of its own"),
    "a colon without a key": (": x\n", (1, 1), "a key is missing before this `:`", "write the key"),
    "a key that is too long": (
        "k" * 1100 + ": 1\n", (1, 1101), "a key has at most 1,024 characters", "shorten the key"),
    "a YAML to come": (
        "%YAML 3.0\n---\na: 1\n", (1, 1), "a line that starts with `%` is a directive, and there are none here",
        "delete the line"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "place", "message", "tip"), TRAPS.values(), ids=TRAPS)
def test_trap_is_explained(text: str, place: tuple[int, int], message: str, tip: str) -> None:
    problem = only_problem(text)

    assert problem.rule == "yaml-syntax"
    assert (place, message, tip) == ((problem.span.line, problem.span.column), problem.message, problem.tip)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "windows", "old mac"])
@pytest.mark.parametrize("text", [trap[0] for trap in TRAPS.values() if "\r" not in trap[0]], ids=TRAPS)
def test_line_ends_do_not_move_a_trap(text: str, end: str) -> None:
    assert only_problem(text) == only_problem(text.replace("\n", end))


READ_AS_A_TAG = {
    "a negation": ("expr: !has(x)\n", "!has(x)"),
    "a negated bracket": ("expr: !(a == b)\n", "!(a"),
    "a negated word": ("- !approved\n", "!approved"),
    "a negation in a flow map": ("{expr: !has(x), b: 1}\n", "!has(x)"),
}


@pytest.mark.parametrize(("text", "shown"), READ_AS_A_TAG.values(), ids=READ_AS_A_TAG)
def test_negation_that_parses_is_read_as_a_tag(text: str, shown: str) -> None:
    problem = only_problem(text)

    assert problem.rule == "explicit-tag"
    assert f"a text that starts with `!` is read as a tag, here `{shown}`" == problem.message


CUT: dict[str, tuple[str, str, str, tuple[int, int]]] = {
    "double quotes": ('expr: a == "b #c"\n', "cut-by-comment", 'a == "b', (1, 7)),
    "single quotes": ("expr: a == 'b #c'\n", "cut-by-comment", "a == 'b", (1, 7)),
    "brackets": ("a: see (issue #5)\n", "cut-by-comment", "see (issue", (1, 4)),
    "a list in an expression": ("expr: a in [1, 2 #3]\n", "cut-by-comment", "a in [1, 2", (1, 7)),
    "a tab before the sign": ("a: see (issue\t#5)\n", "cut-by-comment", "see (issue", (1, 4)),
    "two lines": ("a: see\n  (issue #5)\nb: 1\n", "cut-by-comment", "see (issue", (1, 4)),
    "an item": ("- see (issue #5)\n", "cut-by-comment", "see (issue", (1, 3)),
    "a call in a flow map": ("{expr: f(a, b), x: 1}\n", "cut-by-comma", "f(a", (1, 8)),
    "a call in a flow list": ("a: [b, c (d, e)]\n", "cut-by-comma", "c (d", (1, 8)),
    "a call in a flow map in a list": ("- {id: x, expr: f(a, b)}\n", "cut-by-comma", "f(a", (1, 17)),
    "a comment that swallows a bracket": ('{expr: a == "b #c"}\n', "cut-by-comment", 'a == "b', (1, 16)),
    "a comment that swallows the end of a list": ("a: [b (c #d), e]\n", "cut-by-comment", "b (c", (1, 10)),
    "a real comment in a flow map": ("- {a: b, expr: c > 0 # long, text: d}\n", "cut-by-comment", "c > 0", (1, 22)),
    "a comma between quotes": ('- {a: b, expr: f.g("c", "d") || e}\n', "cut-by-comma", 'f.g("c"', (1, 23)),
    "a comma between quotes in a list": ('a: [f(g(b), "c", "d")]\n', "cut-by-comma", "f(g(b)", (1, 11)),
}  # fmt: skip


@pytest.mark.parametrize(("text", "rule", "kept", "place"), CUT.values(), ids=CUT)
def test_text_that_is_cut_is_told(text: str, rule: str, kept: str, place: tuple[int, int]) -> None:
    problem = only_problem(text)

    assert (rule, place) == (problem.rule, (problem.span.line, problem.span.column))
    assert f"`{kept}`" in problem.message


CONDITIONS = [
    "!has(input.a)", "!has(a) || !has(b)", '!(a in ["b"])', '!a.matches("it\'s")', '"a" in input.b', "'a' in input.b",
    "\"it's\" == 'b'", "'b' == \"it's\"", 'a == {"b": 1}', 'a ? "b": "c"', "a ? 'b' : \"c\"",
    '[1, 2].exists(x, x == "a")',
    '{"a": 1}.a == b', "[1] == a", '- a > "b"', "*a == b", "&a", "| a", "> 3", "@a", "`a`", "%a",
    '"\\\\d" == a', "!a.matches('\\d')",
]  # fmt: skip
STYLES = ["a: {}\n", "- id: b\n  expr: {}\n", "- {{id: b, expr: {}, text: c}}\n", "when: {{all: [{{expr: {}}}]}}\n"]


OTHER_WAYS = {"start each `- ` on a line of its own"}


def texts_in(value: object) -> list[object]:
    if isinstance(value, dict):
        return [text for inner in value.values() for text in texts_in(inner)]
    return [text for inner in value for text in texts_in(inner)] if isinstance(value, list) else [value]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_the_way_out_says_gives_the_whole_text(condition: str, style: str) -> None:
    problem = next(iter(document(style.format(condition)).problems), None)
    if problem is None or problem.rule in ("anchor-or-alias", "cut-by-comma") or problem.tip in OTHER_WAYS:
        return
    double, single, block = f'"{condition}"', f"'{condition}'", f"|-\n    {condition}"
    ways = {"in double quotes": double, "in single quotes": single, "`|-`": block}
    (written,) = [text for way, text in ways.items() if way in problem.tip]
    place = "a: {}\n" if written is block else style

    assert condition in texts_in(document(place.format(written)).value)


WHOLE = [
    "a: b # c\n", 'a: "b (c" # d)\n', "a: it's # don't\n", 'a: 24" # inches\n', "a: (b) # (c)\n", "a: f(b, c)\n",
    "# (a, b\na: [b, c]\n", 'a: ["b (c, d)", e]\n', "a: [b (c), d (e)]\n", "a: b#c)\n", "a: (b\nc: d # e\n",
    "a: |\n  (b\n  # c)\n", "a: [x, y # z)\n  ]\n",
]  # fmt: skip


@pytest.mark.parametrize("text", WHOLE)
def test_whole_text_is_left_alone(text: str) -> None:
    assert document(text).problems == ()
