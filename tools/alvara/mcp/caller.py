"""On whose behalf a server answers."""

from typing import NamedTuple


class Caller(NamedTuple):
    """What is known of whoever asks, for as long as the server runs; arguments of a call never widen it.

    `permissions` of None stands for "not said", and then nothing is kept from the caller for want of one; so does
    `tenant`, whose empty text is a caller without a tenant.
    """

    permissions: frozenset[str] | None = None
    tenant: str | None = None
    locale: str | None = None

    @property
    def is_known(self) -> bool:
        """Whether something was said that keeps capabilities from the caller."""
        return self.permissions is not None or self.tenant is not None
