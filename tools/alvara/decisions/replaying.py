"""A decision made again from its record, to see whether it comes out the same.

What was masked cannot be read again. Where nothing that decides reads it, what the record says of its validity stands;
where something does, whoever replays has to give the original, which has to have the digest that was recorded.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from alvara.conditions.canonical import plain
from alvara.decisions.admission import ROOTS, Admitted, object_to
from alvara.decisions.charter import Charter
from alvara.decisions.deciding import decide_on, refuse_by_digests
from alvara.decisions.decision import Decision
from alvara.decisions.request import Confirmed, Request
from alvara.decisions.ways import Way, ways_of
from alvara.diagnostics.site import json_pointer, steps_of
from alvara.identity.digests import canonical, digest

Trace = Mapping[str, Any]
"""A record that has the shape of one."""

FIRST = ("source", "engine", "capability", "digests", "decision", "reasons")
"""What is told first of what differs: it mostly explains the rest."""


class NotReplayable(ValueError):
    """A record cannot be decided again as it is: it was changed, or something that decides is masked in it."""


class Difference(NamedTuple):
    """A place where the record and the decision made again are not the same; None where one has nothing there."""

    pointer: str
    recorded: Any
    now: Any


def replay(charter: Charter, trace: Trace, originals: Mapping[str, Any]) -> tuple[Decision, tuple[str, ...]]:
    """Decide again what a record is of, and name the roots whose recorded validity had to stand.

    `originals` are unmasked values by root. Raises `NotReplayable`.
    """
    held = {root: _held(charter, trace, root, originals) for root in ROOTS}
    admitted = Admitted(
        {root: found.value for root, found in held.items() if found.is_there},
        {root: value for root in ROOTS if (value := trace["digests"].get(root)) is not None},
        {root: found.objection for root, found in held.items() if found.objection},
        tuple(trace.get("ignored", ())),
    )
    standing = tuple([root for root, found in held.items() if found.stands])
    for way, where in _ways(charter, conditions=not admitted.objections):
        _refuse_masked(trace, standing, way, where)
    values = {root: admitted.values.get(root) for root in ROOTS}
    confirmed, spent = _confirmed(trace)
    stopped = frozenset(trace["request"].get("denied", ()))
    request = Request(**values, now=trace["now"], confirmed=confirmed, spent=spent, denied=stopped)
    return decide_on(charter, request, admitted), standing


def replay_unknown(name: str, source: Any, trace: Trace) -> Decision:
    """Decide again what no capability is called."""
    return refuse_by_digests(name, source, dict(trace["digests"]), trace["now"], _confirmed(trace)[0])


def differences(recorded: Any, now: Any) -> list[Difference]:
    """List where two records differ, what explains most first."""
    found = list(_between(recorded, now, ""))
    return sorted(found, key=lambda d: (_rank(d.pointer), d.pointer))


class _Held(NamedTuple):
    value: Any = None
    is_there: bool = False
    objection: str = ""
    stands: bool = False


def _held(charter: Charter, trace: Trace, root: str, originals: Mapping[str, Any]) -> _Held:
    """Give the value of a root as it was brought, or as much of it as the record keeps."""
    recorded = trace["digests"].get(root)
    objection = trace.get("objections", {}).get(root, "")
    if recorded is None:
        if not objection and (root != "resource" or charter.id_from is not None):
            raise NotReplayable(f"/digests/{root} is missing, and nothing says that the {root} could not be taken")
        return _Held(objection=objection, stands=bool(objection))
    if root in originals:
        value = _plain(originals[root])
        if digest(value) != recorded:
            raise NotReplayable(f"the {root} that is given is not the one that was decided on: their digests differ")
        return _Held(value, True, object_to(charter, root, value))
    value = _plain(trace["request"].get(root))
    if not _masked_below(trace, root):
        if digest(value) != recorded:
            raise NotReplayable(f"/request/{root} does not have the digest that is recorded of it: it was changed")
        return _Held(value, True, object_to(charter, root, value))
    return _Held(value, True, objection, stands=True)


def _plain(value: Any) -> Any:
    try:
        return plain(value)
    except ValueError as error:
        raise NotReplayable(f"a value cannot be taken: {error}") from error


def _masked_below(trace: Trace, root: str) -> list[tuple[str, ...]]:
    ways = [steps_of(pointer) for pointer in trace.get("masked", ())]
    return [way for way in ways if way[:1] == (root,)]


def _ways(charter: Charter, *, conditions: bool) -> Iterator[tuple[Way, str]]:
    """Yield every way into a request that something that decides follows, and what that is."""
    for key in ("id", "tenant", "roles", "permissions"):
        yield ("principal", key), "the authorization"
    if charter.id_from is not None:
        yield ("resource", "id"), "the authorization"
        yield ("resource", "tenant"), "the authorization"
    if not conditions:
        return
    if charter.id_from is not None and not isinstance(charter.id_from, str):
        yield from ((way, "`target.idFrom`") for _, way in ways_of(charter.id_from.source))
        if charter.record_version:
            yield ("resource", *charter.record_version), "`recordVersion`"
    for clause in charter.conditions.clauses:
        for atom in clause.written:
            yield from ((way, f"`{clause.owner}`") for _, way in atom.reads)


def _refuse_masked(trace: Trace, standing: tuple[str, ...], way: Way, where: str) -> None:
    if way[0] not in standing:
        return
    for masked in _masked_below(trace, way[0]):
        shorter = min(len(way), len(masked))
        if way[:shorter] == masked[:shorter]:
            raise NotReplayable(
                f"/{'/'.join(masked)} is masked, and {where} reads it; give the original with --{way[0]}"
            )


def _confirmed(trace: Trace) -> tuple[Confirmed | None, frozenset[str]]:
    """Give the yes that was brought, and those that had been used, as far as the record tells."""
    given = trace["request"]["confirmed"]
    if given is None:
        return None, frozenset()
    used = (trace.get("confirmation") or {}).get("state") == "spent"
    return Confirmed(given["digest"], given["expiresAt"]), frozenset({given["digest"]} if used else ())


def _between(recorded: Any, now: Any, pointer: str) -> Iterator[Difference]:
    if isinstance(recorded, Mapping) and isinstance(now, Mapping):
        for key in sorted(recorded.keys() | now.keys()):
            at = pointer + json_pointer((key,))
            if key in recorded and key in now:
                yield from _between(recorded[key], now[key], at)
            else:
                yield Difference(at, recorded.get(key), now.get(key))
    elif isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        for i, (one, other) in enumerate(zip(recorded, now, strict=True)):
            yield from _between(one, other, f"{pointer}/{i}")
    elif not _same(recorded, now):
        yield Difference(pointer, recorded, now)


def _same(one: Any, other: Any) -> bool:
    return canonical([one]) == canonical([other])


def _rank(pointer: str) -> int:
    head = pointer.removeprefix("/trace").split("/")[1]
    return FIRST.index(head) if head in FIRST else len(FIRST)
