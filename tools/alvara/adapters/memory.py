"""Files in the user's cache folder: plain values with a checksum, written whole or not at all."""

import contextlib
import marshal
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterable
from functools import cache

from alvara import __version__

_LARGEST = 1 << 28
"""Bytes of a header that are worth reading; a registry of a million files does not come near."""


def folder() -> str:
    """Find the user's cache folder (XDG Base Directory Specification, by which a relative path counts as none)."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not home.startswith("/"):
        home = os.path.join(os.path.expanduser("~"), ".cache")
    if not home.startswith("/"):
        home = os.devnull  # below which nothing can be: nothing is written into whatever folder we are in
    return os.path.join(home, "alvara")


def path_for(root: str, suffix: str) -> str:
    """Name the file that remembers something of the registry in a folder."""
    data = os.fsencode(os.path.realpath(root))
    return os.path.join(folder(), f"{zlib.crc32(data):08x}{zlib.adler32(data):08x}.{suffix}")


def read(path: str) -> object:
    """Give what a file remembers, or None when that is not usable for whatever reason."""
    opened = open_pieces(path)
    return None if opened is None else opened[0]


def open_pieces(path: str) -> tuple[object, Callable[[int, int], bytes]] | None:
    """Give the header of a file, and a function that reads a stretch (start, length) of what follows it."""
    handle = -1
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        start = os.read(handle, 8) if stat.S_ISREG(os.fstat(handle).st_mode) else b""
        length = int.from_bytes(start[4:], "big")
        data = os.read(handle, length) if length <= _LARGEST else b""
        if len(start) == 8 and len(data) == length and zlib.crc32(data) == int.from_bytes(start[:4], "big"):
            header = marshal.loads(data)
            pieces, handle = handle, -1
            return header, lambda offset, size: os.pread(pieces, size, 8 + length + offset)
    except (OSError, ValueError, EOFError, TypeError, MemoryError):
        pass
    finally:
        if handle >= 0:
            os.close(handle)
    return None


def write(path: str, header: object, body: Iterable[bytes] = ()) -> None:
    """Remember a header, and a body to be read in pieces. Being unable to write is no reason to say anything."""
    data = marshal.dumps(header)  # type: ignore[arg-type]
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        with open(handle, "wb") as file:
            file.write(zlib.crc32(data).to_bytes(4, "big"))
            file.write(len(data).to_bytes(4, "big"))
            file.write(data)
            file.writelines(body)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


@cache
def tool_mark() -> str:
    """Name the code that is running, so that an upgraded or edited tool never trusts an older one's memory."""
    mark = 0
    pending = [os.path.dirname(os.path.dirname(__file__))]
    while pending:
        for item in sorted(os.scandir(pending.pop()), key=_name_of):
            if item.is_dir():
                if item.name != "__pycache__":
                    pending.append(item.path)
            elif item.name.endswith((".py", ".json")):
                status = item.stat()
                mark = zlib.crc32(b"%d %d" % (status.st_mtime_ns, status.st_size), mark)
    return f"{__version__} {sys.version} {mark}"


def _name_of(item: "os.DirEntry[str]") -> str:
    return item.name
