"""The two states of one definition, and the ways in which a key of theirs can differ."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.compare.change import NO_WITNESS, Bump, Change, Impact
from alvara.compare.definition import Definition
from alvara.compare.pairing import Pair
from alvara.compare.present_names import PresentNames, with_present_names
from alvara.diagnostics.site import Pointer, Revision
from alvara.identity.digests import canonical


class Sides(NamedTuple):
    """A pair whose both sides hold their shape, as mappings with defaults filled in."""

    before: Definition
    after: Definition
    old: Mapping[str, Any]
    new: Mapping[str, Any]

    @property
    def settled(self) -> bool:
        """Whether what is written the same says the same: nothing that it refers to has changed, nor where that is."""
        if self.after.form != "written":
            return True
        return self.after.settled and self.before.facts.path == self.after.facts.path

    def differ(self, *keys: str) -> bool:
        """Whether a value under some keys is not the same. JSON tells true from 1; so does this."""
        return not same(look(self.old, keys), look(self.new, keys))

    def writes(self, key: str) -> bool:
        """Whether a key stands in a file on either side."""
        return any(key in self._written(side) for side in (self.before, self.after))

    def change(
        self, keys: Pointer, impact: Impact, bump: Bump, words: str, *, aspect: str = "", before: Any = None,
        after: Any = None, witness: Any = NO_WITNESS, gone: bool = False,
    ) -> Change:  # fmt: skip
        """Make a change at some keys: at its place now, or where that is gone at the one it had, or else at the ID.

        The place of what is `gone` from a list is the one it had, whatever stands at that number now. The aspect is
        the first key, unless it is given.
        """
        now = not gone and reaches(self._written(self.after), keys)
        then = not now and reaches(self._written(self.before), keys)
        facts = self.before.facts if then else self.after.facts
        pointer = (*facts.pointer, *(keys if now or then else ("id",)))
        revision: Revision = "base" if then else "current"
        return Change(
            aspect or str(keys[0]), impact, bump, words, facts.path, pointer, revision, before, after, witness
        )

    def _written(self, side: Definition) -> Mapping[str, Any]:
        return {} if side.model is None else side.model.written


def sides_of(pair: Pair, names: PresentNames | None = None) -> Sides | None:
    """Open a pair; None where a side does not hold its shape. With names, what is renamed is told from what is new."""
    before, after = pair
    if before.model is None or after.model is None:
        return None
    if names is None:
        return Sides(before, after, before.model.definition, after.model.definition)
    return Sides(before, after, with_present_names(before.model, names), with_present_names(after.model, names))


_NOTHING = object()


def look(value: Any, keys: Iterable[str | int]) -> Any:
    """Give what stands under some keys, None where nothing does."""
    found = _found(value, keys)
    return None if found is _NOTHING else found


def reaches(value: Any, keys: Iterable[str | int]) -> bool:
    """Whether some keys lead to something that is written."""
    return _found(value, keys) is not _NOTHING


def _found(value: Any, keys: Iterable[str | int]) -> Any:
    for key in keys:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return _NOTHING
    return value


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal: 1 and 1.0 are, 1 and true are not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def spelled(value: Any) -> str:
    """Write a JSON value so that equal ones look equal; what has no canonical form, such as a vast number, as it is."""
    try:
        return canonical([value]).decode()
    except (ValueError, TypeError):
        return ascii(value)


def keyed(items: Iterable[Mapping[str, Any]], key: str) -> dict[str, tuple[int, Mapping[str, Any]]]:
    """Index a list of blocks by the key that names each, with their positions."""
    return {item[key]: (position, item) for position, item in enumerate(items) if key in item}


def parted(
    old: Mapping[str, tuple[int, Mapping[str, Any]]], new: Mapping[str, tuple[int, Mapping[str, Any]]]
) -> Iterator[tuple[str, tuple[int, Mapping[str, Any]] | None, tuple[int, Mapping[str, Any]] | None]]:
    """Yield every name of two indexed lists with what it stands for on each side, in the order of names."""
    for name in sorted(old.keys() | new.keys()):
        yield name, old.get(name), new.get(name)
