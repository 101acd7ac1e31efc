"""Whatever a signature covers can be read: no value of a definition changes without the page saying so."""

import copy
import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from string import Formatter
from typing import Any

import pytest

from alvara.model.capability import RISKS
from alvara.review import approval_english, approval_portuguese
from alvara.review.approval_page import Former, Page, render
from alvara.subschemas.keywords import KEYWORDS
from tests.review.approval_page.pages import ROOT, present

MOST = {"en": 2, "pt-BR": 1}
"""In how many ways each value is changed."""

LOCALES = tuple(MOST)
UNSIGNED = {"status"}
SCHEMA = json.loads((ROOT / "schemas/capability.schema.json").read_text(encoding="utf-8"))["properties"]
CLOSED: Mapping[str, list[str]] = {
    "type": SCHEMA["type"]["enum"],
    "action": SCHEMA["action"]["enum"],
    "risk": list(RISKS),
    "riskThreshold": list(RISKS),
    "effect": ["deny", "require-confirmation", "allow"],
    "effects": SCHEMA["effects"]["items"]["enum"],
    "category": ["validation", "authorization", "business", "not_found", "conflict", "timeout", "system"],
    "idempotencyStrategy": ["natural", "key", "version"],
    "method": SCHEMA["verification"]["properties"]["method"]["enum"],
}
"""Where a text is one of a few words."""

TEXT = {"pt-BR": "Em português.", "en": "In English.", "es": "En español."}
ATOM = {"id": "atom", "expr": "input.a > 1", "text": TEXT}
FULL: dict[str, Any] = {
    "id": "a.full", "version": "1.2.3", "name": TEXT, "description": TEXT, "domain": "a", "type": "composite",
    "action": "delete", "status": "review", "owner": "team", "proposedBy": ["ana", "carla"], "labels": ["a", "b"],
    "synonyms": {"pt-BR": ["c", "d"], "en": "e"}, "examples": {"fr": ["f"]}, "aliases": ["a.old", "a.older"],
    "semanticIds": ["workPermit", "nowhere"], "knowledgeReferences": ["docs/a", "docs/b"],
    "target": {"resource": "workPermit", "idFrom": "input.id"},
    "inputSchema": {
        "type": "object", "title": "A title", "description": "A description", "required": ["b", "a", "elsewhere"],
        "additionalProperties": {"type": "integer"}, "minProperties": 1, "maxProperties": 9, "$comment": "A comment",
        "properties": {
            "a": {"type": ["string", "null"], "minLength": 1, "maxLength": 20, "pattern": "^a", "default": "abc",
                  "examples": ["ab", "ac"], "format": "email", "deprecated": True, "readOnly": False,
                  "writeOnly": False},
            "b": {"type": "number", "minimum": 1, "maximum": 10, "multipleOf": 0.5, "const": 4},
            "c": {"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 10, "enum": [2, 3]},
            "d": {"type": "array", "minItems": 1, "maxItems": 2, "uniqueItems": True, "items": {"type": "string"},
                  "contains": {"const": "x"}, "minContains": 1, "maxContains": 2,
                  "prefixItems": [{"type": "string"}, True]},
            "e": {"anyOf": [{"minimum": 3}, {"maxLength": 4}], "oneOf": [{"minimum": 5}], "allOf": [{"maximum": 6}],
                  "not": {"const": 7}, "if": {"const": 8}, "then": {"minimum": 9}, "else": {"maximum": 10}},
            "f": {"type": "object", "propertyNames": {"maxLength": 3}, "patternProperties": {"^x": {"minimum": 1}},
                  "dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"minProperties": 2}},
                  "unevaluatedProperties": False, "default": {"a": [1, {"b": None}]}},
            "g": {"$ref": "#/$defs/g", "x-private": {"deep": ["er", {"and": "deeper"}]}}, "h": True,
            "i": {"type": "integer", "minimum": 2}, "j": {"type": "integer", "maximum": 3},
            "k": {"type": "string", "minLength": 4}, "l": {"type": "array", "maxItems": 5},
        },
        "$defs": {"g": {"type": "boolean"}},
    },
    "outputSchema": {"type": "array", "items": {"type": "object", "additionalProperties": False}},
    "endpoint": {"service": "a-service", "method": "POST", "path": "/a/{id}"},
    "implementation": {"module": "m", "function": "f", "source": "s.ts"},
    "authorization": {"permissions": ["p.a", "p.b"], "roles": {"all": ["r", "s"]}, "tenantScoped": False,
                      "resourceScoped": True},
    "risk": "critical", "effects": ["irreversible", "legal"],
    "confirmation": {"required": False, "riskThreshold": "high", "when": {"all": [ATOM, {"not": [{"expr": "a"}]}]},
                     "messageTemplate": TEXT, "ttlSeconds": 1},
    "preconditions": [{**ATOM, "error": "A_ERROR"}, {"expr": "1 == 1"}, {"id": "named", "expr": "2 == 2"}],
    "postconditions": [ATOM],
    "execution": {"timeoutMs": 100, "idempotent": False, "idempotencyStrategy": "key",
                  "retry": {"enabled": True, "maxAttempts": 2, "retryableErrors": ["timeout", "A_ERROR"]}},
    "verification": {"enabled": False, "method": "event", "capability": "a.read", "with": {"id": "input.id"},
                     "expect": [{"id": "x", "expr": "after.x"}], "expectError": "A_ERROR"},
    "errors": [{"code": "A_ERROR", "category": "conflict", "message": TEXT, "retryable": True},
               {"code": "B_ERROR", "category": "system", "message": "A message."}],
    "observability": {"redact": ["/input/a"]},
    "steps": [{"id": "one", "capability": "workPermit.read", "with": {"id": "input.id"}},
              {"id": "two", "capability": "nowhere", "forEach": "input.list", "as": "item"}],
    "output": {"x": "steps.one.output.x"},
    "navigation": {"page": "p", "tab": "t", "params": {"a": "input.a"}},
    "deprecation": {"since": "2026-01-01", "removeAfter": "2027-01-01", "replacedBy": "a.next", "reason": "Because."},
    "inventedLater": {"a": ["b", {"c": 1}]},
}  # fmt: skip
POLICY: dict[str, Any] = {
    "id": "a.policy", "version": "1.0.0", "status": "active", "description": TEXT, "effect": "deny",
    "appliesTo": {"capabilities": ["a.full", "a.*"], "resources": ["workPermit"], "risk": ["low", "high"]},
    "when": {"any": [ATOM, {"expr": "b"}, {"all": [{"id": "c", "expr": "d", "text": "Text."}]}]},
    "reason": {"code": "A_REASON", "message": TEXT}, "owner": "team", "expires": "2027-01-01",
    "deprecation": {"since": "2026-01-01", "reason": "Because."}, "inventedLater": [1, [2]],
}  # fmt: skip

STEPS = (present().bodies["capability"]["workPermit.read"],)
RESOURCES = (present().bodies["resource"]["workPermit"],)

Place = tuple[str | int, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if place or key not in UNSIGNED:
                yield from leaves(item, (*place, key))
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from leaves(item, (*place, position))
    else:
        yield place, value


def others(place: Place, value: Any) -> Iterator[Any]:
    """Give values that could stand there instead."""
    named = [str(step) for step in place if isinstance(step, str)]
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
        yield value - 0.5
    elif value is None:
        yield 0
    elif "Schema" not in named[0] and named[-1] in CLOSED and named[:2] != ["endpoint", "method"]:
        yield from (word for word in CLOSED[named[-1]] if word != value)
    else:
        yield value + "x"
        yield f"{value} "
        yield f"\u202e{value}"


def replaced(body: dict[str, Any], place: Place, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(body)
    block: Any = changed
    for step in place[:-1]:
        block = block[step]
    block[place[-1]] = value
    return changed


def variants(body: dict[str, Any], most: int = 9) -> Iterator[tuple[Place, Any, dict[str, Any]]]:
    """Change one value at a time, in several ways."""
    for place, value in leaves(body):
        for other in islice(others(place, value), most):
            yield place, other, replaced(body, place, other)


def capability_page(body: dict[str, Any]) -> Page:
    return Page("capability", body, "critical", (POLICY,), STEPS, RESOURCES)


def in_changes(written: str) -> str:
    """Cut out what the page says of changes."""
    sections = re.split(r"\n\n(?=[^\n]+\n-{4,}\n)", written)
    return sections[1]


@pytest.mark.parametrize("locale", LOCALES)
def test_no_value_of_a_capability_changes_unseen(locale: str) -> None:
    shown = render(capability_page(FULL), locale)
    found = list(variants(FULL, most=MOST[locale]))

    assert len(found) > 150
    assert [(place, other) for place, other, body in found if render(capability_page(body), locale) == shown] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_value_changes_without_being_named_as_changed(locale: str) -> None:
    """Even if the comparison of definitions, which is left out here, knew nothing of it."""
    unseen = []
    nothing = in_changes(render(capability_page(FULL)._replace(previous=Former(FULL, (POLICY,), STEPS)), locale))
    for place, other, body in variants(FULL, most=MOST[locale]):
        page = capability_page(body)._replace(previous=Former(FULL, (POLICY,), STEPS))
        if in_changes(render(page, locale)) == nothing:
            unseen.append((place, other))

    assert unseen == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_value_of_a_policy_changes_unseen(locale: str) -> None:
    def pages(policy: dict[str, Any]) -> list[str]:
        former = Former(POLICY)
        page = Page("policy", policy, resources=RESOURCES)
        return [render(page, locale), in_changes(render(page._replace(previous=former), locale))]

    shown, found = pages(POLICY), list(variants(POLICY))

    assert len(found) > 60
    assert [
        (place, other) for place, other, body in found if any(a == b for a, b in zip(shown, pages(body), strict=True))
    ] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_value_of_a_deciding_policy_changes_unseen(locale: str) -> None:
    """A record keeps the digest of these too."""

    def pages(policy: dict[str, Any]) -> list[str]:
        page = capability_page(FULL)._replace(policies=(policy,))
        return [
            render(page, locale),
            in_changes(render(page._replace(previous=Former(FULL, (POLICY,), page.steps)), locale)),
        ]

    shown = pages(POLICY)

    assert [
        (place, other)
        for place, other, body in variants(POLICY)
        if any(a == b for a, b in zip(shown, pages(body), strict=True))
    ] == []


@pytest.mark.parametrize("id", sorted(present().bodies["capability"]))
def test_no_value_of_our_own_capabilities_changes_unseen(id: str) -> None:
    page = present().page(id)
    shown = render(page, "pt-BR")
    found = list(variants(dict(page.definition), most=1))

    assert found
    assert [(p, o) for p, o, body in found if render(page._replace(definition=body), "pt-BR") == shown] == []


def test_step_that_is_defined_otherwise_is_seen() -> None:
    page = present().page("workPermit.clone")
    create = present().bodies["capability"]["workPermit.create"]
    shown = render(page, "en")

    for place, other, body in variants(create, most=1):
        if place == ("id",):
            continue
        steps = tuple(body if step["id"] == create["id"] else step for step in page.steps)
        assert render(page._replace(steps=steps), "en") != shown, (place, other)


WRONG = ["a wrong one", ["a wrong one", 1], {"a wrong one": {"a wrong one": [1]}}, {"a": "a wrong one"}]


@pytest.mark.parametrize("keyword", sorted(KEYWORDS | {"nullable"}))
def test_schema_that_is_none_is_shown_all_the_same(keyword: str) -> None:
    """A rule says that it is none; whoever looks at the page before that sees what is written."""
    for schema in ({keyword: wrong} for wrong in WRONG):
        for whole in (schema, {"type": "object", "properties": {"x": schema}}, {"type": "array", "items": schema}):
            written = render(capability_page({**FULL, "inputSchema": whole}), "en")
            section = written[written.index("WHAT IT NEEDS") : written.index("WHEN THE USER")]
            assert "a wrong one" in section, (schema, section)


def test_status_is_not_on_the_page() -> None:
    for status in ("draft", "approved", "active"):
        assert render(capability_page({**FULL, "status": status}), "en") == render(capability_page(FULL), "en")


def test_both_languages_say_the_same_things() -> None:
    english, portuguese = approval_english.SENTENCES, approval_portuguese.SENTENCES

    assert sorted(english) == sorted(portuguese)
    for key, sentence in english.items():
        fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (sentence, portuguese[key])]
        assert fields[0] == fields[1], key
