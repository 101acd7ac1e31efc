"""One HTTP request and its answer, bounded in time and size, whatever the other end does."""

import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from email.message import Message
from hashlib import sha256
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BytesIO
from ipaddress import ip_address
from threading import Event, Timer
from typing import BinaryIO, NamedTuple

from alvara import __version__
from alvara.adapters.oci.references import Origin

_BLOCK = 1 << 16
LARGEST_HELD = 8 << 20
"""Bytes of an answer that are held in memory."""


class NoAnswer(OSError):
    """A registry could not be asked, or answered nothing that can be used. The message says what to do."""

    def __init__(self, why: str) -> None:
        """Say why; there is no number of the system's for it."""
        super().__init__(0, why)


class Request(NamedTuple):
    """What is asked. `path` has the query with it; `local` demands that the other end is this machine."""

    method: str
    origin: Origin
    path: str
    headers: Mapping[str, str] = {}
    body: bytes = b""
    local: bool = False


class Answer(NamedTuple):
    """What came back: the body, or, where it went elsewhere, its size and the SHA-256 of it."""

    status: int
    headers: Message
    body: bytes
    size: int
    sha256: str


class Patience(NamedTuple):
    """For how many seconds the other end may be silent, and for how many a request may last in all.

    To those, a body adds a second for every `rate` bytes that it has or may have.
    """

    silence: float = 20.0
    whole: float = 60.0
    rate: int = 256 << 10

    def lasting(self, size: int) -> float:
        """Give the seconds that a request with a body of some size may last."""
        return self.whole + size / self.rate


def exchange(request: Request, limit: int, patience: Patience, into: BinaryIO | None = None) -> Answer:
    """Ask once, on a connection of its own. Raises `NoAnswer`, also for a body of more than `limit` bytes.

    The body of an answer 200 is written to `into`, where that is given. Proxies that the surroundings name are not
    used, no redirect is followed, and nothing is tried twice.
    """
    seconds = patience.lasting(len(request.body) + (limit if into is not None else 0))
    late = Event()
    try:
        with _connected(request, patience.silence, seconds, late) as connection:
            headers = {"Host": str(request.origin), "User-Agent": f"alvara/{__version__}", "Connection": "close"}
            sent = request.method in ("POST", "PUT")
            if sent:
                headers["Content-Length"] = str(len(request.body))
            body = BytesIO(request.body) if sent else None
            connection.request(request.method, request.path, body, {**headers, **request.headers})
            with closing(connection.getresponse()) as response:
                answer = _taken(response, request, limit, into)
        if late.is_set():  # the head of an answer that is cut looks like a shorter one
            raise TimeoutError
        return answer
    except (OSError, HTTPException, ValueError) as error:
        if late.is_set() or isinstance(error, TimeoutError):
            raise NoAnswer(f"{request.origin} did not answer in full within {patience.silence:g} s of silence or "
                           f"{seconds:.0f} s in all; is it up? Try again later") from error  # fmt: skip
        if isinstance(error, NoAnswer):
            raise
        raise NoAnswer(f"{request.origin} cannot be asked: {_reason(error)}") from error


@contextmanager
def _connected(request: Request, silence: float, seconds: float, late: Event) -> Iterator[HTTPConnection]:
    """Connect, and cut the connection when the time is up: an end that drips would keep every single wait short."""
    origin = request.origin
    with socket.create_connection((origin.host, origin.port), min(silence, seconds)) as raw:
        raw.settimeout(silence)
        if request.local and not ip_address(raw.getpeername()[0].partition("%")[0]).is_loopback:
            raise NoAnswer(
                f"{origin} is not this machine, and plain HTTP over a network is only used with --plain-http"
            )
        context = ssl.create_default_context() if origin.tls else None
        end = context.wrap_socket(raw, server_hostname=origin.host, do_handshake_on_connect=False) if context else raw

        def cut() -> None:
            late.set()
            with suppress(OSError):  # it is closed already
                socket.socket.shutdown(end, socket.SHUT_RDWR)

        timer = Timer(seconds, cut)
        timer.daemon = True
        timer.start()
        try:
            if isinstance(end, ssl.SSLSocket):
                end.do_handshake()
            connection = HTTPConnection(origin.host, origin.port, blocksize=_BLOCK)
            connection.sock = end
            connection.auto_open = 0
            yield connection
        finally:
            timer.cancel()
            end.close()


def _taken(response: HTTPResponse, request: Request, limit: int, into: BinaryIO | None) -> Answer:
    """Read an answer to its end."""
    elsewhere = into is not None and response.status == 200
    limit = limit if elsewhere else min(limit, LARGEST_HELD)
    target: BinaryIO = into if into is not None and elsewhere else BytesIO()
    hash, size = sha256(), 0
    expected = response.length
    while block := response.read(_BLOCK):
        size += len(block)
        if size > limit:
            raise NoAnswer(f"{request.origin} sends more than the {limit:,} bytes that may come here")
        hash.update(block)
        try:
            target.write(block)
        except OSError as error:
            raise NoAnswer(f"what {request.origin} sends cannot be kept: {error.strerror}") from error
    if expected is not None and size != expected and request.method != "HEAD":
        raise NoAnswer(f"{request.origin} sends {size:,} bytes and had promised {expected:,}; try again")
    body = target.getvalue() if isinstance(target, BytesIO) and not elsewhere else b""
    return Answer(response.status, response.headers, body, size, hash.hexdigest())


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}; SSL_CERT_FILE may name the authority"
    if isinstance(error, ssl.SSLError):
        return "it does not speak TLS as it should; a registry without TLS needs --plain-http"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "its answer is not HTTP" if isinstance(error, HTTPException) else str(error)
