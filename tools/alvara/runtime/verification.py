"""Bundles verified in full, each file read once: what was verified is what is used afterwards."""

from typing import TYPE_CHECKING

from alvara.adapters.opening import Opened, asked
from alvara.bundle.wire import DamagedBundle
from alvara.identity.digests import read_sha256

if TYPE_CHECKING:
    from alvara.bundle.verify import BundleFiles, Verdict


def verify_files(files: "BundleFiles", now: str, root: str | None) -> "tuple[Verdict, dict[str, bytes]]":
    """Verify a bundle, from a version of the root of trust on if one is given; gives the bytes that were verified."""
    from alvara.adapters.published import read_schema
    from alvara.bundle.unpacking import KeptFiles
    from alvara.bundle.verify import verify
    from alvara.documents.shape import Validators

    kept = KeptFiles(files)
    return verify(kept, now, Validators(read_schema), None if root is None else root.strip()), kept.kept


def open_verified(path: str, root: str) -> Opened:
    """Open a bundle as `alvara bundle verify --root` verifies it. Raises `DamagedBundle` and `OSError`."""
    from alvara.adapters.bundles import open_bundle

    pin = read_sha256(root)
    if pin is None:
        raise DamagedBundle("`root` is not a SHA-256 in hexadecimal, 64 digits long; `alvara root show` prints them")
    verdict, files = verify_files(open_bundle(path), "", pin)
    if verdict.manifest is None or not verdict.holds:
        raise DamagedBundle(f"{verdict.damage}; `alvara bundle verify --root` says all")
    return Opened(verdict.manifest, asked(files))
