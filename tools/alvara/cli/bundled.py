"""Bundles where a revision may be named: a folder with a manifest in it is one."""

import os
from shlex import quote

from alvara.adapters.bundles import open_bundle
from alvara.bundle.manifest import FORMAT, parse_format
from alvara.bundle.unpacking import KeptFiles, Unpacked, unpack
from alvara.bundle.verify import verify
from alvara.bundle.wire import Malformed
from alvara.cli.errors import CannotLook
from alvara.cli.pinning import asked_pin
from alvara.compare.bases import Base
from alvara.documents.shape import Validators


def open_verified(root: str, name: str, validators: Validators) -> Unpacked:
    """Open the bundle that a name leads to. Raises `CannotLook` unless it is whole."""
    folder = os.path.join(root, name)
    try:
        files = KeptFiles(open_bundle(folder))
        verdict = verify(files, "", validators, asked_pin("") or None)
    except OSError as error:
        raise CannotLook(f"the bundle in `{name}` cannot be read: {error.strerror or error}") from error
    if verdict.manifest is None or not verdict.holds:
        raise CannotLook(f"the bundle in `{name}` is damaged: {verdict.damage}; `{_verifying(name)}` says all")
    try:
        return unpack(files.kept, verdict.manifest, _shown(root, name), validators)
    except Malformed as error:
        raise CannotLook(f"the bundle in `{name}` cannot be read: {error}") from error


def base_of(name: str, bundle: Unpacked) -> Base:
    """Give a bundle as what is compared with; its commit is known where nothing but that went into it."""
    source = bundle.manifest.source
    return Base("explicit", name, "" if source.dirty else source.commit or "")


def remarks_on(name: str, bundle: Unpacked) -> tuple[str, ...]:
    """Say which bundle it is, and what in it is not understood."""
    return f"`{name}` is taken for the bundle in that folder, version {bundle.manifest.version}", *doubts(name, bundle)


def doubts(name: str, bundle: Unpacked) -> list[str]:
    """Say what in a bundle is not understood, and so compared in part or not at all."""
    notes = [f"{path} is not understood: what it holds is compared in part or not at all" for path in bundle.unknown]
    written = bundle.manifest.format
    if written != FORMAT and parse_format(written) > parse_format(FORMAT):
        notes.append(f"`{name}` has the format `{written}`, newer than `{FORMAT}`: what is new in it is not compared")
    return notes


def _verifying(name: str) -> str:
    """Write the command for a folder of whatever name, as a shell takes it."""
    return f"alvara bundle verify {quote(f'./{name}' if name.startswith('-') else name)}"


def _shown(root: str, name: str) -> str:
    """Write a folder from the root of the registry where it lies below that, else as it was named."""
    whole, top = os.path.normpath(os.path.join(root, name)), os.path.normpath(root)
    return os.path.relpath(whole, top) if whole.startswith(f"{top}/") else os.path.normpath(name)
