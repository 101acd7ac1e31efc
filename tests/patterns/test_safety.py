"""Patterns are judged by what a backtracking matcher may have to do with them, and are not run for it."""

import re
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.patterns.safety import LONGEST, objection

ORDINARY = {
    "nothing": "",
    "anything": "^.*$",
    "number of a permit": "^WP-[0-9]{1,10}$",
    "one of some words": "^(DRAFT|OPEN|CLOSED)$",
    "day": r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$",
    "moment": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$",
    "uuid": "^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$",
    "digest": "^sha256:[0-9a-f]{64}$",
    "careful mail address": r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    "usual mail address": r"^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$",
    "sloppy mail address": r"^.+@.+\..+$",
    "mail address without spaces": r"^\S+@\S+\.\S+$",
    "mail address as in RFC 5322": r"^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$",
    "web address": r"^https?://[^\s/$.?#].[^\s]*$",
    "host": r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$",
    "IPv4": r"^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$",
    "slug": "^[a-z0-9]+(-[a-z0-9]+)*$",
    "dotted ID": r"^[a-z][A-Za-z0-9]*(\.[a-z][A-Za-z0-9]*){0,5}$",
    "semantic version": r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$",
    "CPF": r"^\d{3}\.\d{3}\.\d{3}-\d{2}$",
    "number plate": r"^[A-Z]{3}-?\d[A-Z0-9]\d{2}$",
    "card number": "^[0-9]{4}([ -]?[0-9]{4}){3}$",
    "groups of four": "^([0-9]{4}-?)+$",
    "phone number": r"^\+?[0-9]{1,3}( ?[0-9]{2,4}){1,4}$",
    "name": r"^\p{L}+([ '-]\p{L}+)*$",
    "words": r"^\w+(\s\w+)*$",
    "JSON pointer": "^(/([^/~]|~[01])*)*$",
    "base64": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "duration": r"^P(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?$",
    "number": r"^-?\d+(\.\d+)?([eE][+-]?\d+)?$",
    "word somewhere": ".*urgent.*",
    "alternatives that differ at once": "^((a|b)*c)*$",
    "choice anchored one by one": "^[a-z]+[0-9]*$|^[0-9]+$",
    "few ways only": "^(a{1,3}){1,3}$",
    "long words": "^(" + "|".join(f"CODE{i:04}" for i in range(60)) + ")$",
    "lazy": "^<.+?>$",
    "characters by number": r"^[\x20-\x7E\u00C0-\u{1F600}\t]+$",
}

SLOW = [
    "(a+)+", "^(a+)+$", "(a|a)*", "^(a|aa)+$", "(a*)*", "(.*,)*", "^(.*,){11}P", "([a-zA-Z]+)*$", r"^(\w+\s?)*$",
    r"^(\d+)*$", "(a|b|ab)*c$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", r"^\s*(\s*\w+\s*)+$", "^(.+)+$",
    r"(\w|\d)+$", "^(a?b?)*$", "^(?:[a-z]+[0-9]*)+$", "^((a|b)*|c)*$", "^(a|a){1,24}$", "^(a{1,10}){1,10}$",
    "([^,]*,?)*", "(?:(?:a|b)+)*c", "^((a?)?x)*$", r"^([A-Za-z](-|_|.)?)+$", r"^(\p{L}|\w)+$", "^(ab|a|b)+$",
    ".*.*=.*", "a*a*a*b", r"\d+\d+\d+$", "^[a-z]+[a-z0-9]+[a-z]+$", "^.*a.*b.*c.*d.*$", r"^\S+@\S+\.\S+\.\S+$",
    r"\S+@\S+\.\S+$", "^(.*){1,5} x$", "^(a+,?){2,400}$",
]  # fmt: skip

MALFORMED = {
    "(": "the group is not closed",
    "a)": "the `)` closes nothing",
    "[a": "the set of characters is not closed",
    "[]": "the set of characters is empty",
    "[z-a]": "`z-a` is a range that runs backwards",
    r"[\w-.]": r"`\w-.` is no range; a `-` by itself is written `\-`",
    "*a": "the `*` has nothing to repeat",
    "a**": "the `*` has nothing to repeat",
    "a|?": "the `?` has nothing to repeat",
    "^*": "there is nothing to repeat here",
    "a{2,1}": "`{2,1}` counts downwards",
    "a{,3}": r"the `{` begins no repetition; the character itself is written `\{`",
    "{": r"the `{` begins no repetition; the character itself is written `\{`",
    "\\": "the pattern ends with a single `\\`",
    r"\Z": r"`\Z` has no meaning in ECMA-262",
    r"\p": r"`\p` wants a property in braces, such as `\p{L}`",
    r"\u12": "the escape does not name a character",
    r"\u{110000}": "the escape does not name a character",
    "(?P<day>a)": "`(?P<` begins no group that ECMA-262 knows",
    "(?i)a": "`(?i)` begins no group that ECMA-262 knows",
    "(?=a)": "`(?=` looks ahead, which no engine in linear time can do",
    "(?<!a)": "`(?<!` looks behind, which no engine in linear time can do",
    r"(a)\1": r"`\1` refers back, which no engine in linear time can do",
    r"(?<x>a)\k<x>": r"`\k` refers back, which no engine in linear time can do",
}


@pytest.mark.parametrize("pattern", ORDINARY.values(), ids=ORDINARY)
def test_ordinary_pattern_is_let_pass(pattern: str) -> None:
    assert objection(pattern) is None


@pytest.mark.parametrize("pattern", SLOW)
def test_pattern_that_can_be_slow_is_told(pattern: str) -> None:
    found = objection(pattern)

    assert found is not None
    assert "the work " in found.words


@pytest.mark.parametrize(("pattern", "words"), MALFORMED.items(), ids=MALFORMED)
def test_text_that_is_no_pattern_is_told(pattern: str, words: str) -> None:
    found = objection(pattern)

    assert found is not None
    assert words == found.words
    assert 0 <= found.start < found.end <= max(len(pattern), 1)


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        ("^x(a+)+$", "(a+)+"),
        ("^(x[ab]*)*(a|a)*$", "(a|a)*"),
        ("^(x(.*,)*y)?$", "(.*,)*"),
        ("^-a*a*a*b$", "a*a*a*"),
        ("^(.*,){11}P", "^(.*,){11}P"),
    ],
)
def test_objection_points_at_the_repetition(pattern: str, part: str) -> None:
    found = objection(pattern)

    assert found is not None
    assert part == pattern[found.start : found.end]
    assert f"`{part}`" in found.words


def test_degree_is_named() -> None:
    found = objection("^a*a*a*$")

    assert found is not None
    assert found.words.startswith("3 repetitions compete for the same characters in `a*a*a*`: ")
    assert found.words.endswith(" grows as the text's length to the power of 3")


def test_missing_anchor_counts_as_a_repetition() -> None:
    assert objection(r"^\S+@\S+\.\S+$") is None

    found = objection(r"\S+@\S+\.\S+$")

    assert found is not None
    assert "which no `^` ties to the beginning" in found.words


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 2000 + "a" + ")" * 2000,
        "(" * 45 + "a" + ")" * 45,
        "a" * (LONGEST + 1),
        "(a|b)" * 800,
        "((a{30}){30}){30}",
        "((((((((a{9}){9}){9}){9}){9}){9}){9}){9}){9}",
        "(a?){999999}",
        "[a-z]" * 700 + "*",
        "(" + "|".join(f"x{i}*y{i}*" for i in range(150)) + ")*",
        "([ab]*" * 30 + ")*" * 30,
    ],
    ids=lambda pattern: f"{pattern[:12]} {len(pattern)}",
)
def test_monstrous_pattern_is_judged_at_once(pattern: str) -> None:
    started = process_time()

    objection(pattern)

    assert process_time() - started < 3


def test_long_list_of_words_is_not_too_large() -> None:
    assert objection("^(" + "|".join(f"{i:05}" for i in range(100)) + ")$") is None


@given(st.text(alphabet="ab01.*+?{}[](),|^$\\-dws:<>=!pLuxk", max_size=24))
@settings(max_examples=400, deadline=None)
def test_any_text_is_judged_without_a_crash(pattern: str) -> None:
    found = objection(pattern)

    assert found is None or found.words


_ATOMS = st.sampled_from(["a", "b", ",", "[ab]", ".", "[^,]", "a", "b"])
_AGAIN = st.sampled_from(["*", "+", "?", "{2}", "{1,3}", "{0,2}", "{3,}", "*?", "+?"])
_TREES = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda options: f"(?:{'|'.join(options)})"),
        st.tuples(inner, _AGAIN).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
    ),
    max_leaves=8,
)


@given(_TREES, st.booleans(), st.sampled_from(["a", "b", "ab", "aab", ",", "a,", "ab,"]))
@settings(max_examples=150, deadline=None)
def test_pattern_let_pass_is_fast_on_pumped_text(tree: str, anchored: bool, pump: str) -> None:
    pattern = f"{'^' if anchored else ''}{tree}$"
    if objection(pattern) is not None:
        return
    compiled = re.compile(pattern)

    for length in (8, 12, 16, 20, 24, 28, 32):  # little by little, so that a wrong verdict fails before it hangs
        started = process_time()
        compiled.search((pump * length)[:length] + "!")
        spent = process_time() - started

        assert spent < 0.5
