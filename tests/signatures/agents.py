"""An SSH agent, and what pretends to be one."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

import pytest

needs_agent = pytest.mark.skipif(
    None in (shutil.which("ssh-agent"), shutil.which("ssh-add")), reason="ssh-agent and ssh-add are not installed"
)


@contextmanager
def place() -> Iterator[str]:
    """A path for a socket, which may not be long."""
    with tempfile.TemporaryDirectory(prefix="agent") as folder:
        yield f"{folder}/socket"


@contextmanager
def running_agent() -> Iterator[str]:
    """An agent of this test alone."""
    with place() as path:
        command = ["ssh-agent", "-D", "-a", path]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as agent:
            try:
                for _ in range(500):
                    if Path(path).exists():
                        break
                    time.sleep(0.01)
                yield path
            finally:
                agent.terminate()
                agent.wait(timeout=10)


def ssh_add(path: str, *arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    surroundings = {**os.environ, "SSH_AUTH_SOCK": path, "SSH_ASKPASS_REQUIRE": "never"}
    return subprocess.run(
        ["ssh-add", *arguments], env=surroundings, input=given, capture_output=True, timeout=60, check=False
    )


@contextmanager
def pretending(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """Something that accepts connections as an agent does, and then does as it likes."""
    with place() as path, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(path)
        server.listen()
        server.settimeout(0.05)
        done = False

        def serve() -> None:
            while not done:
                with suppress(TimeoutError):
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        answer(connection)

        thread = Thread(target=serve)
        thread.start()
        try:
            yield path
        finally:
            done = True
            thread.join(timeout=30)
