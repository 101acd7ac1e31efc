"""The name and password that a docker configuration keeps for a registry."""

import binascii
import json
import os
from base64 import b64decode
from dataclasses import dataclass, field
from typing import Any

from alvara.adapters.oci.references import Origin
from alvara.adapters.oci.transport import NoAnswer

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request to a registry says of who asks; it is not part of its text.

    `helped` tells whether the configuration leaves the host to a program, which is not run.
    """

    header: str = field(default="", repr=False)
    helped: bool = False


def read_credentials(origin: Origin) -> Credentials:
    """Look for a host in `auths` of `config.json`, in `$DOCKER_CONFIG` or `~/.docker`. Raises `NoAnswer`.

    No credential helper is run, and no token is fetched.
    """
    folder = os.environ.get("DOCKER_CONFIG") or os.path.join(os.path.expanduser("~"), ".docker")
    path = os.path.join(folder, "config.json")
    try:
        with open(path, "rb") as file:
            value = json.loads(file.read(_LARGEST))
    except (FileNotFoundError, NotADirectoryError):
        return Credentials()
    except OSError as error:
        raise NoAnswer(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError):
        raise NoAnswer(f"{path} is not JSON; correct it, or let DOCKER_CONFIG name another folder") from None
    said = value if isinstance(value, dict) else {}
    helpers = said.get("credHelpers")
    helped = bool(said.get("credsStore")) or (isinstance(helpers, dict) and str(origin) in helpers)
    auths = said.get("auths")
    for key, entry in auths.items() if isinstance(auths, dict) else ():
        if _host_of(key) == str(origin) and isinstance(entry, dict) and (pair := _pair(entry, path)):
            return Credentials(f"Basic {pair}")
    return Credentials(helped=helped)


def _host_of(key: str) -> str:
    """Give the host of a key, which may be written as an address of the web."""
    return key.removeprefix("https://").removeprefix("http://").partition("/")[0].lower()


def _pair(entry: dict[str, Any], path: str) -> str:
    """Give the pair of name and password, encoded as the head of a request has it; empty where there is none."""
    auth = entry.get("auth")
    if not isinstance(auth, str) or not auth:
        return ""
    try:
        sound = b":" in b64decode(auth, validate=True)
    except (binascii.Error, ValueError):
        sound = False
    if not sound:
        raise NoAnswer(f"{path} has an `auth` that is no name and password; `docker login` writes it anew")
    return auth
