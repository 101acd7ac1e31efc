"""A server that says what a test wants, byte by byte, and remembers what it was asked."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Say = Callable[[bytes], None]
Answer = Callable[[str, Say], object]
"""Called with the first line of a request; says bytes, and returns when the connection is to end."""


@dataclass
class Server:
    """Its port, and the heads of the requests that it has had."""

    port: int
    heads: list[str] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


def reply(status: int, body: bytes = b"", **headers: str) -> bytes:
    """Write a whole answer."""
    lines = {"Content-Length": str(len(body)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} Said\r\n{head}\r\n".encode() + body


@contextmanager
def saying(answer: Answer | bytes) -> Iterator[Server]:
    """Run a server on this machine; every connection gets one answer."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(listening.getsockname()[1])
        threads: list[threading.Thread] = []

        def serve(connection: socket.socket) -> None:
            with connection, suppress(OSError):
                connection.settimeout(10)
                asked = b""
                while b"\r\n\r\n" not in asked:
                    block = connection.recv(65_536)
                    if not block:
                        return
                    asked += block
                    if asked[:1] == b"\x16":  # what TLS begins with
                        connection.sendall(reply(400))
                        return
                head = asked.partition(b"\r\n\r\n")[0].decode()
                server.heads.append(head)
                line = head.partition("\r\n")[0]
                if isinstance(answer, bytes):
                    connection.sendall(answer)
                else:
                    answer(line, connection.sendall)
                connection.shutdown(socket.SHUT_WR)

        def accept() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threads.append(threading.Thread(target=serve, args=(connection,), daemon=True))
                threads[-1].start()

        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        try:
            yield server
        finally:
            server.stopped.set()
            listening.shutdown(socket.SHUT_RDWR)
            accepting.join(10)
            for thread in threads:
                thread.join(10)
