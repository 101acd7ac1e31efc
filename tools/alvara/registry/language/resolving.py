"""What is meant: exact, alias, synonym, keyword, BM25 and graph, in this order; and what is not clear is asked back."""

from collections.abc import Sequence

from alvara.registry.language.answering import (
    answer,
    answer_unclear,
    answer_unknown,
    example_of,
    refuse,
)  # fmt: skip
from alvara.registry.language.finding import (
    Nearest,
    find_by_words,
    find_exact,
    find_named,
    find_pointed,
    find_recorded,
)  # fmt: skip
from alvara.registry.language.hearing import Heard, Utterance, hear
from alvara.registry.language.language import Language
from alvara.registry.language.ranking import Ranked
from alvara.registry.language.resolution import Resolution
from alvara.registry.language.tokens import composed

LONGEST = 2000
"""Characters. What is longer is no sentence, and is not looked at."""

_QUOTES = frozenset('"“”«»')


def resolve(language: Language, utterance: Utterance, nearest: Nearest | None = None) -> Resolution:
    """Find what an utterance is about and what it wants; `nearest` is asked where nothing else found anything.

    Nothing is guessed, and a capability that the caller may not use is as if it were not there. Raises `UnknownName`
    for a page, a tab or a focus that is none.
    """
    if len(utterance.text) > LONGEST:
        return refuse(language, utterance.locale, too_long=True)
    text = composed(utterance.text).strip()
    if len(text) > LONGEST:  # one character may stand for eighteen
        return refuse(language, utterance.locale, too_long=True)
    if text[:1] in _QUOTES and text[-1:] in _QUOTES and len(text) > 1:
        text = text[1:-1].strip()
    if not text:
        return refuse(language, utterance.locale, too_long=False)
    heard = hear(language, utterance, text)
    exact = find_exact(language, heard)
    if exact:
        return answer(language, heard, exact)
    example = example_of(language, heard)
    if example is not None:
        return example
    wish = heard.wish
    if wish != text:
        heard = hear(language, utterance, wish)
    if any(not mention.only_value for mention in heard.mentions):
        return answer(language, heard, find_named(language, heard))
    if heard.reading.points:
        return answer(language, heard, find_pointed(heard))
    if heard.content:
        return answer(language, heard, find_by_words(language, heard, nearest))
    return _resolve_bare(language, heard)


def _resolve_bare(language: Language, heard: Heard) -> Resolution:
    """Answer what names nothing at all: a verb alone, the number of a record, a greeting."""
    if heard.record is not None:
        return answer(language, heard, find_recorded(language, heard, heard.record))
    here: Sequence[Ranked] = find_pointed(heard)
    if heard.reading.intent == "command":
        if not heard.reading.vague and (heard.screen.focus or heard.screen.record):
            return answer(language, heard, here)
        return answer_unknown(heard) if heard.reading.negated else answer_unclear(language, heard, here)
    if heard.screen.focus and heard.reading.intent == "question" and heard.reading.at >= 0:
        return answer(language, heard, here)
    return answer_unknown(heard)
