"""What no decent client sends: each gets an answer, nothing else is printed, and the next request is served."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from tests.mcp.serving import in_process, run, talk

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "raw", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = json.dumps({
    "jsonrpc": "2.0", "id": "hello", "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}},
})  # fmt: skip
READY = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})


def _call(id: int, name: str, arguments: Any, modern: bool = True) -> str:
    meta = {"_meta": ENVELOPE} if modern else {}
    return json.dumps({
        "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments, **meta},
    })  # fmt: skip


def _by_id(answers: list[Any]) -> dict[Any, Any]:
    return {answer["id"]: answer for answer in answers if "id" in answer}


def test_a_handshake_of_2025_and_a_request_without_one_are_both_served() -> None:
    old, said, code = talk([HELLO, READY, _call(1, "get", {"id": "workPermit"}, modern=False)])
    new, *_ = talk([_call(1, "get", {"id": "workPermit"})])

    assert (code, said) == (0, "")
    assert _by_id(old)["hello"]["result"]["protocolVersion"] == "2025-06-18"
    assert _by_id(old)[1]["result"]["structuredContent"] == _by_id(new)[1]["result"]["structuredContent"]


BAD_LINES = (
    "{", "[]", "null", '"text"', "{}", '{"jsonrpc": "1.0"}', "\x00", "[" * 3000,
    json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/nope", "params": {"_meta": ENVELOPE}}),
    json.dumps({"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": {"_meta": ENVELOPE}}),
    json.dumps({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": 1, "_meta": ENVELOPE}}),
    json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}),
)  # fmt: skip


def test_lines_that_are_no_requests_do_no_harm() -> None:
    good = [_call(100 + number, "get", {"id": "workPermit"}) for number in range(len(BAD_LINES))]
    answers, said, code = talk([_call(99, "get", {"id": "workPermit"}), *sum(zip(BAD_LINES, good, strict=True), ())])

    by_id = _by_id(answers)
    assert code == 0
    assert "Traceback" not in said
    assert [id for id in range(99, 100 + len(BAD_LINES)) if "result" not in by_id.get(id, {})] == []
    assert [id for id in (7, 8, 9) if "error" not in by_id.get(id, {})] == []


@pytest.mark.parametrize(("line", "id"), [
    ("{", None), ("\x00", None), ("[]", None), ("[" * 3000, None), ('{"jsonrpc": "2.0", "id": 5}', 5),
    (_call(3, "get", {"id": "\ud800"}), 3), (_call(4, "resolve", {"text": "altere \udfff"}), 4),
    ('{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}', None),
])  # fmt: skip
def test_whoever_wrote_a_line_that_cannot_be_read_is_not_left_waiting(line: str, id: int | None) -> None:
    answers, said, code = talk([_call(1, "get", {"id": "workPermit"}), line, "", _call(2, "get", {"id": "workPermit"})])

    told = [answer for answer in answers if "error" in answer]
    assert (code, said) == (0, "")
    assert [answer["id"] for answer in told] == [id]
    assert told[0]["error"]["code"] in (-32700, -32600)
    assert {1, 2} <= _by_id(answers).keys()


@pytest.mark.parametrize("place", [-100, 10**40, 10**18])
def test_a_cursor_that_nobody_gave_is_refused(place: int) -> None:
    cursor = urlsafe_b64encode(b"from:%d" % place).decode()

    async def work() -> str:
        async with in_process() as client:
            with pytest.raises(MCPError) as told:
                await client.list_resources(cursor=cursor)
            return str(told.value)

    assert "ask for the list anew" in run(work)


@pytest.mark.parametrize(("name", "arguments", "words"), [
    ("get", {}, "`id` is missing"),
    ("get", {"id": 5}, "`id` is not what it takes there: a text"),
    ("get", {"id": ""}, "at least 1 character"),
    ("get", {"id": "x" * 5000}, "at most 200 characters"),
    ("get", {"id": "workPermit", "Id": "x"}, "did you mean `id`?"),
    ("get", {"id": "nope"}, "names nothing here"),
    ("search", {"text": "prazo", "limit": 51}, "at most 50"),
    ("search", {"text": "prazo", "limit": True}, "a whole number"),
    ("search", {"text": "prazo", "kinds": ["page"]}, "`kinds`"),
    ("discover", {"page": "nope"}, "no page"),
    ("discover", {"permissions": ["workPermit.delete"]}, "no argument of that name"),
    ("graph", {"id": "workPermit", "hops": 99}, "at most 4"),
    ("graph", {"id": "nope"}, "names nothing here"),
    ("explain", {"id": "nope"}, "names no resource and no capability here"),
    ("resolve", {"text": "x" * 5000}, "at most 2,000 characters"),
])  # fmt: skip
def test_arguments_that_are_none_are_told_what_is_expected(name: str, arguments: Any, words: str) -> None:
    async def work() -> Any:
        async with in_process() as client:
            return await client.call_tool(name, arguments)

    answer = run(work)
    assert answer.is_error
    assert words in answer.content[0].text


def test_a_call_too_many_is_answered_whatever_it_asks() -> None:
    lines = [
        _call(1, "execute", {"id": "workPermit.delete"}), _call(2, "resolve", {"text": "a" * (1 << 20)}),
        _call(3, "get", {"id": 5}), _call(4, "get", {"id": "workPermit"}), _call(5, "discover", {"page": "workPermit"}),
    ]  # fmt: skip
    once, said, code = talk(lines)
    again, *_ = talk(lines)

    by_id = _by_id(once)
    assert (code, said) == (0, "")
    assert by_id[1]["error"]["code"] == -32602
    assert "resolve, discover, search, get, explain, graph" in by_id[1]["error"]["message"]
    assert by_id[2]["result"]["isError"] is by_id[3]["result"]["isError"] is True
    assert by_id[4]["result"]["structuredContent"]["resource"]["id"] == "workPermit"
    assert _by_id(again) == by_id


def test_a_language_that_the_registry_does_not_have_is_not_served() -> None:
    answers, said, code = talk([], "--locale", "xx")

    assert (answers, code) == ([], 2)
    assert "there is no locale `xx`; there are pt-BR, en" in said
