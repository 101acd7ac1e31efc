"""Work spread over two processes, where there is enough of it."""

import marshal
import os
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from alvara.workspace.contribution import Contribution, freeze, thaw

Result = TypeVar("Result")
Tick = Callable[[int, int], None]

ENOUGH = 300
"""Files. Below this, starting a process costs more than it saves."""

_FIRST = 12
"""Files, spread over all of them, that are worked on before the fork."""


def spread_extraction(
    extract: Callable[[str], Contribution], paths: list[str], tick: Tick = lambda done, total: None
) -> Iterator[tuple[Contribution, bytes | None]]:
    """Extract what every path contributes; what came through a pipe keeps its frozen form, not to be made again."""
    return spread(extract, paths, freeze, thaw, tick)


def spread(
    work: Callable[[str], Result], paths: list[str], freeze: Callable[[Any], bytes] = marshal.dumps,
    thaw: Callable[[bytes], Any] = marshal.loads, tick: Tick = lambda done, total: None,
) -> Iterator[tuple[Result, bytes | None]]:  # fmt: skip
    """Do a work for every path, for half of them in a forked child. A child that fails costs time, nothing else.

    A result that came through the pipe is accompanied by its frozen form. `tick` is told how many of how many are done,
    as far as this process knows.
    """
    if len(paths) < ENOUGH or not hasattr(os, "fork") or (os.cpu_count() or 1) < 2:
        yield from ((work(path), None) for path in paths)
        return
    # What the first files make the work import and prepare, the child gets with the fork.
    first, rest = paths[:: len(paths) // _FIRST], set(paths)
    done = [work(path) for path in first]
    ours, theirs = _halves(sorted(rest.difference(first)))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work(lambda path: freeze(work(path)), theirs, reading, writing)
    os.close(writing)
    for path in ours:
        done.append(work(path))
        tick(2 * len(done), len(paths))
    with open(reading, "rb") as pipe:
        sent = pipe.read()
    _, status = os.waitpid(child, 0)
    yield from ((result, None) for result in done)
    if status == 0:
        yield from ((thaw(frozen), frozen) for frozen in marshal.loads(sent))
    else:
        yield from ((work(path), None) for path in theirs)


def _halves(paths: list[str]) -> tuple[list[str], list[str]]:
    """Part paths in two, those of one domain together: they refer to the same other files, which are read once then."""
    domains: dict[str, list[str]] = {}
    for path in paths:
        domains.setdefault("/".join(path.split("/")[1:2]), []).append(path)
    halves: tuple[list[str], list[str]] = ([], [])
    for found in sorted(domains.values(), key=len, reverse=True):
        min(halves, key=len).extend(found)
    return halves


def _work(work: Callable[[str], bytes], paths: list[str], reading: int, writing: int) -> None:
    """Be the child: never return, never print, leave with 0 only when everything was sent."""
    status = 1
    try:
        os.close(reading)
        with open(writing, "wb") as pipe:
            pipe.write(marshal.dumps([work(path) for path in paths]))
        status = 0
    finally:
        os._exit(status)
