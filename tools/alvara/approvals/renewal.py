"""Signing the same content again: when that renews somebody's word, and when it only says it twice."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from alvara.approvals.validity import Fault, Standing, moved
from alvara.model.approval import Approval

NOTICE = timedelta(days=30)
"""How long before it ends an approval is spoken of, and may be given again."""


def renewable_from(end: str) -> str:
    """Give the day from which on what ends at a moment may be given again."""
    return moved(end, -NOTICE)[:10]


def is_ending(end: str, now: str) -> bool:
    """Whether what ends at a moment is to be renewed, or has ended."""
    return now[:10] >= renewable_from(end)


def said_already(record: Approval, moment: str) -> str:
    """Say that somebody's approval, which counts, is not to be given again at a moment yet; nothing where it may be."""
    if is_ending(record.expires_at, moment):
        return ""
    return (f"`{record.approver}` has signed this as {record.role} already, until {record.expires_at[:10]}; "
            f"it can be renewed from {renewable_from(record.expires_at)} on")  # fmt: skip


def without_copies(standings: Iterable[Standing]) -> tuple[Standing, ...]:
    """Let each record count once: of some that say the same, of the same second, the first name is the right one."""
    found = [(standing, _word(standing.record)) for standing in standings]
    first: dict[tuple[str, ...], Standing] = {}
    for standing, word in found:
        if standing.fault is None and standing is not (had := first.setdefault(word, standing)):
            first[word] = min(standing, had, key=_order)
    return tuple(s if s.fault is not None else _unless_first(s, first[word]) for s, word in found)


def _unless_first(standing: Standing, first: Standing) -> Standing:
    if standing.record.path == first.record.path:
        return standing
    return standing._replace(fault=Fault(f"`{first.record.path}` is the same record", tip="delete the file"))


def earlier(standing: Standing, others: Iterable[Standing]) -> Iterator[Standing]:
    """Yield the approvals that somebody gave before in the same role, of whatever content, and as much.

    One that was signed before a policy changed, or at a lower risk, had to be given again, whatever is so now.
    """
    record, order = standing.record, _order(standing)
    for other in others:
        had = other.record
        if (had.role, had.approver, had.decision) != (record.role, record.approver, "approve"):
            continue
        as_much = had.reaches(record.risk) and set(had.guards) <= set(record.guards)
        if as_much and _order(other) < order:
            yield other


def _order(standing: Standing) -> tuple[bool, str, bool, int, str]:
    """Put what others have before what is new, whatever date that bears, and a right name before a wrong one."""
    record = standing.record
    return standing.is_new, record.issued_at, not record.is_at_home, len(record.path), record.path


def _word(record: Approval) -> tuple[str, ...]:
    return (
        record.kind, record.id, record.digest, record.version, record.decision, record.role, record.approver,
        record.on_behalf_of, record.issued_at, record.expires_at,
    )  # fmt: skip
