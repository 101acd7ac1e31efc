"""ssh-keygen, which says what is right."""

import shutil
import subprocess
from pathlib import Path

import pytest

from alvara.signatures.keys import PublicKey

needs_ssh_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")


def _run(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["ssh-keygen", *arguments], input=given, capture_output=True, timeout=60, check=False)


def make_key(folder: Path, *options: str, kind: str = "ed25519", passphrase: str = "", name: str = "key") -> Path:
    """Make a key and give the path of its private half."""
    path = folder / name
    made = _run("-q", "-t", kind, "-N", passphrase, "-C", "somebody", "-f", path, *options)
    assert made.returncode == 0, made.stderr
    return path


def fingerprint(public: Path) -> str:
    """Give the second word of `ssh-keygen -l`."""
    return _run("-l", "-f", public).stdout.decode().split()[1]


def sign(key: Path, message: bytes, namespace: str, *options: str) -> str:
    """Sign as `ssh-keygen -Y sign` does."""
    signed = _run("-Y", "sign", "-f", key, "-n", namespace, *options, given=message)
    assert signed.returncode == 0, signed.stderr
    return signed.stdout.decode()


def accepts(armor: str, message: bytes, namespace: str, key: PublicKey, folder: Path) -> bool:
    """Whether `ssh-keygen -Y verify` accepts a signature by a key that may sign for this namespace alone."""
    allowed, signature = folder / "allowed_signers", folder / "message.sig"
    allowed.write_text(f'somebody namespaces="{namespace}" {key.text}\n')
    signature.write_bytes(armor.encode())
    done = _run("-Y", "verify", "-f", allowed, "-I", "somebody", "-n", namespace, "-s", signature, given=message)
    return done.returncode == 0
