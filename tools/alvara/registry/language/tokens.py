"""A text as words: identifiers and numbers of records told apart, everything folded, accents aside."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import normalize

from alvara.identity.fold import fold, without_accents

Sort = Literal["word", "number", "identifier", "record", "quote"]

_WORD = re.compile(r"[^\W_]+")

_TOKEN = re.compile(
    r"""
    (?P<quote> "[^"\n]{1,200}" | “[^”\n]{1,200}” | «[^»\n]{1,200}» )
  | (?P<identifier> \b[A-Za-z][A-Za-z0-9]*(?:[.][A-Za-z][A-Za-z0-9]*)+(?![.]?[A-Za-z0-9])
                  | \b[a-z]+(?:[A-Z][a-z0-9]+)+\b )
  | (?P<record> \b[A-Za-z]{1,8}[-/#][0-9][0-9A-Za-z]*(?:[-/][0-9A-Za-z]+)*\b | \b[A-Z]{1,6}[0-9]{3,}\b | [#][0-9]+\b )
  | (?P<number> \b[0-9]+(?:[.,:/h-][0-9]+)*(?:[ºª%°]|\b) )
  | (?P<word> [^\W\d_]+ (?:['’][^\W\d_]{1,3})? | [^\W_]+ )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """One word of a text, or what stands for one. `word` is folded; `start` and `end` are its place in characters.

    `owns` where it ends in an English `'s`; `opens` where a sentence begins with it, `pauses` where a
    comma or a dash stands before it.
    """

    text: str
    word: str
    sort: Sort
    start: int
    end: int
    owns: bool = False
    opens: bool = False
    pauses: bool = False


def tokens(text: str) -> list[Token]:
    """Split what somebody said. Whatever is no word, such as a sign or an emoji, is between words."""
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        sort: Sort = match.lastgroup  # type: ignore[assignment]
        between = text[end : match.start()]
        end = match.end()
        opens = not found or any(sign in between for sign in ".!?;:\n")
        pauses = any(sign in between for sign in ",–—-(")
        said = match[0]
        body, _, tail = said.replace("’", "'").partition("'") if sort == "word" else (said, "", "")
        tail = tail.lower()
        if tail == "t" and body[-1:] in "nN":
            found.append(Token(said, "not", "word", match.start(), end, False, opens))
        else:
            word = "estar" if body.lower() == "está" else bare(body)  # and not esta, which is "this"
            found.append(Token(body, word, sort, match.start(), end, tail == "s", opens, pauses))
            if tail in _CONTRACTED:
                found.append(Token(tail, _CONTRACTED[tail], "word", match.start(), end))
    return found


_CONTRACTED = {"d": "would", "ll": "will", "re": "are", "m": "am"}


@lru_cache(1 << 14)
def bare(word: str) -> str:
    """Fold a word and drop its accents."""
    return word.lower() if word.isascii() else without_accents(fold(word))


def composed(text: str) -> str:
    """Write a text with one code point a letter, where there is one; what is only presented differently is the same."""
    return text if text.isascii() else normalize("NFKC", text)


def words_of(text: str) -> list[str]:
    """Split an author's text into folded words."""
    return [bare(word) for word in _WORD.findall(without_owners(text))]


def without_owners(text: str) -> str:
    """Leave out the English 's, which is no word."""
    return text.replace("'s", "").replace("’s", "")
