"""Lines that are no messages: whoever wrote one is told so, where the SDK leaves them to wait."""

from json import loads
from typing import TYPE_CHECKING, Any

from anyio import BrokenResourceError, ClosedResourceError
from anyio.streams.memory import MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError

if TYPE_CHECKING:
    from mcp.shared._stream_protocols import ReadStream, WriteStream


async def answer_unreadable(
    incoming: "ReadStream[SessionMessage | Exception]", passed: MemoryObjectSendStream[SessionMessage],
    outgoing: "WriteStream[SessionMessage]",
) -> None:  # fmt: skip
    """Pass messages on, and answer what is none, until either side is closed."""
    async with passed:
        try:
            async for item in incoming:
                if isinstance(item, SessionMessage):
                    await passed.send(item)
                elif (error := error_for(item)) is not None:
                    await outgoing.send(SessionMessage(error))
        except (BrokenResourceError, ClosedResourceError):
            pass


def error_for(objection: Exception) -> JSONRPCError | None:
    """Word the answer to a line that could not be read, under its ID where it has one; None for an empty line."""
    line, code = _line_of(objection)
    if isinstance(line, str) and not line.strip():
        return None
    text = "a line is one JSON-RPC message in UTF-8, without half of a surrogate pair; this one is not"
    return JSONRPCError(jsonrpc="2.0", id=_id_in(line), error=ErrorData(code=code, message=text))


def _line_of(objection: Exception) -> tuple[Any, int]:
    if not isinstance(objection, ValidationError):
        return None, PARSE_ERROR
    first = objection.errors(include_url=False, include_context=False)[0]
    return first["input"], PARSE_ERROR if first["type"] == "json_invalid" else INVALID_REQUEST


def _id_in(line: Any) -> str | int | None:
    """Find the ID in what was not accepted; what the SDK refuses to read, the standard library may read."""
    try:
        value = loads(line) if isinstance(line, str) else line
    except (ValueError, RecursionError):
        return None
    id = value.get("id") if isinstance(value, dict) else None
    if isinstance(id, str):
        return id if id.isprintable() and len(id) <= 200 else None
    return id if type(id) is int and abs(id) < 1 << 53 else None
