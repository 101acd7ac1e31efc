"""Machinery that has slipped into prose: an endpoint, a service or a source file that a text spells out.

Two ways of writing one path are the same when they differ in the names of parameters, in how those are marked, in the
host or in the case. What a text may be naming is a `Spelling`; what must not be named is a `Secret`. Both have keys,
and only those that share one need be compared.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

_LONGEST_RUN = 2048
"""Characters. A longer stretch without a gap is data, and looking at all its parts would take for ever."""

_METHOD = "(?:GET|POST|PUT|PATCH|DELETE)"
_RUN = re.compile(
    rf"(?:(?<![A-Za-z0-9])[*_~]*{_METHOD}[ \t`*_]+(?=/|[a-z]+://))?"
    r"(?:[A-Za-z0-9_.:~%{}@$*+/-]|\\[{}_*-]|(?<=/)<[A-Za-z][\w.-]*>)+"
)
"""A stretch of text that may name machinery, the method of a call before it included."""

_CALL = re.compile(rf"({_METHOD})[ \t`*_]+(.*)", re.DOTALL)
_AROUND = "*_~`"
_HOST = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://(?:[^/@]*@)?([^/:]*)[^/]*")
_LINE = re.compile(r"(?::[0-9]+){1,2}(?:-[0-9]+)?$")
_BRACED = re.compile(r"(?<!\{)\$?\{++[^{}]*+\}++")
_CODED = (("%7B", "{"), ("%7b", "{"), ("%7D", "}"), ("%7d", "}"), ("\\", ""))
_MARKED = re.compile(r":[a-z_]\w*|<[a-z][\w.-]*>|\$[a-z_]\w*")
_MOUNT = re.compile(r"api|rest|rpc|v[0-9]+(?:\.[0-9]+)*")
"""The steps that services put before all of their paths."""

_PARTS = re.compile(r"[-_.]")
_NAME = re.compile(r"[a-z0-9]+(?:[-_.][a-z0-9]+)+")
_TECHNICAL = (
    "api", "apis", "backend", "bff", "cluster", "com", "database", "db", "gateway", "graphql", "grpc", "gw", "internal",
    "local", "microservice", "rest", "rpc", "server", "service", "services", "srv", "svc", "worker",
)  # fmt: skip
_HOSTLY = frozenset(("cluster", "com", "internal", "local", "svc"))
_EVERYDAY = frozenset(("full-service", "self-service", "self-services"))


class Secret(NamedTuple):
    """A text that is private to a capability: `name` as its author wrote it, `steps` as they compare."""

    kind: str
    name: str
    steps: tuple[str, ...]

    @property
    def key(self) -> str:
        """Give the key that every text has that names it."""
        if self.kind == "path":
            last = next(i for i in range(len(self.steps) - 1, 0, -1) if "{}" in "".join(self.steps[i - 1 : i + 1]))
            return "/".join(self.steps[last - 1 : last + 1])
        return "/".join(self.steps[-2:])


class Spelling(NamedTuple):
    """What a text may be naming. `method` and `host` are empty where it has none; `rooted` tells `/a/b` from `a/b`."""

    steps: tuple[str, ...]
    rooted: bool = False
    method: str = ""
    host: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """List the keys of all secrets that may be meant, each once."""
        steps = self.steps
        found = [f"{a}/{b}" for a, b in pairwise(steps) if "{}" in a or "{}" in b]
        if len(steps) > 1:
            found.append("/".join(steps[-2:]))
        elif steps and is_distinctive(steps[0]):
            found.append(steps[0])
        if self.method and steps:
            found.append(f"{self.method}/{steps[-1]}")
        if self.host:
            labels = self.host.split(".")[:8]
            found += [".".join(labels[:end]) for end in range(1, len(labels) + 1)]
        return tuple(dict.fromkeys(found))

    def names(self, secret: Secret) -> bool:
        """Whether it is the secret that is named."""
        own, other = self.steps, secret.steps
        size = len(other)
        if secret.kind == "service":
            return own == other or self.host == other[0] or self.host.startswith(f"{other[0]}.")
        if secret.kind == "call":
            return self.method == other[0] and self._is_at_root(other[1:])
        if secret.kind == "path":
            return any(own[start : start + size] == other for start in range(len(own) - size + 1))
        if secret.kind == "source":
            return own == other or (size > 2 and "." in other[-1] and own[-size:] == other)
        return self._is_at_root(other)

    def _is_at_root(self, path: tuple[str, ...]) -> bool:
        """Whether it is a path that begins where a service does, or below its mount: elsewhere it is a coincidence."""
        before = self.steps[: -len(path)]
        if self.steps[-len(path) :] != path or not all(map(_MOUNT.fullmatch, before)):
            return False
        return self.rooted or bool(before)


def secrets_of(endpoint: Mapping[str, Any], implementation: Mapping[str, Any]) -> tuple[Secret, ...]:
    """List what must not be named of a capability's endpoint and implementation.

    A path of a single step, such as `/permits`, is a word like any other, unless a method stands before it.
    """
    found: list[Secret] = []
    service, path, source = endpoint.get("service", ""), endpoint.get("path", ""), implementation.get("source", "")
    name = service.strip().lower()
    if is_distinctive(name):
        found.append(Secret("service", service, (name,)))
    steps = _read(path.partition("?")[0]).steps
    literal = [step for step in steps if step != "{}"]
    if any("{}" in step for step in steps):
        if literal and len(steps) > 1:
            found.append(Secret("path", path, steps))
    elif len(steps) > 1:
        found.append(Secret("plain path", path, steps))
    elif steps and "method" in endpoint:
        method = endpoint["method"]
        found.append(Secret("call", f"{method} {path}", (method, *steps)))
    steps = _read(source).steps
    if len(steps) > 1:
        found.append(Secret("source", source, steps))
    return tuple(found)


def is_distinctive(name: str) -> bool:
    """Whether the name of a service, in small letters, is one that nobody writes by chance: `sst-api`, not `work`."""
    parts = _PARTS.split(name)
    if len(parts) < 2 or name in _EVERYDAY or _NAME.fullmatch(name) is None:
        return False
    if "-" in name or "_" in name:
        return not frozenset(parts).isdisjoint(_TECHNICAL)
    return parts[-1] in _HOSTLY  # `order.service` may as well be an ID


def spellings(text: str) -> Iterator[tuple[int, int, Spelling]]:
    """Yield the stretches of a text that may name machinery: start, end, and what they say."""
    for found in _RUN.finditer(text):
        run = found.group()
        if "/" not in run and "-" not in run and "_" not in run and "." not in run:
            continue
        shown = run.lstrip(_AROUND)
        start = found.end() - len(shown)
        shown = shown[:_LONGEST_RUN].rstrip(_AROUND + ".:,")
        spelling = _read(shown)
        if spelling.keys:
            yield start, start + len(shown), spelling


def spelling_of(shown: str) -> Spelling:
    """Read one stretch of text that `spellings` found."""
    return _read(shown)


class Vault:
    """The secrets of many capabilities, with whose they are, held against texts."""

    def __init__(self, kept: Iterable[tuple[str, Secret]]) -> None:
        """Take each secret with the ID of its capability."""
        self._kept: dict[str, list[tuple[str, Secret]]] = {}
        for owner, secret in kept:
            self._kept.setdefault(secret.key, []).append((owner, secret))

    def named_in(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield what a text says that it must not, each once, and the capability that it is private to."""
        seen = set()
        for start, end, spelling in spellings(text) if self._kept and may_name(text) else ():
            shown = text[start:end]
            owners = [o for key in spelling.keys for o, secret in self._kept.get(key, ()) if spelling.names(secret)]
            if owners and shown not in seen:
                seen.add(shown)
                yield shown, min(owners)


def may_name(text: str) -> bool:
    """Whether a closer look at a text is worth its time; a quick look that may be alarmed in vain."""
    return "/" in text or may_name_service(text)


def may_name_service(text: str) -> bool:
    """Whether a text may name a service by its name alone; as quick, and as easily alarmed."""
    return not _no_service()(text)


@cache
def _no_service() -> Callable[[str], bool]:
    from jsonschema_rs import RegexOptions, validator_for

    words = "|".join(_TECHNICAL)
    signs = rf"[A-Za-z0-9][-_.](?i:{words})(?:[^A-Za-z0-9]|$)|(?:^|[^A-Za-z0-9])(?i:{words})[-_.][A-Za-z0-9]"
    return validator_for({"not": {"pattern": signs}}, pattern_options=RegexOptions()).is_valid


def _read(shown: str) -> Spelling:
    """Take a stretch of text apart."""
    method, host = "", ""
    call = _CALL.fullmatch(shown)
    if call is not None:
        method, shown = call.groups()
    text = shown
    for written, meant in _CODED:
        text = text.replace(written, meant)
    served = _HOST.match(text)
    if served is not None:
        host, text = served.group(1).lower(), text[served.end() :]
    rooted = served is not None or text.startswith("/")
    text = _LINE.sub("", text)
    if "{" in text:
        text = _BRACED.sub("{}", text)
    steps = [step for step in text.lower().split("/") if step and step != "." and step != ".."]
    return Spelling(tuple("{}" if _MARKED.fullmatch(step) else step for step in steps), rooted, method, host)
