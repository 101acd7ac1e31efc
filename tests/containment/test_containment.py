"""What contains what: by keyword, through references, in either direction, and what cannot be told."""

from time import process_time
from typing import Any

import pytest

from alvara.containment.question import Compared, contains
from tests.containment.pairs import PERMIT, compare, refutes, verdict
from tests.subschemas.files import references, schema

TREE = {"type": "object", "properties": {"v": {"type": "number"}, "kids": {"type": "array", "items": {"$ref": "#"}}}}

WITH_A = {"type": "object", "required": ["a"]}


def _with_tag(*values: int) -> dict[str, Any]:
    return {"type": "object", "required": ["k"], "properties": {"k": {"enum": [*values]}}}


SAME: dict[str, tuple[Any, Any]] = {
    "a property moves behind a reference": (
        PERMIT,
        {
            **PERMIT,
            "properties": {**PERMIT["properties"], "days": {"$ref": "#/$defs/days"}},
            "$defs": {"days": PERMIT["properties"]["days"]},
        },
    ),
    "split into parts": (
        PERMIT,
        {
            "allOf": [
                {"required": ["id"]},
                {"required": ["days"]},
                {key: PERMIT[key] for key in ("type", "properties", "additionalProperties")},
            ]
        },
    ),
    "keys in another order": (PERMIT, {key: PERMIT[key] for key in reversed(PERMIT)}),
    "definitions move": (
        {"$ref": "#/$defs/a/b", "$defs": {"a": {"b": PERMIT}}},
        {"$ref": "#/$defs/permit", "$defs": {"permit": PERMIT}},
    ),
    "an anchor instead of a pointer": (
        {"items": {"$ref": "#day"}, "$defs": {"x": {"$anchor": "day", "type": "string"}}},
        {"items": {"$ref": "#/$defs/x"}, "$defs": {"x": {"type": "string"}}},
    ),
    "a tree unrolled once": (
        TREE,
        {
            "type": "object",
            "properties": {"v": {"type": "number"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/t"}}},
            "$defs": {
                "t": {
                    "type": "object",
                    "properties": {"v": {"type": "number"}, "kids": {"items": {"$ref": "#/$defs/t"}, "type": "array"}},
                }
            },
        },
    ),
    "words for people": (PERMIT, {**PERMIT, "title": "x", "x-owner": "y", "examples": [{}], "$comment": "z"}),
    "a type written as a list": ({"type": "string"}, {"type": ["string"]}),
    "a type as a choice": ({"type": ["string", "null"]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}),
    "a choice of types that share nothing": (
        {"type": ["string", "null"]}, {"oneOf": [{"type": "null"}, {"type": "string"}]}
    ),
    "a const as an enum": ({"const": "a"}, {"enum": ["a"]}),
    "not twice": (PERMIT, {"not": {"not": PERMIT}}),
    "either of two halves": (
        {"type": "integer"}, {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "integer", "maximum": 2}]}
    ),
    "both cases of a condition": (
        {"type": "object", "required": ["a"]},
        {"if": {"required": ["b"]}, "then": WITH_A, "else": WITH_A},
    ),
    "a condition as a choice": (
        {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
        {"anyOf": [{"not": {"required": ["a"]}}, {"required": ["b"]}]},
    ),
    "a dependency as a condition": (
        {"type": "object", "dependentRequired": {"a": ["b"]}},
        {"type": "object", "if": {"required": ["a"]}, "then": {"required": ["b"]}},
    ),
    "a dependent schema as a condition": (
        {"type": "object", "dependentSchemas": {"a": {"minProperties": 2}}},
        {"type": "object", "if": {"required": ["a"]}, "then": {"minProperties": 2}},
    ),
    "closed by what is not evaluated": (
        {"type": "object", "properties": {"a": True}, "additionalProperties": False},
        {"type": "object", "allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": False},
    ),
    "closed branch by branch": (
        {"type": "object", "oneOf": [
            {"properties": {"k": {"const": 1}, "a": True}, "required": ["k"], "additionalProperties": False},
            {"properties": {"k": {"const": 2}, "b": True}, "required": ["k"], "additionalProperties": False},
        ]},
        {"type": "object", "required": ["k"], "unevaluatedProperties": False, "oneOf": [
            {"properties": {"k": {"const": 1}, "a": True}}, {"properties": {"k": {"const": 2}, "b": True}},
        ]},
    ),
    "bounds of integers": (
        {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10.5},
        {"type": "integer", "minimum": 0.5, "maximum": 10},
    ),
    "multiples together": (
        {"type": "number", "allOf": [{"multipleOf": 4}, {"multipleOf": 6}]}, {"type": "integer", "multipleOf": 12}
    ),
    "tenths": (
        {"multipleOf": 0.3, "type": "number"}, {"allOf": [{"multipleOf": 0.1}, {"multipleOf": 0.3}], "type": "number"}
    ),
    "a pattern in other words": ({"pattern": "^(?:a|b)c+$"}, {"pattern": "^[ab]cc*$"}),
    "a length as a pattern": (
        {"type": "string", "minLength": 2, "maxLength": 3}, {"type": "string", "pattern": r"^[\s\S]{2,3}$"}
    ),
    "names as a pattern": (
        {"propertyNames": {"pattern": "^a"}, "type": "object"},
        {"patternProperties": {"^a": True}, "additionalProperties": False, "type": "object"},
    ),
    "no room for what a property needs": (
        {
            "type": "object",
            "propertyNames": {"enum": ["a", "b"]}, "maxProperties": 1, "dependentRequired": {"a": ["b"]},
        },
        {"type": "object", "properties": {"b": True}, "additionalProperties": False},
    ),
    "nothing at all": (False, {"allOf": [{"type": "string"}, {"type": "null"}]}),
    "a list that cannot have items": ({"type": "array", "items": False}, {"type": "array", "maxItems": 0}),
    "none of these items": (
        {"type": "array", "contains": {"type": "null"}, "minContains": 0, "maxContains": 0},
        {"type": "array", "items": {"not": {"type": "null"}}},
    ),
    "a tree that never ends": (
        {
            "$ref": "#/$defs/t",
            "$defs": {"t": {"type": "object", "required": ["t"], "properties": {"t": {"$ref": "#/$defs/t"}}}},
        },
        False,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_same_values_said_differently_contain_each_other(name: str) -> None:
    one, other = SAME[name]

    assert ("proved", "proved") == (verdict(one, other), verdict(other, one))


NARROWER: dict[str, tuple[Any, Any]] = {
    "whole numbers among numbers": ({"type": "integer"}, {"type": "number"}),
    "1 is no true": ({"enum": [1]}, {"enum": [1.0, True]}),
    "listed values that fit": (
        {"enum": ["aa", 3, None]}, {"anyOf": [{"pattern": "^a+$", "type": "string"}, {"enum": [3, None]}]}
    ),
    "an open map closed": (PERMIT, {**PERMIT, "additionalProperties": True}),
    "a smaller tree": ({**TREE, "properties": {**TREE["properties"], "v": {"type": "integer"}}}, TREE),
    "one of the branches": ({"type": "string"}, {"oneOf": [{"type": "string"}, {"type": "object"}]}),
    "what is not is wider": ({"not": {"type": "number"}}, {"not": {"type": "integer"}}),
    "format on top": ({"type": "string", "format": "date"}, {"type": "string"}),
    "a format within another": ({"type": "string", "format": "uri"}, {"type": "string", "format": "iri-reference"}),
    "more items of a kind": ({"contains": {"type": "null"}, "minContains": 3}, {"contains": {"type": "null"}}),
    "more items of a narrower kind": ({"contains": {"const": 1}, "minContains": 2}, {"contains": {"type": "integer"}}),
    "first items only": ({"prefixItems": [{"type": "string"}], "items": False}, {"items": {"type": "string"}}),
    "content": ({"type": "string", "contentEncoding": "base64"}, {"type": "string"}),
    "what a property needs cannot be": (
        {"type": "object", "properties": {"b": False}, "dependentRequired": {"a": ["b"]}},
        {"type": "object", "properties": {"a": False}},
    ),
    "one property needs the other": (
        {
            "type": "object",
            "propertyNames": {"enum": ["a", "b"]}, "minProperties": 1, "dependentRequired": {"a": ["b"]},
        },
        {"required": ["b"], "type": "object"},
    ),
    "different items out of two": (
        {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True}, {"type": "array", "maxItems": 2}
    ),
    "different items, and few": (
        {"type": "array", "uniqueItems": True, "maxItems": 3}, {"type": "array", "uniqueItems": True}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NARROWER)
def test_narrower_is_contained_and_does_not_contain(name: str) -> None:
    narrow, wide = NARROWER[name]

    assert ("proved", True) == (verdict(narrow, wide), verdict(wide, narrow) != "proved")


def _looping(leaf: str) -> dict[str, Any]:
    tree = {"type": "object", "properties": {"k": {"$ref": "#/$defs/list"}, "v": {"type": leaf}}}
    return {"tree": tree, "list": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}


REFUTED: dict[str, tuple[Any, Any]] = {
    "two tags that overlap": (
        {"anyOf": [_with_tag(1, 2), _with_tag(2, 3)]}, {"oneOf": [_with_tag(1, 2), _with_tag(2, 3)]}
    ),
    "a branch evaluates what would be forbidden": (
        {
            "type": "object",
            "anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"required": ["b"]}],
            "unevaluatedProperties": False,
        },
        {"properties": {"a": False}},
    ),
    "a branch that is asked for while it is decided": (
        {
            "type": "string",
            "if": {"maxLength": 100, "not": {"pattern": "b"}}, "then": {"minLength": 3, "maxLength": 12},
        },
        {
            "anyOf": [
                {"type": "string", "minLength": 2, "maxLength": 12}, {"maxLength": 100, "not": {"pattern": "b"}},
            ]
        },
    ),
    "what was assumed of a tree holds for it no longer": (
        {
            "type": "object",
            "properties": {"x": {"$ref": "#/$defs/tree"}, "y": {"$ref": "#/$defs/list"}}, "$defs": _looping("number"),
        },
        {
            "type": "object",
            "properties": {
                "x": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "object"}]}, "y": {"$ref": "#/$defs/list"},
            },
            "$defs": _looping("integer"),
        },
    ),
    "a text whatever it holds": (
        {"type": "string", "contentEncoding": "base64"}, {"type": "string", "contentEncoding": "base64", "minLength": 1}
    ),
    "something beside a text that holds something": (
        {
            "type": "object",
            "properties": {"a": {"type": "string", "contentMediaType": "text/html"}}, "required": ["a"],
        },
        {
            "type": "object",
            "properties": {"a": {"type": "string", "contentMediaType": "text/html"}}, "required": ["a", "b"],
        },
    ),
    "something beside a format nobody knows": (
        {"type": "object", "properties": {"a": {"type": "string", "format": "permit"}, "b": {"type": "integer"}}},
        {
            "type": "object",
            "properties": {"a": {"type": "string", "format": "permit"}, "b": {"type": "integer", "minimum": 1}},
        },
    ),
    "the lengths of a list that is wider in one place": (
        {"type": "array", "prefixItems": [{}, {"type": "string"}], "minItems": 1},
        {"type": "array", "prefixItems": [{}, {"type": "string"}], "minItems": 2},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUTED)
def test_counterexample_is_found(name: str) -> None:
    first, second = REFUTED[name]

    answer = compare(first, second)

    assert "refuted" == answer.verdict
    assert refutes(answer.witness, first, second)


def test_two_wants_of_one_property_are_not_taken_for_a_contradiction() -> None:
    either = {"enum": [1, "x"]}
    first = {"type": "object", "properties": {"a": either, "b": either}, "propertyNames": {"enum": ["a", "b"]}}
    second = {
        "anyOf": [
            {"properties": {"b": True}, "additionalProperties": {"type": "integer"}},
            {"patternProperties": {"^[ab]$": {"type": "string"}}},
        ]
    }
    assert refutes({"a": "x", "b": 1}, first, second)

    assert verdict(first, second) != "proved"


LIMITS = {
    "string": ("minLength", "maxLength"), "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}  # fmt: skip


@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize("low", range(3))
@pytest.mark.parametrize("high", range(4))
def test_counted_limits_compare_like_numbers(kind: str, low: int, high: int) -> None:
    least, most = LIMITS[kind]
    first = {"type": kind, least: low, most: high}
    for limit in range(4):
        assert (limit <= low or low > high) == (verdict(first, {"type": kind, least: limit}) == "proved")
        assert (limit >= high or low > high) == (verdict(first, {"type": kind, most: limit}) == "proved")


OPEN: dict[str, tuple[Any, Any]] = {
    "a format nobody knows": ({"type": "string", "format": "permit"}, {"type": "string", "format": "number-plate"}),
    "listed texts of a format nobody knows": ({"enum": ["x"]}, {"type": "string", "format": "permit"}),
    "listed texts of some content": ({"enum": ["x"]}, {"items": {}, "contentEncoding": "base64"}),
    "a branch of a format nobody knows": (
        {"anyOf": [{"type": "string", "format": "permit"}]}, {"type": "string", "minLength": 1}
    ),
    "a pattern that looks ahead": ({"pattern": "^(?=a)", "type": "string"}, {"pattern": "^a", "type": "string"}),
    "content of another kind": ({"contentEncoding": "base64", "type": "string"}, {"contentEncoding": "base32"}),
    "content that was not declared": ({"type": "string"}, {"contentMediaType": "application/json"}),
    "a reference that depends on who asks": (
        {"type": "string"}, {"$dynamicRef": "#x", "$defs": {"a": {"$dynamicAnchor": "x"}}}
    ),
    "a reference that leads nowhere": ({"type": "string"}, {"$ref": "#/$defs/gone"}),
    "a reference in a ring": (
        {"type": "string"}, {"$ref": "#/$defs/a", "$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}]}}}
    ),
    "a mistake in the schema": ({"type": "string"}, {"type": "strin"}),
}  # fmt: skip


@pytest.mark.parametrize("name", OPEN)
def test_what_cannot_be_told_is_said_so(name: str) -> None:
    answer = compare(*OPEN[name])

    assert "unknown" == answer.verdict
    assert answer.witness is None
    assert all(d.no_longer and d.newly and not d.certain and d.value is None for d in answer.differences)


def test_each_side_reads_its_own_revision_of_a_file() -> None:
    written = {"type": "object", "properties": {"p": {"$ref": "../../schemas/permit.json#/$defs/days"}}}
    old = references({"schemas/permit.json": {"$defs": {"days": {"type": "integer", "maximum": 30}}}})
    new = references({"schemas/permit.json": {"$defs": {"days": {"type": "integer", "maximum": 20}}}})
    first, second = Compared(schema(written), old), Compared(schema(written), new)

    answer = contains(first, second)

    assert ("refuted", "proved") == (answer.verdict, contains(second, first).verdict)
    assert "schemas/permit.json" == answer.differences[0].first.path == answer.differences[0].second.path
    assert ("$defs", "days", "maximum") == answer.differences[0].second.pointer


def test_difference_deep_in_a_recursion_is_not_assumed_away() -> None:
    def chain(last: str) -> dict[str, Any]:
        one = {"type": "object", "properties": {"next": {"$ref": "#/$defs/two"}, "v": {"type": "integer"}}}
        two = {"type": "object", "properties": {"next": {"$ref": "#/$defs/one"}, "v": {"type": last}}}
        return {"$ref": "#/$defs/one", "$defs": {"one": one, "two": two}}

    answer = compare(chain("number"), chain("integer"))

    assert ("refuted", {"next": {"v": 0.5}}) == (answer.verdict, answer.witness)
    assert "proved" == verdict(chain("integer"), chain("number"))


def _nested(depth: int, leaf: Any, keyword: str) -> Any:
    for _ in range(depth):
        leaf = {"not": leaf} if keyword == "not" else {keyword: {"a": leaf}}
    return leaf


def _choices(number: int, keyword: str, shift: int = 0) -> Any:
    rows = [[{"required": [f"p{i}_{j + shift}"]} for j in range(4)] for i in range(number)]
    return {"allOf": [{keyword: row} for row in rows]}


HOSTILE: dict[str, tuple[Any, Any]] = {
    "choices multiplied": (_choices(12, "anyOf"), _choices(12, "anyOf", 1)),
    "exclusive choices multiplied": (_choices(8, "oneOf"), _choices(8, "oneOf", 1)),
    "deep": (_nested(60, {"type": "string"}, "properties"), _nested(60, {"maxLength": 3}, "properties")),
    "not upon not": (_nested(80, {"type": "string"}, "not"), _nested(81, {"type": "string"}, "not")),
    "a pattern that backtracks": ({"pattern": "^(a+)+$"}, {"pattern": "^(a|aa)+$"}),
    "a pattern that unfolds": ({"pattern": "^((a{1,50}){1,50}){1,50}$"}, {"pattern": "^((a{1,40}){1,50}){1,50}$"}),
    "a pattern with doubling states": ({"pattern": "(a|b)*a(a|b){14}"}, {"pattern": "(a|b)*b(a|b){14}"}),
    "vast numbers": ({"multipleOf": 1e-300}, {"multipleOf": 7e300}),
    "vast lengths": ({"type": "string", "minLength": 10**9}, {"type": "string", "minLength": 10**12}),
    "vast lists": ({"type": "array", "minItems": 10**9}, {"type": "array", "minItems": 10**12}),
    "vast maps": ({"type": "object", "minProperties": 10**9}, {"type": "object", "minProperties": 10**12}),
    "many first items": ({"prefixItems": [{"type": "integer"}] * 400}, {"prefixItems": [{"type": "integer"}] * 401}),
    "long lists of values": ({"enum": [*range(5000)]}, {"enum": [*range(1, 5001)]}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_schema_keeps_the_comparison_busy(name: str) -> None:
    one, other = HOSTILE[name]
    start = process_time()

    assert {verdict(one, other), verdict(other, one)} <= {"proved", "refuted", "unknown"}
    assert process_time() - start < 20
