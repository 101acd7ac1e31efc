"""A bundle on disk to what questions are put to."""

from alvara.adapters.archives import NoBundle
from alvara.adapters.opening import open_files
from alvara.adapters.published import read_schema
from alvara.app.held_bundle import hold_bundle
from alvara.bundle.held import Shapes
from alvara.bundle.wire import DamagedBundle, Malformed
from alvara.registry.holdings import Holdings


def open_holdings(path: str, root: str | None = None) -> Holdings:
    """Open a bundle, a folder or a tar archive. Raises `DamagedBundle`, and `OSError` where it cannot be read.

    With `root`, the SHA-256 of a version of the root of trust, it is verified in full before.
    """
    try:
        if root is None:
            opened = open_files(path)
        else:
            from alvara.runtime.verification import open_verified

            opened = open_verified(path, root)
        return hold_bundle(opened.manifest, opened.files, Shapes(read_schema))
    except NoBundle as error:
        raise DamagedBundle(f"{path}: {error.strerror}") from error
    except (Malformed, ValueError) as error:  # the path itself may be none
        raise DamagedBundle(f"{path}: {error}") from error
