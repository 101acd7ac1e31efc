"""What somebody said, taken apart: its words, the names in it, what it wants, and where it was said."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from alvara.registry.caller import ANYBODY, Caller
from alvara.registry.language.grammar import Grammar
from alvara.registry.language.language import Language
from alvara.registry.language.mentions import Mention, Words, look_up, mentions
from alvara.registry.language.readings import (
    Reading,
    becomes,
    is_content,
    language_of,
    read,
    reason_in,
    showing,
)
from alvara.registry.language.screens import Screen, locate
from alvara.registry.language.tokens import Token, tokens
from alvara.registry.language.verbs import Verbs
from alvara.registry.offers import Offer


class Utterance(NamedTuple):
    """What somebody said, and where. What is None was not said."""

    text: str
    locale: str | None = None
    focus: str | None = None
    page: str | None = None
    tab: str | None = None
    selection: str | None = None
    caller: Caller = ANYBODY


class Heard(NamedTuple):
    """An utterance taken apart.

    `verbs` are those that the caller may know of; `mentions` are without the verb of the sentence; `near` are the
    numbers of the resources on the screen.
    """

    text: str
    tokens: Sequence[Token]
    verbs: Verbs
    locale: str
    grammar: Grammar
    screen: Screen
    words: Words
    mentions: Sequence[Mention]
    reading: Reading
    caller: Caller
    near: Sequence[int]

    @property
    def commands(self) -> bool:
        """Whether something is to be done; what is not to be done is none."""
        return self.reading.intent == "command" and not self.reading.negated

    @property
    def record(self) -> Token | None:
        """The first number of a record that is said."""
        return next((token for token in self.tokens if token.sort == "record"), None)

    @property
    def content(self) -> list[int]:
        """The places of words that may name something, and are no part of what the sentence wants."""
        return [
            at
            for at, token in enumerate(self.tokens)
            if at not in self.reading.used
            and is_content(token)
            and (self.reading.intent == "question" or at >= self.reading.at or self.words.at(at) is not None)
        ]

    @property
    def wish(self) -> str:
        """The text without the reason that a command gives for itself: what it names is not what is to be done to.

        A wish that would be about nothing keeps its reason.
        """
        if not self.commands or self.reading.at < 0:
            return self.text
        reason = reason_in(self.tokens, self.reading.at)
        named = self.screen.referent or any(mention.end <= reason for mention in self.mentions)
        return self.text[: self.tokens[reason].start] if named and reason < len(self.tokens) else self.text

    @property
    def shows_unknown(self) -> bool:
        """Whether "this" stands before a word that nobody knows: `este registro`."""
        return any(self.words.at(at) is None and showing(self.tokens, at) for at in self.content)

    @property
    def named(self) -> set[int]:
        """The places of words by which things are named."""
        return {at for mention in self.mentions for at in range(mention.start, mention.end)}

    def may_name(self, offer: Offer) -> bool:
        """Whether the caller may know of a capability."""
        return self.caller.meets(offer.requirement)


def hear(language: Language, utterance: Utterance, text: str) -> Heard:
    """Take an utterance apart. Raises `UnknownName` for a page, a tab or a focus that is none."""
    said = tokens(text)
    screen = locate(
        language.atlas, focus=utterance.focus, page=utterance.page, tab=utterance.tab, selection=utterance.selection
    )
    lexicon, verbs = language.lexicon, language.verbs_for(utterance.caller)
    words = look_up(said, lexicon, verbs.forms.keys())
    near = language.numbers_below(language.tops(screen))
    found = mentions(words, lexicon, near)
    if any(mention.common for mention in found):
        # Very many things have a validity: those count that belong to what else is named.
        within = (lexicon.ids[number] for mention in found if not mention.common for number in mention.things)
        near = language.numbers_below((*language.tops(screen), *within))
        found = mentions(words, lexicon, near)
    named = {at for mention in found for at in range(mention.start, mention.end)}
    reading = read(said, verbs, text, named, {mention.start for mention in found})
    rest = [mention for mention in found if not reading.used >= set(range(mention.start, mention.end))]
    if rest and "change" in reading.deeds:
        # What the title is changed to may be the name of something, and is a value all the same.
        end = becomes(said, rest[0].end, len(said))
        reading = reading._replace(valued=reading.valued or end < len(said))
        rest = [mention for mention in rest if mention.start < end]
    locale = language.locale_of(utterance.locale, partial(language_of, said))
    return Heard(
        text, said, verbs, locale, language.grammar(locale), screen, words, rest, reading, utterance.caller, near
    )


def offers_below(language: Language, heard: Heard, outer: Sequence[str]) -> Iterator[tuple[str, Offer]]:
    """Yield the parts of things with each capability whose own verb is said, where the caller may know of it.

    What is added to a thing and taken from it may be said in any verb for that.
    """
    verbs, deeds = set(heard.reading.verbs), heard.reading.deeds & {"add", "remove"}
    calls = language.calls
    for top in outer:
        for id in language.atlas.below(top):
            for offer in language.atlas.offers_of.get(id, ()):
                called = verbs & calls.own[offer.number] or deeds & calls.deeds[offer.number]
                if called and heard.may_name(offer):
                    yield id, offer
