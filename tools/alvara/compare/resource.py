"""What changed in a semantic resource. It has no version: what breaks one is a matter for its ID."""

from collections.abc import Iterator, Mapping
from typing import Any

from alvara.compare.change import Change, Impact
from alvara.compare.schemas import compare_schemas
from alvara.compare.sides import Sides, same

_BOUND = (
    "parentId", "capabilityRefs", "policyRefs", "uiRefs", "apiRefs", "sourceRefs", "relations", "recordPath",
    "recordVersion", "confidence",
)  # fmt: skip
_BINDING = {
    "capabilityRefs": "the binding to the capability",
    "policyRefs": "the mention of the policy",
    "uiRefs": "the place on screen",
    "apiRefs": "the API",
    "sourceRefs": "the source",
    "relations": "the relation",
}
_SAID = (
    "name", "description", "labels", "synonyms", "examples", "values", "knowledgeRefs", "knowledgeReferences", "owner",
)  # fmt: skip


def compare_resource(sides: Sides) -> Iterator[Change]:
    """List every change but that of status and deprecation. `metadata` is nobody's business."""
    if sides.differ("type"):
        was, now = sides.old["type"], sides.new["type"]
        words = f"the type was `{was}` and is `{now}`"
        yield sides.change(("type",), "breaking", "none", words, before=was, after=now)
    for key in ("valueSchema", "recordSchema"):
        for change in compare_schemas(sides, key, produced=True):
            yield change._replace(bump="none")
    was_called, is_called = set(sides.old.get("aliases", ())), set(sides.new.get("aliases", ()))
    for alias in sorted((was_called - {sides.after.facts.id}) ^ (is_called - {sides.before.facts.id})):
        new = alias in is_called
        listed = (sides.new if new else sides.old)["aliases"]
        keys = ("aliases", listed.index(alias))
        words = f"the alias `{alias}` is {'new' if new else 'gone'}"
        before, after = (None, alias) if new else (alias, None)
        impact: Impact = "additive" if new else "breaking"
        yield sides.change(keys, impact, "none", words, before=before, after=after, gone=not new)
    for key in _BOUND:
        yield from _compare_bound(sides, key)
    for key in _SAID:
        if sides.differ(key):
            was, now = sides.old.get(key), sides.new.get(key)
            yield sides.change((key,), "text", "none", f"`{key}` is written differently", before=was, after=now)


def _compare_bound(sides: Sides, key: str) -> Iterator[Change]:
    """Compare whom a resource names under a key: one by one where that is a list, however each is written."""
    was, now = sides.old.get(key), sides.new.get(key)
    if same(was, now):
        return
    if not isinstance(was or [], list) or not isinstance(now or [], list):
        words = f"`{key}` was `{was}` and is `{now}`" if was and now else f"`{key}` is {'new' if now else 'gone'}"
        yield sides.change((key,), "text", "none", words, aspect="bindings", before=was, after=now)
        return
    old, new = ({_named(item): (place, item) for place, item in enumerate(side or ())} for side in (was, now))
    reaches_further = key == "capabilityRefs"
    impact: Impact
    for name in sorted(old.keys() | new.keys()):
        words = f"{_BINDING.get(key, f'`{key}`:')} `{name}`"
        if name not in old:
            impact = "widening" if reaches_further else "text"
            place, item = new[name]
            yield sides.change((key, place), impact, "none", f"{words} is new", aspect="bindings", after=item)
        elif name not in new:
            impact = "narrowing" if reaches_further else "text"
            place, item = old[name]
            words = f"{words} is gone"
            yield sides.change((key, place), impact, "none", words, aspect="bindings", before=item, gone=True)
        elif not same(old[name][1], new[name][1]):
            (_, before), (place, after) = old[name], new[name]
            words = f"{words} is another one"
            yield sides.change((key, place), "text", "none", words, aspect="bindings", before=before, after=after)


def _named(item: Any) -> str:
    """Name what an item of a list refers to, whether or not it says how sure it is."""
    if not isinstance(item, Mapping):
        return str(item)
    if "path" in item:
        return f"{item['path']}#{item['symbol']}" if "symbol" in item else str(item["path"])
    return " ".join(str(item[key]) for key in ("type", "ref", "target") if key in item)
