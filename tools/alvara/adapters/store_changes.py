"""What changes in a store in a local folder: each change whole or not at all, and here to stay once it is told."""

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from alvara.adapters.durable import (
    LOCAL,
    Busy,
    FileSystem,
    locked,
    make_folders,
    passing_name,
    remove_tree,
    replace_file,
    sync_folder,
    write_folder,
)
from alvara.adapters.store_folder import FOLDERS, StoreFolder
from alvara.bundle.layout import SIGNATURE
from alvara.store.activation import of_another
from alvara.store.pins import Pin, write_pin
from alvara.store.pointer import Pointer, write_pointer
from alvara.store.published import Published, write_published
from alvara.store.refusing import Refused

_PATIENCE = 10.0
"""Seconds that a change waits for another one. What is done under the lock takes a fraction of one."""


class StoreChanges:
    """What may be done to a store. But for adding a bundle and sweeping, it is for who is `alone`."""

    def __init__(self, folder: StoreFolder, system: FileSystem = LOCAL) -> None:
        """Change the store in a folder."""
        self._folder, self._system = folder, system
        self.root = folder.root

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep all others from changing this store. Raises `Busy`, and `OSError`."""
        with locked(f"{self.root}/lock", _PATIENCE):
            yield

    def prepare(self) -> None:
        """Make what is missing of a store. Raises `OSError`."""
        made = all(os.path.isdir(f"{self.root}/{name}") for name in FOLDERS)
        if made and self._folder.names("versions"):
            return
        make_folders(self._system, self.root)
        for name in FOLDERS:
            with suppress(FileExistsError):
                self._system.make_folder(f"{self.root}/{name}")
        # A run that ended half-way may have made them all, and not have brought them to the disk.
        sync_folder(self._system, self.root)

    def add(self, published: Published, registry: str, files: Mapping[str, bytes]) -> bool:
        """Put a verified bundle of a registry here, and tell whether it is new.

        Raises `Refused` for other content, and where another registry is active: its versions are not to be taken by
        this one, since they keep their content for ever. Raises `OSError`, too.

        Nobody sees anything of it before all of it is on the disk. What was there already is brought to the disk, too:
        whoever put it there may have ended before that.
        """
        incoming = passing_name(f"{self.root}/incoming")
        target = self._folder.folder_of(published.digest)
        try:
            if not os.path.lexists(target):
                self._system.make_folder(incoming)
                with locked(incoming, 0):  # held by whoever writes there: what nobody holds is a leftover
                    write_folder(self._system, incoming, files)
                    return self._place(published, registry, files, incoming)
            return self._place(published, registry, files, None)
        finally:
            if os.path.lexists(incoming):
                with suppress(OSError):
                    remove_tree(self._system, incoming)

    def point(self, pointer: Pointer, seen: Pointer | None) -> None:
        """Make a bundle active. Raises `OSError`."""
        if pointer == seen:
            self.settle()
        else:
            self.replace("active.json", write_pointer(pointer))

    def settle(self) -> None:
        """Bring to the disk which files there are: whoever made one may have ended before that. Raises `OSError`."""
        sync_folder(self._system, self.root)

    def keep(self, pin: Pin, seen: Pin | None) -> None:
        """Write a lease. Raises `OSError`."""
        if pin == seen:
            sync_folder(self._system, f"{self.root}/pins")
        else:
            self.replace(f"pins/{pin.execution}.json", write_pin(pin))

    def release(self, execution: str) -> None:
        """End a lease, if there is one. Raises `OSError`."""
        with suppress(FileNotFoundError):
            self._system.unlink(f"{self.root}/pins/{execution}.json")
        sync_folder(self._system, f"{self.root}/pins")

    def take_away(self, digest: str) -> str:
        """Put a bundle aside, at once for all who look; gives what there is to `sweep`. Raises `OSError`."""
        aside = passing_name(f"{self.root}/incoming")
        self._system.rename(self._folder.folder_of(digest), aside)
        sync_folder(self._system, f"{self.root}/bundles")
        return aside

    def leftovers(self, until: float) -> list[str]:
        """List what runs that were ended left half-written before a moment, in seconds since 1970; nobody writes it."""
        paths = [f"{self.root}/incoming/{name}" for name in self._folder.names("incoming", "")]
        return [path for path in paths if _is_left(path, until)]

    def sweep(self, path: str) -> None:
        """Delete a leftover, or leave it to who does so at this moment. Raises `OSError`."""
        with suppress(Busy, FileNotFoundError):
            if not stat.S_ISDIR(os.lstat(path).st_mode):
                self._system.unlink(path)
                return
            with locked(path, 0):
                remove_tree(self._system, path)

    def replace(self, path: str, data: bytes) -> None:
        """Give a file of the store new bytes. Raises `OSError`."""
        replace_file(self._system, f"{self.root}/{path}", data, passing_name(f"{self.root}/incoming"))

    def _place(self, published: Published, registry: str, files: Mapping[str, bytes], incoming: str | None) -> bool:
        with self.alone():
            standing = self._folder.version(published.version)
            if standing is not None and standing != published:
                raise Refused(f"`{published.version}` was published with other content, {standing.digest}; what has "
                              "a version keeps it: release this as another one")  # fmt: skip
            foreign = of_another(published.version, registry, self._folder.pointer())
            if foreign is not None:
                raise Refused(foreign)
            new = not os.path.lexists(self._folder.folder_of(published.digest))
            if new:
                if incoming is None:
                    raise Busy(errno.EBUSY, "the bundle was taken away at this moment; publish it again")
                self._system.rename(incoming, self._folder.folder_of(published.digest))
            else:
                self._agree(self._folder.bundle(published.digest, published.version), files)
            sync_folder(self._system, f"{self.root}/bundles")
            if standing is None:
                self.replace(f"versions/{published.version}.json", write_published(published))
            else:
                sync_folder(self._system, f"{self.root}/versions")
            return new or standing is None

    def _agree(self, target: str, files: Mapping[str, bytes]) -> None:
        """Refuse where what is there is not the same any more, and take a signature over that it lacks."""
        from alvara.adapters.bundles import FolderFiles

        there, shown = FolderFiles(target), os.path.relpath(target, self.root)
        listed = {path: data for path, data in files.items() if path != SIGNATURE}
        sizes = {path: size for path, size in there.sizes().items() if path != SIGNATURE}
        same = not there.oddities() and sizes == {path: len(data) for path, data in listed.items()}
        if not same or any(there.read(path) != data for path, data in listed.items()):
            raise Refused(f"{shown} is damaged: it is not what its name says; move it away, and publish it again")
        if SIGNATURE not in files:
            return
        if SIGNATURE not in there.sizes() or there.read(SIGNATURE) != files[SIGNATURE]:
            passing = passing_name(f"{self.root}/incoming")
            replace_file(self._system, f"{target}/{SIGNATURE}", files[SIGNATURE], passing)
        else:
            sync_folder(self._system, target)


def _is_left(path: str, until: float) -> bool:
    try:
        state = os.lstat(path)
        if state.st_mtime >= until:
            return False
        if stat.S_ISDIR(state.st_mode):
            with locked(path, 0):
                return True
    except (FileNotFoundError, Busy):
        return False
    return True
