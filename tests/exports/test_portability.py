"""What keeps tools from being taken, by hand and in published tool lists."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from alvara.exports.portability import LONGEST_DESCRIPTION, Obstacle, obstacles
from tests.exports.test_tool_arrays import SCHEMA, public


def codes(api: Any = "anthropic", **said: Any) -> dict[str, str]:
    """Tell the obstacles of one capability, by code."""
    return {found.code: found.message for found in obstacles(api, [public(**said)])}


def _property(name: str) -> dict[str, Any]:
    inner = {"type": "object", "properties": {name: {"type": "string"}}}
    return {"type": "object", "properties": {"rows": {"type": "array", "items": inner}}}


@pytest.mark.parametrize(
    ("said", "code", "detail"),
    [
        ({"id": f"a.{'b' * 63}"}, "tool-name", "at most 64"),
        ({"id": "a.número"}, "tool-name", "letters"),
        ({"inputSchema": {"type": ["object", "null"]}}, "root-not-object", "the whole request"),
        ({"inputSchema": {"$ref": "#/$defs/x", "$defs": {"x": SCHEMA}}}, "root-not-object", ""),
        ({"inputSchema": {**SCHEMA, "oneOf": [{}]}}, "root-combinator", "`oneOf`"),
        ({"inputSchema": {**SCHEMA, "anyOf": [{}], "not": {}}}, "root-combinator", "`anyOf`, `not`"),
        ({"inputSchema": False}, "root-combinator", "`not`"),
        ({"inputSchema": _property("número")}, "property-name", "`número`"),
        ({"inputSchema": _property("a" * 65)}, "property-name", "a" * 65),
        ({"inputSchema": _property("a b")}, "property-name", "`a b`"),
        ({"inputSchema": {**SCHEMA, "properties": {"id": {"$ref": "#"}}}}, "reference", "`$ref`"),
        ({"description": "x" * (LONGEST_DESCRIPTION + 1)}, "long-description", "1,024"),
        ({"inputSchema": {**SCHEMA, "properties": {"id": {"minLength": 1}}}}, "strict-keyword", "`minLength`"),
        ({"inputSchema": {**SCHEMA, "properties": {"id": {"format": "uri"}}}}, "strict-keyword", "`format`"),
    ],
)
def test_an_obstacle_is_said(said: dict[str, Any], code: str, detail: str) -> None:
    found = codes(**said)

    assert code in found
    assert detail in found[code]


def test_a_plain_capability_is_taken_everywhere() -> None:
    longest = "x" * LONGEST_DESCRIPTION

    for api in ("mcp", "openai", "anthropic"):
        assert codes(api, id=f"a.{'b' * 62}", description=longest, outputSchema={"type": "object"}) == {}


def test_words_of_schemas_are_no_obstacle_where_they_are_names_or_values() -> None:
    schema = {**SCHEMA, "properties": {"oneOf": {"type": "string"}, "$ref": {"enum": ["allOf"]}, "default": {}}}

    assert set(codes(inputSchema=schema)) == {"property-name"}


def test_an_output_that_is_left_out_is_said_where_it_would_have_been() -> None:
    assert "output-not-object" in codes("mcp", outputSchema={"type": "array"})
    assert "output-not-object" not in codes("openai", outputSchema={"type": "array"})
    assert codes("mcp") == {}


def test_each_kind_is_said_once_with_the_tools_that_have_it() -> None:
    both = {"inputSchema": {**SCHEMA, "oneOf": [{}]}}
    found = obstacles("openai", [public("a.x", **both), public("a.y"), public("a.z", **both)])

    assert [(each.code, each.tools) for each in found] == [
        ("root-combinator", ("a_x", "a_z")),
        ("strict-keyword", ("a_x", "a_z")),
    ]


def test_two_tools_of_one_name_are_an_obstacle() -> None:
    found = obstacles("openai", [public("a.b_c"), public("a_b.c"), public("a.d")])

    assert found == [Obstacle("same-name", "several tools have this name", ("a_b_c",))]


@pytest.mark.parametrize(("number", "said"), [(128, []), (129, ["too-many-tools"])])
def test_more_tools_than_clients_take_are_an_obstacle(number: int, said: list[str]) -> None:
    found = obstacles("mcp", [public(f"a.b{each}") for each in range(number)])

    assert [each.code for each in found] == said


@pytest.fixture(scope="module")
def published() -> dict[str, list[Any]]:
    """The tools of published servers as capabilities, by server."""
    folder = os.environ.get("ALVARA_CORPUS")
    if not folder:
        pytest.skip("ALVARA_CORPUS names no folder of published tool lists")
    lists = sorted(Path(folder).glob("mcp-registry/servers/*/tools.json"))
    return {path.parent.name: [_read(tool) for tool in json.loads(path.read_text("utf-8"))] for path in lists}


def _read(tool: dict[str, Any]) -> Any:
    properties = {item["name"]: {"description": item.get("desc", "")} for item in tool.get("arguments") or ()}
    schema = tool.get("inputSchema") or {"type": "object", "properties": properties}
    return public(tool["name"], "custom", description=tool["description"], inputSchema=schema)


def test_what_published_tools_run_into_is_found_and_nothing_else(published: dict[str, list[Any]]) -> None:
    told = {
        (server, found.code): found.tools
        for server, tools in published.items()
        for found in obstacles("openai", tools)
        if found.code != "strict-keyword"
    }

    assert sum(map(len, published.values())) == 755
    assert {server for server, code in told if code == "too-many-tools"} == {"zscaler-mcp-server"}
    assert {code for _, code in told} == {"too-many-tools", "tool-name", "long-description"}
    assert [name for (_, code), names in told.items() if code == "tool-name" for name in names] == [
        "Summarize Detection", "Visualize Entity Detections",
    ]  # fmt: skip
    long = [tool for tools in published.values() for tool in tools if len(tool.description) > LONGEST_DESCRIPTION]
    assert sum(len(names) for (_, code), names in told.items() if code == "long-description") == len(long)
