"""What changed in a semantic resource. It has no version: what breaks one is a matter for its ID."""

from collections.abc import Iterator

from alvara.compare.change import Change
from alvara.compare.schemas import compare_schemas
from alvara.compare.sides import Sides

_BOUND = (
    "parentId", "capabilityRefs", "policyRefs", "uiRefs", "apiRefs", "sourceRefs", "relations", "recordPath",
    "recordVersion", "confidence",
)  # fmt: skip
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
    for alias in sorted(was_called ^ is_called):
        new = alias in is_called
        listed = (sides.new if new else sides.old)["aliases"]
        keys = ("aliases", listed.index(alias))
        words = f"the alias `{alias}` is {'new' if new else 'gone'}"
        yield sides.change(keys, "additive" if new else "breaking", "none", words, gone=not new)
    for key in _BOUND:
        if sides.differ(key):
            yield sides.change((key,), "text", "none", f"`{key}` changed", aspect="bindings")
    for key in _SAID:
        if sides.differ(key):
            yield sides.change((key,), "text", "none", f"`{key}` is written differently")
