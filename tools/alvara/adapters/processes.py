"""Work spread over two processes, where there is enough of it."""

import marshal
import os
from collections.abc import Callable, Iterator

from alvara.workspace.contribution import Packed

Read = Callable[[str], Packed]
Tick = Callable[[int, int], None]

ENOUGH = 300
"""Files. Below this, starting a process costs more than it saves."""


def spread(function: Read, paths: list[str], tick: Tick = lambda done, total: None) -> Iterator[Packed]:
    """Apply a function to every path, half of them in a forked child. A child that fails costs time, nothing else.

    `tick` is told how many of how many are done, as far as this process knows.
    """
    if len(paths) < ENOUGH or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        yield from map(function, paths)
        return
    ours, theirs = paths[::2], paths[1::2]
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(function, theirs, reading, writing)
    os.close(writing)
    done = []
    for path in ours:
        done.append(function(path))
        tick(2 * len(done), len(paths))
    with open(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(child, 0)
    yield from done
    yield from marshal.loads(sent) if status == 0 else map(function, theirs)


def _work(function: Read, paths: list[str], reading: int, writing: int) -> None:
    """Be the child: never return, never print, leave with 0 only when everything was sent."""
    status = 1
    try:
        os.close(reading)
        with open(writing, "wb") as pipe:
            pipe.write(marshal.dumps([function(path) for path in paths]))
        status = 0
    finally:
        os._exit(status)
