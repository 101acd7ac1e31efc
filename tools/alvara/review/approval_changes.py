"""What changed since the last approval, told in the sentences of the page itself, the gravest first.

Whatever the page tells of the two definitions is compared, so that nothing which it shows can change without being
named here. How grave that is, the comparison of the two says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from alvara.compare.change import NO_WITNESS, Change, Impact
from alvara.review.approval_layout import Item, shown, words
from alvara.review.approval_voice import Voice
from alvara.review.review import IMPACTS, TOPICS

_ASPECTS: Mapping[str, str] = {
    "permissions": "authorization", "roles": "authorization", "guards": "policies",
    "knowledgeRefs": "knowledgeReferences",
}  # fmt: skip
"""Aspects that the page tells with others."""

_UNSIGNED = frozenset({"status"})
"""What no approval covers."""

_WITNESSES: Mapping[tuple[str, Impact], str] = {
    ("inputSchema", "breaking"): "refused", ("inputSchema", "additive"): "accepted",
    ("outputSchema", "breaking"): "output", ("outputSchema", "additive"): "output",
}  # fmt: skip


def about_changes(
    was: Sequence[Item], now: Sequence[Item], changes: Iterable[Change], graver: Mapping[str, Impact], voice: Voice
) -> tuple[Item, ...]:
    """Tell what differs between two states. `graver` weighs aspects of which the comparison does not know."""
    old, new = _by_aspect(was), _by_aspect(now)
    known: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        if change.aspect not in _UNSIGNED:
            known[_ASPECTS.get(change.aspect, change.aspect)].append(change)
    found: dict[Impact, list[tuple[str, Item]]] = defaultdict(list)
    for aspect in dict.fromkeys((*new, *old, *known)):
        told = tuple(_differences(old.get(aspect, []), new.get(aspect, []), voice))
        if not told:
            told = tuple(_noted(known[aspect], voice))
        told += tuple(_witnesses(known[aspect], voice))
        if told:
            impacts = [change.impact for change in known[aspect]] + [graver[aspect] for _ in range(aspect in graver)]
            impact: Impact = min(impacts, key=IMPACTS.index, default="text")
            found[impact].append((aspect, Item(f"{voice.among('aspect', aspect)}:", below=told)))
    order = [(impact, sorted(found[impact], key=_place)) for impact in IMPACTS if found[impact]]
    return tuple(voice.item(f"impact.{impact}", *(item for _, item in told)) for impact, told in order)


def _place(told: tuple[str, Item]) -> tuple[int, str]:
    return TOPICS.get(told[0], len(TOPICS)), told[0]


def _by_aspect(items: Iterable[Item]) -> dict[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in items:
        if item.aspect:
            found.setdefault(item.aspect, []).append(item)
    return found


def _noted(changes: Iterable[Change], voice: Voice) -> Iterator[Item]:
    """Tell what the page shows in no other words: then those of the comparison are better than none."""
    for change in changes:
        text = voice.say("changes.noted", aspect=voice.among("aspect", change.aspect))
        yield Item(text, below=(words(change.words),))


def _witnesses(changes: Iterable[Change], voice: Voice) -> Iterator[Item]:
    for change in changes:
        if change.witness is not NO_WITNESS:
            key = _WITNESSES.get((change.aspect, change.impact), "other")
            yield Item(voice.say(f"changes.witness.{key}"), below=(shown(voice.value(change.witness)),))


def _differences(was: Sequence[Item], now: Sequence[Item], voice: Voice) -> Iterator[Item]:
    """Match what is about the same thing, and tell only what is not the same of it."""
    old, new = (_named(item for item in items if item.sort != "echo") for items in (was, now))
    if old == new and list(old) == list(new):
        return
    gone = [item for key, item in old.items() if key not in new]
    come = [item for key, item in new.items() if key not in old]
    for key, item in new.items():
        if key in old:
            yield from _matched(old[key], item, voice)
    if len(gone) == len(come) == 1 and gone[0].sort == come[0].sort:
        yield from _matched(gone[0], come[0], voice)
    else:
        yield from (Item(voice.say("changes.gone"), below=(item,)) for item in gone)
        yield from (Item(voice.say("changes.new"), below=(item,)) for item in come)
    if not gone and not come and list(old) != list(new):
        yield Item(voice.say("changes.order"), below=tuple(item._replace(below=()) for item in now))


def _matched(was: Item, now: Item, voice: Voice) -> Iterator[Item]:
    if was.text != now.text or was.sort != now.sort:
        yield Item(voice.say("changes.before"), below=(was._replace(below=()),))
        yield Item(voice.say("changes.now"), below=(now._replace(below=()),))
    inner = tuple(_differences(was.below, now.below, voice))
    if inner:
        echoes = (item for item in now.below if item.sort == "echo")
        yield now._replace(below=(*echoes, *inner))


def _named(items: Iterable[Item]) -> dict[tuple[str, int], Item]:
    """Index items by what they are about; several about the same are told apart by their order."""
    seen: Counter[str] = Counter()
    found = {}
    for item in items:
        name = item.name or item.text
        found[name, seen[name]] = item
        seen[name] += 1
    return found
