"""Everything in which two states of a definition differ, whether or not a rule judges it."""

from alvara.compare.change import Change
from alvara.compare.comparison import changes_between
from alvara.compare.lifecycle import compare_lifecycle
from alvara.compare.pairing import Pair
from alvara.compare.present_names import PresentNames
from alvara.compare.schemas import compare_explanations
from alvara.compare.sides import Sides, same, sides_of
from alvara.model.schemas import SCHEMA_KEYS

_NAMES = frozenset({"id"})


def compare_completely(found: Pair, names: PresentNames) -> tuple[Change, ...]:
    """List all that differs. What no comparison knows of is still named: nothing changes without a word.

    With the names of the present, a reference that follows a rename does not differ.
    """
    sides = sides_of(found, names)
    if sides is None:
        return ()
    changes = list(changes_between(found, names))
    changes += compare_lifecycle(sides)
    judged = {change.aspect for change in changes if change.impact != "text"}
    for key in sorted(judged.intersection(SCHEMA_KEYS)):  # otherwise it is said already
        changes += compare_explanations(sides, key)
    named = {change.aspect for change in changes} | {_key(change, found) for change in changes}
    for key in sorted((sides.old.keys() | sides.new.keys()) - named - _NAMES):
        was, now = sides.old.get(key), sides.new.get(key)
        if not same(was, now) and not _only_follows(sides, key):
            words = f"`{key}` is written differently"
            changes.append(sides.change((key,), "text", "none", words, before=was, after=now))
    return tuple(changes)


def _key(change: Change, found: Pair) -> str:
    """Name the key of the definition that a change stands under; nothing where that is in another file."""
    facts = (found.before if change.revision == "base" else found.after).facts
    steps = len(facts.pointer)
    return str(change.pointer[steps]) if change.path == facts.path and len(change.pointer) > steps else ""


def _only_follows(sides: Sides, key: str) -> bool:
    """Whether a key only repeats what another says, or the ID, which is told by itself."""
    if key == "aliases":  # what differs beyond their order, and is not named, is what the rename made of an ID
        was, now = (set(side.get(key, ())) for side in (sides.old, sides.new))
        return was != now
    return key in ("name", "domain") and not sides.writes(key)
