"""The page that people read before they sign: what is approved, in plain words of their language.

Its bytes depend on what is approved and on the language, and on nothing else: a record keeps their digest, so that
anybody can print again what an approver was shown.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from alvara.compare.change import Change, Impact
from alvara.compare.conditions import condition_of
from alvara.review.approval_capabilities import capability_sections
from alvara.review.approval_changes import about_changes
from alvara.review.approval_layout import Item, heading, lines_of, paragraph, title, token
from alvara.review.approval_policies import Section, policy_sections
from alvara.review.approval_voice import Voice
from alvara.workspace.subjects import Body

RENDERER = "alvara.page/1"
"""The name under which records keep the digest of a page. Whoever changes what a page says changes it."""


class Former(NamedTuple):
    """The definition that was approved last, in full. What decided on it and what it ran is None where nobody knows."""

    definition: Body
    policies: tuple[Body, ...] | None = None
    steps: tuple[Body, ...] | None = None


class Page(NamedTuple):
    """What is to be approved, with all that the page tells of it. Definitions are in full, as `body_of` has them.

    `required` is the level of risk whose approvals it takes. `policies` are those that decide on a capability,
    `guarded` the IDs of the capabilities on which a policy decides. `steps` are the definitions of all that a composite
    runs, directly or not. `resources` are those that are named on the page. `people` are the names of proposers by ID.
    `changes` are the facts about `previous` and `definition`; without `previous` this is the first approval.
    """

    kind: Literal["capability", "policy"]
    definition: Body
    required: str = ""
    policies: tuple[Body, ...] = ()
    steps: tuple[Body, ...] = ()
    resources: tuple[Body, ...] = ()
    people: Mapping[str, str] = MappingProxyType({})
    guarded: tuple[str, ...] = ()
    previous: Former | None = None
    changes: tuple[Change, ...] = ()


def render(page: Page, locale: str) -> str:
    """Write the page in a locale: one of Portuguese gives Portuguese, any other English."""
    voice = _voice(page, locale)
    id, version = (token(page.definition[key]) for key in ("id", "version"))
    lines = [*title(voice.say(f"page.{page.kind}", id=id, version=version)), ""]
    lines += paragraph(voice.say("page.intro"))
    sections = _sections(page, _as_former(page), voice)
    for key, items in (("changes", _changes(page, sections, voice, locale)), *sections):
        if items:
            lines += [*heading(voice.say(f"section.{key}")), *lines_of(items)]
    return "\n".join((*lines, "", voice.say("page.end"), ""))


def _voice(page: Page, locale: str) -> Voice:
    names = {}
    for resource in page.resources:
        for id in (*resource.get("aliases", ()), resource["id"]):
            names[id] = _label(resource, locale)
    return Voice(locale, names, page.people)


def _label(resource: Body, locale: str) -> str:
    """Name a resource by its first label in the locale, or else by its name."""
    voice, labels = Voice(locale, {}, {}), resource.get("labels")
    said: Any = labels[voice.locales(labels)[0]] if isinstance(labels, Mapping) and labels else labels
    if isinstance(said, list):
        said = said[0] if said else None
    return said or voice.chosen(resource.get("name", resource["id"]))


def _as_former(page: Page) -> Former:
    return Former(page.definition, page.policies, page.steps)


def _sections(page: Page, state: Former, voice: Voice) -> list[Section]:
    if page.kind == "policy":
        return list(policy_sections(state.definition, page.guarded, voice))
    found = capability_sections(state.definition, state.policies or (), state.steps or (), page.required, voice)
    return list(found)


def _changes(page: Page, sections: list[Section], voice: Voice, locale: str) -> tuple[Item, ...]:
    previous = page.previous
    if previous is None:
        return (voice.item("changes.first"),)
    unknown = {
        what
        for what, then, now in (("policies", previous.policies, page.policies), ("steps", previous.steps, page.steps))
        if then is None and now
    }
    state = Former(
        previous.definition,
        page.policies if previous.policies is None else previous.policies,
        page.steps if previous.steps is None else previous.steps,
    )
    before = _sections(page, state, _voice(page, locale))
    graver: dict[str, Impact] = {"policies": _weight(state.policies or (), page.policies), "steps": "breaking"}
    told = about_changes(_flat(before), _flat(sections), page.changes, graver, voice)
    notes = tuple(voice.item(f"changes.unknown.{what}") for what in sorted(unknown))
    return (*(told or (voice.item("changes.none"),)), *notes)


def _flat(sections: list[Section]) -> list[Item]:
    return [item for _, items in sections for item in items]


def _weight(was: tuple[Body, ...], now: tuple[Body, ...]) -> Impact:
    """Weigh what became of the policies that decide: one less, or one more that allows, opens what was shut."""
    old, new = ({policy["id"]: policy for policy in policies} for policies in (was, now))
    both = old.keys() & new.keys()
    if any(_deciding(old[id]) != _deciding(new[id]) for id in both):
        return "breaking"
    allows = [id for id in new if id not in old and new[id]["effect"] == "allow"]
    if old.keys() - new.keys() or (allows and any(p["effect"] == "allow" for p in was)):
        return "widening"
    return "narrowing" if new.keys() - old.keys() else "text"


def _deciding(policy: Body) -> tuple[Any, ...]:
    return *(policy.get(key) for key in ("effect", "appliesTo", "expires")), condition_of(policy.get("when"))
