"""What changed in a capability, key by key, and the version bump that each change asks for.

The bumps beyond schemas are those of the contract: what asks more of a caller, or may now be refused, is a major; what
asks less, or adds, is a minor; how it is carried out, and what is said about it, is a patch.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.compare.aliases import compare_aliases
from alvara.compare.change import Bump, Change, Impact, weigh
from alvara.compare.conditions import compare_preconditions, compare_when
from alvara.compare.definition import Definition
from alvara.compare.schemas import compare_schemas
from alvara.compare.sides import Sides, keyed, look, parted, same
from alvara.model.capability import RISKS, Capability

_SAID = ("description", "labels", "synonyms", "examples", "owner", "proposedBy")
_DEFAULTED = ("name", "domain")
"""What is said too, and follows from the rest where nobody writes it."""

_PAGES = ("knowledgeReferences", "knowledgeRefs")
"""Two spellings of one key."""

_DONE = (
    "endpoint", "implementation", "execution", "verification", "postconditions", "steps", "output", "observability",
)  # fmt: skip
"""How a call is carried out: nobody who calls can tell, as long as the contract stands."""

_MEANT = ("action", "type", "target", "navigation")
"""What it is about."""


def compare_capability(sides: Sides) -> Iterator[Change]:
    """List every change but that of status and deprecation, which is a matter of the lifecycle."""
    for key in _MEANT:
        if sides.differ(key):
            was, now = sides.old.get(key), sides.new.get(key)
            yield sides.change((key,), "breaking", "major", _became(key, was, now), before=was, after=now)
    yield from _compare_risk(sides)
    yield from _compare_words(sides, ("effects",), "the effect", more_is_stricter=True)
    yield from _compare_authorization(sides)
    yield from _compare_confirmation(sides)
    yield from compare_preconditions(sides)
    yield from _compare_errors(sides)
    yield from _compare_words(sides, ("semanticIds",), "the binding to", more_is_stricter=False)
    yield from compare_aliases(sides, added="minor")
    yield from compare_schemas(sides, "inputSchema", produced=False)
    yield from compare_schemas(sides, "outputSchema", produced=True)
    for key in _DONE:
        if sides.differ(key):
            was, now = sides.old.get(key), sides.new.get(key)
            words = f"`{key}` changed: how it is carried out"
            yield sides.change((key,), "text", "patch", words, before=was, after=now)
    yield from _compare_texts(sides)


def _compare_texts(sides: Sides) -> Iterator[Change]:
    for key in (*_DEFAULTED, *_SAID):
        if sides.differ(key) and (key not in _DEFAULTED or sides.writes(key)):
            was, now = sides.old.get(key), sides.new.get(key)
            yield sides.change((key,), "text", "patch", f"`{key}` is written differently", before=was, after=now)
    pages = [{page for key in _PAGES for page in side.get(key, ())} for side in (sides.old, sides.new)]
    if pages[0] != pages[1]:
        key = next((key for key in _PAGES if key in sides.new), _PAGES[0])
        words = "other pages explain it"
        yield sides.change((key,), "text", "patch", words, before=sorted(pages[0]), after=sorted(pages[1]))


def _became(key: str, was: Any, now: Any) -> str:
    shown = [f"`{value}`" if isinstance(value, (str, int, float, bool)) else None for value in (was, now)]
    if all(shown):
        return f"`{key}` was {shown[0]} and is {shown[1]}"
    if was is None or now is None:
        return f"`{key}` is {'new' if was is None else 'gone'}"
    return f"`{key}` is another one"


def _compare_risk(sides: Sides) -> Iterator[Change]:
    was, now = sides.old["risk"], sides.new["risk"]
    if was != now:
        yield sides.change(("risk",), *weigh_risk(was, now), before=was, after=now)


def weigh_risk(was: str, now: str) -> tuple[Impact, Bump, str]:
    """Weigh a change of risk, and say what it is."""
    return *weigh(stricter=RISKS.index(now) > RISKS.index(was)), f"the risk was `{was}` and is `{now}`"


def _compare_authorization(sides: Sides) -> Iterator[Change]:
    block = "authorization"
    permissions = (block, "permissions")
    yield from _compare_words(sides, permissions, "the permission", more_is_stricter=True, aspect="permissions")
    yield from _compare_roles(sides)
    for key in ("tenantScoped", "resourceScoped"):
        old, new = (bool(look(side, (block, key))) for side in (sides.old, sides.new))
        if old != new:
            impact, bump = weigh(stricter=new)
            words = f"`{key}` was {str(old).lower()} and is {str(new).lower()}"
            yield sides.change((block, key), impact, bump, words, aspect="authorization", before=old, after=new)


_ROLES = {"all": True, "any": False}
"""Whether one role more is stricter, in a list of which all are needed and in one of which any is enough."""


def _compare_roles(sides: Sides) -> Iterator[Change]:
    """Compare who may call: where it is the same sort of list role by role, else as two demands."""
    keys = ("authorization", "roles")
    was, now = (look(side, keys) or {"all": []} for side in (sides.old, sides.new))
    for sort, stricter in _ROLES.items():
        if sort in was and sort in now:
            yield from _compare_words(sides, (*keys, sort), "the role", more_is_stricter=stricter, aspect="roles")
            return
    if not _implies(was, now):
        words = "other roles are needed, and not everybody who could call it can still do so"
        yield sides.change(keys, *weigh(stricter=True), words, aspect="roles", before=was, after=now)
    elif not _implies(now, was):
        words = "other roles are needed, and everybody who could call it still can"
        yield sides.change(keys, *weigh(stricter=False), words, aspect="roles", before=was, after=now)


def _implies(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether everybody who meets one demand on roles, a list under `all` or `any`, meets the other."""
    ways = [set(one["all"])] if "all" in one else [{role} for role in one["any"]]
    return all(way >= set(other["all"]) if "all" in other else not way.isdisjoint(other["any"]) for way in ways)


def _compare_words(
    sides: Sides, keys: tuple[str, ...], what: str, *, more_is_stricter: bool, aspect: str = ""
) -> Iterator[Change]:
    """Compare two lists of words as sets; `what` names such a word. One less means the reverse of one more."""
    was, now = (look(side, keys) or [] for side in (sides.old, sides.new))
    more, less = weigh(stricter=more_is_stricter), weigh(stricter=not more_is_stricter)
    for word in sorted(set(now) - set(was)):
        place = (*keys, now.index(word))
        yield sides.change(place, *more, f"{what} `{word}` is new", aspect=aspect, after=word)
    for word in sorted(set(was) - set(now)):
        place = (*keys, was.index(word))
        yield sides.change(place, *less, f"{what} `{word}` is gone", aspect=aspect, before=word, gone=True)


def _compare_confirmation(sides: Sides) -> Iterator[Change]:
    block = "confirmation"
    old, new = (bool(look(side, (block, "required"))) for side in (sides.old, sides.new))
    if old != new:
        impact, bump = weigh(stricter=new)
        words = f"a confirmation is {'always asked for now' if new else 'no longer always asked for'}"
        yield sides.change((block, "required"), impact, bump, words, aspect=block, before=old, after=new)
    was, now = (look(side, (block, "riskThreshold")) for side in (sides.old, sides.new))
    if was != now:
        ranks = [RISKS.index(side) if side in RISKS else len(RISKS) for side in (was, now)]
        impact, bump = weigh(stricter=ranks[1] < ranks[0])
        words = f"a confirmation is asked for from {_level(now)}, which was from {_level(was)}"
        yield sides.change((block, "riskThreshold"), impact, bump, words, aspect=block, before=was, after=now)
    for change in compare_when(sides, (block, "when"), grants=False):
        absent = look(sides.old, (block, "when")) is None or look(sides.new, (block, "when")) is None
        words = change.words.replace("the condition", "the condition for a confirmation")
        yield _confirmed(sides, change) if absent and change.impact != "text" else change._replace(words=words)
    was, now = (look(side, (block, "messageTemplate")) for side in (sides.old, sides.new))
    if not same(was, now):
        words = "the confirmation is worded differently"
        yield sides.change((block, "messageTemplate"), "text", "patch", words, aspect=block, before=was, after=now)
    if look(sides.old, (block, "ttlSeconds")) != look(sides.new, (block, "ttlSeconds")):
        was, now = (look(side, (block, "ttlSeconds")) for side in (sides.old, sides.new))
        words = "a confirmation is good for another time"
        yield sides.change((block, "ttlSeconds"), "text", "patch", words, aspect=block, before=was, after=now)


def _confirmed(sides: Sides, change: Change) -> Change:
    """A condition for confirming that comes or goes: without one there is no confirmation on its account at all."""
    came = look(sides.old, ("confirmation", "when")) is None
    impact, bump = weigh(stricter=came)
    words = (
        "there is a condition now under which a confirmation is asked for"
        if came
        else ("the condition under which a confirmation was asked for is gone")
    )
    return change._replace(aspect="confirmation", impact=impact, bump=bump, words=words)


def _level(risk: str | None) -> str:
    return f"risk `{risk}` on" if risk else "no level of risk on"


def _compare_errors(sides: Sides) -> Iterator[Change]:
    old, new = (keyed(side.get("errors", ()), "code") for side in (sides.old, sides.new))
    for code, left, right in parted(old, new):
        if left is None and right is not None:
            added = sides.change(("errors",), "additive", "minor", f"the error `{code}` is new", after=right[1])
            yield _at_error(added, sides.after, right[0])
        elif right is None and left is not None:
            lost = sides.change(("errors",), "breaking", "major", f"the error `{code}` is gone", before=left[1])
            yield _at_error(lost._replace(revision="base"), sides.before, left[0])
        elif left is not None and right is not None:
            for key, change in _compare_error(sides, code, left[1], right[1]):
                yield _at_error(change, sides.after, right[0], *([key] if key in right[1] else []))


def _at_error(change: Change, side: Definition, position: int, *keys: str) -> Change:
    """Give the place of an error: those that the domain shares come first, and stand in its file."""
    model = side.model
    shared = len(model.shared_errors) if isinstance(model, Capability) else 0
    if isinstance(model, Capability) and position < shared:
        return change._replace(path=model.domain_file, pointer=("errors", position, *keys))
    here = (*side.facts.pointer, "errors", position - shared, *keys)
    return change._replace(path=side.facts.path, pointer=here)


_RETRIED: tuple[Impact, Bump] = ("additive", "minor")
_BROKEN: tuple[Impact, Bump] = ("breaking", "major")


def _compare_error(
    sides: Sides, code: str, was: Mapping[str, Any], now: Mapping[str, Any]
) -> Iterator[tuple[str, Change]]:
    """Yield what changed in an error, by key. One that may be retried now breaks nobody who does not."""
    for key, default in (("category", ""), ("retryable", False)):
        before, after = was.get(key, default), now.get(key, default)
        if before != after:
            impact, bump = _RETRIED if after is True else _BROKEN
            words = f"`{key}` of the error `{code}` was `{_plain(before)}` and is `{_plain(after)}`"
            yield key, sides.change(("errors",), impact, bump, words, before=before, after=after)
    if not same(was["message"], now["message"]):
        words, (before, after) = f"the error `{code}` is worded differently", (was["message"], now["message"])
        yield "message", sides.change(("errors",), "text", "patch", words, before=before, after=after)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)
