"""Whoever writes what is no CEL is told what is wrong first, at the character, and what to write."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.engine import NotCompiled, Program, parsed

SLIPS = [
    ("input.a = 1", 8, "`=` does not compare; write `==`"),
    ("input.a === 1", 8, "write `==` for `===`"),
    ("input.a !== 1", 8, "write `!=` for `!==`"),
    ("input.a <> 1", 8, "write `!=` for `<>`"),
    ("input.a => 1", 8, "write `>=` for `=>`"),
    ("input.a =< 1", 8, "write `<=` for `=<`"),
    ("input.a ≥ 1", 8, "write `>=` for `≥`"),
    ("input.a and input.b", 8, "write `&&` for `and`"),
    ("input.a OR input.b", 8, "write `||` for `OR`"),
    ("not input.a", 0, "write `!` for `not`"),
    ("input.b && not(input.a)", 11, "write `!` for `not`"),
    ("input.a & input.b", 8, "`&` joins no conditions; write `&&`"),
    ("input.a | input.b", 8, "`|` joins no conditions; write `||`"),
    ('"a" !in input.a', 4, "write `!(a in b)` for what is not in a list"),
    ('"a" not in input.a', 4, "write `!(a in b)` for what is not in a list"),
    ("input.a is null", 8, "write `==` for `is`"),
    ('input.a contains "x"', 8, "write `a.contains(b)` for `a contains b`"),
    ('input.a like "x%"', 8, "write `a.matches(pattern)` for `a like pattern`"),
    ("if (input.a) true", 0, "write `test ? one : other` for a choice"),
    ("let x = 1", 0, "`let` is a reserved word"),
    ("input.a ?? 1", 8, "there is no `??`; write `has(a.b) ? a.b : other`"),
    ("input?.a", 5, "there is no `?.`; ask with `has()` first"),
    ("input.?a", 0, "there is no `.?`; ask with `has()` first"),
    ("input.a == “x”", 11, '`“` is a typographic quote; write `"`'),
    ("input.a == «x»", 11, '`«` is a typographic quote; write `"`'),
    ('input.a == "x', 11, 'the text that begins here has no closing `"`'),
    ("input.a == 'x", 11, "the text that begins here has no closing `'`"),
    ("input.a == 'it's'", 11, "the text ends before `s`; write it in double quotes"),
    (r'input.a == "\d"', 12, r"`\d` is no escape; write `\\d` for a backslash"),
    ("(input.a", 0, "`(` has no `)`"),
    ("size([input.a", 5, "`[` has no `]`"),
    ("[1, 2)", 0, "`[` has no `]`"),
    ("input.a)", 7, "`)` closes nothing"),
    ("input.a ==", 8, "expected a value after `==`"),
    ("(input.a == )", 12, "expected a value after `==`, and not `)`"),
    ("input.a &&", 8, "expected a value after `&&`"),
    ("1 in", 2, "expected a value after `in`"),
    ("input.", 5, "expected a name after `.`"),
    ("&& input.a", 0, "expected a value before `&&`"),
    ("input.a || || input.b", 11, "expected a value after `||`, and not `||`"),
    ("input.a ? 1", 8, "`?` has no `:` with what it comes to otherwise"),
    ("input.a input.b", 8, "expected an operator before `input`"),
    ('input.a "x"', 8, 'expected an operator before `"x"`'),
    ("input.a == 30days", 11, "`30days` is no number"),
    ("input.a == 1000,50", 11, "the sign in a number is a point: `1000.50`"),
    ("input.a > 1.000,50", 10, "the sign in a number is a point: `1000.50`"),
    ("input.a == 1_000", 11, "`1_000` is no number"),
    ("input.a; input.b", 7, "`;` has no meaning in an expression"),
    ("input.a # why", 8, "`#` has no meaning in an expression"),
    ("input.a /* why */", 8, "a comment begins with `//`"),
    ("input.in", 6, '`in` cannot stand after `.`; write `["in"]`'),
    ("input.prüfung", 8, '`ü` cannot stand in a name; write the name in brackets and quotes: `input["…"]`'),
    ("input.a\u00a0== 1", 7, "U+00A0 (no-break space) stands here; write a plain space or nothing"),
    ("\ufeffinput.a", 0, "U+FEFF (zero width no-break space) stands here; write a plain space or nothing"),
    ("", 0, "the expression is empty"),
    (" \n ", 0, "the expression is empty"),
]
"""What cannot be read at all."""

NAMES = [
    ('principle.id == "x"', 0, "there is no `principle`; did you mean `principal`?"),
    ("true && has(principle.id)", 12, "there is no `principle`; did you mean `principal`?"),
    ("input.a == principle.org.unit.id", 11, "there is no `principle`; did you mean `principal`?"),
    ('user.id == "x"', 0, "there is no `user`; did you mean `principal`?"),
    ("resource.status == PENDING", 19, 'there is no `PENDING`; a text is written in quotes: `"PENDING"`'),
    ("input.a == None", 11, "there is no `None`; did you mean `null`?"),
    ("True", 0, "there is no `True`; did you mean `true`?"),
    ("input.list.all(x, y > 1)", 18, "there is no `y` to be read"),
    ("1 && a", 5, "there is no `a` to be read"),
    ("status", 0, "there is no `status` to be read"),
    ("now() > now", 0, "`now` is a value; write it without brackets"),
    ('input.a.startswith("x")', 8, "there is no function `startswith`; did you mean `startsWith`?"),
    ("len(input.a) > 1", 0, "there is no function `len`; did you mean `size`?"),
    ("input.list.any(x, x)", 11, "there is no function `any`; did you mean `exists`?"),
    ("toLower(input.a)", 0, "there is no function `toLower`"),
    ('startsWith(input.a, "x")', 0, "write `a.startsWith(b)`"),
    ("getHours(now) > 8", 0, "write `a.getHours()`"),
    ("input.a.int() == 1", 8, "`int` stands before its value: `int(a)`"),
    ("size(input.a, input.b)", 0, "`size` is given too few or too many values"),
    ("input.list.all(x)", 11, "`all` takes a name of your own and what is asked of each item: `list.all(x, x.ready)`"),
    ("input.list.all(1, true)", 15, "the first value of `all` is a name of your own, such as `x`"),
    ("has(input)", 4, "`has` takes a field, such as `has(input.name)`"),
    ("input{}", 0, "a message such as `input{…}` cannot be made here"),
]
"""What can be read, and names what does not exist."""

TYPES = [
    ('"a" == 1', 4, "`==` does not take a text and a whole number"),
    ('now == "2026-05-01"', 4, "`==` does not take a moment and a text"),
    ("size(now) == 1", 0, "`size` does not take a moment"),
    ("now.year == 2026", 3, "a moment has no fields"),
    ("true && 1", 5, "`&&` does not take true or false and a whole number"),
    ('"abc"[0] == "a"', 5, "`[ ]` does not take a text and a whole number"),
    ('[1] == ["a"]', 4, "`==` is given a list and a list of other types"),
    ("now.all(x, true)", 0, "a moment has no items to loop over"),
    ("input.a == 99999999999999999999", 11, "a whole number has at most 64 bits"),
    (r'input.a == "\ud800"', 11, "the text has an escape that is no character"),
    ("input.a.matches(input.b)", 8, "`matches` takes a pattern that is written out in quotes"),
    ('input.a.matches("a" + input.b)', 8, "`matches` takes a pattern that is written out in quotes"),
    ('matches("a", input.b)', 0, "`matches` takes a pattern that is written out in quotes"),
    ('input.a.matches("(")', 16, "the pattern is no regular expression (RE2): missing )"),
    ('matches(input.a, "[z-a]")', 17, "the pattern is no regular expression (RE2): invalid character class range"),
    ('input.a.matches("(?!x)")', 16, "the pattern is no regular expression (RE2): invalid perl operator"),
    ('input.a.matches("^.{500}.{501}")', 16, "the pattern repeats more than 1000 times"),
    (r'input.a.matches("^.\x7b500}.{501}")', 16, "the pattern repeats more than 1000 times"),
]
"""What can never be evaluated, whatever is given."""

PLACES = [
    ("input.a == 1\n  && input.b = 2", 26),
    ("input.a == 1\r\n  && input.b = 2", 27),
    ('"😀" == input.a && input.b = 2', 26),
    ('"e\u0301😀é" == input.a\n\t&& input.b = 2', 30),
    ("// first\ninput.b = 2", 17),
]
"""The same slip in several lines and scripts: the place counts characters."""


@pytest.mark.parametrize(("source", "offset", "message"), SLIPS + NAMES + TYPES)
def test_what_is_wrong_is_told_at_its_character(source: str, offset: int, message: str) -> None:
    with pytest.raises(NotCompiled) as caught:
        Program(source)
    assert (caught.value.message, caught.value.offset) == (message, offset)
    assert str(caught.value) == message


@pytest.mark.parametrize(("source", "offset"), PLACES)
def test_places_count_characters_over_lines_and_scripts(source: str, offset: int) -> None:
    with pytest.raises(NotCompiled) as caught:
        Program(source)
    assert (caught.value.message, caught.value.offset) == ("`=` does not compare; write `==`", offset)
    assert source[offset] == "="


@pytest.mark.parametrize(("source", "offset", "message"), SLIPS[:-2])
def test_reading_the_syntax_alone_says_the_same(source: str, offset: int, message: str) -> None:
    found = _complaint(parsed, source)
    if source == "input.b && not(input.a)":  # the call of a function, as far as syntax goes
        assert found is None
    else:
        assert (found and found.message, found and found.offset) == (message, offset)


def test_own_names_may_be_read_and_are_suggested() -> None:
    Program("component.id == input.id", ("component",))
    with pytest.raises(NotCompiled, match="did you mean `component`"):
        Program("compnent.id == input.id", ("component",))
    with pytest.raises(NotCompiled, match="there is no `component` to be read"):
        Program("component.id == input.id")


PIECES = [
    "input", ".", "a", "==", "=", "(", ")", "[", "]", "{", "}", "&&", "&", "||", "!", "in", "not", "and", '"x"', "'",
    '"', "1", "1.5", "has(", "size(", ".all(", "x", ",", "?", ":", "now", "\n", " ", "😀", "é", "“", "\\", "#",
    "//", "null", "principle", "-", "<", ">", "'''", "r'", "if", "\u200b", "`", "foo(", "\t", "\r", "0x", "1e", "u",
]  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_whatever_is_written_is_compiled_or_told_in_one_line_at_a_place(source: str) -> None:
    if found := _complaint(Program, source):
        assert found.message
        assert "\n" not in found.message
        assert "<input>" not in found.message
        assert "expecting" not in found.message
        assert 0 <= found.offset <= len(source)


def _complaint(read: Callable[[str], object], source: str) -> NotCompiled | None:
    try:
        read(source)
    except NotCompiled as error:
        return error
    return None
