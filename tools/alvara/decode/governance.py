"""Mappings to what governs approvals: people, teams, the policy, revoked keys."""

from collections.abc import Mapping
from typing import Any

from alvara.model.governance import (
    Account,
    Admission,
    Delegation,
    Demand,
    Governance,
    GovernanceValues,
    Key,
    Person,
    Revocation,
    Role,
    Window,
)


def governance(values: GovernanceValues) -> Governance:
    """Read everything that governs, whose shape holds."""
    people = (person(value, f"governance/people/{id}.yaml") for id, value in values.people.items())
    policy = values.policy or {}
    return Governance(
        {one.id: one for one in people}, teams(values.teams or {}), levels(policy), demand_of_policies(policy),
        policy.get("riskFloors", {}), admission(policy),
        revocations(values.revocations) if values.revocations else (),
    )  # fmt: skip


def person(value: Mapping[str, Any], path: str) -> Person:
    """Read a person; the name of the file is their ID."""
    return Person(
        path.rpartition("/")[2].removesuffix(".yaml"), path, value["name"], value["kind"],
        tuple(Account(one["forge"], str(one["id"])) for one in value.get("accounts", ())),
        tuple(email.lower() for email in value.get("emails", ())),
        tuple(Key(one["id"], one["publicKey"], _window(one)) for one in value.get("keys", ())),
        tuple(map(_role, value.get("roles", ()))),
        tuple(Delegation(one["to"], _role(one)) for one in value.get("delegations", ())),
    )  # fmt: skip


def teams(value: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Read the members of each team."""
    return {name: tuple(team["members"]) for name, team in value.items()}


def levels(value: Mapping[str, Any]) -> dict[str, Demand]:
    """Read what the policy asks for at each level of risk that it names."""
    return {level: _demand(one) for level, one in value.get("levels", {}).items()}


def demand_of_policies(value: Mapping[str, Any]) -> Demand:
    """Read what it asks for before a policy decides."""
    return _demand(value.get("policies", {}))


def admission(value: Mapping[str, Any]) -> Admission:
    """Read how far from now a new approval may be dated."""
    given, usual = value.get("admission", {}), Admission()
    return Admission(given.get("pastDays", usual.past_days), given.get("futureMinutes", usual.future_minutes))


def revocations(value: Mapping[str, Any]) -> tuple[Revocation, ...]:
    """Read the keys that are not to be trusted."""
    return tuple(Revocation(one["key"], one["since"], one.get("reason", "")) for one in value["revocations"])


def _demand(value: Mapping[str, Any]) -> Demand:
    return Demand(tuple(value.get("slots", ())), value.get("maxAgeDays", Demand().max_age_days))


def _role(value: Mapping[str, Any]) -> Role:
    return Role(value["role"], tuple(value["scope"]), _window(value))


def _window(value: Mapping[str, Any]) -> Window:
    return Window(value.get("from", ""), value.get("until", ""))
