"""What stands before a phrase in its own clause: there it is denied, doubted or commanded."""

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

from alvara.texts.lookalikes import Plain, in_words

NEGATIONS = frozenset((
    "never", "not", "no", "nothing", "nobody", "none", "cannot", "forbidden", "nao", "nunca", "nada", "nenhum",
    "nenhuma", "ninguem", "jamais", "nem",
))  # fmt: skip
"""Words before a phrase that turn it into its harmless opposite: never go on without asking."""

CONDITIONS = frozenset((
    "if", "whether", "when", "once", "until", "after", "unless", "that", "se", "quando", "caso", "apos", "depois",
    "ate", "indica",
))  # fmt: skip
"""Words before a phrase that make it a question and no claim: whether the user has confirmed."""

COMMANDS = frozenset((
    "always", "must", "immediately", "directly", "just", "simply", "then", "and", "call", "run", "execute",
    "proceed", "continue", "use", "invoke", "act", "perform", "do", "approve", "send", "sempre", "deve",
    "imediatamente", "direto", "diretamente", "entao", "e", "chame", "rode", "prossiga", "siga", "invoque",
    "aplique", "apague", "exclua", "faca", "aja", "aprove", "confirme", "envie", "altere",
))  # fmt: skip
"""Words before a phrase that make it an order: without them it may merely describe what a capability does."""

NEVER = frozenset({"never", "nunca", "jamais"})

LEADS = frozenset((
    "you", "and", "but", "or", "then", "so", "please", "must", "should", "always", "voce", "e", "mas", "ou",
    "entao", "portanto", "deve", "favor",
))  # fmt: skip
"""Words after which "never" commands; after any other it tells what something never does."""

_BREAK = re.compile(r"[.!?;:]\s|\n")
_LOOKED_BACK = 6


class Clauses:
    """A text taken apart into clauses, once for all the phrases that are looked at in it."""

    def __init__(self, text: str, told: Plain) -> None:
        """Take a text, as it is written and in plain letters; nothing is done before something is asked."""
        self._text, self._told = text, told

    @cached_property
    def words(self) -> Plain:
        """The words of the text in plain letters."""
        return in_words(self._told)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _BREAK.finditer(self._text))]

    def before(self, position: int) -> list[str]:
        """Give the last words before a position of the text that belong to the same clause, in plain letters."""
        text, origins = self.words
        start = self._starts[bisect_right(self._starts, position) - 1]
        first, end = bisect_left(origins, start), bisect_left(origins, position)
        near = end
        for _ in range(_LOOKED_BACK + 1):  # no further: a clause may be as long as its text
            blank = text.rfind(" ", first, near)
            if blank < 0:
                near = first
                break
            near = blank
        return text[near:end].split()[-_LOOKED_BACK:]


def commands_never(before: list[str]) -> bool:
    """Whether "never" is an order after these words, and not what something is said never to do."""
    return not before or before[-1] in LEADS
