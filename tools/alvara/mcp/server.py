"""The server: the tools and addresses behind the protocol's SDK, with every argument and answer checked here."""

import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from itertools import islice
from json import dumps, loads
from typing import Any

import mcp_types as wire
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.shared.exceptions import MCPError
from mcp_types import INTERNAL_ERROR, INVALID_PARAMS

from alvara import __version__
from alvara.documents.shape import Validator
from alvara.mcp.resources import PAGE, TEMPLATES, Unknown, addresses, read
from alvara.mcp.tool import BadArguments, Checked
from alvara.mcp.tools import TOOLS
from alvara.mcp.window import Window
from alvara.registry.caller import ANYBODY

INSTRUCTIONS = (
    "A registry of what may be asked for in a business application: things, capabilities, policies. It tells what "
    "there is and carries nothing out. Begin with `resolve` for a sentence of the user, or `discover` for where the "
    "user is."
)
LARGEST = 1 << 20
"""Characters of an answer."""

_FRESH_MS = 60_000

_LAST = 10_000_000
"""No list goes on behind so many addresses."""

_Context = ServerRequestContext[Any]


class _Service:
    """The handlers, as the SDK calls them: each answers from one registry to one caller."""

    def __init__(self, window: Window, read_schema: Callable[[str], bytes]) -> None:
        self._window = window
        self._schemas = {tool.name: loads(read_schema(tool.gives)) for tool in TOOLS}
        self._tools = {
            tool.name: Checked(tool, Validator(tool.arguments_schema), Validator(self._schemas[tool.name]))
            for tool in TOOLS
        }  # fmt: skip

    async def list_tools(self, _: _Context, __: wire.PaginatedRequestParams | None) -> wire.ListToolsResult:
        return wire.ListToolsResult(tools=[self._tool(checked) for checked in self._tools.values()])

    async def call_tool(self, _: _Context, asked: wire.CallToolRequestParams) -> wire.CallToolResult:
        checked = self._tools.get(asked.name)
        if checked is None:
            raise MCPError(INVALID_PARAMS, f"there is no tool of that name; there are {', '.join(self._tools)}")
        try:
            answer = checked.call(self._window, asked.arguments or {})
        except BadArguments as error:
            return _told(str(error), wrong=True)
        except Exception:
            logging.getLogger(__name__).exception("the tool %s failed", asked.name)
            raise MCPError(INTERNAL_ERROR, "alvara could not answer; its log says why") from None
        text = dumps(answer, ensure_ascii=False, sort_keys=True)
        if len(text) > LARGEST:
            return _told(f"the answer has more than {LARGEST:,} characters; ask for less of it", wrong=True)
        return _told(text, answer)

    async def list_resources(
        self, _: _Context, asked: wire.PaginatedRequestParams | None
    ) -> wire.ListResourcesResult:  # fmt: skip
        start = _position(asked.cursor if asked is not None else None)
        found = list(islice(addresses(self._window), start, start + PAGE + 1))
        resources = [
            wire.Resource(uri=each.uri, name=each.name, title=each.title, mime_type=each.type) for each in found[:PAGE]
        ]
        following = _cursor(start + PAGE) if len(found) > PAGE else None
        return wire.ListResourcesResult(resources=resources, next_cursor=following)

    async def list_templates(
        self, _: _Context, __: wire.PaginatedRequestParams | None
    ) -> wire.ListResourceTemplatesResult:  # fmt: skip
        return wire.ListResourceTemplatesResult(
            resource_templates=[
                wire.ResourceTemplate(
                    uri_template=each.uri, name=each.name, title=each.title, description=each.description,
                    mime_type=each.type,
                )
                for each in TEMPLATES
            ]
        )  # fmt: skip

    async def read_resource(self, _: _Context, asked: wire.ReadResourceRequestParams) -> wire.ReadResourceResult:
        try:
            found = read(self._window, asked.uri)
        except Unknown as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        except Exception:
            logging.getLogger(__name__).exception("an address could not be read")
            raise MCPError(INTERNAL_ERROR, "alvara could not answer; its log says why") from None
        return wire.ReadResourceResult(
            contents=[wire.TextResourceContents(uri=asked.uri, mime_type=found.type, text=found.text)]
        )

    def _tool(self, checked: Checked) -> wire.Tool:
        tool = checked.tool
        return wire.Tool(
            name=tool.name, title=tool.title, description=tool.description, input_schema=tool.arguments_schema,
            output_schema=self._schemas[tool.name],
            annotations=wire.ToolAnnotations(
                title=tool.title, read_only_hint=True, destructive_hint=False, idempotent_hint=True,
                open_world_hint=False,
            ),
        )  # fmt: skip


def server_of(window: Window, read_schema: Callable[[str], bytes]) -> Server[Any]:
    """Make a server that answers from a registry to one caller; `read_schema` gives a published output schema."""
    service = _Service(window, read_schema)
    hint = CacheHint(_FRESH_MS, "public" if window.caller == ANYBODY else "private")
    listed = ("tools/list", "resources/list", "resources/templates/list", "resources/read")
    return Server(
        "alvara", version=__version__, title=f"alvara: {window.registry.name}", instructions=INSTRUCTIONS,
        cache_hints=dict.fromkeys(listed, hint),  # type: ignore[arg-type]
        on_list_tools=service.list_tools, on_call_tool=service.call_tool, on_list_resources=service.list_resources,
        on_list_resource_templates=service.list_templates, on_read_resource=service.read_resource,
    )  # fmt: skip


def _told(text: str, answer: Mapping[str, Any] | None = None, *, wrong: bool = False) -> wire.CallToolResult:
    return wire.CallToolResult(
        content=[wire.TextContent(type="text", text=text)], structured_content=answer, is_error=wrong
    )


def _cursor(start: int) -> str:
    return urlsafe_b64encode(b"from:%d" % start).decode()


def _position(cursor: str | None) -> int:
    """Read where a list goes on. Raises `MCPError` for what this server did not write."""
    if cursor is None:
        return 0
    try:
        start = int(urlsafe_b64decode(cursor[:64].encode()).removeprefix(b"from:"))
    except ValueError:
        start = -1
    if not 0 <= start <= _LAST or _cursor(start) != cursor:
        raise MCPError(INVALID_PARAMS, "the cursor is none that this server gave; ask for the list anew")
    return start
