"""What a registry is compared with."""

from typing import Literal, NamedTuple

BaseKind = Literal["pull-request", "published", "explicit"]


class Base(NamedTuple):
    """The point where this work left the main branch, the last release, or what was asked for."""

    kind: BaseKind
    ref: str
    commit: str
