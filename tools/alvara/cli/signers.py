"""The key that somebody signs with: in a file, behind its passphrase, or held by an agent."""

import os
from collections.abc import Callable
from getpass import getpass
from typing import NamedTuple

from alvara.adapters.key_files import read_private_key, read_public_key_file
from alvara.adapters.ssh_agent import AgentSigner, NoAgent, identities
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.signatures.keys import SECURITY_KEY, BadKey, PublicKey
from alvara.signatures.signing import NeedsPassphrase, Signer, WrongPassphrase, private_key, public_half
from alvara.signatures.sshsig import BadSignature, write_armor

_TRIES = 3
"""How often a passphrase is asked for."""


class Chosen(NamedTuple):
    """A key that was found. `open` makes it ready to sign, which may ask for a passphrase."""

    public: PublicKey
    open: Callable[[], Signer]


def key_in(path: str) -> Chosen:
    """Find the key in a file; one whose name ends in .pub is held by the agent. Raises `CannotLook`."""
    try:
        if path.endswith(".pub"):
            public = read_public_key_file(path)
            return Chosen(public, lambda: _held(public, path.removesuffix(".pub")))
        data = read_private_key(path)
        return Chosen(public_half(data), lambda: _opened(path, data))
    except BadKey as bad:
        raise CannotLook(f"{path}: {bad}") from bad


def key_of_agent(is_usable: Callable[[PublicKey], bool], whose: str) -> Chosen:
    """Find the first key in the agent that can be used. Raises `CannotLook`."""
    try:
        held = identities(_socket())
    except NoAgent as error:
        raise CannotLook(f"{error}; start one and `ssh-add FILE`, or name a key with --key FILE") from error
    found = next(filter(is_usable, held), None)
    if found is None:
        what = f"the agent holds no key of `{whose}` that counts today" if held else "the agent holds no key"
        raise CannotLook(f"{what}; `ssh-add FILE` brings one, or name it with --key FILE")
    return Chosen(found, lambda: AgentSigner(_socket(), found))


def sign(chosen: Chosen, message: bytes, namespace: str) -> str:
    """Sign. Raises `CannotLook` where that does not come about."""
    signer = chosen.open()
    if chosen.public.algorithm == SECURITY_KEY:
        say("touch your key")
    try:
        return write_armor(signer, message, namespace)
    except (NoAgent, BadSignature) as error:
        raise CannotLook(f"nothing was signed: {error}") from error


def _held(public: PublicKey, private: str) -> Signer:
    try:
        held = identities(_socket())
    except NoAgent as error:
        name = private if os.path.isfile(private) else "FILE"
        raise CannotLook(f"{error}; name the private key with --key {name}, or start an agent") from error
    if all(other.raw != public.raw for other in held):
        raise CannotLook(f"the agent does not hold {public.fingerprint}; `ssh-add FILE` brings it")
    return AgentSigner(_socket(), public)


def _opened(path: str, data: bytes) -> Signer:
    """Open a key, asking for its passphrase where it has one."""
    passphrase: bytes | None = None
    left = _TRIES
    while True:
        try:
            return private_key(data, passphrase)
        except NeedsPassphrase:
            pass
        except WrongPassphrase as wrong:
            if not left:
                raise CannotLook(f"{path}: {wrong}; nothing was signed") from wrong
            say(f"{path}: {wrong}")
        except BadKey as bad:
            raise CannotLook(f"{path}: {bad}") from bad
        passphrase = _asked(path)
        left -= 1


def _asked(path: str) -> bytes:
    """Ask for a passphrase at the terminal, never anywhere else."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError as error:
        raise CannotLook(
            f"{path}: it has a passphrase, and there is no terminal to ask for it; "
            f"`ssh-add {path}`, and leave --key out"
        ) from error
    try:
        return getpass(f"Passphrase of {path}: ").encode()
    except EOFError as error:
        raise CannotLook(f"{path}: no passphrase was given; nothing was signed") from error


def _socket() -> str:
    return os.environ.get("SSH_AUTH_SOCK", "")
