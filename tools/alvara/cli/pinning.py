"""The root of trust that a run was told to start from: by an option, or by the surroundings."""

import os

from alvara.cli.errors import CannotLook
from alvara.identity.digests import read_sha256

VARIABLE = "ALVARA_ROOT"


def asked_pin(given: str) -> str:
    """Give the pinned root, in hexadecimal; empty where none is pinned. Raises `CannotLook` for what is no pin."""
    name, pin = ("--root", given) if given else (VARIABLE, os.environ.get(VARIABLE, ""))
    if not pin.strip():
        return ""
    found = read_sha256(pin)
    if found is None:
        raise CannotLook(f"{name} is not a SHA-256 in hexadecimal, 64 digits long; `alvara root show` prints those of "
                         "this registry")  # fmt: skip
    return found
