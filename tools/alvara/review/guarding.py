"""Policies that come to decide on a capability, or cease to, in words."""

from collections.abc import Callable, Iterator, Mapping

from alvara.compare.guards import Guarding
from alvara.diagnostics.site import Site
from alvara.review.review import Point
from alvara.workspace.entity import Entity

_GAINED: Mapping[str, str] = {
    "deny": "may refuse {}now", "require-confirmation": "may ask for a confirmation {}now", "allow": "allows {}now",
}  # fmt: skip
_LOST: Mapping[str, str] = {
    "deny": "can no longer refuse {}", "require-confirmation": "no longer asks for a confirmation {}",
    "allow": "no longer allows {}",
}  # fmt: skip


def guard_point(guarding: Guarding, line: Callable[[Site], int]) -> tuple[Point, Entity]:
    """Tell of a guard gained or lost, with the thing whose change brought that about."""
    policy = guarding.now or guarding.was
    assert policy is not None, "a guard is on one side at least"
    owner, who, whom = policy, "it", ""
    site = Site(policy.path, (*policy.pointer, "appliesTo"), revision="current" if guarding.now else "base")
    if guarding.whose == "capability":
        owner, who, whom = guarding.capability, f"the policy `{policy.id}`", "it "
        site = Site(owner.path, (*owner.pointer, "id"))
    words = f"{who} {_sentence(guarding, whom)}{f' ({guarding.why})' if guarding.why else ''}"
    was, now = (_block(side) for side in (guarding.was, guarding.now))
    capability = guarding.capability
    point = Point("capability", capability.id, "guards", guarding.impact, words, site.path, line(site), site.revision,
                  was, now)  # fmt: skip
    return point, owner


def about_guards(guards: list[Entity]) -> Iterator[str]:
    """Say which policies decide on a capability that is new."""
    said = ", ".join(f"`{policy.id}` ({policy.effect})" for policy in guards)
    yield f"it is guarded by {said}" if said else "no policy guards it"


def _sentence(guarding: Guarding, whom: str) -> str:
    """Say what became of a guard. Told with its policy, whom it guards is left to who lists several."""
    said = [_GAINED[guarding.now.effect]] if guarding.now is not None else []
    said += [_LOST[guarding.was.effect]] if guarding.was is not None else []
    return ", and ".join(words.format(whom).rstrip() for words in said)


def _block(policy: Entity | None) -> dict[str, str] | None:
    return None if policy is None else {"policy": policy.id, "effect": policy.effect}
