"""A store in a local folder: how its files lie there, each of them read strictly.

```
bundles/<sha256>/         a bundle, never changed; the name is its digest
versions/<version>.json   which bundle has a version
pins/<execution>.json     which bundle an execution runs on
active.json               which bundle is active
incoming/<random>         what is being written, and what is being taken away
lock                      held while anything but `incoming` changes
```
"""

import errno
import os
import stat
from collections.abc import Callable
from typing import TypeVar

from alvara.adapters.archives import NoBundle, open_regular
from alvara.store.pins import Pin, is_execution, parse_pin
from alvara.store.pointer import Pointer, parse_pointer
from alvara.store.published import Published, parse_published
from alvara.store.refusing import BadStore, NotInStore
from alvara.store.wire import LARGEST, BadRecord, is_digest, is_version

FOLDERS = ("bundles", "versions", "pins", "incoming")
_KNOWN = {*FOLDERS, "active.json", "deny.json", "lock", "lost+found"}

_Record = TypeVar("_Record")


class StoreFolder:
    """The files of a store, as they are at each question: to read them takes no lock, and no right to write."""

    def __init__(self, root: str) -> None:
        """Look at a folder that may not be there yet. Raises `BadStore` where it is something else, and `OSError`."""
        self.root = os.path.abspath(root)
        try:
            names = set(os.listdir(self.root))
        except FileNotFoundError:
            names = set()
        except NotADirectoryError:
            raise BadStore("is no folder, and so no store") from None
        if "bundles" not in names and names - _KNOWN:
            raise BadStore(f"is no store, and not empty: it holds {min(names - _KNOWN)}")
        for name in names.intersection(FOLDERS):
            if not stat.S_ISDIR(os.lstat(f"{self.root}/{name}").st_mode):
                raise BadStore(f"{name} is no folder; a store holds no links")

    def exists(self) -> bool:
        """Whether there is a store; else the first bundle makes it."""
        return os.path.isdir(f"{self.root}/bundles")

    def pointer(self) -> Pointer | None:
        """Give what is active; None before anything is. Raises `BadStore`, and `OSError`."""
        return self._read("active.json", parse_pointer)

    def versions(self) -> tuple[Published, ...]:
        """Give every version that was published, the first first. Raises `BadStore`, and `OSError`."""
        found = [self.version(name) for name in self.names("versions")]
        return tuple(sorted((one for one in found if one), key=lambda one: (one.sequence, one.version)))

    def pins(self) -> tuple[Pin, ...]:
        """Give every lease, those that have ended too. Raises `BadStore`, and `OSError`."""
        found = [self.pin(name) for name in self.names("pins")]
        return tuple(pin for pin in found if pin)

    def pin(self, execution: str) -> Pin | None:
        """Give the lease of an execution; None where it has none. Raises `BadStore`, and `OSError`."""
        if not is_execution(execution):
            raise BadStore(f"pins/{execution}.json is of no execution: such a name is not given to one")
        pin = self._read(f"pins/{execution}.json", parse_pin)
        if pin is not None and pin.execution != execution:
            raise BadStore(f"pins/{execution}.json is the pin of `{pin.execution}`")
        return pin

    def held(self) -> frozenset[str]:
        """Give the digests of the bundles that are here. What has another name is left alone."""
        try:
            names = os.listdir(f"{self.root}/bundles")
        except FileNotFoundError:
            return frozenset()
        return frozenset(digest for name in names if is_digest(digest := f"sha256:{name}"))

    def find(self, which: str) -> Published:
        """Find what was published, by its version or its digest. Raises `NotInStore`, `BadStore`, and `OSError`."""
        if is_digest(which):
            for one in self.versions():
                if one.digest == which:
                    return one
            raise NotInStore(f"no bundle was published here with the digest `{which}`")
        found = self.version(which) if is_version(which) else None
        if found is None:
            raise NotInStore(f"no version `{which}` was published here; `alvara store status` lists those that were")
        return found

    def bundle(self, digest: str, name: str) -> str:
        """Give the folder of a bundle. Raises `NotInStore` where there is none, `BadStore`, and `OSError`."""
        path = self.folder_of(digest)
        try:
            if not stat.S_ISDIR(os.lstat(path).st_mode):
                raise BadStore(f"{os.path.relpath(path, self.root)} is no folder; a store holds no links")
        except FileNotFoundError:
            raise NotInStore(f"the bundle of `{name}` is not here, or not any more; publish it") from None
        return path

    def folder_of(self, digest: str) -> str:
        """Say where a bundle lies, if it is here."""
        return f"{self.root}/bundles/{digest.removeprefix('sha256:')}"

    def version(self, version: str) -> Published | None:
        """Give what has a version; None where nothing has. Raises `BadStore`, and `OSError`."""
        if not is_version(version):
            raise BadStore(f"versions/{version}.json is of no version: a bundle cannot have that one")
        found = self._read(f"versions/{version}.json", parse_published)
        if found is not None and found.version != version:
            raise BadStore(f"versions/{version}.json is about `{found.version}`")
        return found

    def names(self, folder: str, ending: str = ".json") -> list[str]:
        """List what lies in one of the folders, sorted, without an ending. Raises `OSError`."""
        try:
            names = os.listdir(f"{self.root}/{folder}")
        except FileNotFoundError:
            return []
        return sorted(name.removesuffix(ending) for name in names if name.endswith(ending))

    def _read(self, path: str, parse: Callable[[bytes], _Record]) -> _Record | None:
        data = self.bytes_of(path, LARGEST)
        try:
            return None if data is None else parse(data)
        except BadRecord as error:
            raise BadStore(f"{path} {error}") from None

    def bytes_of(self, path: str, most: int) -> bytes | None:
        """Read a file of the store, and of one that is longer than it may be one byte more; None where there is none.

        Raises `BadStore`, and `OSError`.
        """
        try:
            with open(open_regular(f"{self.root}/{path}", os.O_NOFOLLOW), "rb") as file:
                return file.read(most + 1)
        except FileNotFoundError:
            return None
        except NoBundle:
            raise BadStore(f"{path} is no plain file") from None
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise BadStore(f"{path} is a link; a store holds none") from None
            raise
