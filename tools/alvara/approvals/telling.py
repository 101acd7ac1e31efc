"""A verdict in plain words: who has agreed, who is missing, what would help."""

from collections.abc import Container

from alvara.approvals.agreement import Agreement, Refusal, Slot
from alvara.approvals.subject import Subject

_NO = {"reject": "has rejected it", "revoke": "has revoked what was approved"}
_NOBODY = "nobody has agreed"
_MOST_NAMED = 4


def say_missing(agreement: Agreement, told: Container[str] = ()) -> str:
    """Say in one line why a definition is not agreed on. What is wrong with the records in `told` is said elsewhere."""
    subject, level = agreement.subject, agreement.level
    state = f"`{subject.id}` {subject.version} is {subject.status}"
    if subject.kind == "capability":
        state += f", {level.risk} in risk" + (f" ({level.reason})" if level.reason else "")
    if agreement.refusals:
        return f"{state}, and {refused(agreement.refusals[0])}"
    alike: dict[tuple[str, str], list[str]] = {}
    for slot in agreement.slots:
        if slot.state != "signed":
            alike.setdefault(_lack(slot, told), []).append(slot.role)
    return f"{state}, and " + "; ".join(f"{start} {_roles(start, roles)}{end}" for (start, end), roles in alike.items())


def say_signed(slot: Slot, told: Container[str] = ()) -> str:
    """Say what a record in a slot comes to."""
    who = slot.person if slot.person == slot.seat else f"{slot.person} in place of {slot.seat}"
    if slot.state == "signed":
        return f"{who} agreed as {slot.role}, until {slot.expires_at[:10]}"
    why = "" if slot.record in told else f": {slot.why}"
    return f"what {who} signed as {slot.role} does not count{why}"


def refused(no: Refusal) -> str:
    """Say who refused."""
    return f"{no.person}, speaking as {no.role}, {_NO[no.decision]}"


def call(agreement: Agreement) -> str:
    """Say what would help: who could sign, and how."""
    subject = agreement.subject
    if agreement.refusals:
        return "change what was refused, and bring it as a new version; or leave it at an earlier status"
    return "; ".join(ask(subject, role, people) for role, people in agreement.eligible)


def ask(subject: Subject, role: str, people: tuple[str, ...]) -> str:
    """Say who is to be asked to agree in a role, and to run what."""
    if not people:
        return f"nobody is left who may agree as {role} to `{subject.id}`: name somebody in governance/people/"
    return f"ask {_or(people)} to run `{command(subject, role)}`"


def command(subject: Subject, role: str) -> str:
    """Write the command that agrees to something in a role."""
    kind = " --kind policy" if subject.kind == "policy" else ""
    return f"alvara approve {subject.id}{kind} --role {role}"


def _lack(slot: Slot, told: Container[str]) -> tuple[str, str]:
    """Say what is wrong with a slot: what stands before its role, and what behind it."""
    if slot.state == "missing":
        return _NOBODY, ""
    if slot.state == "expired":
        return "what was signed", f" expired on {slot.expires_at[:10]}"
    return "what was signed", " does not count" + ("" if slot.record in told else f", since {slot.why}")


def _roles(start: str, roles: list[str]) -> str:
    return (" or " if start == _NOBODY else " and ").join(f"as {role}" for role in roles)


def _or(people: tuple[str, ...]) -> str:
    named, more = people[:_MOST_NAMED], len(people) - _MOST_NAMED
    if more > 0:
        return f"{', '.join(named)} or one of {more} more"
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
