"""unsound-delegation."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import prefixes
from alvara.model.governance import EVERYTHING, LONGEST_DELEGATION, Delegation, Person, Role, Window
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import person_of
from alvara.workspace.workspace import View

_FIRST, _NEVER = "0001-01-01", "9999-12-31"
_Held = Mapping[tuple[str, str], list[tuple[str, str]]]
"""By role and scope, the first and the last days between which somebody holds it."""


@rule("unsound-delegation", on=Entity, kinds=("person",), waivable=False)
def unsound_delegation(entity: Entity, view: View) -> Iterator[Finding]:
    """Somebody lets another approve in their place in a way that does not count.

    ## Why is this bad?
    A delegation is for an absence: for 30 days at most, the first and the last among them, and no more in a row. It is
    to another person, and of what its owner may do all that time. Approvals that rest on any other are refused, when
    nobody is there to ask.

    ## How to fix
    Shorten it to what the absence takes, and to the role and the IDs that its owner holds. Who is away for longer gives
    up the role, and another gets it: both with dates.
    """
    person = person_of(entity)
    if person.kind != "human" or not person.delegations:
        return
    held, longer = _held(person), _in_a_row(person.delegations)
    for place, delegation in enumerate(person.delegations):
        objections = chain(_objections(person, delegation, held, view), longer.get(place, ()))
        for key, message, tip in objections:
            yield Finding(Site(entity.path, ("delegations", place, key)), message, tip)
            break


def _objections(person: Person, delegation: Delegation, held: _Held, view: View) -> Iterator[tuple[str, str, str]]:
    """Yield what speaks against a delegation, with the key that it is about."""
    to, grant = delegation
    start, end = grant.window
    if delegation.days < 1:
        yield "until", f"it ends on {end}, before it begins on {start}", "write the last day under `until`"
        return
    if delegation.days > LONGEST_DELEGATION:
        words = f"it lasts for {delegation.days} days, and {LONGEST_DELEGATION} are the most"
        yield "until", words, f"end it on {_after(start, LONGEST_DELEGATION - 1)} or before"
        return
    if to == person.id:
        yield "to", f"`{person.id}` lets themselves approve in their place", "name another person, or take it out"
    if any(not one.broken and person_of(one).kind != "human" for one in view.definitions("person", to)):
        yield "to", f"`{to}` is a bot, and only people approve", "name a person"
    for scope in grant.scope:
        day = _first_day_without(held, grant, scope)
        if day:
            what = "everything" if scope == EVERYTHING else f"`{scope}`"
            key = "scope" if day == start else "until"
            message = f"`{person.id}` does not hold the role {grant.role} for {what} on {day}"
            yield key, message, "lend only what you hold all that time"
            return


def _in_a_row(delegations: Sequence[Delegation]) -> dict[int, list[tuple[str, str, str]]]:
    """Say by place of those that make an absence too long, one beginning before or on the day after another ends."""
    found: dict[int, list[tuple[str, str, str]]] = {}
    running: dict[tuple[str, str, str], Delegation] = {}
    short = ((place, one) for place, one in enumerate(delegations) if one.is_short_enough)
    for place, one in sorted(short, key=lambda pair: pair[1].grant.window):
        for scope in one.grant.scope:
            name = one.to, one.grant.role, scope
            before, whole = running.get(name), one
            if before is not None and one.grant.window.start <= _after(before.grant.window.end, 1):
                start, end = before.grant.window.start, max(before.grant.window.end, one.grant.window.end)
                whole = one._replace(grant=one.grant._replace(window=Window(start, end)))
                if whole.days > LONGEST_DELEGATION and before.grant.window.end != end:
                    words = (
                        f"with those before it, it lasts for {whole.days} days, and {LONGEST_DELEGATION} are the most"
                    )
                    tip = "give up the role while you are away, and let another have it: both with dates"
                    found[place] = [("until", words, tip)]
            running[name] = whole
    return found


def _held(person: Person) -> _Held:
    """Give when somebody holds each role for each scope, in windows that do not overlap, one after the other."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for role in sorted(person.roles, key=lambda one: one.window.start):
        for scope in role.scope:
            windows = found.setdefault((role.role, scope), [])
            start, end = role.window.start, role.window.end or _NEVER
            if windows and start <= windows[-1][1]:
                windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
            elif start <= end:
                windows.append((start, end))
    return found


def _first_day_without(held: _Held, grant: Role, scope: str) -> str:
    """Give the first day of a grant on which its owner does not hold all of a scope; nothing where there is none."""
    day, end = grant.window
    holders = (EVERYTHING, scope, *prefixes(scope))
    while day <= end:
        ends = [_end_of(held.get((grant.role, holder), []), day) for holder in holders]
        last = max(ends)
        if last < day:
            return day
        if last >= end:
            return ""
        day = _after(last, 1)
    return ""


def _end_of(windows: list[tuple[str, str]], day: str) -> str:
    """Give the end of the window that a day lies in, or of the last before it."""
    place = bisect_right(windows, (day, _NEVER))
    return windows[place - 1][1] if place else ""


def _after(day: str, days: int) -> str:
    found = date.fromisoformat(max(day, _FIRST))
    return str(min(found, date.max - timedelta(days=days)) + timedelta(days=days))
