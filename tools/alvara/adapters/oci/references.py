"""What an `oci://` reference says: a repository on a host, and what of it is meant."""

import re
from ipaddress import ip_address
from typing import NamedTuple

from alvara.store.wire import is_digest

SCHEME = "oci://"
_HOST = re.compile(r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::(?P<port>[0-9]{1,5}))?")
_STEP = r"[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*"
_NAME = re.compile(rf"{_STEP}(?:/{_STEP})*")
_LONGEST_NAME = 255
_TAG = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,127}")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,127}")
OURS = "alvara-"
"""What tags begin with that say more than a version."""


class BadReference(ValueError):
    """What was given is no reference to a repository. The message says what one looks like."""


class Origin(NamedTuple):
    """Who is spoken to, and whether over TLS."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        """Write it as the head of a request does: the port only where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.tls else 80) else f"{host}:{self.port}"


class Repository(NamedTuple):
    """A repository of a registry. `plain` is whether plain HTTP was asked for, over a network."""

    origin: Origin
    name: str
    plain: bool = False

    def __str__(self) -> str:
        """Write it as it is given."""
        return f"{SCHEME}{self.origin}/{self.name}"


def parse_repository(given: str, *, plain_http: bool = False) -> Repository:
    """Read `oci://host[:port]/repo`. Raises `BadReference`.

    Loopback is spoken to in plain HTTP, everybody else over TLS unless plain HTTP is asked for.
    """
    repository, which = parse_reference(given, plain_http=plain_http)
    if which is not None:
        raise BadReference(f"`{given}` names one version; a store is a whole repository, `{repository}`")
    return repository


def parse_reference(given: str, *, plain_http: bool = False) -> tuple[Repository, str | None]:
    """Read `oci://host[:port]/repo`, and which bundle of it is meant: `:VERSION`, `@sha256:…`, or None.

    Raises `BadReference`.
    """
    rest = given.removeprefix(SCHEME)
    address, slash, path = rest.partition("/")
    host = _HOST.fullmatch(address)
    if not given.startswith(SCHEME) or not slash or host is None or int(host["port"] or 1) not in range(1, 65_536):
        raise BadReference(f"`{_without_user(given)}` is not `oci://HOST[:PORT]/REPOSITORY`")
    name, which = _split(path)
    if _NAME.fullmatch(name) is None or len(name) > _LONGEST_NAME:
        raise BadReference(
            f"`{name}` is no name of a repository: lower-case letters, digits, and `.`, `_`, `-` or `/` between them"
        )
    if which is not None and not is_digest(which) and _VERSION.fullmatch(which) is None:
        raise BadReference(f"`{which}` is neither a version nor a digest, `sha256:` and 64 hexadecimal digits")
    bare = host["host"].strip("[]").lower()
    if host["host"].startswith("[") and not _is_address(bare):
        raise BadReference(f"`{address}` is no address of a host")
    tls = not (plain_http or is_loopback(bare))
    return Repository(Origin(bare, int(host["port"] or (443 if tls else 80)), tls), name, plain_http), which


def version_tag(version: str) -> str:
    """Give the tag of a version: `_` for `+`, which no tag has as no version has `_`. Raises `BadReference`."""
    tag = version.replace("+", "_")
    if _VERSION.fullmatch(version) is None or _TAG.fullmatch(tag) is None:
        raise BadReference(f"`{version}` is no version: letters and digits, with `.`, `-` or `+` between them")
    if tag.startswith(OURS):
        raise BadReference(f"the version `{version}` begins with `{OURS}`, as tags do that a store keeps for itself")
    return tag


def is_tag(name: str) -> bool:
    """Whether a tag may have this name: what else a registry tells is no tag, and not asked for."""
    return _TAG.fullmatch(name) is not None


def digest_tag(digest: str) -> str:
    """Give the tag of the bundle that has a digest."""
    return f"{OURS}bundle-{digest.removeprefix('sha256:')}"


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, by its name or address alone."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) and ip_address(host).is_loopback


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _split(path: str) -> tuple[str, str | None]:
    name, at, digest = path.partition("@")
    if at:
        return name, digest
    name, colon, version = path.partition(":")
    return name, version if colon else None


def _without_user(given: str) -> str:
    """Leave out what stands before an `@` in a host: it may be a password."""
    address, slash, rest = given.removeprefix(SCHEME).partition("/")
    return f"{SCHEME if given.startswith(SCHEME) else ''}{address.rpartition('@')[2]}{slash}{rest}"
