"""From what was found to an answer: one thing and what does the deed to it, several to choose from, a question back."""

from collections.abc import Iterable, Sequence

from alvara.registry.language.choosing import Wish, choose, pool_of
from alvara.registry.language.clarifying import ask_about, ask_which
from alvara.registry.language.finding import find_having, find_named, find_pointed, owned, spelled_so, with_owner
from alvara.registry.language.hearing import Heard, offers_below
from alvara.registry.language.language import Language
from alvara.registry.language.mentions import Mention
from alvara.registry.language.ranking import TIE, Ranked, is_piece, tied
from alvara.registry.language.readings import Intent, plural, showing
from alvara.registry.language.resolution import Match, Outcome, Resolution
from alvara.registry.language.stems import stem
from alvara.registry.offers import Offer

_MOST = 8
"""How many matches are listed."""

_LOOSE_TIE = 0.05
"""Scores of what was found by single words or by nearness say less: these are as good as each other."""

_EXAMPLE = 0.85


def refuse(language: Language, locale: str | None, *, too_long: bool) -> Resolution:
    """Answer what is no sentence: empty, or far too long."""
    phrases = language.grammar(language.locale_of(locale, str)).phrases
    return Resolution("unknown", "unclear", clarification=phrases.too_long if too_long else phrases.empty)


def answer_unknown(heard: Heard) -> Resolution:
    """Say that this is about nothing that the registry has."""
    return Resolution("unknown", _intent(heard), clarification=heard.grammar.phrases.nothing)


def answer_unclear(language: Language, heard: Heard, ranked: Sequence[Ranked]) -> Resolution:
    """Ask what is to be done, or to what."""
    asked = _ask_about(language, heard, ranked[0].id) if ranked else heard.grammar.phrases.empty
    return _resolution("ambiguous", "unclear", ranked, (), asked)


def answer(language: Language, heard: Heard, ranked: Sequence[Ranked]) -> Resolution:
    """Answer with what was found, the best first."""
    if not ranked:
        return answer_unclear(language, heard, ()) if heard.commands and heard.reading.points else answer_unknown(heard)
    capability = next((one for one in ranked if one.kind == "capability"), None)
    if capability is not None:
        return _resolution("resolved", _intent(heard), ranked, (capability.id,) if heard.commands else ())
    best = (
        [ranked[0]]
        if ranked[0].step == "exact"
        else tied(ranked, _LOOSE_TIE if ranked[0].step in ("bm25", "vector") else TIE)
    )
    if heard.commands and len(best) > 1 and best[0].mention is not None:
        # A permit has a name and so has an employee; what can be changed of the two is meant.
        best = [one for one in best if _fitting(language, heard, one)] or best
    if len(best) > 1:
        best = spelled_so(language, heard, best)
    if len(best) > 1:
        ids = [one.id for one in best]
        asked = ask_which(language.holdings, heard.grammar, heard.locale, "resource", ids)
        return _resolution("ambiguous", "unclear" if heard.commands else _intent(heard), [*best, *ranked], (), asked)
    ordered = with_owner(language, heard, [best[0], *(one for one in ranked if one.id != best[0].id)])
    if not heard.commands:
        if heard.reading.points and heard.reading.intent == "unclear" and ordered[0].step == "graph":
            return answer_unclear(language, heard, ordered)
        return _resolution("resolved", _intent(heard), ordered, ())
    if heard.reading.several:
        return _resolution("ambiguous", "unclear", ordered, (), heard.grammar.phrases.one_at_a_time)
    if not heard.reading.deeds and not heard.reading.verbs:
        return answer_unclear(language, heard, ordered)
    return _command(language, heard, ordered)


def example_of(language: Language, heard: Heard) -> Resolution | None:
    """Answer what is, word for word, an example of one capability; None where it is none."""
    if heard.reading.intent == "question" or heard.reading.negated or heard.reading.several:
        return None
    words = _sentence_words(heard)
    calls = language.calls
    numbers = {call.offer for said in words for call in calls.by_words.get(said, ()) if call.whole}
    offers = [offer for offer in language.atlas.offers if offer.number in numbers and heard.may_name(offer)]
    if len(offers) != 1:
        return None
    (offer,) = offers
    found = find_named(language, heard) or find_having(language, heard)
    candidates = [*found, *(find_pointed(heard) if heard.reading.points else ())]
    ranked = [one for one in candidates if offer in pool_of(one.id, language.atlas, heard.reading.deeds, heard.caller)]
    if not ranked:
        ranked = [Ranked(language.resource_of(offer), "synonym", _EXAMPLE)]
    return _resolution("resolved", "command", with_owner(language, heard, ranked), (offer.id,))


def _command(language: Language, heard: Heard, ordered: Sequence[Ranked]) -> Resolution:
    """Answer a command: with the one capability that fits, with none, or with the question which of several."""
    fits = _fitting(language, heard, ordered[0])
    inner = None if fits else _part_of(language, heard, ordered[0])
    if inner is not None:
        ordered, fits = [inner[0], *ordered], [inner[1]]
    ids = tuple(sorted(offer.id for offer in fits))
    if len(fits) < 2:
        return _resolution("resolved", "command", ordered, ids)
    if "change" in heard.reading.deeds:
        asked = _ask_about(language, heard, ordered[0].id)
    else:
        asked = ask_which(language.holdings, heard.grammar, heard.locale, "capability", ids)
    return _resolution("ambiguous", "unclear", ordered, ids, asked)


def _fitting(language: Language, heard: Heard, one: Ranked) -> list[Offer]:
    pool = pool_of(one.id, language.atlas, heard.reading.deeds, heard.caller)
    return choose(_wish(language, heard, one.id, one.mention), language.calls, pool)


def _part_of(language: Language, heard: Heard, head: Ranked) -> tuple[Ranked, Offer] | None:
    """Find the one part of a thing to which that verb is done, where something is named that nobody knows: a ladder."""
    if all(heard.words.at(at) is not None for at in heard.content):
        return None
    found: dict[str, list[Offer]] = {}
    for id, offer in offers_below(language, heard, (head.id,)):
        found.setdefault(id, []).append(offer)
    outermost = language.outermost(found)
    if len(outermost) != 1 or len(found[outermost[0]]) != 1:
        return None
    return Ranked(outermost[0], "graph", head.score), found[outermost[0]][0]


def _wish(language: Language, heard: Heard, id: str, mention: Mention | None) -> Wish:
    words = frozenset(stem(token.word) for token in heard.tokens)
    shown = mention is not None and showing(heard.tokens, mention.start)
    one = shown or heard.record is not None
    many = mention is not None and not one and (plural(heard.tokens[mention.start]) or owned(language, heard))
    entity = language.atlas.things[id].type == "entity"
    specific = not entity and (heard.reading.valued or shown)
    screen = is_piece(id, [above.id for above in language.atlas.above(id)], language.atlas)
    verbs = frozenset(f"+{verb}" for verb in heard.reading.verbs)
    return Wish(heard.reading, words | verbs, language.lexicon.words_about(id), many, specific, entity, screen)


def _sentence_words(heard: Heard) -> list[tuple[str, ...]]:
    """Give the words of the whole sentence as `Calls` has them, its first word as every verb that it may be."""
    kept = [heard.tokens[at].word for at in heard.words.places]
    if not kept:
        return []
    rest = tuple(map(stem, kept[1:]))
    verbs = heard.verbs.forms.get(kept[0], ())
    return [(stem(kept[0]), *rest), *((f"+{verb}", *rest) for verb in verbs)]


def _ask_about(language: Language, heard: Heard, id: str) -> str:
    around = next((thing.id for thing in language.line_of(id) if thing.type == "entity"), "")
    phrases = heard.grammar.phrases
    sentence = phrases.change if "change" in heard.reading.deeds else phrases.deed
    return ask_about(language.holdings, heard.grammar, heard.locale, sentence, id, heard.screen.record, around)


def _intent(heard: Heard) -> Intent:
    return "unclear" if heard.reading.negated else heard.reading.intent


def _resolution(
    outcome: Outcome, intent: Intent, ranked: Iterable[Ranked], capabilities: tuple[str, ...], asked: str | None = None
) -> Resolution:
    matches = dict.fromkeys(Match(one.id, one.kind, one.step, one.score) for one in ranked)
    return Resolution(outcome, intent, tuple(matches)[:_MOST], capabilities, asked)
