"""A verdict in plain words: who has agreed, who is missing, what would help."""

from collections.abc import Iterable

from alvara.approvals.agreement import Agreement, Refusal, Slot

_NO = {"reject": "has rejected it", "revoke": "has revoked what was approved"}
_MOST_NAMED = 4


def say_missing(agreement: Agreement) -> str:
    """Say in one line why a definition is not agreed on."""
    subject, level = agreement.subject, agreement.level
    state = f"`{subject.id}` {subject.version} is {subject.status}"
    if subject.kind == "capability":
        state += f", {level.risk} in risk" + (f" ({level.reason})" if level.reason else "")
    if agreement.refusals:
        return f"{state}, and {refused(agreement.refusals[0])}"
    lacks = _lacks([slot for slot in agreement.slots if slot.state != "signed"])
    return f"{state}, and {lacks[0]}" if len(lacks) == 1 else f"{state}: {'; '.join(lacks)}"


def say_signed(slot: Slot) -> str:
    """Say what a record in a slot comes to."""
    who = slot.person if slot.person == slot.seat else f"{slot.person} in place of {slot.seat}"
    if slot.state == "signed":
        return f"{who} agreed as {slot.role}, until {slot.expires_at[:10]}"
    return f"what {who} signed as {slot.role} does not count: {slot.why}"


def refused(no: Refusal) -> str:
    """Say who refused."""
    return f"{no.person}, speaking as {no.role}, {_NO[no.decision]}"


def call(agreement: Agreement) -> str:
    """Say what would help: who could sign, and how."""
    subject = agreement.subject
    if agreement.refusals:
        return "change what was refused, and bring a new version; or leave it at an earlier status"
    name = f"{subject.id} --kind {subject.kind}" if subject.kind == "policy" else subject.id
    ways = []
    for role, people in agreement.eligible:
        spent = {slot.person for slot in agreement.slots if slot.role == role and slot.state in ("expired", "invalid")}
        others = tuple(person for person in people if person not in spent)
        if people and not others:
            return "raise the last number of its version, since nobody signs the same twice, and have that approved"
        if others:
            ways.append(f"ask {_or(others)} to run `alvara approve {name} --role {role}`")
        else:
            who = f"nobody who did not propose it may agree as {role} for `{subject.id}`"
            ways.append(f"{who}: name somebody in governance/people/")
    return "; ".join(ways)


def _lacks(slots: Iterable[Slot]) -> list[str]:
    """Say what is missing; roles that lack the same are named together."""
    alike: dict[tuple[str, str], list[str]] = {}
    for slot in slots:
        end = {"expired": slot.expires_at[:10], "invalid": slot.why}.get(slot.state, "")
        alike.setdefault((slot.state, end), []).append(slot.role)
    return [_lack(state, end, roles) for (state, end), roles in alike.items()]


def _lack(state: str, end: str, roles: list[str]) -> str:
    distinct = list(dict.fromkeys(roles))
    if state == "missing":
        twice = [f"{len(roles)} people have to agree as {roles[0]}, and"] if len(roles) > len(distinct) == 1 else []
        return " ".join([*twice, f"nobody has agreed as {' or as '.join(distinct)}"])
    said = f"the {roles[0]} approval" if len(roles) == 1 else f"what was signed as {' and as '.join(distinct)}"
    return f"{said} expired on {end}" if state == "expired" else f"{said} does not count, since {end}"


def _or(people: tuple[str, ...]) -> str:
    named, more = people[:_MOST_NAMED], len(people) - _MOST_NAMED
    if more > 0:
        return f"{', '.join(named)} or one of {more} more"
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
