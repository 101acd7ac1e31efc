"""Who fills which slot: distinct people, distinct seats, distinct keys. Greed would fail; this looks further."""

from collections.abc import Sequence
from typing import NamedTuple


class Voice(NamedTuple):
    """Somebody's word in a role: the person, whose place (`seat`) they speak from, and the bytes of their key."""

    role: str
    person: str
    seat: str
    key: bytes
    record: str = ""


def fill(slots: Sequence[str], voices: Sequence[Voice]) -> tuple[Voice | None, ...]:
    """Fill as many slots as can be, each by another person, seat and key; None stands for one that stays empty.

    The same voices fill the same slots whatever order they come in. Exact: a search over the slots, those with the
    fewest voices first, and at most eight of them (`approval-policy.schema.json`).
    """
    fitting = [[voice for voice in sorted(set(voices)) if voice.role == role] for role in slots]
    order = sorted(range(len(slots)), key=lambda slot: (len(fitting[slot]), slot))
    for most in range(len(slots), -1, -1):
        found = _search(order, fitting, {}, most)
        if found is not None:
            return tuple(found.get(slot) for slot in range(len(slots)))
    return (None,) * len(slots)


def _search(
    order: Sequence[int], fitting: Sequence[Sequence[Voice]], taken: dict[int, Voice], most: int
) -> dict[int, Voice] | None:
    """Fill the slots of `order` so that `most` are filled in all, or give None."""
    if len(taken) + len(order) < most:
        return None
    if not order:
        return taken
    slot, rest = order[0], order[1:]
    tried: set[tuple[str, str, bytes]] = set()
    for voice in fitting[slot]:
        if voice[1:4] not in tried and not any(_clash(voice, other) for other in taken.values()):
            tried.add(voice[1:4])
            found = _search(rest, fitting, {**taken, slot: voice}, most)
            if found is not None:
                return found
    return _search(rest, fitting, taken, most)


def _clash(one: Voice, other: Voice) -> bool:
    return one.person == other.person or one.seat == other.seat or one.key == other.key
