"""When two texts count as the same: NFKC and casefold, and, more loosely, without accents."""

from functools import lru_cache
from unicodedata import combining, normalize


def fold(text: str) -> str:
    """Fold a text so that equal-looking texts compare equal. Depends on no locale."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(normalize("NFKC", normalize("NFKC", text).casefold()).split())


def folded_words(words: list[str]) -> tuple[str, ...]:
    """Fold each of several texts, all of them in one go."""
    folded = _folded_together("\0".join(words))
    return folded if len(folded) == len(words) else tuple([fold(word) for word in words])


@lru_cache(16)
def _folded_together(together: str) -> tuple[str, ...]:
    """Fold texts that are joined by NUL. Several rules in a row ask for those of one list."""
    together = together.lower() if together.isascii() else normalize("NFKC", normalize("NFKC", together).casefold())
    return tuple([" ".join(word.split()) for word in together.split("\0")])


_BARE = {code: bare for code in range(0xC0, 0x180) if (bare := normalize("NFD", chr(code))[0]) != chr(code)}
"""The accented letters of the Latin blocks, without their accents."""


def without_accents(folded: str) -> str:
    """Drop the accents of a folded text."""
    bare = folded.translate(_BARE)
    if bare.isascii():
        return bare
    return "".join(character for character in normalize("NFD", bare) if not combining(character))
