"""What became of people's agreement, in words: whose counts no longer and why, whose is new, and who is to sign."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alvara.approvals.telling import refused
from alvara.approvals.voiding import Turn, Word
from alvara.compare.change import Impact
from alvara.diagnostics.site import Site
from alvara.review.review import AGREEMENT, Point

_MOST_NAMED = 4
_COMING = "once the governance that comes with this judges, "


def turn_point(turn: Turn, line: int) -> Point:
    """Tell in one line what became of the agreement on a definition; `line` is that of its ID."""
    return _point(turn, line, _words(turn), _impact(turn))


def prospect_point(turn: Turn, line: int) -> Point:
    """Tell whose agreement is to end with the governance that a change brings."""
    return _point(turn, line, _COMING + "; ".join((*_voided(turn), *_way_out(turn))), "narrowing")


def place_of_turn(turn: Turn) -> Site:
    """Give the place of the ID that the agreement is on."""
    path, pointer = turn.agreement.subject.place
    return Site(path, (*pointer, "id"))


def _point(turn: Turn, line: int, words: str, impact: Impact) -> Point:
    subject = turn.agreement.subject
    before, after = {"agreed": _listed(turn.stood)} if turn.stood else None, _after(turn)
    return Point(subject.kind, subject.id, AGREEMENT, impact, words, subject.place[0], line, before=before, after=after)


def _impact(turn: Turn) -> Impact:
    """Weigh it: what is not agreed on any longer may not be relied on, whoever has signed of those who have to."""
    if turn.refusals or (turn.voided and not turn.agreement.satisfied):
        return "narrowing"
    return "text" if turn.voided else "additive"


def _words(turn: Turn) -> str:
    said = list(_voided(turn))
    if turn.refusals and not turn.voided:
        said += [refused(no) for no in turn.refusals]
    if turn.brought:
        now = _and(_who(word, f", until {word.until[:10]}") for word in turn.brought)
        said.append(f"{'it is agreed on anew' if turn.voided else 'it is agreed on'} by {now}")
    if turn.voided or turn.refusals:
        said += _way_out(turn)
    return "; ".join(said)


def _voided(turn: Turn) -> list[str]:
    """Say whose agreement counts no longer, those together of whom one thing is to be said."""
    alike: dict[str, list[Word]] = {}
    for word in turn.voided:
        alike.setdefault(word.why, []).append(word)
    return [f"the agreement of {_and(map(_who, words))} counts no longer, since {why}" for why, words in alike.items()]


def _way_out(turn: Turn) -> list[str]:
    """Say who is to sign, or that nobody can before it changes."""
    if turn.agreement.refusals:
        return ["nobody can agree to it before it changes"]
    alike: dict[tuple[str, ...], list[str]] = {}
    for role, people in turn.agreement.eligible:
        alike.setdefault(people, []).append(role)
    ways = [f"as {_and(roles)} by {_or(people)}" for people, roles in alike.items() if people]
    nobody = [role for role, people in turn.agreement.eligible if not people]
    said = [f"it has to be signed again {_and(ways)}"] if ways else []
    return said + ([f"nobody is left who may sign as {_and(nobody)}"] if nobody else [])


def _or(people: Sequence[str]) -> str:
    named, more = [f"`{who}`" for who in people[:_MOST_NAMED]], len(people) - _MOST_NAMED
    if more > 0:
        return f"{', '.join(named)} or one of {more} more"
    return " or ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def _who(word: Word, more: str = "") -> str:
    seat = f", in place of `{word.seat}`" if word.seat != word.person else ""
    return f"`{word.person}` ({word.role}{seat}{more})"


def _and(names: Iterable[str]) -> str:
    listed = list(names)
    return " and ".join(filter(None, (", ".join(listed[:-1]), listed[-1])))


def _after(turn: Turn) -> Mapping[str, Any]:
    agreement = turn.agreement
    return {
        "agreed": _listed(turn.stands),
        "voided": [{**one, "why": word.why} for one, word in zip(_listed(turn.voided), turn.voided, strict=True)],
        "refused": [
            {"person": no.person, "role": no.role, "decision": no.decision, "record": no.record}
            for no in agreement.refusals
        ],
        "missing": [{"role": role, "people": list(people)} for role, people in turn.agreement.eligible],
    }


def _listed(words: Sequence[Word]) -> list[dict[str, str]]:
    return [
        {"person": w.person, "role": w.role, "seat": w.seat, "until": w.until, "record": w.record} for w in words
    ]  # fmt: skip
