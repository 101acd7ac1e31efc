"""Semantic versions (semver.org 2.0.0): parsing and order."""

import re
from typing import NamedTuple

_VERSION = re.compile(
    r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)"
    r"(?:-((?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\.(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?"
    r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?"
)
_MEANT = re.compile(r"[vV=]?\s*(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?")


class Version(NamedTuple):
    """A semantic version; build metadata is dropped, as it takes no part in the order."""

    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()


def parse(text: str) -> Version | None:
    """Read a version, or None where the text is not one."""
    found = _VERSION.fullmatch(text) if len(text) <= 128 else None
    if found is None:
        return None
    pre = tuple(found.group(4).split(".")) if found.group(4) else ()
    return Version(int(found.group(1)), int(found.group(2)), int(found.group(3)), pre)


def meant(text: str) -> str:
    """Give the version that a text is an odd spelling of: with a `v`, too few parts or zeros in front. Else nothing."""
    found = _MEANT.fullmatch(text.strip())
    return ".".join(str(int(part or 0)) for part in found.groups()) if found else ""


def precedence(version: Version) -> tuple[int, int, int, bool, tuple[tuple[bool, int, str], ...]]:
    """Give what versions are ordered by: numbers as numbers, a pre-release before its release (semver.org, 11)."""
    pre = tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in version.pre)
    return version.major, version.minor, version.patch, not version.pre, pre
