"""A bundle several times over in memory, each time under other names, until it has enough active capabilities."""

from __future__ import annotations

import re
from collections.abc import Mapping

from alvara.adapters.opening import open_files
from alvara.adapters.published import read_schema
from alvara.app.held_bundle import hold_bundle
from alvara.bundle.held import Shapes
from alvara.registry.holdings import Holdings

_WORD = re.compile(rb"\b[a-z][A-Za-z]*\b")
_CAPABILITY, _BINDINGS = "private/capabilities/", "private/bindings.json"


def crowd(bundle: str, capabilities: int) -> Holdings:
    """Hold copies of a bundle with so many capabilities, all of them active."""
    opened = open_files(bundle)
    heads = {path.removeprefix(_CAPABILITY).partition(".")[0] for path in opened.files if path.startswith(_CAPABILITY)}
    found: dict[str, bytes] = {}
    bindings: list[bytes] = []
    left = capabilities
    for number in range(1000):
        named = {head.encode(): f"{head}{'N' * number}".encode() for head in heads}
        for path, data in opened.files.items():
            if path == _BINDINGS:
                bindings.append(renamed(data, named)[len(b'{"bindings":[') : data.rindex(b"]") - len(data)])
            elif path.startswith(("private/resources/", "private/policies/", _CAPABILITY)):
                if path.startswith(_CAPABILITY):
                    if not left:
                        continue
                    left -= 1
                    data = data.replace(b'"status":"review"', b'"status":"active"')
                found[renamed(path.encode(), named).decode()] = renamed(data, named)
            elif not number:
                found[path] = data
        if not left:
            break
    found[_BINDINGS] = b'{"bindings":[' + b",".join(bindings) + b"]}"
    return hold_bundle(opened.manifest, found, Shapes(read_schema))


def renamed(data: bytes, named: Mapping[bytes, bytes]) -> bytes:
    """Write other names wherever words are those of domains."""
    return _WORD.sub(lambda found: named.get(found[0], found[0]), data)
