"""Keys and signatures for tests: whoever has a name has a key, and signs the same bytes every time.

`python -m tests.signing NAME` prints the line of a name's public key.
"""

import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from alvara.identity.digests import canonical
from alvara.model.approval import NAMESPACE
from alvara.signatures.signing import PrivateKey
from alvara.signatures.sshsig import write_armor


def key_of(name: str) -> PrivateKey:
    """Give the key of a name."""
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest()))


def public_line(name: str) -> str:
    """Write the public key of a name as a `.pub` file has it."""
    return f"{key_of(name).public.text} {name}"


def sign_record(statement: Mapping[str, Any], name: str, namespace: str = NAMESPACE) -> dict[str, Any]:
    """Make the record of a statement, signed with the key of a name."""
    return {"statement": statement, "signature": write_armor(key_of(name), canonical(dict(statement)), namespace)}


if __name__ == "__main__":
    sys.stdout.write(public_line(sys.argv[1]) + "\n")
