"""An expression cut into words, as far as it goes: also one that is no CEL, to see what was meant."""

import re
from typing import Literal, NamedTuple, cast

Kind = Literal["name", "number", "string", "operator", "unclosed", "unknown"]

MACROS = frozenset({"all", "exists", "exists_one", "filter", "map"})
"""The methods that walk a list or an object."""


class Token(NamedTuple):
    """A word of an expression. `offset` counts characters from the start."""

    kind: Kind
    text: str
    offset: int

    @property
    def end(self) -> int:
        """Where the next may begin."""
        return self.offset + len(self.text)


_WORDS = re.compile(
    r"""
      (?P<space>[ \t\n\r\f]+|//[^\n]*)
    | (?P<string>
          (?:[rR][bB]?|[bB][rR])(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"[^"\n\r]*"|'[^'\n\r]*')
        | [bB]?(?:\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}|"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'))
    | (?P<unclosed>["'][^\n\r]*)
    | (?P<number>0[xX][0-9a-fA-F]+[uU]?|(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[uU]?)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*|`[^`\n]*`)
    | (?P<operator>&&|\|\||[=!<>]=|[-+*/%!<>?:.,()\[\]{}])
    | (?P<unknown>={2,3}|[&|=]|.)
    """,
    re.VERBOSE | re.DOTALL,
)


def tokens(source: str) -> list[Token]:
    """Cut an expression into words. Nothing is lost but spaces and comments, and nothing raises."""
    return [
        Token(cast(Kind, found.lastgroup), found[0], found.start())
        for found in _WORDS.finditer(source)
        if found.lastgroup != "space"
    ]


def nesting(words: list[Token], most: int) -> tuple[int, Token | None]:
    """Count how deep macros stand within each other, and give the first that stands deeper than `most`."""
    brackets: list[bool] = []
    deepest = 0
    for i, word in enumerate(words):
        if word.text in "([{" and word.kind == "operator":
            brackets.append(word.text == "(" and i > 1 and words[i - 1].text in MACROS and words[i - 2].text == ".")
            depth = sum(brackets)
            deepest = max(deepest, depth)
            if depth > most and brackets[-1]:
                return depth, words[i - 1]
        elif word.text in ")]}" and word.kind == "operator" and brackets:
            brackets.pop()
    return deepest, None
