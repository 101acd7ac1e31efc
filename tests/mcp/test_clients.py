"""The SDK's own client asks the server, in both eras of the protocol, over pipes and over HTTP."""

import json
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError

from alvara.registry.caller import Caller
from tests.mcp.serving import ERAS, SECONDS, in_process, over_http, over_pipes, run

EACH_ERA = pytest.mark.parametrize(("version", "mode"), ERAS.items())
TOOLS = ["resolve", "discover", "search", "get", "explain", "graph"]


async def _everything(client: Client) -> dict[str, Any]:
    """Use each tool and read each kind of address once."""
    async with client:
        tools = (await client.list_tools()).tools
        asked: dict[str, dict[str, Any]] = {
            "resolve": {"text": "Coloque a validade para 30 dias.", "page": "workPermit"},
            "discover": {"page": "workPermit", "tab": "components"},
            "search": {"text": "prazo"},
            "get": {"id": "permit.validity"},
            "explain": {"id": "workPermit.updateValidity"},
            "graph": {"id": "workPermit.validity", "hops": 1},
        }
        answers = {name: await client.call_tool(name, arguments) for name, arguments in asked.items()}
        read = await client.read_resource("alvara://capability/workPermit.updateValidity")
        context = await client.read_resource("alvara://context/workPermit.validity")
        return {
            "version": client.protocol_version, "tools": tools, "answers": answers,
            "templates": (await client.list_resource_templates()).resource_templates,
            "listed": (await client.list_resources()).resources, "read": json.loads(read.contents[0].text),
            "context": context.contents[0],
        }  # fmt: skip


def _check(found: dict[str, Any], version: str) -> None:
    assert found["version"] == version
    assert [tool.name for tool in found["tools"]] == TOOLS
    for answer in found["answers"].values():
        assert not answer.is_error, answer.content
        assert json.loads(answer.content[0].text) == answer.structured_content
    told = {name: answer.structured_content for name, answer in found["answers"].items()}
    assert told["resolve"]["capabilities"] == ["workPermit.updateValidity"]
    assert "workPermit.components.add" in [each["id"] for each in told["discover"]["capabilities"]]
    assert told["search"]["matches"][0]["id"] == "workPermit.validity"
    assert told["get"]["resource"]["id"] == "workPermit.validity"
    assert told["explain"]["capability"]["needs"] == ["workPermitId", "validityDays"]
    assert "workPermit.validity.update" in [policy["id"] for policy in told["explain"]["capability"]["policies"]]
    assert told["explain"]["capability"]["pages"] == [
        {"id": "docs/work-permit/validity", "title": "Validade da permissão"}
    ]
    assert {"from", "to", "type", "confidence"} <= told["graph"]["edges"][0].keys()
    assert found["context"].mime_type == "text/markdown"
    assert "workPermit.updateValidity" in found["context"].text
    assert found["read"]["id"] == "workPermit.updateValidity"
    assert "alvara://capability/workPermit.read" in [each.uri for each in found["listed"]]
    assert "alvara://context/{scope}" in [each.uri_template for each in found["templates"]]


@EACH_ERA
def test_over_pipes(version: str, mode: str) -> None:
    _check(run(lambda: _everything(over_pipes(mode=mode))), version)


@EACH_ERA
def test_over_http(version: str, mode: str) -> None:
    with over_http() as address:
        _check(run(lambda: _everything(Client(address, mode=mode, read_timeout_seconds=SECONDS))), version)


@EACH_ERA
def test_in_one_process(version: str, mode: str) -> None:
    _check(run(lambda: _everything(in_process(mode=mode))), version)


def test_tools_say_that_they_only_read_and_stay_on_the_machine() -> None:
    async def work() -> Any:
        async with in_process() as client:
            return (await client.list_tools()).tools

    for tool in run(work):
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint) == (
            True, False, True, False,
        )  # fmt: skip
        for schema in (tool.input_schema, tool.output_schema):
            assert schema["type"] == "object"
            assert not {"anyOf", "oneOf", "allOf", "$ref"} & schema.keys()
            assert schema["additionalProperties"] is False


def test_what_depends_on_the_caller_is_kept_by_nobody_else() -> None:
    async def work(caller: Caller) -> Any:
        async with in_process(caller) as client:
            return (await client.list_tools()).cache_scope, (await client.list_resources()).cache_scope

    assert run(lambda: work(Caller())) == ("public", "public")
    assert run(lambda: work(Caller(frozenset()))) == ("private", "private")


def test_lists_come_in_pages_that_make_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> list[str]:
        async with in_process() as client:
            found, cursor = [], None
            while True:
                page = await client.list_resources(cursor=cursor)
                found += [each.uri for each in page.resources]
                cursor = page.next_cursor
                if cursor is None:
                    return found

    whole = run(work)
    monkeypatch.setattr("alvara.mcp.server.PAGE", 7)

    assert run(work) == whole
    assert len(set(whole)) == len(whole) > 50


@pytest.mark.parametrize("cursor", ["x", "ZnJvbTotMQ==", "ZnJvbTowMDE=", "é", "A" * 10_000])
def test_a_cursor_of_somebody_else_is_refused(cursor: str) -> None:
    async def work() -> None:
        async with in_process() as client:
            await client.list_resources(cursor=cursor)

    with pytest.raises(MCPError, match="cursor") as refused:
        run(work)
    assert refused.value.code == -32602


@pytest.mark.parametrize(
    "uri", ["alvara://capability/nope", "alvara://api/x", "file:///etc/passwd", "alvara://resource/" + "x" * 5000,
            "alvara://resource/api.workPermits", "alvara://context/nope"],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_refused(uri: str) -> None:
    async def work() -> None:
        async with in_process() as client:
            await client.read_resource(uri)

    with pytest.raises(MCPError) as refused:
        run(work)
    assert refused.value.code == -32602
