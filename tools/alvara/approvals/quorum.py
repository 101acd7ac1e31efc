"""Who fills which slot: distinct people, distinct seats, distinct keys. Greed would fail; this looks further."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

MOST_TRIED = 2_000
"""Steps of the search for who fills which slot, far more than any that people come to. Where they do not suffice, a
slot stays empty that might have been filled: what cannot be told is not agreed on."""


class Voice(NamedTuple):
    """Somebody's word in a role: the person, whose place (`seat`) they speak from, and the bytes of their key.

    Of two that say the same, the one that counts until later is heard.
    """

    role: str
    person: str
    seat: str
    key: bytes
    record: str = ""
    until: str = ""

    @property
    def bearers(self) -> tuple[str, str, bytes]:
        """What no two of those that are counted may have in common, one by one."""
        return self.person, self.seat, self.key


def fill(slots: Sequence[str], voices: Sequence[Voice]) -> tuple[Voice | None, ...]:
    """Fill as many slots as can be, each by another person, seat and key; None stands for one that stays empty.

    The same voices fill the same slots whatever order they come in.
    """
    ordered = sorted(sorted(set(voices)), key=lambda voice: voice.until, reverse=True)
    fitting = {role: _distinct(voice for voice in ordered if voice.role == role) for role in sorted(set(slots))}
    roles = sorted(fitting, key=lambda role: (len(fitting[role]), role))
    search = _Search(fitting)
    search.look([role for role in roles for slot in slots if slot == role], 0, ())
    waiting = {role: iter([voice for voice in search.best if voice.role == role]) for role in roles}
    return tuple(next(waiting[slot], None) for slot in slots)


def _distinct(voices: Iterator[Voice]) -> list[Voice]:
    """Keep the first of those that say the same."""
    first: dict[tuple[str, str, bytes], Voice] = {}
    for voice in voices:
        first.setdefault(voice.bearers, voice)
    return list(first.values())


class _Search:
    """Branch and bound: no branch is entered that could not fill more slots than have been filled already."""

    def __init__(self, fitting: Mapping[str, Sequence[Voice]]) -> None:
        self._fitting = fitting
        self._left = MOST_TRIED
        self.best: tuple[Voice, ...] = ()

    def look(self, slots: Sequence[str], start: int, taken: tuple[Voice, ...]) -> None:
        """Fill some slots, those of one role in a row, out of the voices from `start` on."""
        if len(taken) > len(self.best):
            self.best = taken
        if not slots or self._left <= 0:
            return
        if self.best and len(taken) + self._most(slots, start, taken) <= len(self.best):
            return
        self._left -= 1
        role, rest = slots[0], slots[1:]
        voices = self._fitting[role]
        for number in range(start, len(voices)):
            if _is_free(voices[number], taken):
                self.look(rest, number + 1 if rest and rest[0] == role else 0, (*taken, voices[number]))
                if self._left <= 0 or len(taken) + len(slots) <= len(self.best):
                    return
        self.look([slot for slot in rest if slot != role], 0, taken)

    def _most(self, slots: Sequence[str], start: int, taken: Sequence[Voice]) -> int:
        """Bound how many of some slots can be filled: no more than there are people, seats or keys for them.

        By Hall's theorem those for some of the roles are the limit, and every slot of the others may be filled.
        """
        free = {
            role: [v for v in self._fitting[role][start if role == slots[0] else 0 :] if _is_free(v, taken)]
            for role in dict.fromkeys(slots)
        }
        least = len(slots)
        for roles in chain.from_iterable(combinations(free, number) for number in range(1, len(free) + 1)):
            others = sum(slot not in roles for slot in slots)
            for bearer in range(3):
                least = min(least, others + len({v.bearers[bearer] for role in roles for v in free[role]}))
        return least


def _is_free(voice: Voice, taken: Sequence[Voice]) -> bool:
    """Whether nobody who is counted already is the same person, sits in the same seat or has the same key."""
    return all(one != other for had in taken for one, other in zip(voice.bearers, had.bearers, strict=True))
