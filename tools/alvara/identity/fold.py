"""When two texts count as the same: NFKC and casefold, and, more loosely, without accents."""

from unicodedata import combining, normalize


def fold(text: str) -> str:
    """Fold a text so that equal-looking texts compare equal. Depends on no locale."""
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(normalize("NFKC", normalize("NFKC", text).casefold()).split())


def folded_words(words: list[str]) -> list[str]:
    """Fold each of several texts, all of them in one go."""
    together = "\0".join(words)
    together = together.lower() if together.isascii() else normalize("NFKC", normalize("NFKC", together).casefold())
    folded = [" ".join(word.split()) for word in together.split("\0")]
    return folded if len(folded) == len(words) else [fold(word) for word in words]


_BARE = {code: bare for code in range(0xC0, 0x180) if (bare := normalize("NFD", chr(code))[0]) != chr(code)}
"""The accented letters of the Latin blocks, without their accents."""


def without_accents(folded: str) -> str:
    """Drop the accents of a folded text."""
    bare = folded.translate(_BARE)
    if bare.isascii():
        return bare
    return "".join(character for character in normalize("NFD", bare) if not combining(character))
