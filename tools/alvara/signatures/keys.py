"""Public keys that may sign: Ed25519, held in a file or by a security key."""

import re
from base64 import b64encode
from binascii import Error, a2b_base64
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from alvara.signatures.curve import objection
from alvara.signatures.wire import Malformed, Reader, string

PLAIN = "ssh-ed25519"
SECURITY_KEY = "sk-ssh-ed25519@openssh.com"
TAKEN = f"only {PLAIN} and {SECURITY_KEY} are taken"

_LONGEST = 2_000
_LINE = re.compile(r"([A-Za-z0-9@._-]{1,64})[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?\n?", re.ASCII)
_KIND = re.compile(r"(?:sk-)?(?:ssh|ecdsa|webauthn)-[A-Za-z0-9@._-]{1,60}", re.ASCII)
_APPLICATION = re.compile(rb"ssh:[\x20-\x7e]{0,255}")


class BadKey(ValueError):
    """A key that is not taken; its text is the reason, in plain words."""


class PublicKey(NamedTuple):
    """A public key that was read by `parse_public_key` or `read_public_key`, and so holds.

    Two are the same key when `raw` is the same, whatever stands around it: whoever counts keys counts `raw`.
    """

    algorithm: str
    raw: bytes
    application: str = ""

    @property
    def wire(self) -> bytes:
        """The bytes that SSH calls this key by."""
        written = string(self.algorithm.encode()) + string(self.raw)
        return written + string(self.application.encode()) if self.algorithm == SECURITY_KEY else written

    @property
    def text(self) -> str:
        """The key as one line, without a comment."""
        return f"{self.algorithm} {b64encode(self.wire).decode()}"

    @property
    def fingerprint(self) -> str:
        """The short name of the key, as `ssh-keygen -l` gives it."""
        return "SHA256:" + b64encode(sha256(self.wire).digest()).decode().rstrip("=")


def parse_public_key(text: str) -> PublicKey:
    """Read the line of a public key, with or without a comment. Raises `BadKey`."""
    if "PRIVATE KEY" in text[:_LONGEST]:
        raise BadKey("this is a private key; the public one is in the file beside it that ends in .pub")
    if len(text) > _LONGEST:
        raise BadKey("it is too long for a public key, which is one line")
    found = _LINE.fullmatch(text)
    if found is None:
        raise BadKey(f"it is not one line such as `{PLAIN} AAAA…`")
    algorithm, encoded = found.groups()
    _check_algorithm(algorithm)
    try:
        data = a2b_base64(encoded, strict_mode=True)
    except Error:
        raise BadKey("its Base64 does not hold") from None
    if b64encode(data).decode() != encoded:
        raise BadKey("its Base64 does not hold")
    key = read_public_key(data)
    if key.algorithm != algorithm:
        raise BadKey(f"it says `{algorithm}` in front and `{key.algorithm}` within")
    return key


@lru_cache(maxsize=1 << 14)
def read_public_key(data: bytes) -> PublicKey:
    """Read a public key as SSH sends it. Raises `BadKey`."""
    reader = Reader(data)
    try:
        algorithm = reader.string().decode("ascii", "replace")
        _check_algorithm(algorithm)
        raw = reader.string()
        application = reader.string() if algorithm == SECURITY_KEY else b""
        reader.end()
    except Malformed as malformed:
        raise BadKey(f"its bytes do not hold: {malformed}") from None
    if len(raw) != 32:
        raise BadKey(f"its point has {len(raw)} bytes instead of 32")
    if algorithm == SECURITY_KEY and not _APPLICATION.fullmatch(application):
        raise BadKey("its security key was not made for SSH, whose applications start with `ssh:`")
    reason = objection(raw)
    if reason:
        raise BadKey(reason)
    return PublicKey(algorithm, raw, application.decode())


def _check_algorithm(algorithm: str) -> None:
    if algorithm in {PLAIN, SECURITY_KEY}:
        return
    if "-cert-v0" in algorithm:
        raise BadKey(f"it is a certificate; {TAKEN}, without one")
    if _KIND.fullmatch(algorithm):
        raise BadKey(f"keys of the kind `{algorithm}` are not taken, {TAKEN}; `ssh-keygen -t ed25519` makes one")
    raise BadKey(f"it is of no known kind; {TAKEN}")
