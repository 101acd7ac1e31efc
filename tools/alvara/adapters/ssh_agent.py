"""What an SSH agent holds, and signing with it; never longer than somebody would wait for it."""

import socket
import time

from alvara.signatures.keys import SECURITY_KEY, BadKey, PublicKey, read_public_key
from alvara.signatures.wire import Malformed, Reader, string

_ASK_IDENTITIES, _IDENTITIES, _ASK_SIGNATURE, _SIGNATURE, _FAILURE = 11, 12, 13, 14, 5
_LONGEST = 256 * 1024
_MOST_KEYS = 2_000

SECONDS = 10.0
SECONDS_TO_TOUCH = 60.0


class NoAgent(Exception):
    """The agent is not there, or did not do what it was asked; the text is the reason, in plain words."""


class AgentSigner:
    """A key that an agent holds."""

    def __init__(self, socket_path: str, public: PublicKey, seconds: float | None = None) -> None:
        self.public = public
        self._path = socket_path
        self._seconds = seconds or (SECONDS_TO_TOUCH if public.algorithm == SECURITY_KEY else SECONDS)

    def sign(self, data: bytes) -> bytes:
        """Have bytes signed. Raises `NoAgent`."""
        request = bytes([_ASK_SIGNATURE]) + string(self.public.wire) + string(data) + bytes(4)
        reader = _ask(self._path, request, _SIGNATURE, self._seconds)
        if reader is None:
            raise NoAgent("the agent did not sign: it may be locked, or was told not to when it asked")
        try:
            signature = reader.string()
            reader.end()
        except Malformed:
            raise NoAgent("what answers in the agent's place is not one") from None
        return signature


def identities(socket_path: str, seconds: float = SECONDS) -> tuple[PublicKey, ...]:
    """Give the keys of an agent that are taken here, in its order; the others are left out. Raises `NoAgent`."""
    reader = _ask(socket_path, bytes([_ASK_IDENTITIES]), _IDENTITIES, seconds)
    if reader is None:
        raise NoAgent("the agent did not say which keys it holds")
    found: dict[PublicKey, None] = {}
    try:
        count = reader.number()
        if count > _MOST_KEYS:
            raise Malformed
        for _ in range(count):
            data, _comment = reader.string(), reader.string()
            try:
                found[read_public_key(data)] = None
            except BadKey:
                continue
        reader.end()
    except Malformed:
        raise NoAgent("what answers in the agent's place is not one") from None
    return tuple(found)


def _ask(path: str, request: bytes, answer: int, seconds: float) -> Reader | None:
    """Ask, and give what stands behind the kind of the answer; None where the agent refuses."""
    if not path:
        raise NoAgent("no agent is named in SSH_AUTH_SOCK")
    if not hasattr(socket, "AF_UNIX"):
        raise NoAgent("this system has no agent that is reached by a socket")
    end = time.monotonic() + seconds
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(seconds)
            connection.connect(path)
            connection.sendall(string(request))
            size = int.from_bytes(_receive(connection, 4, end), "big")
            if not 0 < size <= _LONGEST:
                raise NoAgent("what answers in the agent's place is not one")
            reply = _receive(connection, size, end)
    except TimeoutError:
        raise NoAgent(f"the agent did not answer within {seconds:g} seconds") from None
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoAgent("the agent named in SSH_AUTH_SOCK does not run") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its socket cannot be opened"
        raise NoAgent(f"the agent cannot be asked: {reason}") from None
    if reply[0] == _FAILURE:
        return None
    if reply[0] != answer:
        raise NoAgent("what answers in the agent's place is not one")
    return Reader(reply[1:])


def _receive(connection: socket.socket, size: int, end: float) -> bytes:
    """Receive so many bytes, all of them by a moment."""
    parts: list[bytes] = []
    while size:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        part = connection.recv(size)
        if not part:
            raise NoAgent("the agent went away without an answer")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
