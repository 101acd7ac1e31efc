"""What changed in a policy, and the version bump that each change asks for: whatever may refuse more is a major."""

from collections.abc import Iterator

from alvara.compare.change import Change, weigh
from alvara.compare.conditions import compare_when
from alvara.compare.sides import Sides, look, same
from alvara.model.capability import RISKS
from alvara.model.lifecycle import NO_END
from alvara.model.policy import STRENGTH


def compare_policy(sides: Sides) -> Iterator[Change]:
    """List every change but that of status and deprecation."""
    was, now = sides.old["effect"], sides.new["effect"]
    if was != now:
        impact, bump = weigh(stricter=STRENGTH[now] > STRENGTH[was])
        yield sides.change(("effect",), impact, bump, f"the effect was `{was}` and is `{now}`", before=was, after=now)
    grants = now == "allow"
    yield from _compare_scope(sides, grants)
    yield from compare_when(sides, ("when",), grants)
    old, new = (look(side, ("reason", "code")) for side in (sides.old, sides.new))
    if old != new:
        words = f"the reason's code was `{old}` and is `{new}`"
        yield sides.change(("reason", "code"), "breaking", "major", words, aspect="reason", before=old, after=new)
    yield from _compare_end(sides, grants)
    for keys in (("reason", "message"), ("description",), ("owner",)):
        was, now = look(sides.old, keys), look(sides.new, keys)
        if not same(was, now):
            words = f"`{'.'.join(keys)}` is written differently"
            yield sides.change(keys, "text", "patch", words, before=was, after=now)


def _compare_scope(sides: Sides, grants: bool) -> Iterator[Change]:
    for key in ("capabilities", "resources"):
        was, now = (look(side, ("appliesTo", key)) or [] for side in (sides.old, sides.new))
        moved = [word for word in sorted({*was, *now}) if _covers(was, word) != _covers(now, word)]
        for word in moved:
            applies = word in now
            impact, bump = weigh(stricter=applies != grants)
            words = f"it applies to `{word}` now" if applies else f"it no longer applies to `{word}`"
            keys = ("appliesTo", key, (now if applies else was).index(word))
            yield sides.change(keys, impact, bump, words, aspect="appliesTo", before=was, after=now, gone=not applies)
        if not moved and set(was) != set(now):
            words = f"`appliesTo.{key}` is written differently"
            yield sides.change(("appliesTo", key), "text", "patch", words, aspect="appliesTo", before=was, after=now)
    levels = [set(look(side, ("appliesTo", "risk")) or RISKS) for side in (sides.old, sides.new)]
    if levels[0] != levels[1]:
        wider, narrower = levels[1] - levels[0], levels[0] - levels[1]
        impact, bump = weigh(stricter=bool(narrower if grants else wider))
        said = [f"it {verb} to {_named(part)}" for verb, part in
                (("applies", wider), ("no longer applies", narrower)) if part]  # fmt: skip
        yield sides.change(("appliesTo", "risk"), impact, bump, " and ".join(said), aspect="appliesTo")


def _covers(listed: list[str], word: str) -> bool:
    """Whether a list of IDs and of all that is below some holds an ID, or all that is below it."""
    return any(word == item or (item.endswith(".*") and word.startswith(item[:-1])) for item in listed)


def _named(risks: set[str]) -> str:
    return "risk " + ", ".join(f"`{risk}`" for risk in RISKS if risk in risks)


def _compare_end(sides: Sides, grants: bool) -> Iterator[Change]:
    was, now = sides.old.get("expires", ""), sides.new.get("expires", "")
    if was == now:
        return
    words = f"it ends {f'on {now}' if now else 'never'}, which was {f'on {was}' if was else 'never'}"
    if not grants:  # a denial that has run out goes on, so that its end is a reminder only
        yield sides.change(("expires",), "text", "patch", words, before=was, after=now)
        return
    impact, bump = weigh(stricter=(now or NO_END) < (was or NO_END))
    yield sides.change(("expires",), impact, bump, words, before=was, after=now)
