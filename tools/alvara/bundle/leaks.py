"""Machinery that has slipped into prose: an endpoint or a source file that a public text spells out.

The public types have no place for either, but a description or a page may name one all the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from alvara.texts.machinery import Vault, may_name_service, secrets_of

_ESCAPE = re.compile(r"\\(.)")
"""How JSON writes a quote, a backslash or a line break."""


class Leak(NamedTuple):
    """A file of the public half, the text that it must not hold, and the capability that the text is private to."""

    file: str
    text: str
    capability: str


def vault_of(capabilities: Iterable[Mapping[str, Any]]) -> Vault:
    """Gather what capabilities in full keep to themselves."""
    return Vault(
        (body["id"], secret)
        for body in capabilities
        for secret in secrets_of(body.get("endpoint", {}), body.get("implementation", {}))
    )


def leaks(capabilities: Iterable[Mapping[str, Any]], files: Mapping[str, bytes]) -> Iterator[Leak]:
    """Find where the public half names an endpoint, a service or the source of an implementation."""
    vault = vault_of(capabilities)
    for path in sorted(files):
        if path.startswith("public/"):
            text = files[path].decode()
            found = leaked(vault, text) if path.endswith(".json") else sorted(set(vault.named_in(text)))
            yield from (Leak(path, shown, capability) for shown, capability in found)


def leaked(vault: Vault, text: str) -> list[tuple[str, str]]:
    """List what the texts of a JSON value name of a vault, each with the capability that it is private to."""
    return sorted({found for piece in _in_json(text) for found in vault.named_in(piece)})


def _in_json(text: str) -> Iterator[str]:
    """Yield the texts of a JSON value that are worth a look, without reading it: most say little but IDs."""
    if "\\" in text:
        text = _ESCAPE.sub(lambda found: "\\" if found.group(1) == "\\" else " ", text)
    whole = may_name_service(text)
    for piece in text.split('"'):
        if whole or "/" in piece:
            yield piece
