"""Bundles on disk, whole ones and such as somebody tampered with and then made the digests right again."""

from collections.abc import Mapping
from pathlib import Path

from alvara.adapters.bundles import write_folder
from alvara.bundle.layout import MANIFEST
from tests.release.world import resealed

Files = dict[str, bytes]


def tampered(files: Mapping[str, bytes], changes: Mapping[str, bytes | None], **said: object) -> Files:
    """Give a bundle in which some files are others, or gone, with a manifest that fits; `said` changes its words."""
    left = {path: data for path, data in {**files, **changes}.items() if data is not None}
    return resealed(left, **said)


def on_disk(files: Files, folder: Path) -> str:
    """Write a bundle, and give its place."""
    write_folder({MANIFEST: b"", **files}, str(folder))
    return str(folder)
