"""What is stopped, in words."""

from collections.abc import Iterator, Sequence

from alvara.report.escape import in_lines
from alvara.store.denials import Decision, Listed
from alvara.store.stopping import Stop


def described(listed: Listed, stops: Sequence[Stop]) -> str:
    """Write what is stopped, a line each, and how far the list goes; nothing where there is no list."""
    if not listed:
        return ""
    lines = [line for stop in stops for line in _stop(stop)] or ["stopped: nothing"]
    return in_lines([*lines, f"list of stops: {_end(listed)}"])


def told(decision: Decision, capability: str, listed: Listed, stop: Stop | None, now: str) -> str:
    """Say what was written about a capability, and where that leaves it."""
    lines = [f"as of: {now}"]
    if decision == "undeny" and stop is None:
        lines.append(f"given back: {capability}")
    elif stop is not None:
        lines += _stop(stop)
    return in_lines([*lines, f"list of stops: {_end(listed)}"])


def _stop(stop: Stop) -> Iterator[str]:
    entry = stop.entry
    by = f"by {entry.by}" if entry.by else "not signed"
    yield f"stopped: {entry.capability}, since {entry.issued_at}, {by}: {entry.reason}"
    others = sorted(stop.names - {entry.capability})
    if others:
        yield f"  also called: {', '.join(others)}"
    if stop.proposed is not None:
        lift, proposal = stop.proposed, stop.proposed.heard.entry
        signed = f"signed by {', '.join(lift.people)}" if lift.people else "signed by nobody who counts"
        yield f"  to be given back, proposed {proposal.issued_at}: {proposal.reason}"
        yield f"  {signed}; still missing: {lift.wanted}"


def _end(listed: Listed) -> str:
    return f"entry {len(listed)}, {listed[-1].entry.digest}" if listed else "empty"
