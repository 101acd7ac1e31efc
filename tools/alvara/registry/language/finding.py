"""The things that an utterance may be about, found step by step; each step says how it found them."""

from collections.abc import Callable, Sequence

from alvara.identity.ids import Name
from alvara.registry.clearance import Clearance
from alvara.registry.finding import texts_in
from alvara.registry.holdings import KINDS, Kind
from alvara.registry.language.hearing import Heard, offers_below
from alvara.registry.language.language import Language
from alvara.registry.language.lexicon import FUNCTION_WORDS
from alvara.registry.language.mentions import Mention, Words, by_root, mentions
from alvara.registry.language.ranking import Ranked, Step, by_words, rank, tied
from alvara.registry.language.readings import owners
from alvara.registry.language.stems import stem
from alvara.registry.language.tokens import Token, words_of

Nearest = Callable[[str], Sequence[tuple[str, float]]]
"""Finds things by the nearness of meanings: IDs of resources with scores from 0 to 1."""

_WITHOUT_NOUN = frozenset({"quem", "who", "quando", "when", "onde", "where"})

_EXACT, _ALIAS, _POINTED, _RECORDED, _DONE_HERE, _FIELD, _PERSON, _CALLED = 1.0, 0.95, 0.7, 0.65, 0.5, 0.6, 0.55, 0.8
"""Scores of what is found by an ID, an alias, "this", the number of a record, what is done here, an owner, and the
phrase of a capability."""


def find_exact(language: Language, heard: Heard) -> list[Ranked]:
    """Find things whose ID, alias or former ID is in the text, or is the text."""
    whole = heard.text.strip()
    names = [token.text for token in heard.tokens if token.sort == "identifier"]
    found: dict[tuple[Kind, str], Ranked] = {}
    for name in dict.fromkeys([whole, *names]):
        for kind in KINDS:
            id = language.holdings.meant(kind, name)
            if id is not None and (kind, id) not in found and _may_be_named(language, heard, kind, id):
                step: Step = "exact" if id == name else "alias"
                found[kind, id] = Ranked(id, step, _EXACT if id == name else _ALIAS, kind=kind)
    return list(found.values())


def find_named(language: Language, heard: Heard) -> list[Ranked]:
    """Find what labels, names and synonyms in the text stand for.

    Who asks for a person or a moment, and not for a thing, may say with a verb what they want to know: who answers for
    the permit is its responsible person.
    """
    atlas, lexicon = language.atlas, language.lexicon
    verb = heard.reading.at if heard.commands else -1
    ranked = rank(heard.mentions, lexicon, atlas, heard.screen, verb)
    if heard.reading.intent == "question" and any(token.word in _WITHOUT_NOUN for token in heard.tokens[:3]):
        words = by_root(heard.tokens, heard.words, lexicon, heard.reading.used | heard.named)
        more = mentions(words, lexicon, heard.near) if words != heard.words else []
        parts = rank(more, lexicon, atlas, heard.screen)
        heads = {one.id for one in tied(ranked)}
        if parts and any(above.id in heads for above in atlas.above(parts[0].id)):
            return parts
    return ranked


def spelled_so(language: Language, heard: Heard, tied: Sequence[Ranked]) -> list[Ranked]:
    """Of things whose names differ only in their endings, keep what is called just as it is said; else keep all.

    The page of reports goes by other words than that of a report.
    """
    return [one for one in tied if one.mention and _is_called(language, heard, one.id, one.mention)] or list(tied)


def _is_called(language: Language, heard: Heard, id: str, mention: Mention) -> bool:
    body = language.holdings.body("resource", id) or {}
    said = [token.word for token in heard.tokens[mention.start : mention.end] if token.word not in FUNCTION_WORDS]
    texts = (text for key in ("labels", "name", "synonyms") for text in texts_in(body.get(key)))
    return any([word for word in words_of(text) if word not in FUNCTION_WORDS] == said for text in texts)


def find_pointed(heard: Heard) -> list[Ranked]:
    """Find what "this" is."""
    return [Ranked(heard.screen.referent, "graph", _POINTED)] if heard.screen.referent else []


def find_recorded(language: Language, heard: Heard, record: Token) -> list[Ranked]:
    """Find the entity whose records have such numbers: the selection tells, else its letters, else the page."""
    entity = heard.screen.entity
    letters = "".join(character for character in record.word if character.isalpha())
    ids = (entity,) if entity and record.text == heard.screen.record else language.initials.get(letters, ())
    return [Ranked(id, "graph", _RECORDED) for id in ids or filter(None, (entity,))]


def find_by_words(language: Language, heard: Heard, nearest: Nearest | None) -> list[Ranked]:
    """Find what has the words somewhere, else what is done here by that verb, else what is near in meaning."""
    lexicon, atlas = language.lexicon, language.atlas
    ranked = _search(language, heard, heard.words)
    if heard.commands and (not ranked or ranked[0].step == "bm25"):
        ranked = find_called(language, heard) or ranked
    if not ranked and heard.reading.intent == "question":
        ranked = _by_roots(language, heard)
    if not ranked and heard.record is not None:
        ranked = find_recorded(language, heard, heard.record)
    if not ranked:
        ranked = rank(heard.mentions, lexicon, atlas, heard.screen)
    if not ranked and heard.shows_unknown:
        ranked = find_pointed(heard)
    if not ranked and heard.commands:
        parts = dict.fromkeys(id for id, _ in offers_below(language, heard, heard.screen.around))
        ranked = [Ranked(id, "graph", _DONE_HERE) for id in language.outermost(parts)]
    if not ranked and nearest is not None:
        ranked = _near(language, nearest(heard.text))
    return ranked


def with_owner(language: Language, heard: Heard, ranked: Sequence[Ranked]) -> list[Ranked]:
    """Where something is said to be somebody's, find it through the field that says whose it is."""
    head = ranked[0]
    through = language.person_of(head.id) if head.kind == "resource" and owned(language, heard) else None
    if through is None:
        return list(ranked)
    field, person = through
    rest = [one for one in ranked[1:] if one.id not in through]
    return [head._replace(step="graph"), Ranked(field, "graph", _FIELD), Ranked(person, "graph", _PERSON), *rest]


def _by_roots(language: Language, heard: Heard) -> list[Ranked]:
    """Find what the nouns of unknown verbs stand for: things that have all the words, else what is called so."""
    words = by_root(heard.tokens, heard.words, language.lexicon, heard.reading.used)
    searched = _search(language, heard, words)
    if searched and searched[0].step == "keyword" and len(heard.content) > 1:
        return searched
    found = mentions(words, language.lexicon, heard.near)
    return rank(found, language.lexicon, language.atlas, heard.screen) or searched


def owned(language: Language, heard: Heard) -> bool:
    """Whether something is said to be somebody's, and which one it is stays open."""
    names = owners(heard.tokens, heard.named, language.lexicon.words.keys())
    return heard.record is None and next(names, None) is not None


def find_called(language: Language, heard: Heard) -> list[Ranked]:
    """Find what a capability is about of which a whole phrase is said, verb and all: `pare o serviço`."""
    stems = {stem(token.word) for token in heard.tokens}
    found: dict[str, None] = {}
    for verb in heard.reading.verbs:
        for offer in language.offers_called(verb):
            calls = language.calls.of(offer.number)
            said = (c for c in calls if len(c.words) > 1 and c.words[0] == f"+{verb}" and stems.issuperset(c.words[1:]))
            if heard.may_name(offer) and next(said, None) is not None:
                found[language.resource_of(offer)] = None
    return [Ranked(id, "synonym", _CALLED) for id in found if id]


def find_having(language: Language, heard: Heard) -> list[Ranked]:
    """Find what has the words somewhere."""
    return _search(language, heard, heard.words)


def _search(language: Language, heard: Heard, words: Words) -> list[Ranked]:
    numbers = [words.at(at) for at in heard.content]
    known = [number for number in numbers if number is not None]
    unknown = len(numbers) - len(known)
    lexicon, atlas = language.lexicon, language.atlas
    return by_words(known, unknown, lexicon, atlas, heard.screen, heard.near) if known else []


def _near(language: Language, listed: Sequence[tuple[str, float]]) -> list[Ranked]:
    found = [(thing.id, score) for id, score in listed if (thing := language.atlas.named(id)) is not None]
    return [
        Ranked(id, "vector", round(min(max(score, 0.0), 1.0), 3))
        for id, score in sorted(found, key=lambda one: (-one[1], one[0]))
    ]


def _may_be_named(language: Language, heard: Heard, kind: Kind, id: str) -> bool:
    if kind == "resource":
        return id in language.atlas.things
    if kind == "capability":
        offer = language.offer(id)
        return offer is not None and heard.may_name(offer)
    policy = Name("policy", id)
    return language.ground.ways.sees(policy) and Clearance(language.ground, heard.caller).knows(policy)
