"""A verdict in plain words: who has agreed, who is missing, what would help."""

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
    lacking = [slot for slot in agreement.slots if slot.state != "signed"]
    return f"{state}, and {_join([_lack(slot) for slot in lacking])}"


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
        if people:
            ways.append(f"ask {_or(people)} to run `alvara approve {name} --role {role}`")
        else:
            who = f"nobody who did not propose it may agree as {role} for `{subject.id}`"
            ways.append(f"{who}: name somebody in governance/people/")
    return "; ".join(ways)


def _lack(slot: Slot) -> str:
    if slot.state == "expired":
        return f"the {slot.role} approval expired on {slot.expires_at[:10]}"
    if slot.state == "invalid":
        return f"the {slot.role} approval does not count, since {slot.why}"
    return f"nobody has agreed as {slot.role}"


def _join(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _or(people: tuple[str, ...]) -> str:
    named, more = people[:_MOST_NAMED], len(people) - _MOST_NAMED
    if more > 0:
        return f"{', '.join(named)} or one of {more} more"
    return f"{', '.join(named[:-1])} or {named[-1]}" if len(named) > 1 else named[0]
