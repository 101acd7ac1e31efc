"""How people ask for a capability: the verbs and the words of its names, synonyms and examples."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from alvara.identity.ids import kebab
from alvara.registry.finding import texts_in
from alvara.registry.holdings import Holdings
from alvara.registry.language.grammar import Deed
from alvara.registry.language.lexicon import FUNCTION_WORDS
from alvara.registry.language.portuguese import PORTUGUESE
from alvara.registry.language.readings import is_content
from alvara.registry.language.stems import stem
from alvara.registry.language.tokens import tokens, words_of
from alvara.registry.language.verbs import Verbs, known_verbs, with_own
from alvara.registry.offers import Offer

Words = tuple[str, ...]
"""Stems; a verb at the beginning as `+` and its infinitive, whatever its form."""


_POSSIBLE: Mapping[str, frozenset[Deed]] = {
    "get": frozenset({"show", "open", "explain"}),
    "list": frozenset({"list", "show", "open"}),
    "search": frozenset({"search", "list", "show", "open"}),
    "explain": frozenset({"explain", "show"}),
    "navigate": frozenset({"go", "open"}),
    "filter": frozenset({"search", "show"}),
    "sort": frozenset({"list", "show"}),
    "create": frozenset({"create", "copy", "add"}),
    "update": frozenset({"change", "add", "remove"}),
    "delete": frozenset({"delete", "remove"}),
    "approve": frozenset({"approve"}),
    "cancel": frozenset({"cancel"}),
    "submit": frozenset({"submit"}),
}
"""What a verb of a capability may mean, by its action: to open a new permit is to create one."""


class Call(NamedTuple):
    """One way to ask for a capability; a whole sentence where it is an example."""

    offer: int
    words: Words
    whole: bool


class Calls:
    """The ways to ask for each active capability, by its number, and what its verbs ask for.

    `introduced` are the verbs that no table has, each with the capabilities that are called by it.
    """

    def __init__(self, holdings: Holdings, offers: Sequence[Offer], nouns: Container[str]) -> None:
        """Read the active capabilities; `nouns` are the stems of what things are called, which are no verbs."""
        read: list[list[tuple[bool, list[str]]]] = []
        self.introduced: dict[str, list[int]] = {}
        for offer in offers:
            body = holdings.body("capability", offer.id) or {}
            texts = _read(body)
            infinitives = {verb for _, words in texts for verb in _infinitive(words)}
            for verb in infinitives | {verb for verb in _english_verbs(body) if stem(verb) not in nouns}:
                self.introduced.setdefault(verb, []).append(len(read))
            read.append(texts)
        self.verbs: Verbs = with_own(self.introduced)
        self.by_words: dict[Words, list[Call]] = {}
        self.own: list[frozenset[str]] = []
        self.deeds: list[frozenset[Deed]] = []
        self._by_offer: list[list[Call]] = [[] for _ in read]
        for number, texts in enumerate(read):
            own: set[str] = set()
            named: set[str] = set()
            for whole, words in texts:
                for call in self._calls(number, whole, words):
                    self.by_words.setdefault(call.words, []).append(call)
                    self._by_offer[number].append(call)
                    verbs = {word[1:] for word in call.words[:1] if word.startswith("+")}
                    own |= verbs
                    if not whole:
                        named |= verbs
            self.own.append(frozenset(own))
            possible = _POSSIBLE.get(offers[number].action)
            deeds = frozenset(deed for verb in named for deed in self.verbs.deeds.get(verb, ()))
            self.deeds.append(deeds if possible is None else deeds & possible)

    def of(self, offer: int) -> Sequence[Call]:
        """List the ways to ask for one capability."""
        return self._by_offer[offer]

    def _calls(self, number: int, whole: bool, words: Sequence[str]) -> Iterator[Call]:
        kept = [word for word in words if word not in FUNCTION_WORDS]
        if not kept:
            return
        rest = tuple(map(stem, kept[1:]))
        verbs = self.verbs.forms.get(kept[0], ())
        for verb in verbs:
            yield Call(number, (f"+{verb}", *rest), whole)
        if not verbs:
            yield Call(number, (stem(kept[0]), *rest), whole)


def _read(body: Mapping[str, Any]) -> list[tuple[bool, list[str]]]:
    """List the texts of a capability as words; whether each is an example."""
    named = [text for key in ("labels", "name", "synonyms") for text in texts_in(body.get(key))]
    named.append(kebab(body.get("id", "").rpartition(".")[2]))
    examples = texts_in(body.get("examples"))
    listed = [*((False, words_of(text)) for text in named), *((True, words_of(text)) for text in examples)]
    return [(whole, words) for whole, words in listed if words]


def _infinitive(words: Sequence[str]) -> Iterable[str]:
    """Give the infinitive that a text begins with, where it is one that no table has."""
    first = words[0]
    return (first,) if len(words) > 1 and PORTUGUESE.is_infinitive(first) and first not in known_verbs().forms else ()


def _english_verbs(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield the verbs that no table has, with which English labels and synonyms begin.

    English verbs have no ending to be known by; what a capability is called begins with one.
    """
    for block in filter(None, (body.get("labels"), body.get("synonyms"))):
        for locale, texts in block.items() if isinstance(block, Mapping) else ():
            if locale.partition("-")[0].lower() == "en":
                for first, *rest in filter(None, map(words_of, texts_in(texts))):
                    if rest and first not in known_verbs().forms and is_content(tokens(first)[0]):
                        yield first
