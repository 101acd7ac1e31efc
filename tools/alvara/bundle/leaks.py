"""Machinery that has slipped into prose: an endpoint or a source file that a public text spells out.

The public types have no place for either, but a description or a page may name one all the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

_RUN = re.compile(r"[A-Za-z0-9_.:~%{}@$*+/-]+")
_ESCAPE = re.compile(r"\\.")
_HOST = re.compile(r"[a-z]+://[^/]*")
_LONGEST_RUN = 2048
"""Characters. A longer stretch without a gap is data, and looking at all its parts would take for ever."""


class Leak(NamedTuple):
    """A file of the public half, the text that it must not hold, and the capability that the text is private to."""

    file: str
    text: str
    capability: str


def leaks(capabilities: Iterable[Mapping[str, Any]], files: Mapping[str, bytes]) -> Iterator[Leak]:
    """Find where the public half names an endpoint or the source of an implementation.

    A path of a single step, such as `/permits`, is a word like any other and is let pass. A path without parameters
    counts where it stands alone: within a longer one, such as a page's name, it is a coincidence.
    """
    private = dict(_private(capabilities))
    for path in sorted(files):
        if path.startswith("public/") and private:
            runs = {run for run in _RUN.findall(_ESCAPE.sub(" ", files[path].decode())) if "/" in run}
            named = {text for run in runs for text in _meant(run[:_LONGEST_RUN])}
            for text in sorted(named & private.keys()):
                yield Leak(path, text, private[text])


def _private(capabilities: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for body in capabilities:
        for text in (body.get("endpoint", {}).get("path", ""), body.get("implementation", {}).get("source", "")):
            if text.strip("/").count("/") or "{" in text:
                yield text, body["id"]


def _meant(run: str) -> Iterator[str]:
    """Yield the texts that a stretch of text may name: itself, and the parts of it that have parameters."""
    whole = _HOST.sub("", run).rstrip(".:")
    yield whole
    if "{" in whole:
        steps = whole.split("/")
        for end in range(1, len(steps) + 1):
            for start in range(end):
                part = "/".join(steps[start:end])
                yield part
                yield f"/{part}"
