"""What stands before a phrase in its own clause: there it is denied, doubted or commanded."""

import re

from alvara.texts.lookalikes import in_words, plain

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


def words_before(text: str, position: int) -> list[str]:
    """Give the last words before a position that belong to the same clause, in plain letters."""
    clause = _BREAK.split(text[:position])[-1]
    return in_words(plain(clause)).text.split()[-_LOOKED_BACK:]


def commands_never(before: list[str]) -> bool:
    """Whether "never" is an order after these words, and not what something is said never to do."""
    return not before or before[-1] in LEADS
