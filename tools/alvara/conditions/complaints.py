"""What the library says of an expression that it does not compile, in words for those who wrote it, and where."""

import re
from collections.abc import Collection

from alvara.conditions.failures import spelled_operator, worded
from alvara.conditions.functions import FUNCTIONS
from alvara.conditions.jargon import MEANT
from alvara.conditions.slips import shown, slip
from alvara.conditions.tokens import MACROS, Token, tokens
from alvara.identity.suggestions import closest

_FIRST = re.compile(r"ERROR: <input>:(-?\d+):(-?\d+): (.*)")
_QUOTED = re.compile(r"'([^']*)'")
_APPLIED = re.compile(r"for '(.*)' applied to '\((.*)\)'")

_FUNCTIONS = ("has", *sorted(name for name, known in FUNCTIONS.items() if known.alone))
"""What is written before its value: `size(a)`."""

_METHODS = (*sorted(MACROS), *sorted(name for name, known in FUNCTIONS.items() if known.member))
"""What is written after its value: `a.contains(b)`."""

_TOLD: tuple[tuple[str, str], ...] = (
    ("has() argument", "`has` takes a field, such as `has(input.name)`"),
    ("unsupported syntax '.?'", "there is no `.?`; ask with `has()` first"),
    ("unsupported syntax", "this is no part of the language of conditions"),
    ("invalid int literal", "a whole number has at most 64 bits"),
    ("invalid hex int literal", "a whole number has at most 64 bits"),
    ("invalid uint literal", "a whole number has at most 64 bits"),
    ("Invalid string literal", "the text has an escape that is no character"),
    ("Invalid bytes literal", "the text has an escape that is no character"),
)
_DEEP = "the expression is nested too deeply; write it as several conditions"


def complaint(source: str, said: str, names: Collection[str]) -> tuple[str, int]:
    """Say what is wrong first, and at which character. `names` are what the expression may read."""
    if "recursion" in said:
        return _DEEP, 0
    found = [(int(line), int(column), text) for line, column, text in _FIRST.findall(said)]
    if not found:
        return (
            "the expression holds half a character (a lone surrogate)"
            if "incompatible function arguments" in said
            else _UNKNOWN,
            0,
        )
    causes = [each for each in found if each[0] > 0 and "*error*" not in each[2]]
    line, column, text = min(causes or found)
    place = sum(len(each) + 1 for each in source.split("\n")[: line - 1]) + column - 1
    words = tokens(source)
    if text.startswith("reserved identifier: ") and not text.endswith(" if"):
        return f"`{text.rpartition(' ')[2]}` is a reserved word", place
    if text.startswith(("Syntax error", "reserved identifier")):
        return slip(words, place)
    if name := _undeclared(text):
        return _reference(words, place, name, names)
    return _type(words, place, text)


_UNKNOWN = "the expression is not understood"


def _undeclared(text: str) -> str:
    return _QUOTED.findall(text)[0] if text.startswith("undeclared reference") else ""


def _reference(words: list[Token], place: int, name: str, names: Collection[str]) -> tuple[str, int]:
    called = _called(words, place)
    if called and called.text == name:
        return _function(words, called, names), called.offset
    root = name.partition(".")[0]
    word = _root(words, place, root)
    i = words.index(word) if word else -1
    if root in names:
        return f"a message such as `{root}{{…}}` cannot be made here", word.offset if word else place
    offset = word.offset if word else place
    meant = MEANT.get(root.casefold()) or closest(root, names)
    if meant and (meant in names or meant in ("true", "false", "null")):
        return f"there is no {shown(root)}; did you mean `{meant}`?", offset
    if word and _is_compared(words, i):
        return f'there is no {shown(root)}; a text is written in quotes: `"{root[:20]}"`', offset
    return f"there is no {shown(root)} to be read", offset


def _called(words: list[Token], place: int) -> Token | None:
    """Give the name of the function whose bracket opens at a place."""
    for i, word in enumerate(words):
        if word.offset == place and word.text == "(" and i and words[i - 1].kind == "name":
            return words[i - 1]
    return None


def _root(words: list[Token], place: int, root: str) -> Token | None:
    """Find the name where a chain of properties begins whose end, or whose dot, is at a place."""
    alike = [
        word for i, word in enumerate(words) if word.text == root and not (i and words[i - 1].text == "." and i > 1)
    ]
    before = [word for word in alike if word.offset <= place]
    return before[-1] if before else alike[0] if alike else None


def _is_compared(words: list[Token], i: int) -> bool:
    """Whether a name stands where a text might: beside `==`, or in a list that is written out."""
    open: list[str] = []
    for word in words[:i]:
        if word.text in ("(", "[", "{"):
            open.append(word.text)
        elif word.text in (")", "]", "}") and open:
            open.pop()
    around = {words[j].text for j in (i - 1, i + 1) if 0 <= j < len(words)}
    return "." not in around and (not around.isdisjoint(("==", "!=", "in")) or open[-1:] == ["["])


def _function(words: list[Token], called: Token, names: Collection[str]) -> str:
    i = words.index(called)
    name, after_value = called.text, i > 0 and words[i - 1].text == "."
    if name in names and not after_value:
        return f"`{name}` is a value; write it without brackets"
    if name in MACROS:
        return f"`{name}` takes a name of your own and what is asked of each item: `list.{name}(x, x.ready)`"
    if name == "has":
        return "`has` takes one field, such as `has(input.name)`"
    if name in _FUNCTIONS and (not after_value or name in _METHODS):
        return f"`{name}` is given too few or too many values"
    if name in _FUNCTIONS:
        return f"`{name}` stands before its value: `{name}(a)`"
    if name in _METHODS:
        given = "" if name.startswith("get") else "b"
        return f"`{name}` is given too few or too many values" if after_value else f"write `a.{name}({given})`"
    if name.casefold() == "not":
        return f"write `!` for `{name}`"
    known = _METHODS if after_value else _FUNCTIONS
    meant = MEANT.get(name.casefold()) or closest(name, known) or closest(name, (*_METHODS, *_FUNCTIONS))
    if meant in _METHODS or meant in _FUNCTIONS:
        return f"there is no function {shown(name)}; did you mean `{meant}`?"
    return f"there is no function {shown(name)}"


def _type(words: list[Token], place: int, text: str) -> tuple[str, int]:
    called = _called(words, place)
    offset = called.offset if called else place
    if applied := _APPLIED.search(text):
        types = [worded(each) for each in _split(applied[2])]
        if len(types) == 2 and types[0] == types[1] in ("a list", "a map"):
            return f"`{spelled_operator(applied[1])}` is given {types[0]} and {types[1]} of other types", offset
        return f"`{spelled_operator(applied[1])}` does not take {' and '.join(types)}", offset
    if text.startswith("expression of type"):
        kind = worded(_QUOTED.findall(text)[0])
        walked = "range of a comprehension" in text
        return f"{kind} {'has no items to loop over' if walked else 'has no fields'}", offset
    if "variable name must be" in text:
        return f"the first value of `{text.partition('(')[0]}` is a name of your own, such as `x`", offset
    return next((told for start, told in _TOLD if text.startswith(start)), _UNKNOWN), offset


def _split(types: str) -> list[str]:
    """Cut `int, list(map(string, int))` at the commas that are not within brackets."""
    parts, depth = [""], 0
    for letter in types:
        depth += (letter in "(<") - (letter in ")>")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]
