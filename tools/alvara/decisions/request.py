"""One question: may this user do this, to this record, with this input, now."""

from collections.abc import Set
from typing import Any, NamedTuple


class Confirmed(NamedTuple):
    """The yes of a user to an earlier answer, as that answer named it. `expires_at` is RFC 3339."""

    digest: str
    expires_at: str


class Request(NamedTuple):
    """What is asked. All values are JSON; `now` is RFC 3339 and never the clock.

    `resource` is the record that `target.idFrom` names, with its `id` and `tenant`; None where there is none.
    `spent` are the digests of the confirmations that were used before: each is good for one call. `denied` are the
    names of capabilities that were stopped: it takes away, and never gives.
    """

    input: Any
    principal: Any
    now: str
    resource: Any = None
    context: Any = None
    confirmed: Confirmed | None = None
    spent: Set[str] = frozenset()
    denied: Set[str] = frozenset()
