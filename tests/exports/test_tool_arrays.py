"""Capabilities in the shapes of tool APIs."""

import json
import re
from typing import Any

import jsonschema_rs
import pytest

from alvara.bundle.public import PublicCapability, public_capability
from alvara.exports.mcp_tools import META
from alvara.exports.tool_arrays import APIS, tools_for
from tests.registry.holding import capability

MCP_TOOL = {
    "type": "object",
    "required": ["name", "inputSchema"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,128}$"},
        "title": {"type": "string"},
        "description": {"type": "string"},
        "inputSchema": {"$ref": "#/$defs/schema"},
        "outputSchema": {"$ref": "#/$defs/schema"},
        "annotations": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "title": {"type": "string"},
                **{
                    f"{hint}Hint": {"type": "boolean"}
                    for hint in ("readOnly", "destructive", "idempotent", "openWorld")
                },
            },
        },
        "_meta": {
            "type": "object",
            "propertyNames": {
                "pattern": r"^([A-Za-z][A-Za-z0-9-]*\.)+[A-Za-z][A-Za-z0-9-]*/[A-Za-z0-9][A-Za-z0-9._-]*$"
            },
        },
    },
    "$defs": {
        "schema": {
            "type": "object",
            "required": ["type"],
            "properties": {
                "type": {"const": "object"},
                "properties": {"type": "object", "additionalProperties": {"type": "object"}},
                "required": {"type": "array", "items": {"type": "string"}},
            },
        }
    },
}
"""A tool as the schema of the protocol has it, in the strictest of its revisions."""

SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "days"],
    "properties": {"id": {"type": "string"}, "days": {"type": "integer", "minimum": 1}},
}


def public(id: str = "order.postpone", action: str = "update", risk: str = "medium", **said: Any) -> PublicCapability:
    """Project a capability."""
    shown = public_capability(capability(id, action, risk, **{"inputSchema": SCHEMA, **said}))
    assert shown is not None
    return shown


def tool(api: Any, *arguments: Any, **said: Any) -> dict[str, Any]:
    """Give a capability as a tool."""
    return tools_for(api, [public(*arguments, **said)], ("pt-BR", "en"))[0]


def test_a_tool_of_the_protocol() -> None:
    said = {
        "name": {"en": "Postpone", "pt-BR": "Adiar"},
        "description": "Moves the deadline.",
        "outputSchema": {"type": "object"},
        "confirmation": {"required": True, "messageTemplate": "Sure?", "ttlSeconds": 60},
    }

    assert tool("mcp", **said) == {
        "name": "order_postpone",
        "title": "Adiar",
        "description": "Moves the deadline.",
        "inputSchema": SCHEMA,
        "outputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": False, "destructiveHint": True},
        "_meta": {
            "dev.alvara/capability": {
                "id": "order.postpone",
                "version": "1.0.0",
                "status": "active",
                "risk": "medium",
                "confirmation": {"required": True, "messageTemplate": "Sure?"},
            }
        },
    }


def test_a_tool_of_chat_completions() -> None:
    assert tool("openai", description="Moves the deadline.") == {
        "type": "function",
        "function": {
            "name": "order_postpone",
            "description": "Moves the deadline.",
            "parameters": SCHEMA,
            "strict": True,
        },
    }


def test_a_tool_of_messages() -> None:
    assert tool("anthropic", description={"en": "Moves."}) == {
        "name": "order_postpone",
        "description": "Moves.",
        "input_schema": SCHEMA,
    }


@pytest.mark.parametrize(
    ("action", "risk", "reads", "destroys", "closed"),
    [
        *((action, "read", True, False, True) for action in ("get", "list", "search", "explain")),
        *((action, "low", False, False, True) for action in ("navigate", "filter", "sort")),
        ("create", "medium", False, False, False),
        ("create", "critical", False, True, False),
        *((action, "high", False, True, False) for action in ("update", "approve", "cancel", "submit", "custom")),
        ("delete", "critical", False, True, False),
    ],
)
def test_hints_say_what_public_facts_tell(action: str, risk: str, reads: bool, destroys: bool, closed: bool) -> None:
    hints = {"readOnlyHint": reads, "destructiveHint": destroys, **({"openWorldHint": False} if closed else {})}

    assert tool("mcp", "a.b", action, risk)["annotations"] == hints


@pytest.mark.parametrize("schema", [{"type": "array"}, {"type": ["object", "null"]}, {"$ref": "#/$defs/x"}, True, {}])
def test_an_output_that_is_no_object_is_left_out(schema: Any) -> None:
    assert "outputSchema" not in tool("mcp", outputSchema=schema)


@pytest.mark.parametrize(
    ("schema", "root"),
    [
        ({}, {"type": "object"}),
        (True, {"type": "object"}),
        (False, {"type": "object", "not": {}}),
        ({"properties": {}}, {"type": "object", "properties": {}}),
        ({"type": "array"}, {"type": "array"}),
        ({"$ref": "#/$defs/x"}, {"$ref": "#/$defs/x"}),
    ],
)
def test_arguments_are_an_object_where_nothing_else_is_said(schema: Any, root: dict[str, Any]) -> None:
    assert tool("anthropic", inputSchema=schema)["input_schema"] == root


def _with(**property: Any) -> dict[str, Any]:
    return {**SCHEMA, "properties": {"id": property, "days": {"type": "integer"}}}


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        (SCHEMA, True),
        ({**SCHEMA, "required": ["id"]}, False),
        ({key: value for key, value in SCHEMA.items() if key != "additionalProperties"}, False),
        ({**SCHEMA, "additionalProperties": {"type": "string"}}, False),
        ({**SCHEMA, "anyOf": [SCHEMA]}, False),
        (_with(anyOf=[{"type": "string"}, {"type": "null"}]), True),
        (_with(type="string", pattern="^a$"), True),
        (_with(type="string", maxLength=9), False),
        (_with(type="string", format="date-time"), True),
        (_with(type="string", format="uri"), False),
        (_with(oneOf=[{"type": "string"}]), False),
        (_with(type="string", default="x"), False),
        (_with(type="array", items={"type": "object"}), False),
        (_with(type="array", items=SCHEMA), True),
        (_with(type=["object", "null"]), False),
        (_with(properties={"a": {}}), False),
        (_with(type="string", enum=["maxLength", "oneOf"]), True),
        ({"$defs": {"x": {"type": "object"}}, **_with(**{"$ref": "#/$defs/x"})}, False),
        ({**SCHEMA, "required": 7}, False),
        ({**SCHEMA, "properties": []}, False),
    ],
)
def test_a_function_is_strict_where_its_schema_is_as_that_mode_demands(schema: Any, strict: bool) -> None:
    assert tool("openai", inputSchema=schema)["function"]["strict"] is strict


@pytest.mark.parametrize("api", APIS)
def test_nothing_private_is_in_any_tool(api: Any) -> None:
    secrets = {
        "endpoint": {"service": "secretService", "method": "PATCH", "path": "/secret/{id}"},
        "implementation": {"module": "secretModule", "function": "secretFunction", "source": "secret.ts"},
        "authorization": {"permissions": ["secret.permission"], "roles": {"any": ["secretRole"]}},
        "preconditions": [{"id": "secretAtom", "expr": "resource.secret"}],
        "postconditions": [{"id": "secretPost", "expr": "output.secret"}],
        "execution": {"timeoutMs": 4321, "idempotent": True},
        "verification": {"method": "response", "expect": [{"id": "secretExpectation"}]},
        "observability": {"redact": ["/input/secret"]},
        "navigation": {"page": "order", "params": {"id": "input.secret"}},
        "steps": [{"id": "secretStep", "capability": "secret.step"}],
        "target": {"resource": "secret", "idFrom": "input.secret"},
        "owner": "secret-team",
        "proposedBy": ["secretProposer"],
        "metadata": {"secret": 1},
        "confirmation": {"required": True, "when": {"any": [{"expr": "secret"}]}, "ttlSeconds": 4321},
    }

    said = json.dumps(tool(api, **secrets))
    assert "secret" not in said.lower()
    assert "4321" not in said


@pytest.mark.parametrize("action", ["get", "navigate", "create", "delete"])
def test_a_tool_is_one_by_the_schema_of_the_protocol(action: str) -> None:
    made = tool("mcp", "order.items.addAll", action, outputSchema={"type": "object"})

    assert [error.message for error in jsonschema_rs.validator_for(MCP_TOOL).iter_errors(made)] == []
    assert re.fullmatch(r"(?!(\w+\.)?(mcp|modelcontextprotocol)\.)[a-z.]+/[a-z]+", META)


def test_a_tool_is_one_by_the_types_of_the_sdk() -> None:
    types = pytest.importorskip("mcp_types", reason="the extra `mcp` is not installed")
    made = tool("mcp", outputSchema={"type": "object"})

    assert types.Tool.model_validate(made).model_dump(by_alias=True, exclude_none=True, mode="json") == made
