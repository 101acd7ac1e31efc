"""Two revisions side by side to what the change between them does to what people agreed on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from alvara.app.agreeing import Seen, agree_by
from alvara.app.agreement_reach import reached
from alvara.app.check import Sight
from alvara.app.governing import read_governance
from alvara.app.models import Incomplete
from alvara.app.past import Past
from alvara.app.shown import Shown
from alvara.approvals.agreements import Place
from alvara.approvals.authorship import Authored
from alvara.approvals.voiding import Turn, turns
from alvara.compare.comparison import Comparison
from alvara.documents.shape import Validators
from alvara.model.governance import Governance

_UNTOLD = "what people agreed on is not compared: "


class People(NamedTuple):
    """What it takes to tell whose word counts, besides the revisions themselves.

    `began` tells when the base was committed. `authors` and `uncommitted` are as in `Seen`; where the base is not where
    one piece of work began, but as far back as a release is, there are no authors to leave out.
    """

    validators: Validators
    is_one_work: bool
    began: Callable[[], str]
    authors: Callable[[Sequence[str]], Iterable[Authored]] = lambda paths: ()
    uncommitted: Callable[[Sequence[str]], frozenset[str]] = lambda paths: frozenset()


class Turns(NamedTuple):
    """What became of agreements; `prospects` is what becomes of them once the governance judges that comes with it.

    `note` says why nothing could be told.
    """

    now: tuple[Turn, ...] = ()
    prospects: tuple[Turn, ...] = ()
    note: str = ""


def turns_between(
    before: Shown, after: Shown, comparison: Comparison, people: People, now: str, touched: Collection[Place]
) -> Turns:
    """Judge the records of both sides by one governance: that of the first, or the second's where that has none."""
    if before.tree is None or after.tree is None:
        return Turns(note=_UNTOLD + "a bundle is on one side, and it ships only the records that count in it")
    try:
        first = read_governance(before.tree, people.validators)
        second, note = _coming(after, people, first)
    except Incomplete as error:
        return Turns(note=f"{_UNTOLD}{error.problems[0]}")
    governance = first or second
    if governance is None:
        return Turns()
    seen, wanted = _seen(after, people, now, before, comparison), reached(before, after)
    was, present = agree_by(_seen(before, people, now), governance, wanted), agree_by(seen, governance, wanted)
    done = tuple(turns(was, present, dict(_heirs(comparison)), touched))
    if second is None or second == governance:
        return Turns(done, note=note)
    coming = turns(present, agree_by(seen, second), {}, ())
    return Turns(done, tuple(turn for turn in coming if turn.voided), note)


def _coming(after: Shown, people: People, first: Governance | None) -> tuple[Governance | None, str]:
    """Read what governs on the second side; where that cannot be, the first judges and the second value says why."""
    assert after.tree is not None, "a bundle is not asked"
    try:
        return read_governance(after.tree, people.validators), ""
    except Incomplete as error:
        if first is None:
            raise
        return None, f"what the governance will do that comes with it cannot be told: {error.problems[0]}"


def _seen(
    side: Shown, people: People, now: str, before: Shown | None = None, comparison: Comparison | None = None
) -> Seen:
    config = side.settings.config
    assert side.tree is not None, "a bundle is not asked"
    assert config is not None, "settings that do not hold stop a run before this"
    seen = Seen(_sight(side), side.tree, config, people.validators, now)
    if before is None or before.tree is None or comparison is None:
        return seen
    base = comparison.base if people.is_one_work else comparison.base._replace(kind="published")
    sight = _sight(before)
    past = Past(base, {**sight.used, **sight.blobs}, before.tree, people.began)
    return seen._replace(
        pasts=(past,), comparisons=(comparison,), authors=people.authors, uncommitted=people.uncommitted
    )


def _sight(side: Shown) -> Sight:
    """Give what was surveyed as what a check would have seen of it."""
    contributions = side.survey.workspace.contributions
    used = dict(use for contribution in contributions.values() for use in contribution.uses)
    blobs = {path: contribution.blob for path, contribution in contributions.items()}
    return Sight(side.survey.workspace, side.survey.extractor, blobs, used, {})


def _heirs(comparison: Comparison) -> Iterator[tuple[Place, Place]]:
    """Lead from where each definition stood that may differ to where it stands."""
    pairs = [*comparison.succession(), *((guess.before, guess.after) for guess in comparison.guesses)]
    for before, after in pairs:
        yield (before.facts.path, before.facts.pointer), (after.facts.path, after.facts.pointer)
