"""What is meant by what somebody says: exact, alias, synonym, keyword, BM25, graph, in this order, and how it was found."""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import NamedTuple

from alvara.registry.atlas import Offer
from alvara.registry.holdings import Kind
from alvara.registry.language.choosing import Wish, choose, exemplary, pool_of, usable
from alvara.registry.language.clarifying import ask_change, ask_which
from alvara.registry.language.language import Language
from alvara.registry.language.lexicon import Field
from alvara.registry.language.mentions import Mention, Words, by_root, look_up, mentions
from alvara.registry.language.places import Place, locate
from alvara.registry.language.ranking import TIE, Ranked, Step, by_words, narrowed, rank, tied
from alvara.registry.language.readings import Intent, Reading, is_content, language_of, owners, plural, read, showing
from alvara.registry.language.resolution import Match, Outcome, Resolution
from alvara.registry.language.stems import stem
from alvara.registry.language.tokens import Token, composed, tokens

LONGEST = 2000
"""Characters. What is longer is no sentence, and is not looked at."""

_MOST_MATCHES = 8

_KINDS: tuple[Kind, ...] = ("resource", "capability", "policy")

Nearest = Callable[[str], Sequence[tuple[str, float]]]
"""Finds things by the nearness of meanings: IDs of resources with scores from 0 to 1."""


class Question(NamedTuple):
    """What somebody said, and where. `permissions` and `tenant` are None where they were not said."""

    text: str
    locale: str | None = None
    focus: str | None = None
    page: str | None = None
    tab: str | None = None
    selection: str | None = None
    permissions: Set[str] | None = None
    tenant: str | None = None


def resolve(language: Language, question: Question, nearest: Nearest | None = None) -> Resolution:
    """Find what a sentence is about and what it wants; `nearest` is asked where nothing else found anything.

    What is not clear is said to be so, with what to ask back: nothing is guessed. What a caller may not use is never
    named.
    """
    said = composed(question.text[: LONGEST + 1])
    locale = question.locale or ""
    if len(question.text) > LONGEST or not said.strip():
        phrases = language.grammar(locale or _first_locale(language)).phrases
        return Resolution("unknown", "unclear", clarification=phrases.empty if not said.strip() else phrases.too_long)
    listed = tokens(said)
    if not locale:
        spoken = language_of(listed)
        locales = language.holdings.about.locales
        locale = next((each for each in locales if each.partition("-")[0] == spoken), spoken)
    return _Sentence(language, question, said, listed, locale, nearest).resolve()


def _first_locale(language: Language) -> str:
    return next(iter(language.holdings.about.locales), "en")


class _Sentence:
    """One sentence, looked at step by step; each step either answers or leaves it to the next."""

    def __init__(
        self, language: Language, question: Question, text: str, listed: Sequence[Token], locale: str,
        nearest: Nearest | None,
    ) -> None:  # fmt: skip
        self.language, self.question, self.text, self.tokens, self.locale = language, question, text, listed, locale
        self.nearest = nearest
        self.grammar = language.grammar(locale)
        self.atlas, self.lexicon, self.calls = language.atlas, language.lexicon, language.calls
        self.place: Place = locate(
            language.holdings, self.atlas, focus=question.focus, page=question.page, tab=question.tab,
            selection=question.selection,
        )  # fmt: skip
        self.words: Words = look_up(listed, self.lexicon, self.calls.verbs.forms.keys(), language.function)
        self.mentions: list[Mention] = mentions(self.words, self.lexicon)
        named = {at for mention in self.mentions for at in range(mention.start, mention.end)}
        self.reading: Reading = read(listed, self.calls.verbs, text, named, {m.start for m in self.mentions})
        verb = self.reading.used
        self.mentions = [m for m in self.mentions if not set(range(m.start, m.end)) <= verb]
        self.wordy = [word.word for word in listed]

    # Steps

    def resolve(self) -> Resolution:
        exact = self._exact()
        if exact:
            return self._about(exact)
        example = self._example()
        if example is not None:
            return example
        things = [mention for mention in self.mentions if not self._is_value(mention)]
        if things:
            return self._about(self._named(self.mentions))
        if self.reading.points:
            return self._about(self._pointed())
        if not self._content():
            return self._bare()
        return self._about(self._searched())

    def _exact(self) -> list[Ranked]:
        """Things whose ID, alias or former ID is in the text."""
        found: list[Ranked] = []
        whole = self.text.strip()
        names = [token.text for token in self.tokens if token.sort == "identifier"]
        for name in [whole, *names] if whole not in names else names:
            for kind in _KINDS:
                id = self.language.holdings.meant(kind, name)
                if id is not None and self._may_name(kind, id) and all(each.id != id for each in found):
                    step: Step = "exact" if id == name else "alias"
                    found.append(Ranked(id, step, 1.0 if id == name else 0.95, kind=kind))
        return found

    def _may_name(self, kind: Kind, id: str) -> bool:
        if kind == "resource":
            return id in self.atlas.things
        if kind == "capability":
            return any(offer.id == id for offer in self._usable())
        body = self.language.holdings.body("policy", id)
        return body is not None and body["status"] in ("active", "deprecated")

    def _example(self) -> Resolution | None:
        """A command that is, word for word, an example or a phrase of a capability."""
        if self.reading.intent == "question" or self.reading.negated or self.reading.several:
            return None
        offers = exemplary(self._wish(None), self.calls, self._usable())
        if len(offers) != 1:
            return None
        (offer,) = offers
        named = [
            *(self._named(self.mentions) if self.mentions else []),
            *(self._pointed() if self.reading.points else []),
        ]
        ranked = [one for one in named if offer in pool_of(one.id, self.atlas, self.reading.deeds)]
        if not ranked:
            ranked = [Ranked(self._own_resource(offer), "synonym", 0.85)]
        return self._done("resolved", "command", self._with_owner(ranked), (offer.id,))

    def _named(self, named: Sequence[Mention]) -> list[Ranked]:
        if self.reading.intent == "question" and self._asks_without_noun():
            skipped = self.reading.used | {m for mention in named for m in range(mention.start, mention.end)}
            more = mentions(by_root(self.tokens, self.words, self.lexicon, skipped), self.lexicon)
            ranked = rank(more, self.lexicon, self.atlas, self.place) if more != list(named) else []
            heads = {one.id for one in tied(rank(named, self.lexicon, self.atlas, self.place))}
            if ranked and any(above.id in heads for above in self.atlas.above(ranked[0].id)):
                return ranked
        return rank(named, self.lexicon, self.atlas, self.place)

    def _asks_without_noun(self) -> bool:
        """Whether the question is for somebody or a moment: who answers for it, when it ends."""
        return any(word in ("quem", "who", "quando", "when", "onde", "where") for word in self.wordy[:3])

    def _pointed(self) -> list[Ranked]:
        """What "this" is: what is in focus, else the record that is selected, else what the tab or the page shows."""
        found = [Ranked(id, "graph", round(0.7 - 0.05 * at, 3)) for at, id in enumerate(self.place.referents)]
        return found[:1]

    def _bare(self) -> Resolution:
        """A sentence that names nothing and knows nothing else: a greeting, a verb alone, a number."""
        wanted = bool(self.reading.deeds or self.reading.verbs) or self.reading.intent == "question"
        records = [token for token in self.tokens if token.sort == "record"]
        if records:
            return self._about(self._recorded(records[0]))
        if not wanted or not self._meaningful():
            return self._unknown()
        if self.place.focus or (self.place.record and self.reading.intent == "command"):
            return self._about(self._pointed())
        if self.reading.intent == "command" and not self.reading.negated:
            return self._unclear(self._pointed())
        return self._unknown()

    def _meaningful(self) -> bool:
        """Whether something is asked for; good morning is not, and no more is "what's up"."""
        return self.reading.intent == "command" or bool(self.reading.verbs) or self.reading.at >= 0

    def _recorded(self, token: Token) -> list[Ranked]:
        """The entity whose records have such numbers, as the page or the letters of the number tell."""
        letters = "".join(character for character in token.word if character.isalpha())
        ids = list(self.language.initials.get(letters, ()))
        if token.text == self.place.record and self.place.entity:
            ids = [self.place.entity]
        ids = ids or list(filter(None, [self.place.entity]))
        return [Ranked(id, "graph", 0.65) for id in ids]

    def _searched(self) -> list[Ranked]:
        """What has the words somewhere, else what does the deed here, else what is near in meaning."""
        content = self._content()
        words, unknown = self._numbers(self.words, content)
        ranked = by_words(words, unknown, self.lexicon, self.atlas, self.place) if words else []
        if not ranked and self.reading.intent == "question":
            turned = by_root(self.tokens, self.words, self.lexicon, self.reading.used)
            found = mentions(turned, self.lexicon)
            ranked = rank(found, self.lexicon, self.atlas, self.place)
            if not ranked:
                words, unknown = self._numbers(turned, content)
                ranked = by_words(words, unknown, self.lexicon, self.atlas, self.place) if words else []
        if not ranked and any(token.sort == "record" for token in self.tokens):
            ranked = self._recorded(next(token for token in self.tokens if token.sort == "record"))
        if not ranked and self.mentions:
            ranked = self._named(self.mentions)
        if not ranked and self.reading.intent == "command":
            ranked = self._done_here()
        if not ranked and self.nearest is not None:
            near = [(self.language.holdings.meant("resource", id), score) for id, score in self.nearest(self.text)]
            ranked = [
                Ranked(id, "vector", round(min(max(score, 0.0), 1.0), 3))
                for id, score in sorted(near, key=lambda one: (-one[1], one[0] or ""))
                if id in self.atlas.things
            ]
        return ranked

    def _done_here(self) -> list[Ranked]:
        """The things here to which the very verb is done: "add a ladder" where there are components."""
        if not (self.place.focus or self.place.tab or self.place.page):
            return []
        around = (self.place.focus,) if self.place.focus else self.place.tab or self.place.page
        verbs = set(self.reading.verbs)
        found: dict[str, None] = {}
        for outer in around:
            for id in self.atlas.below(outer):
                for offer in self.atlas.offers_of.get(id, ()):
                    if verbs & self.calls.own[offer.number] and self._may_use(offer):
                        found[id] = None
        outermost = [id for id in found if not any(above.id in found for above in self.atlas.above(id))]
        return [Ranked(id, "graph", 0.5) for id in sorted(outermost)]

    # What follows from what was found

    def _about(self, ranked: Sequence[Ranked]) -> Resolution:
        """Answer with what was found: one thing, several that tie, or none."""
        if not ranked:
            return self._unclear([]) if self._orders() and self.reading.points else self._unknown()
        capability = next((one for one in ranked if one.kind == "capability"), None)
        if capability is not None:
            chosen = (capability.id,) if self.reading.intent == "command" and not self.reading.negated else ()
            return self._done("resolved", self._intent(), ranked, chosen)
        best = tied(ranked, 0.05 if ranked[0].step in ("bm25", "vector") else TIE)
        commands = self.reading.intent == "command" and not self.reading.negated
        if commands and len(best) > 1 and best[0].mention is not None:
            best = narrowed(best, lambda id: bool(self._fitting(id, None)))
        if len(best) > 1:
            ids = [one.id for one in best]
            asked = ask_which(self.language.holdings, self.grammar, self.locale, "resource", ids)
            return self._ambiguous("unclear" if commands else self._intent(), ranked, (), asked)
        rest = [one for one in ranked if one.id != best[0].id]
        ordered = self._with_owner([best[0], *rest])
        if not commands or self.reading.several:
            if commands:
                return self._several(ordered)
            return self._done("resolved", self._intent(), ordered, ())
        if not self.reading.deeds and not self.reading.verbs:
            return self._unclear(ordered)
        fits = self._fitting(best[0].id, best[0].mention)
        if not fits and (inner := self._inner(best[0])):
            ordered, fits = [inner[0], *ordered], inner[1]
        if len(fits) > 1:
            return self._which(ordered, fits)
        return self._done("resolved", "command", ordered, tuple(offer.id for offer in fits))

    def _inner(self, head: Ranked) -> tuple[Ranked, list[Offer]] | None:
        """The one part of a thing to which the very verb is done, where the sentence names something nobody knows."""
        if not any(self.words_known(at) is None for at in self._content_at()):
            return None
        found: dict[str, list[Offer]] = {}
        for id in self.atlas.below(head.id):
            offers = [
                offer for offer in self.atlas.offers_of.get(id, ())
                if set(self.reading.verbs) & self.calls.own[offer.number] and self._may_use(offer)
            ]  # fmt: skip
            if offers:
                found[id] = offers
        outermost = [id for id in found if not any(above.id in found for above in self.atlas.above(id))]
        if len(outermost) != 1 or len(found[outermost[0]]) != 1:
            return None
        return Ranked(outermost[0], "graph", head.score), found[outermost[0]]

    def _fitting(self, id: str, mention: Mention | None) -> list[Offer]:
        pool = [offer for offer in pool_of(id, self.atlas, self.reading.deeds) if self._may_use(offer)]
        return choose(self._wish(id, mention), self.calls, pool)

    def _wish(self, id: str | None, mention: Mention | None = None) -> Wish:
        verbs = [f"+{verb}" for verb in self.reading.verbs]
        kept = [token.word for token in self.tokens if token.word not in self.language.function]
        stems = [stem(word) for word in kept]
        around = set(stems)
        many = specific = False
        if mention is not None:
            many = (
                plural(self.tokens[mention.start]) and not self._has_record() and not showing(self.wordy, mention.start)
            )
        if id is not None:
            around |= self.lexicon.words_about(id)
            entity = self.atlas.things[id].type == "entity"
            shown = mention is not None and showing(self.wordy, mention.start)
            specific = not entity and (self.reading.valued or shown)
        rest = tuple(stems[1:])
        whole = [
            tuple(stems),
            *(((f"+{verb}", *rest)) for verb in self.calls.verbs.forms.get(kept[0] if kept else "", ())),
        ]
        return Wish(self.reading, frozenset({*stems, *verbs}), frozenset(around), whole, many, specific)

    def _with_owner(self, ranked: list[Ranked]) -> list[Ranked]:
        """Where something belongs to somebody, it is found through the field that says to whom."""
        head = ranked[0]
        named = {at for mention in self.mentions for at in range(mention.start, mention.end)}
        if head.id not in self.atlas.things or self._has_record():
            return ranked
        if next(owners(self.tokens, named, self.lexicon.words.keys()), None) is None:
            return ranked
        through = self.language.person_of(head.id)
        if through is None:
            return ranked
        field, person = through
        rest = [one for one in ranked[1:] if one.id not in (field, person)]
        more = [Ranked(field, "graph", 0.6), Ranked(person, "graph", 0.55)]
        return [head._replace(step="graph"), *more, *rest]

    def _which(self, ranked: Sequence[Ranked], fits: Sequence[Offer]) -> Resolution:
        """Ask which of several capabilities is meant."""
        head = ranked[0].id
        changing = "change" in self.reading.deeds or not self.reading.deeds
        if changing and all(not offer.reads for offer in fits):
            asked = self._ask_change(head)
        else:
            ids = [offer.id for offer in fits]
            asked = ask_which(self.language.holdings, self.grammar, self.locale, "capability", ids)
        return self._ambiguous("unclear", ranked, tuple(offer.id for offer in fits), asked)

    def _several(self, ranked: Sequence[Ranked]) -> Resolution:
        return self._ambiguous("unclear", ranked, (), self.grammar.phrases.one_at_a_time)

    def _unclear(self, ranked: Sequence[Ranked]) -> Resolution:
        """A command of which nobody knows what it is to be done to, or what is to be done."""
        asked = self._ask_change(ranked[0].id) if ranked else self.grammar.phrases.empty
        return self._ambiguous("unclear", ranked, (), asked)

    def _ask_change(self, id: str) -> str:
        around = next((a.id for a in (self.atlas.things[id], *self.atlas.above(id)) if a.type == "entity"), "")
        return ask_change(self.language.holdings, self.grammar, self.locale, id, self.place, around)

    def _unknown(self) -> Resolution:
        return Resolution("unknown", self._intent(), clarification=self.grammar.phrases.nothing)

    def _ambiguous(
        self, intent: Intent, ranked: Iterable[Ranked], capabilities: tuple[str, ...], asked: str
    ) -> Resolution:
        return self._done("ambiguous", intent, ranked, capabilities)._replace(clarification=asked)

    def _done(
        self, outcome: Outcome, intent: Intent, ranked: Iterable[Ranked], capabilities: tuple[str, ...]
    ) -> Resolution:
        matches = tuple(Match(one.id, one.kind, one.step, one.score) for one in ranked)
        return Resolution(outcome, intent, matches[:_MOST_MATCHES], tuple(sorted(capabilities)))

    def _intent(self) -> Intent:
        return "unclear" if self.reading.negated else self.reading.intent

    def _usable(self) -> list[Offer]:
        return [offer for offer in self.atlas.offers if self._may_use(offer)]

    def _may_use(self, offer: Offer) -> bool:
        return usable(offer, self.question.permissions, self.question.tenant)

    def _own_resource(self, offer: Offer) -> str:
        """Give what a capability is about: the resource of its name, else its target, else the first it is bound to."""
        last = offer.id.lower()
        named = [
            id for id in offer.resources if last.endswith(id.rpartition(".")[2].lower()) and id in self.atlas.things
        ]
        listed = [*named, offer.target, *offer.resources]
        return next((id for id in listed if id in self.atlas.things), "")

    def _has_record(self) -> bool:
        return any(token.sort == "record" for token in self.tokens)

    def _is_value(self, mention: Mention) -> bool:
        return all(field == Field.VALUE for field in mention.things.values())

    def _content_at(self) -> list[int]:
        """List the places of words that may name something, and are no part of what the sentence wants."""
        return [
            at for at, token in enumerate(self.tokens)
            if at not in self.reading.used and is_content(token)
            and not (self.reading.at > at and self.words_known(at) is None)
        ]  # fmt: skip

    def words_known(self, at: int) -> int | None:
        return dict(zip(self.words.places, self.words.numbers, strict=True)).get(at)

    def _content(self) -> list[int]:
        return self._content_at()

    def _numbers(self, words: Words, content: Sequence[int]) -> tuple[list[int], int]:
        known = dict(zip(words.places, words.numbers, strict=True))
        numbers = [known.get(at) for at in content]
        return [number for number in numbers if number is not None], sum(number is None for number in numbers)

    def _orders(self) -> bool:
        return self.reading.intent == "command"
