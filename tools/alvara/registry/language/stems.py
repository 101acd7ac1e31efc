"""A light stemmer for Portuguese and English at once: numbers and genders of a word come together, little else does."""

from functools import lru_cache

_KEPT = frozenset({
    "mes", "gas", "pais", "lapis", "onibus", "virus", "status", "atlas", "canvas", "news", "tres", "dois", "seis",
    "mais", "menos", "depois", "antes", "apos", "atras", "sms", "pos", "bias", "simples", "ferias", "alias",
})  # fmt: skip
"""Words that end like a plural and are none, and words that are the same in both numbers."""

_IRREGULAR = {
    "faceis": "facil", "dificeis": "dificil", "uteis": "util", "inuteis": "inutil", "frageis": "fragil",
    "ageis": "agil", "habeis": "habil", "portateis": "portatil", "texteis": "textil", "ferteis": "fertil",
    "volateis": "volatil", "projeteis": "projetil", "men": "man", "women": "woman", "people": "person",
    "children": "child", "feet": "foot", "criteria": "criterion", "analyses": "analysis", "crises": "crisis",
}  # fmt: skip

_PLURALS = (
    ("oes", "ao"), ("aes", "ao"), ("eis", "el"), ("ais", "al"), ("ois", "ol"), ("uis", "ul"), ("ies", "i"),
    ("is", "il"),
)  # fmt: skip
"""Endings of plurals that change more than an `s`, and what the singular ends in: aprovações, níveis, perfis."""

_NO_PLURAL = ("ss", "us", "sis")

_SHORTEST = 3
"""Characters. No ending is taken off what would be shorter than this."""


@lru_cache(1 << 15)
def stem(word: str) -> str:
    """Give what the forms of a folded word have in common: `aprovacoes` is as `aprovacao`, `permits` as `permit`.

    A stem is no word. Verbs are not brought together with nouns: who approves what is not an approval.
    """
    word = _IRREGULAR.get(word, word)
    if len(word) < _SHORTEST or not word.isalpha():
        return word
    if word not in _KEPT:
        word = _singular(word)
    if len(word) > _SHORTEST and word[-1] in "aeo":
        word = word[:-1]
    if word.endswith("m"):
        word = f"{word[:-1]}n"
    return f"{word[:-1]}i" if word.endswith("y") else word


def _singular(word: str) -> str:
    if not word.endswith("s") or word.endswith(_NO_PLURAL):
        return word
    for ending, singular in _PLURALS:
        if word.endswith(ending) and len(word) - len(ending) + len(singular) >= _SHORTEST and len(word) > 4:
            return word[: -len(ending)] + singular
    return word[:-1]


_VERB_ENDINGS = (
    "aram", "eram", "iram", "avam", "ando", "endo", "indo", "ado", "ada", "ido", "ida", "ava", "ing", "ar", "er", "ir",
    "ou", "eu", "iu", "ei", "am", "em", "ed", "es", "a", "e", "o", "i", "s",
)  # fmt: skip
"""Of both languages, the longest first."""


def root(word: str) -> str:
    """Give what of a verb its nouns share with it: `vencem` and `vencimento` have `venc`. At least four letters."""
    for ending in _VERB_ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word
