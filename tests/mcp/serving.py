"""A server as its clients meet it: a process on pipes, one over HTTP, or one in this process."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from alvara.adapters.published import read_output_schema
from alvara.mcp.server import server_of
from alvara.mcp.window import Window
from alvara.registry.caller import ANYBODY, Caller
from alvara.runtime.registry import Registry

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60
ERAS = {"2026-07-28": "auto", "2025-11-25": "legacy"}
"""The revisions that are spoken, with how the SDK's client is told to begin."""

SURROUNDINGS = {**os.environ, "PYTHONPATH": str(ROOT / "tools")}


@cache
def this_registry() -> Registry:
    """Open this repository's own registry."""
    from alvara.cli.served import open_served

    return open_served(str(ROOT), "").registry


def window(caller: Caller = ANYBODY) -> Window:
    """Look at this repository's own registry as somebody."""
    return Window(this_registry(), caller)


def in_process(caller: Caller = ANYBODY, mode: str = "auto") -> Client:
    """Give a client of a server in this process."""
    return Client(server_of(window(caller), read_output_schema), mode=mode, read_timeout_seconds=SECONDS)


def command(*arguments: str) -> list[str]:
    """Give the command line of a server on this repository's registry."""
    return [sys.executable, "-m", "alvara", "-C", str(ROOT), "serve", "mcp", *arguments]


def over_pipes(*arguments: str, mode: str = "auto") -> Client:
    """Give a client that starts a server of its own."""
    program, *rest = command(*arguments)
    server = StdioServerParameters(command=program, args=rest, env={"PYTHONPATH": SURROUNDINGS["PYTHONPATH"]})
    return Client(server, mode=mode, read_timeout_seconds=SECONDS)


@contextmanager
def over_http(*arguments: str) -> Iterator[str]:
    """Start a server on a free port of this machine, give its address, and end it."""
    process = subprocess.Popen(
        command("--http", "0", *arguments), stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=SURROUNDINGS
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line
        yield found[0]
    finally:
        process.terminate()
        _, said = process.communicate(timeout=SECONDS)
    assert "Traceback" not in said


def talk(lines: Sequence[str], *arguments: str) -> tuple[list[Any], str, int]:
    """Write lines to a server, and close its input once all are answered.

    Gives what it answered, what it said besides, and its exit code. What is still open when the input ends is dropped.
    """
    process = subprocess.Popen(
        command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=SURROUNDINGS
    )
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    try:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for line in lines if _is_answered(line)]
        rest, said = process.communicate(timeout=SECONDS)
        return [*answers, *map(json.loads, rest.splitlines())], said.decode(), process.returncode
    finally:
        timer.cancel()
        process.kill()
        process.wait()


def _is_answered(line: str) -> bool:
    """Whether a line gets an answer: each does that is neither empty nor a notification."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return bool(line.strip())
    return not isinstance(value, dict) or "method" not in value or "id" in value


def run(work: Any) -> Any:
    """Run something asynchronous, for a bounded time. What it raises alone is raised as itself."""

    async def bounded() -> Any:
        with anyio.fail_after(SECONDS):
            return await work()

    try:
        return anyio.run(bounded)
    except BaseExceptionGroup as group:
        error: BaseException = group
        while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
            error = error.exceptions[0]
        raise error from None
