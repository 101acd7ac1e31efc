"""Which of the things that a sentence names it is about."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from alvara.registry.atlas import Atlas
from alvara.registry.holdings import Kind
from alvara.registry.language.lexicon import Field, Lexicon
from alvara.registry.language.mentions import Mention
from alvara.registry.language.screens import Screen

Step = Literal["exact", "alias", "synonym", "keyword", "bm25", "graph", "vector"]

STEPS: Mapping[int, Step] = {
    Field.ALIAS: "alias", Field.LABEL: "synonym", Field.NAME: "synonym", Field.SYNONYM: "synonym",
    Field.EXAMPLE: "synonym", Field.ID: "keyword", Field.SHORT: "keyword", Field.VALUE: "keyword",
}  # fmt: skip

_WORTH: Mapping[int, float] = {
    Field.ALIAS: 0.88, Field.LABEL: 0.88, Field.NAME: 0.72, Field.SYNONYM: 0.88, Field.EXAMPLE: 0.88, Field.ID: 0.72,
    Field.SHORT: 0.72, Field.VALUE: 0.4,
}  # fmt: skip

_EACH_WORD, _FIRST, _WITHIN, _AROUND, _ON_SCREEN, _SLIP, _NEAR = 0.02, 0.01, 0.05, 0.3, 0.03, 0.05, 0.012
"""What a longer phrase adds, the first of several, one whose whole is named too; what takes away that a part is named
too, that it is a piece of the screen, that a letter was set right; and what each step of nearness adds."""

_MOST = 32
"""How many phrases are weighed against each other, the first; nobody names more in a sentence."""

TIE = 0.006
"""Scores that are this near each other are a tie."""

_PIECES = frozenset({"page", "component"})


class Ranked(NamedTuple):
    """A thing that may be meant, by its ID."""

    id: str
    step: Step
    score: float
    mention: Mention | None = None
    kind: Kind = "resource"


def rank(mentions: Sequence[Mention], lexicon: Lexicon, atlas: Atlas, screen: Screen, verb: int = -1) -> list[Ranked]:
    """Rank the things that are named, the best first; ties by ID.

    What is named as a part comes before what it is a part of: the validity of a permit is no permit. A command is about
    what comes after its verb, where anything does; `verb` is the place of that.
    """
    led = {order for order, mention in enumerate(mentions) if mention.start < verb}
    led = led if len(led) < len(mentions) else set()
    best: dict[str, Ranked] = {}
    mentions = mentions[:_MOST]
    ids = [[lexicon.ids[number] for number in mention.things] for mention in mentions]
    above = {id: [thing.id for thing in atlas.above(id)] for listed in ids for id in listed}
    around = [{outer for id in listed for outer in above[id]} for listed in ids]
    for order, (mention, listed) in enumerate(zip(mentions, ids, strict=True)):
        others = [at for at, other in enumerate(mentions) if at != order and not other.only_value]
        wholes = [set(ids[at]) for at in others]
        parts = [set() if at in led else around[at] for at in others]
        more = _EACH_WORD * (mention.length - 1) - _SLIP * mention.slip
        more += _FIRST * (order == len(led)) - _AROUND * (order in led)
        for id, field in zip(listed, mention.things.values(), strict=True):
            score = _WORTH[field] + more + _placed(id, above[id], atlas, screen)
            for whole, part in zip(wholes, parts, strict=True):
                if not whole.isdisjoint(above[id]):
                    score += _WITHIN
                elif id in part:
                    score -= _AROUND
            if id not in best or score > best[id].score:
                best[id] = Ranked(id, STEPS[field], _rounded(score), mention)
    return sorted(best.values(), key=lambda one: (-one.score, one.id))


def by_words(
    words: Sequence[int], unknown: int, lexicon: Lexicon, atlas: Atlas, screen: Screen, near: Sequence[int]
) -> list[Ranked]:
    """Rank things by single words: those that have all of them by `keyword`, else those that fit best by `bm25`."""
    hits = lexicon.postings.rank(words, unknown, near)
    if not hits or (hits[0].share < _LEAST_SHARE and max(hit.share for hit in hits) < _LEAST_SHARE):
        return []
    most = max(hit.share for hit in hits)
    whole = [hit for hit in hits if hit.share >= most - 0.001]
    if most >= 1 and not unknown:
        ranked = [_ranked(lexicon.ids[hit.number], "keyword", 0.5, atlas, screen) for hit in whole]
    else:
        top = max(hit.score for hit in whole)
        ranked = [_ranked(lexicon.ids[h.number], "bm25", 0.4 * most * h.score / top, atlas, screen) for h in whole]
    return sorted(ranked, key=lambda one: (-one.score, one.id))


_LEAST_SHARE = 0.5
"""The part of the weight of a sentence's words that a thing must have."""


def _ranked(id: str, step: Step, score: float, atlas: Atlas, screen: Screen) -> Ranked:
    above = [thing.id for thing in atlas.above(id)]
    return Ranked(id, step, _rounded(score + _placed(id, above, atlas, screen)))


def _placed(id: str, above: Sequence[str], atlas: Atlas, screen: Screen) -> float:
    """Tell what it adds to a score where something is, and takes from it that it is a piece of the screen itself."""
    return _NEAR * screen.nearness(id, above) - (_ON_SCREEN if is_piece(id, above, atlas) else 0.0)


def is_piece(id: str, above: Sequence[str], atlas: Atlas) -> bool:
    """Whether something is a piece of the screen, and not of the business."""
    return atlas.things[id].type in _PIECES or any(atlas.things[outer].type == "page" for outer in above)


def tied(ranked: Sequence[Ranked], tolerance: float = TIE) -> list[Ranked]:
    """List those that are as good as the best."""
    return [one for one in ranked if one.score >= ranked[0].score - tolerance] if ranked else []


def _rounded(score: float) -> float:
    return round(min(max(score, 0.001), 0.999), 3)
