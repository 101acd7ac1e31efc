"""A bundle that is verified in full before it is opened, as `alvara bundle verify --root` does."""

import re

from alvara.adapters.bundles import open_bundle
from alvara.adapters.opening import Opened, asked
from alvara.adapters.published import read_schema
from alvara.bundle.unpacking import KeptFiles
from alvara.bundle.verify import verify
from alvara.bundle.wire import DamagedBundle
from alvara.documents.shape import Validators

_PIN = re.compile(r"(?:sha256:)?([0-9a-f]{64})")


def open_verified(path: str, root: str) -> Opened:
    """Read a bundle, and verify it from a version of the root of trust on. Raises `DamagedBundle` and `OSError`.

    What is verified is what is used afterwards: no file is read twice.
    """
    pin = _PIN.fullmatch(root.strip().lower())
    if pin is None:
        raise DamagedBundle("`root` is not a SHA-256 in hexadecimal, 64 digits long; `alvara root show` prints them")
    files = KeptFiles(open_bundle(path))
    verdict = verify(files, "", Validators(read_schema), pin.group(1))
    broken = [defect for defect in verdict.defects if defect.severity == "error"]
    if verdict.manifest is None or broken:
        others = f", and {len(broken) - 1} more" if len(broken) > 1 else ""
        raise DamagedBundle(f"{broken[0].file} {broken[0].message}{others}; `alvara bundle verify --root` says all")
    return Opened(verdict.manifest, asked(files.kept))
