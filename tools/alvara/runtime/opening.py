"""A bundle on disk to what questions are put to."""

from collections.abc import Callable

from alvara.adapters.archives import NoBundle
from alvara.adapters.opening import Opened, open_files
from alvara.adapters.published import read_schema
from alvara.app.held_bundle import hold_bundle
from alvara.bundle.held import Shapes
from alvara.bundle.wire import DamagedBundle, Malformed
from alvara.registry.holdings import Holdings
from alvara.store.refusing import BadStore, NotInStore


def open_holdings(path: str, root: str | None = None) -> Holdings:
    """Open a bundle, a folder or a tar archive. Raises `DamagedBundle`, and `OSError` where it cannot be read.

    With `root`, the SHA-256 of a version of the root of trust, it is verified in full before.
    """
    if root is None:
        return hold(path, lambda: open_files(path))
    from alvara.runtime.verification import open_verified

    return hold(path, lambda: open_verified(path, root))


def hold(place: str, read: Callable[[], Opened]) -> Holdings:
    """Hold what is read from a place. Raises `DamagedBundle`, and what says that a store does not have it."""
    try:
        opened = read()
        return hold_bundle(opened.manifest, opened.files, Shapes(read_schema))
    except (BadStore, NotInStore):
        raise
    except NoBundle as error:
        raise DamagedBundle(f"{place}: {error.strerror}") from error
    except (Malformed, ValueError) as error:  # the path itself may be none
        raise DamagedBundle(f"{place}: {error}") from error
