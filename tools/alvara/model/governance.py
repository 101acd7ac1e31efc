"""Who may agree to what, and how many have to: people with keys and roles, and what each level of risk asks for."""

from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

from alvara.model.capability import RISKS

EVERYTHING = "*"
"""The scope that holds every ID."""

LONGEST_DELEGATION = 30
"""Days for which somebody may let another agree in their place, the first and the last among them."""

_FIRST_DAY = "0001-01-01"
"""What the calendar begins with; a file may name a day before it."""


class Window(NamedTuple):
    """A stretch of days, both ends included; an empty text is an open end."""

    start: str = ""
    end: str = ""

    def holds(self, day: str) -> bool:
        """Whether a day (`YYYY-MM-DD`) lies within."""
        return (not self.start or self.start <= day) and (not self.end or day <= self.end)


class Key(NamedTuple):
    """A public key as OpenSSH writes it, under a name that its owner gave it."""

    id: str
    text: str
    window: Window = Window()


class Account(NamedTuple):
    """Who somebody is on a forge: a number or name that is never given to another."""

    forge: str
    id: str


class Role(NamedTuple):
    """What somebody may agree as, and for which IDs: a scope is the beginning of an ID, by whole segments."""

    role: str
    scope: tuple[str, ...]
    window: Window = Window()

    def reaches(self, id: str) -> bool:
        """Whether its scope holds an ID."""
        return any(is_within(id, scope) for scope in self.scope)

    def covers(self, id: str, day: str) -> bool:
        """Whether it holds an ID on a day."""
        return self.window.holds(day) and self.reaches(id)


class Delegation(NamedTuple):
    """Somebody's leave for another to agree in their place."""

    to: str
    grant: Role

    @property
    def days(self) -> int:
        """For how many days, the first and the last among them."""
        start, end = (date.fromisoformat(max(day, _FIRST_DAY)) for day in self.grant.window)
        return (end - start).days + 1

    @property
    def is_short_enough(self) -> bool:
        """Whether it may count: no longer than an absence, and with both ends."""
        return all(self.grant.window) and 0 < self.days <= LONGEST_DELEGATION


class Person(NamedTuple):
    """Somebody who proposes or agrees, or a program that commits. Closed with dates, never deleted."""

    id: str
    path: str
    name: str
    kind: str = "human"
    accounts: tuple[Account, ...] = ()
    emails: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    roles: tuple[Role, ...] = ()
    delegations: tuple[Delegation, ...] = ()

    def may(self, role: str, id: str, day: str) -> bool:
        """Whether they hold a role for an ID on a day."""
        return self.kind == "human" and any(one.role == role and one.covers(id, day) for one in self.roles)

    def has_held(self, role: str, id: str, by: str) -> bool:
        """Whether they held a role for an ID on some day, and `by` is they or somebody whom they let agree for them."""
        lent = by == self.id or any(
            d.to == by and d.grant.role == role and d.grant.reaches(id) for d in self.delegations
        )
        return lent and any(one.role == role and one.reaches(id) for one in self.roles)

    def lets(self, other: str, role: str, id: str, day: str) -> bool:
        """Whether they let another agree in their place, in a role for an ID on a day; not for longer than may be."""
        return (
            other != self.id
            and any(
                d.to == other and d.grant.role == role and d.grant.covers(id, day) and d.is_short_enough
                for d in self.delegations
            )
            and self.may(role, id, day)
        )


class Demand(NamedTuple):
    """What has to come together: a role for each slot, and for how many days an approval lasts."""

    slots: tuple[str, ...] = ()
    max_age_days: int = 365


class Admission(NamedTuple):
    """How far from the moment it is first seen an approval may say that it was given."""

    past_days: int = 14
    future_minutes: int = 5


class Revocation(NamedTuple):
    """A key that is not to be trusted, by its fingerprint; `since` is a day, or `always`."""

    key: str
    since: str
    reason: str = ""

    def voids(self, moment: str) -> bool:
        """Whether it takes away what was signed at a moment."""
        return self.since == "always" or moment[:10] >= self.since


class Governance(NamedTuple):
    """Everything in `governance/` but the root. `levels` are those that the policy names."""

    people: Mapping[str, Person] = MappingProxyType({})
    teams: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    levels: Mapping[str, Demand] = MappingProxyType({})
    policies: Demand = Demand()
    risk_floors: Mapping[str, str] = MappingProxyType({})
    admission: Admission = Admission()
    revocations: tuple[Revocation, ...] = ()

    def demand(self, risk: str) -> Demand:
        """Say what a level of risk asks for: what is said of the nearest level that is not above it."""
        for level in reversed(RISKS[: RISKS.index(risk) + 1]):
            if level in self.levels:
                return self.levels[level]
        return Demand()


class GovernanceValues(NamedTuple):
    """The same as its files say it, which is what digests are taken of. None stands for a file that is not there."""

    people: Mapping[str, Any] = MappingProxyType({})
    teams: Any = None
    policy: Any = None
    revocations: Any = None


def is_within(id: str, scope: str) -> bool:
    """Whether an ID lies in a scope: `work` does not hold `workPermit.read`."""
    return scope in (EVERYTHING, id) or id.startswith(f"{scope}.")
