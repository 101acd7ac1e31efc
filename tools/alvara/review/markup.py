"""Foreign text made safe in Markdown, as forges read it: no HTML, no links, no mentions, nothing that ends a block."""

import re

from alvara.report.escape import one_line

_PLAIN = re.compile(r"""[^\W_]*(?:[.,;()'"’“”…-]?[^\W_]+)*[.,;:()'"’“”…]*|[-–—·]""")
"""A word that means nothing but itself."""

_BULLET = re.compile(r"[-–—·]+|[0-9]+[.)]+")

_REFERS = re.compile(r"www\.|(?<![^\W_])(?:[0-9a-f]{7,64}|GH-?[0-9]+)(?![^\W_])", re.IGNORECASE)
"""A word that a forge turns into a link: an address, a commit, an issue."""


def code(text: str) -> str:
    """Write a text as code, where nothing in it has any meaning."""
    shown = one_line(text)
    if not shown.strip():
        return "(empty)"
    fence = "`" * (_longest_run(shown) + 1)
    blank = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{blank}{shown}{blank}{fence}"


def sentence(words: str) -> str:
    """Write a sentence of ours, in which the words of authors stand between backticks.

    Should an author's words hold backticks too, whatever is not code is still harmless.
    """
    parts = spans(words) or [("(empty)", False)]
    shown = ""
    for part, is_code in parts:
        for piece in [code(part)] if is_code else re.split(r"( +)", part):
            written = piece if is_code or not piece.strip() else _word(piece, first=not shown)
            shown += " " * (shown.endswith("`") and written.startswith("`")) + written
    return shown


def spans(words: str) -> list[tuple[str, bool]]:
    """Take a sentence apart at its backticks, and tell which parts are code. One that has no partner is itself."""
    shown = one_line(words).strip()
    parts = shown.split("`") if shown else []
    if parts and len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    return [(part, number % 2 == 1) for number, part in enumerate(parts)]


def fenced(lines: list[str], indent: str) -> list[str]:
    """Put lines into a block that shows which of them came and which went."""
    fence = "`" * max(3, max(map(_longest_run, lines), default=0) + 1)
    return [f"{indent}{line}" for line in (f"{fence}diff", *lines, fence)]


def _word(word: str, *, first: bool) -> str:
    """Write a word; what would begin a list at the beginning of a line means nothing behind another word."""
    plain = _PLAIN.fullmatch(word) and not _REFERS.search(word) and not (first and _BULLET.fullmatch(word))
    return word if plain else code(word)


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)
