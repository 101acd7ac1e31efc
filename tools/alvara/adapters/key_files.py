"""Files of SSH keys. Whatever speaks against one is said in words that fit behind its name."""

import os
import stat

from alvara.signatures.keys import BadKey, PublicKey, parse_public_key
from alvara.signatures.signing import LARGEST


def read_private_key(path: str) -> bytes:
    """Read a private key, unless others may too. Raises `BadKey` with the reason."""
    data, status = _read(path)
    mine = hasattr(os, "getuid") and status.st_uid == os.getuid()
    if mine and stat.S_IMODE(status.st_mode) & 0o077 and b"PRIVATE KEY" in data:  # else it is no key, which is said
        raise BadKey("others on this machine may read it; `chmod 600` keeps it to yourself")
    return data


def read_public_key_file(path: str) -> PublicKey:
    """Read the file of a public key. Raises `BadKey` with the reason."""
    try:
        return parse_public_key(_read(path)[0].decode().strip())
    except UnicodeDecodeError:
        raise BadKey("it is not the text of a public key") from None


def _read(path: str) -> tuple[bytes, os.stat_result]:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(handle, "rb") as file:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise BadKey("it is not a regular file")
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise BadKey("there is no such file") from None
    except IsADirectoryError:
        raise BadKey("it is a folder") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BadKey):
            raise
        raise BadKey(getattr(error, "strerror", None) or "it cannot be opened") from None
    if len(data) > LARGEST:
        raise BadKey("it is too large for a key")
    return data, status
