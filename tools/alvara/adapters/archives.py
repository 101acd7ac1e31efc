"""Plain tar archives, read strictly: POSIX headers one after another, nothing believed that was not checked.

What `tarfile` reads is far more than a bundle needs, and a header can make it follow any size or recurse without end.
"""

import os
import re
import stat
from collections.abc import Mapping
from weakref import finalize
from zlib import adler32

_BLOCK = 512
_MOST_ENTRIES = 1_000_000
_LONGEST_EXTRA = 65_536
"""Bytes of a header that only says more of the entry after it."""

_LONGEST_END = 1 << 20
"""Bytes of padding after the last entry. Archives are filled up to whole records, of 10 kB as a rule."""

_FILE, _FOLDER, _EXTENDED, _GLOBAL, _LONG_NAME = b"0\0", b"5", b"x", b"g", b"L"
_NUMBER = re.compile(rb" *([0-7]{1,11})[ \0]*")
_RECORD = re.compile(rb"([1-9][0-9]{0,5}) ([^=\n]+)=")
_HARMLESS = frozenset((b"mtime", b"atime", b"ctime", b"uid", b"gid", b"uname", b"gname", b"comment", b"path"))
"""What an extended header may say. A size, a link or a hole in a file would make the entry something else."""


class NoBundle(OSError):
    """What was to be read as a bundle is something else."""


def open_regular(path: str, flags: int = 0) -> int:
    """Open a file to read; never waits for a pipe or a device. Raises `NoBundle` where it is no file."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NoBundle(0, "is neither a folder nor a plain file")
    return handle


class TarFiles:
    """The files in a plain tar archive: no name leaves the archive or comes twice."""

    def __init__(self, archive: str) -> None:
        """List the archive. Raises `NoBundle` where it is none, or a compressed one."""
        if not stat.S_ISREG(os.stat(archive).st_mode):
            raise NoBundle(0, "is neither a folder nor a plain file")
        self._handle = open_regular(archive)
        finalize(self, os.close, self._handle)
        self._length = os.fstat(self._handle).st_size
        self._places: dict[str, tuple[int, int]] = {}
        self._oddities: dict[str, str] = {}
        self._walk()

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return {path: size for path, (_, size) in self._places.items()}

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._oddities

    def read(self, path: str) -> bytes:
        """Give a file's bytes. An archive that was cut short has fewer of them."""
        offset, size = self._places[path]
        return os.pread(self._handle, size, offset)

    def _walk(self) -> None:
        offset, said = 0, b""
        for _ in range(_MOST_ENTRIES):
            header = os.pread(self._handle, _BLOCK, offset)
            if len(header) < _BLOCK:
                raise _refusal("it is cut short" if offset else "it has no header")
            if header == bytes(_BLOCK):
                if said:
                    raise _refusal("its last header says more of an entry that does not come")
                self._check_end(offset)
                return
            size = _size(header)
            kind, offset = header[156:157], offset + _BLOCK
            if kind in (_EXTENDED, _GLOBAL, _LONG_NAME):
                if said or size > _LONGEST_EXTRA:
                    raise _refusal("a header that says more of an entry is too long, or not the only one")
                said = self._extra(kind, os.pread(self._handle, size, offset), size)
            else:
                self._add(said or _name(header), kind, offset, size)
                said = b""
            offset += -(-size // _BLOCK) * _BLOCK
        raise _refusal(f"it has more than {_MOST_ENTRIES:,} entries")

    def _extra(self, kind: bytes, data: bytes, size: int) -> bytes:
        """Give the name in a header that says more of the entry after it; empty where that keeps its own."""
        if len(data) < size:
            raise _refusal("it is cut short")
        if kind == _LONG_NAME:
            return data.rstrip(b"\0")
        name, start = b"", 0
        while start < len(data):
            found = _RECORD.match(data, start)
            end = start + int(found.group(1)) if found else 0
            if found is None or not found.end() < end <= len(data) or data[end - 1] != ord("\n"):
                raise _refusal("a header that says more of an entry is garbled")
            if found.group(2) not in _HARMLESS or (kind == _GLOBAL and found.group(2) == b"path"):
                raise _refusal(f"a header sets the {_shown(found.group(2))} of an entry")
            if found.group(2) == b"path":
                name = data[found.end() : end - 1]
            start = end
        return name

    def _add(self, written: bytes, kind: bytes, offset: int, size: int) -> None:
        name = _shown(written).removeprefix("./")
        if kind not in _FILE and size and kind in b"123456":
            raise _refusal("an entry that is no file has bytes")
        if kind == _FOLDER:
            return
        if name.startswith("/") or ".." in name.split("/"):
            self._oddities[name] = "a name that leads out of the archive"
        elif name in self._places:
            self._oddities[name] = "there twice"
        elif kind not in _FILE:
            self._oddities[name] = "a link, a device or something else that is no plain file"
        elif offset + size > self._length:
            raise _refusal("it is cut short")
        else:
            self._places[name] = (offset, size)

    def _check_end(self, offset: int) -> None:
        """Refuse bytes after the end of the archive, which nothing vouches for."""
        rest = self._length - offset
        if rest > _LONGEST_END or os.pread(self._handle, rest, offset).strip(b"\0"):
            raise _refusal("there is more after its end")


def _refusal(why: str) -> NoBundle:
    return NoBundle(0, f"not a plain tar archive: {why}")


def _size(header: bytes) -> int:
    """Give the size that a header states. Raises `NoBundle` where the header is none."""
    stated = _NUMBER.fullmatch(header[148:156])
    if stated is None or int(stated.group(1), 8) != _checksum(header):
        raise _refusal("a header has another checksum than it says")
    size = _NUMBER.fullmatch(header[124:136])
    if size is None:
        raise _refusal("a header states no plain size")
    return int(size.group(1), 8)


def _checksum(header: bytes) -> int:
    """Add the bytes of a header, its checksum taken for spaces.

    The lower half of Adler-32 is the sum of the bytes and one, modulo 65,521, which 256 bytes stay below; `sum` takes
    several times as long.
    """
    plain = header[:148] + b" " * 8 + header[156:]
    return (adler32(plain[:256]) & 0xFFFF) + (adler32(plain[256:]) & 0xFFFF) - 2


def _name(header: bytes) -> bytes:
    name = header[:100].partition(b"\0")[0]
    prefix = header[345:500].partition(b"\0")[0] if header[257:263] == b"ustar\0" else b""
    return prefix + b"/" + name if prefix else name


def _shown(name: bytes) -> str:
    return name.decode("utf-8", "backslashreplace")
