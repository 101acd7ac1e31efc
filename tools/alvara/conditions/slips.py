"""What was meant by text that is no CEL: the common slips, each with what to write instead."""

import re

from alvara.conditions.tokens import Token

_SINGLE = {
    "=": "`=` does not compare; write `==`",
    "&": "`&` joins no conditions; write `&&`",
    "|": "`|` joins no conditions; write `||`",
    "≠": "write `!=` for `≠`",
    "≤": "write `<=` for `≤`",
    "≥": "write `>=` for `≥`",
    "×": "write `*` for `×`",
    "÷": "write `/` for `÷`",
    "−": "write `-` for `−`",
    "–": "write `-` for `–`",
    "—": "write `-` for `—`",
}
_PAIRS = {
    ("==", "="): "write `==` for `===`",
    ("!=", "="): "write `!=` for `!==`",
    ("=", ">"): "write `>=` for `=>`",
    ("=", "<"): "write `<=` for `=<`",
    ("<", ">"): "write `!=` for `<>`",
    ("/", "*"): "a comment begins with `//`",
    ("?", "?"): "there is no `??`; write `has(a.b) ? a.b : other`",
    ("?", "."): "there is no `?.`; ask with `has()` first",
}
_INFIX = {
    "and": "write `&&` for `{}`",
    "or": "write `||` for `{}`",
    "is": "write `==` for `{}`",
    "eq": "write `==` for `{}`",
    "equals": "write `==` for `{}`",
    "ne": "write `!=` for `{}`",
    "mod": "write `%` for `{}`",
    "like": "write `a.matches(pattern)` for `a {} pattern`",
    "then": "write `test ? one : other` for a choice",
    "else": "write `test ? one : other` for a choice",
    "contains": "write `a.contains(b)` for `a contains b`",
    "startswith": "write `a.startsWith(b)` for `a {} b`",
    "endswith": "write `a.endsWith(b)` for `a {} b`",
    "matches": "write `a.matches(b)` for `a matches b`",
}
_QUOTES = "“”„‟«»‘’‚‛′″＂＇"
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_NOT_IN = "write `!(a in b)` for what is not in a list"
_ESCAPE = re.compile(r"""\\(?:[abfnrtv\\?"'`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})""")


def slip(words: list[Token], place: int) -> tuple[str, int]:
    """Say what is wrong with text that the library could not read, and where: it stopped at `place`."""
    if not words:
        return "the expression is empty", 0
    for i, word in enumerate(words):
        if word.offset > place:
            break
        if found := _slip(words, i):
            return found
    return _unexpected(words, place)


def shown(text: str) -> str:
    """Give a word for a message: in backticks, and not all of a long one."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= 24 else line[:20] + '…'}`"


def _slip(words: list[Token], i: int) -> tuple[str, int] | None:
    word = words[i]
    before = words[i - 1] if i else None
    after = words[i + 1] if i + 1 < len(words) else None
    if after and after.offset == word.end and (pair := _PAIRS.get((word.text, after.text))):
        return pair, word.offset
    if word.kind == "unknown":
        return _character(word.text), word.offset
    if word.kind == "unclosed":
        return f"the text that begins here has no closing `{word.text[0]}`", word.offset
    if word.kind == "string":
        return _escape(word)
    if word.kind == "number" and after and after.offset == word.end and after.kind == "name":
        return f"{shown(word.text + after.text)} is no number", word.offset
    if word.kind == "name":
        return _word(word, before, after)
    if word.text == "!" and _is_value_end(before) and after and after.text == "in":
        return _NOT_IN, word.offset
    return None


def _character(text: str) -> str:
    if text in _SINGLE:
        return _SINGLE[text]
    if text in _QUOTES:
        return f'`{text}` is a typographic quote; write `"`'
    if text.isalpha():
        return f'`{text}` cannot stand in a name; write the name in brackets and quotes: `input["…"]`'
    if text.isprintable() and not text.isspace():
        return f"`{text}` has no meaning in an expression"
    from unicodedata import name

    return f"U+{ord(text):04X} ({name(text, 'unnamed').lower()}) stands here; write a plain space or nothing"


def _escape(word: Token) -> tuple[str, int] | None:
    quote = min(place for place in (word.text.find('"'), word.text.find("'")) if place >= 0)
    if "r" in word.text[:quote].lower():
        return None
    place = quote
    while (place := word.text.find("\\", place)) >= 0:
        found = _ESCAPE.match(word.text, place)
        if not found:
            wrong = word.text[place : place + 2]
            wrong = wrong if wrong.isprintable() else "\\"
            return f"`{wrong}` is no escape; write `\\{wrong}` for a backslash", word.offset + place
        place = found.end()
    return None


def _word(word: Token, before: Token | None, after: Token | None) -> tuple[str, int] | None:
    if before and before.text == "." and word.text in ("in", "true", "false", "null"):
        return f'`{word.text}` cannot stand after `.`; write `["{word.text}"]`', word.offset
    folded = word.text.casefold()
    if _is_value_end(before):
        if folded == "not":
            return _NOT_IN, word.offset
        if folded in _INFIX and (before is None or before.text != "."):
            return _INFIX[folded].format(word.text), word.offset
    elif folded == "not" and (before is None or before.text != ".") and _is_value_start(after):
        return f"write `!` for `{word.text}`", word.offset
    elif word.text == "if" and (before is None or before.text != "."):
        return _INFIX["then"], word.offset
    return None


def _unexpected(words: list[Token], place: int) -> tuple[str, int]:
    """Say what is missing around the place where the library stopped."""
    here = next((word for word in words if word.offset <= place < word.end), None)
    if here is None:
        here = next((word for word in words if word.offset >= place), None)
    before = next((word for word in reversed(words) if word.offset < (here.offset if here else place)), None)
    open = _open(words, here)
    if here is None:
        if before and (before.text == "in" or (before.kind == "operator" and before.text not in ")]}([{")):
            return f"expected {_next(before)} after `{before.text}`", before.offset
        return _left_open(open, words[-1])
    if here.text in _CLOSING.values() and here.kind == "operator":
        if not open:
            return f"`{here.text}` closes nothing", here.offset
        if _CLOSING.get(open[-1].text) != here.text and _is_value_end(before):
            return _left_open(open, here)
    if _is_value_end(before) and before:
        if before.kind == "string" and before.text[0] == "'" and here.offset == before.end:
            return f"the text ends before {shown(here.text)}; write it in double quotes", before.offset
        if _is_value_start(here) and here.text not in "([{!-":
            return f"expected an operator before {shown(here.text)}", here.offset
        if here.text == "," and before.kind == "number" and before.end == here.offset and _goes_on(words, here):
            return (
                f"the sign in a number is a point: `{before.text.replace('.', '')}.{_goes_on(words, here)}`",
                before.offset,
            )
        if open and here.text == ":" and open[-1].text == "[":
            return "a list has no slices; read one item of it", here.offset
        return f"{shown(here.text)} was not expected here", here.offset
    if before is None:
        return f"expected a value before {shown(here.text)}", here.offset
    return f"expected {_next(before)} after `{before.text}`, and not {shown(here.text)}", here.offset


def _goes_on(words: list[Token], here: Token) -> str:
    """Give the digits right behind a comma."""
    return next((word.text for word in words if word.offset == here.end and word.text.isdigit()), "")


def _next(word: Token) -> str:
    return "a name" if word.text == "." else "a value"


def _open(words: list[Token], here: Token | None) -> list[Token]:
    """Give the brackets, and the questions, that are open before a place."""
    open: list[Token] = []
    for word in words:
        if here is not None and word.offset >= here.offset:
            break
        if word.kind != "operator":
            continue
        if word.text in _CLOSING or word.text == "?":
            open.append(word)
        elif open and (word.text == _CLOSING.get(open[-1].text) or (word.text == ":" and open[-1].text == "?")):
            open.pop()
    return open


def _left_open(open: list[Token], last: Token) -> tuple[str, int]:
    if not open:
        return f"expected more after {shown(last.text)}", last.offset
    if open[-1].text == "?":
        return "`?` has no `:` with what it comes to otherwise", open[-1].offset
    return f"`{open[-1].text}` has no `{_CLOSING[open[-1].text]}`", open[-1].offset


def _is_value_end(word: Token | None) -> bool:
    if word is None:
        return False
    return (word.kind in ("name", "number", "string") and word.text != "in") or word.text in (")", "]", "}")


def _is_value_start(word: Token | None) -> bool:
    if word is None:
        return False
    return (word.kind in ("name", "number", "string") and word.text != "in") or word.text in tuple("([{!-")
