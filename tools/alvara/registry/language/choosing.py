"""Which capabilities do what a sentence asks for."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from alvara.registry.atlas import Atlas
from alvara.registry.caller import Caller
from alvara.registry.language.calls import Calls
from alvara.registry.language.grammar import Deed
from alvara.registry.language.readings import Reading
from alvara.registry.offers import Offer

_ACTIONS: Mapping[Deed, Set[str]] = {
    "change": {"update"}, "create": {"create"}, "delete": {"delete"}, "approve": {"approve"}, "cancel": {"cancel"},
    "submit": {"submit"}, "show": {"get", "list", "search"}, "open": {"get", "navigate"}, "list": {"list", "search"},
    "search": {"search", "list", "filter"}, "go": {"navigate"}, "explain": {"explain"},
}  # fmt: skip
"""The actions of capabilities that do what a verb asks for, whatever they are called."""

_LOOKING = frozenset({"show", "open", "list", "search"})
_CHANGES = frozenset({"update", "custom"})
_MARGIN = 0.12
"""Fits that are this near each other are as good."""

_EACH_WORD, _HINT = 0.15, 0.4

_CALLED, _MEANT, _POSSIBLE = 3.0, 2.0, 1.0
"""What a capability is called by itself, what its verbs mean, and what its action allows."""


class Wish(NamedTuple):
    """What is asked for: the sentence as it sounds, its words as `Calls` has them, and what is known of the thing.

    `words` are those of the sentence, `about` those by which the thing itself goes. `many` where several are
    meant, `specific` where an object is given, `entity` where the thing has records of its own, `screen`
    where it is a piece of the screen.
    """

    reading: Reading
    words: frozenset[str]
    about: frozenset[str]
    many: bool
    specific: bool
    entity: bool
    screen: bool


def choose(wish: Wish, calls: Calls, pool: Iterable[Offer]) -> list[Offer]:
    """List the capabilities of a pool that fit a wish: one where it is clear, several where it is not."""
    listed = list(pool)
    deeds = wish.reading.deeds
    if not deeds and not wish.reading.verbs:
        return []
    scores = {offer.number: _fit(offer, wish, calls) for offer in listed}
    fits = [offer for offer in listed if scores[offer.number] > 0]
    if deeds & _LOOKING and all(offer.reads or offer.navigates for offer in fits):
        fits = _by_number(fits, wish)
    if not fits:
        return []
    best = max(scores[offer.number] for offer in fits)
    if "change" in deeds and not wish.specific and not _said(wish, calls, fits):
        # A word such as "change" fits whatever changes the thing, and nothing says which change is meant.
        return [offer for offer in fits if offer.action in _CHANGES or scores[offer.number] >= _CALLED]
    return [offer for offer in fits if scores[offer.number] >= best - _MARGIN]


def _fit(offer: Offer, wish: Wish, calls: Calls) -> float:
    verbs, deeds = set(wish.reading.verbs), wish.reading.deeds
    if verbs & calls.own[offer.number]:
        return _CALLED + _coverage(offer, wish, calls, verbs)
    if deeds & calls.deeds[offer.number]:
        return _MEANT + _HINT * _hinted(offer, wish, calls)
    possible = any(offer.action in _ACTIONS.get(deed, ()) for deed in deeds)
    if possible or (wish.screen and offer.navigates and deeds & _LOOKING):
        return _POSSIBLE + _HINT * _hinted(offer, wish, calls)
    return 0.0


def _hinted(offer: Offer, wish: Wish, calls: Calls) -> bool:
    """Whether the sentence has the words of a capability's phrase, beyond the verb and the names of the thing."""
    for call in calls.of(offer.number):
        hints = [word for word in call.words if word[0] != "+" and word not in wish.about]
        if hints and wish.words.issuperset(hints):
            return True
    return False


def _coverage(offer: Offer, wish: Wish, calls: Calls, verbs: Set[str]) -> float:
    """Tell how much of the best of a capability's phrases is said: 1 for all, and more for each word beyond two."""
    best = 0.0
    for call in calls.of(offer.number):
        if call.words[0][1:] in verbs:
            said = sum(word in wish.words or word in wish.about for word in call.words[1:])
            whole = all(word in wish.words for word in call.words)
            best = max(best, (said + 1) / len(call.words) + _EACH_WORD * max(len(call.words) - 2, 0) * whole)
    return round(best, 3)


def _said(wish: Wish, calls: Calls, fits: Iterable[Offer]) -> bool:
    """Whether the sentence has all words of a phrase of one of some capabilities, and not its verb alone."""
    return any(
        len(call.words) > 1 and all(word in wish.words for word in call.words)
        for offer in fits
        for call in calls.of(offer.number)
    )


def _by_number(fits: Sequence[Offer], wish: Wish) -> list[Offer]:
    """Of what only looks, keep what looks for many, or for the one."""
    navigating = [offer for offer in fits if offer.navigates]
    actions = ("search", "list", "filter") if wish.many else ("get",)
    chosen = [offer for offer in fits if offer.action in actions]
    going = "go" in wish.reading.deeds or wish.screen or ("open" in wish.reading.deeds and not wish.entity)
    if navigating and going:
        return navigating
    return chosen or list(fits)


def pool_of(id: str, atlas: Atlas, deeds: Set[Deed], caller: Caller) -> list[Offer]:
    """List what a caller may ask for of a thing; where somebody wants to go there, what leads to it.

    That are the navigations of its nearest screen.
    """

    def bound_to(thing: str) -> list[Offer]:
        return [offer for offer in atlas.offers_of.get(thing, ()) if caller.meets(offer.requirement)]

    bound = bound_to(id)
    if not deeds & {"go", "open", "show"} or any(offer.navigates for offer in bound):
        return bound
    for screen in (id, *atlas.things[id].shown_by):
        for one in (screen, *(above.id for above in atlas.above(screen))):
            leading = [offer for offer in bound_to(one) if offer.navigates]
            if leading:
                return [*bound, *leading]
    return bound
