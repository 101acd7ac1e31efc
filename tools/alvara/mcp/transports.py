"""How a client reaches the server: standard input and output, or HTTP on this machine alone."""

import socket
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage

from alvara.mcp.unreadable import answer_unreadable

PATH = "/mcp"


def serve_stdio(server: Server[Any]) -> None:
    """Serve one client on standard input and output, until it closes them."""

    async def run() -> None:
        passed, messages = anyio.create_memory_object_stream[SessionMessage](0)
        async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as group:
            group.start_soon(answer_unreadable, incoming, passed, outgoing)
            await server.run(messages, outgoing, server.create_initialization_options())

    anyio.run(run)


def serve_http(server: Server[Any], host: str, port: int, announce: Callable[[str], None]) -> None:
    """Serve HTTP on an address of this machine, until a signal; `announce` is told where. Raises `OSError`.

    Each request stands for itself. A page of another origin, or another name for this machine, is refused.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    with listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
        bound = listener.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        names = [f"{name}:{bound}" for name in ("127.0.0.1", "localhost", "[::1]")]
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=True, allowed_hosts=names,
            allowed_origins=[f"http://{name}" for name in names],
        )  # fmt: skip
        app = server.streamable_http_app(
            streamable_http_path=PATH, json_response=True, stateless_http=True, transport_security=security, host=host
        )
        config = uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=2, lifespan="on")
        announce(f"http://{shown}:{bound}{PATH}")
        uvicorn.Server(config).run(sockets=[listener])
