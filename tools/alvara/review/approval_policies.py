"""A policy in words, by itself and as one of those that decide on a capability."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from alvara.model.policy import STRENGTH
from alvara.review.approval_layout import Item, token
from alvara.review.approval_voice import Voice
from alvara.workspace.subjects import Body

Section = tuple[str, tuple[Item, ...]]
"""The key of a heading, and what stands under it."""

_TOLD = frozenset({
    "id", "version", "status", "description", "effect", "appliesTo", "when", "reason", "owner", "expires",
    "deprecation",
})  # fmt: skip


def policy_sections(policy: Body, guarded: Iterable[str], voice: Voice) -> Iterator[Section]:
    """Tell all that a policy says. `guarded` are the capabilities on which it decides at present."""
    yield "does", tuple(_does(policy, voice, "effect"))
    names = voice.listed(map(token, sorted(guarded)))
    now = (voice.item("policy.guarded", names=names, aspect="appliesTo"),) if names else ()
    yield "applies", (*_applies(policy, voice, "appliesTo"), *now)
    yield "when", tuple(_when(policy, voice, "when"))
    yield "reason", tuple(_reason(policy, voice, "reason"))
    yield "behind", tuple(_behind(policy, voice))
    rest = (
        voice.item("technical.rest", voice.outline(key, policy[key]), aspect=key, name=f"rest {key}")
        for key in sorted(policy.keys() - _TOLD)
    )
    version = voice.item("technical.id", id=token(policy["id"]), version=token(policy["version"]), aspect="version")
    yield "technical", (version, *voice.computed, *rest)
    yield "others", tuple(voice.others)


def about_policies(policies: Iterable[Body], voice: Voice) -> Iterator[Item]:
    """Tell each policy that decides on a capability, those that stand in the way first."""
    aspect = "policies"
    for policy in sorted(policies, key=lambda p: (-STRENGTH.get(p["effect"], 0), p["id"], p["version"])):
        effect = voice.among("effect", policy["effect"])
        below = (
            *_description(policy, voice, aspect), *_when(policy, voice, aspect), *_reason(policy, voice, aspect),
            *_applies(policy, voice, aspect), *_end(policy, voice, aspect),
            *(voice.item("policy.owner", owner=token(owner)) for owner in _some(policy, "owner")),
            voice.item("policy.version", version=token(policy["version"])),
            *(voice.outline(key, policy[key]) for key in sorted(policy.keys() - _TOLD)),
        )  # fmt: skip
        yield voice.item("guards.policy", *below, id=token(policy["id"]), effect=effect, aspect=aspect,
                         name=f"policy {policy['id']}")  # fmt: skip


def about_deprecation(block: Mapping[str, Any], voice: Voice) -> Item:
    """Tell how something is to leave."""
    known = ("since", "removeAfter", "replacedBy")
    below = [
        voice.item(f"deprecation.{key}", day=token(block[key]), id=token(block[key])) for key in known if key in block
    ]
    if "reason" in block:
        below.append(voice.item("deprecation.reason", voice.text(block["reason"], "deprecation", "")))
    below += [voice.outline(key, block[key]) for key in sorted(block.keys() - {*known, "reason"})]
    return voice.item("deprecation.title", *below, aspect="deprecation")


def _does(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    effect = voice.among("effect", policy["effect"])
    yield voice.item("policy.effect", effect=effect, aspect=aspect)
    yield from _description(policy, voice, "description")


def _description(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    if "description" in policy:
        what = voice.say("what.policy", policy=token(policy["id"]))
        yield voice.item("policy.description", voice.text(policy["description"], aspect, what), aspect=aspect)


def _when(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    if "when" in policy:
        where = voice.say("what.when", policy=token(policy["id"]))
        yield voice.item("policy.when", *voice.condition(policy["when"], aspect, where), aspect=aspect)
    else:
        yield voice.item("policy.always", aspect=aspect, name="policy.when")


def _reason(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    what = voice.say("what.reason", policy=token(policy["id"]))
    said = voice.text(policy["reason"]["message"], aspect, what)
    yield voice.item("policy.reason", said, code=token(policy["reason"]["code"]), aspect=aspect)


def _applies(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    applies = policy["appliesTo"]
    if "capabilities" in applies:
        names = voice.listed(_scope(name, voice) for name in applies["capabilities"])
        yield voice.item("policy.applies.capabilities", names=names, aspect=aspect)
    if "resources" in applies:
        names = voice.listed(map(voice.resource, applies["resources"]))
        yield voice.item("policy.applies.resources", names=names, aspect=aspect)
    if "risk" in applies:
        risks = voice.listed([voice.among("risk", risk) for risk in applies["risk"]], "or")
        yield voice.item("policy.applies.risk", risks=risks, aspect=aspect)


def _scope(name: str, voice: Voice) -> str:
    """Name a capability, or all that stand below a name."""
    if not name.endswith(".*"):
        return token(name)
    return f"{voice.say('policy.scope', name=token(name.removesuffix('.*')))} ({token(name)})"


def _end(policy: Body, voice: Voice, aspect: str) -> Iterator[Item]:
    if "expires" in policy:
        yield voice.item(f"policy.expires.{policy['effect']}", day=token(policy["expires"]), aspect=aspect,
                         name="policy.expires")  # fmt: skip
    if "deprecation" in policy:
        yield about_deprecation(policy["deprecation"], voice)._replace(aspect=aspect)


def _behind(policy: Body, voice: Voice) -> Iterator[Item]:
    if "owner" in policy:
        yield voice.item("behind.owner", owner=token(policy["owner"]), aspect="owner")
    else:
        yield voice.item("behind.owner.none", aspect="owner")
    for item in _end(policy, voice, "expires"):
        yield item._replace(aspect="deprecation") if item.name == "deprecation.title" else item


def _some(block: Body, key: str) -> Iterator[str]:
    if key in block:
        yield block[key]
