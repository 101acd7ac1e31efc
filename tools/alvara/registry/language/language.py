"""Everything that understanding a sentence needs of one registry."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from alvara.registry.atlas import Thing
from alvara.registry.caller import Caller
from alvara.registry.edges import UNSURE
from alvara.registry.ground import Ground
from alvara.registry.kept import Kept
from alvara.registry.language.calls import Calls
from alvara.registry.language.english import ENGLISH
from alvara.registry.language.grammar import Grammar
from alvara.registry.language.lexicon import Lexicon
from alvara.registry.language.portuguese import PORTUGUESE
from alvara.registry.language.screens import Screen
from alvara.registry.language.verbs import Verbs, without
from alvara.registry.offers import Offer
from alvara.registry.places import UnknownName, there_are

_MOST_NEAR = 400
"""Parts of a screen or of a thing that are looked at. Nobody talks about more of them."""


class Language:
    """The words of a registry. Worked out when the first sentence comes; threads may share it."""

    def __init__(self, ground: Ground) -> None:
        """Take the registry whose words these are."""
        self.ground = ground
        self.holdings = ground.holdings
        self.atlas = ground.atlas
        self._people: Kept[tuple[str, str]] = Kept(self._person_of)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of its resources."""
        return Lexicon(self.holdings, self.atlas)

    @cached_property
    def calls(self) -> Calls:
        """The ways to ask for its capabilities."""
        return Calls(self.holdings, self.atlas.offers, self.lexicon.words)

    def verbs_for(self, caller: Caller) -> Verbs:
        """Give the verbs that a caller may know of: what only others can do has none for them."""
        offers = self.atlas.offers
        unknown = [
            verb for verb, numbers in self.calls.introduced.items()
            if not any(caller.meets(offers[number].requirement) for number in numbers)
        ]  # fmt: skip
        return without(self.calls.verbs, unknown) if unknown else self.calls.verbs

    @cached_property
    def _offers(self) -> Mapping[str, Offer]:
        return {offer.id: offer for offer in self.atlas.offers}

    @cached_property
    def initials(self) -> Mapping[str, tuple[str, ...]]:
        """The entities by the initials of their IDs: WP-10231 is a `workPermit`."""
        found: dict[str, list[str]] = {}
        for thing in self.atlas.things.values():
            if thing.type == "entity":
                last = thing.id.rpartition(".")[2]
                letters = "".join(c for at, c in enumerate(last) if at == 0 or c.isupper()).lower()
                found.setdefault(letters, []).append(thing.id)
        return {letters: tuple(ids) for letters, ids in found.items() if len(letters) > 1}

    def grammar(self, locale: str) -> Grammar:
        """Give the grammar to answer in: English where nobody knows the language."""
        return PORTUGUESE if _language_of(locale) == "pt" else ENGLISH

    def tops(self, screen: Screen) -> Sequence[str]:
        """List what a screen is about, the nearest first."""
        return list(dict.fromkeys((*screen.around, *screen.page, *screen.pieces)))

    def numbers_below(self, tops: Iterable[str]) -> list[int]:
        """List the numbers that some things and their parts have in the lexicon, the first few hundred, sorted."""
        numbers = self.lexicon.numbers
        ids = (id for top in dict.fromkeys(tops) for id in self.atlas.below(top))
        return sorted({numbers[id] for id in islice(ids, _MOST_NEAR) if id in numbers})

    def locale_of(self, said: str | None, guess: Callable[[], str]) -> str:
        """Give the locale to answer in: the one that was said, else one of the language that is spoken, else the first.

        Of the same language any will do. Raises `UnknownName` for one that the registry has not.
        """
        locales = self.holdings.about.locales
        spoken = _language_of(guess() if said is None else said)
        same = [locale for locale in locales if _language_of(locale) == spoken]
        if said is not None and not same:
            raise UnknownName("there is no locale", said, locales, there_are(locales))
        return said or next(iter(same), locales[0])

    def offer(self, id: str) -> Offer | None:
        """Give an active capability; None where there is none of that ID."""
        return self._offers.get(id)

    def offers_called(self, verb: str) -> Sequence[Offer]:
        """List the active capabilities that are called by a verb, by ID."""
        return self._by_verb.get(verb, ())

    @cached_property
    def _by_verb(self) -> Mapping[str, Sequence[Offer]]:
        found: dict[str, list[Offer]] = {}
        for offer in self.atlas.offers:
            for verb in self.calls.own[offer.number]:
                found.setdefault(verb, []).append(offer)
        return found

    def resource_of(self, offer: Offer) -> str:
        """Give what a capability is about: the resource in its ID, else its target, else the first it is bound to."""
        name = offer.id.lower()
        named = [id for id in offer.resources if name.endswith(id.rpartition(".")[2].lower())]
        above = [id for id in offer.resources if offer.id.startswith(f"{id}.")]
        listed = (*named, *sorted(above, key=len, reverse=True), offer.target, *offer.resources)
        return next((id for id in listed if id in self.atlas.things), "")

    def line_of(self, id: str) -> Iterator[Thing]:
        """Yield a resource and what it is a part of, the nearest first."""
        yield self.atlas.things[id]
        yield from self.atlas.above(id)

    def outermost(self, ids: Iterable[str]) -> list[str]:
        """List those of some resources that are no part of another of them, by ID."""
        listed = set(ids)
        return [id for id in sorted(listed) if not any(above.id in listed for above in self.atlas.above(id))]

    def person_of(self, id: str) -> tuple[str, str] | None:
        """Give the field that says whose a thing is, and the entity of such people: of several the one named first.

        Both sides may say so: the field has a relation to the entity, or the entity to fields. Who was not sure says
        nothing.
        """
        return self._people[id]

    def _person_of(self, id: str) -> tuple[str, str] | None:
        people: dict[str, list[str]] = {}
        for part in islice(self.atlas.below(id), _MOST_NEAR):
            if self.atlas.things[part].type == "field":
                for target in self._related(part):
                    thing = self.atlas.things.get(target)
                    if thing is not None and thing.type == "entity" and target != id:
                        people.setdefault(target, []).append(part)
        for person, fields in sorted(people.items()):
            back = [target for target in self._related(person) if target in fields]
            return (back or sorted(fields))[0], person
        return None

    def _related(self, id: str) -> list[str]:
        body = self.holdings.body("resource", id) or {}
        relations = [item for item in body.get("relations", ()) if item.get("confidence", "MANUAL") not in UNSURE]
        targets = (item["target"] for item in relations if item["type"] in ("RELATED_TO", "BELONGS_TO"))
        return [found for target in targets if (found := self.holdings.meant("resource", target))]


def _language_of(locale: str) -> str:
    return locale.partition("-")[0].lower()
