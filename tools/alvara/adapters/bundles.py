"""Bundles on disk: written whole or not at all, read without trusting anything."""

import errno
import os
import shutil
import stat
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO

from alvara.adapters.archives import NoBundle, TarFiles, open_regular
from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.verify import read_manifest
from alvara.bundle.wire import Malformed


class Occupied(OSError):
    """Something that is no bundle stands where one was to be written."""


class FolderFiles:
    """The files below a folder; links are neither followed nor opened."""

    def __init__(self, folder: str) -> None:
        """List the folder. Raises `OSError`."""
        self._folder = folder
        self._sizes: dict[str, int] = {}
        self._oddities: dict[str, str] = {}
        self._walk()

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return self._sizes

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._oddities

    def read(self, path: str) -> bytes:
        """Give a file's bytes, as many as were there when it was listed."""
        size = self._sizes[path]
        with open(open_regular(f"{self._folder}/{path}", os.O_NOFOLLOW), "rb") as file:
            return file.read(size + 1)

    def _walk(self) -> None:
        waiting = [""]
        while waiting:
            prefix = waiting.pop()
            try:
                with os.scandir(f"{self._folder}/{prefix}") as items:
                    waiting += [prefix + folder for folder in self._list(items, prefix)]
            except OSError as error:
                if error.errno != errno.ENAMETOOLONG:
                    raise
                self._oddities[prefix] = "a folder too deep to look into"

    def _list(self, items: Iterable[os.DirEntry[str]], prefix: str) -> Iterator[str]:
        """Note what stands in a folder, and yield the folders in it."""
        for item in items:
            state = item.stat(follow_symlinks=False)
            if stat.S_ISDIR(state.st_mode):
                yield f"{item.name}/"
            elif stat.S_ISREG(state.st_mode):
                self._sizes[prefix + item.name] = state.st_size
            else:
                what = "a symbolic link" if stat.S_ISLNK(state.st_mode) else "a device, a pipe or a socket"
                self._oddities[prefix + item.name] = what


def open_bundle(path: str) -> FolderFiles | TarFiles:
    """Open a folder or a tar archive. Raises `NoBundle` where it is neither, or holds nothing of a bundle."""
    files: FolderFiles | TarFiles = FolderFiles(path) if os.path.isdir(path) else TarFiles(path)
    if not {MANIFEST, "index.json", "registry.json"} & files.sizes().keys():
        raise NoBundle(0, f"not a bundle: there is no {MANIFEST}")
    return files


def write_folder(files: Mapping[str, bytes], destination: str) -> None:
    """Write a bundle as a folder, in the place of an older bundle or of nothing. Raises `OSError`.

    Where the very same is there and signed, the signature stays: a build makes none, and would take it away.
    """
    destination = os.path.abspath(destination)
    _check_place(destination)
    if _holds(destination, files):
        return  # to delete thousands of files and write them anew can take longer than all the rest
    parent, name = os.path.split(destination)
    made = _make_folders(parent)
    try:
        temporary = tempfile.mkdtemp(prefix=f".{name}.", dir=parent)
        try:
            _fill(temporary, files)
            _put(temporary, destination)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)
    except BaseException:
        for folder in reversed(made):
            os.rmdir(folder)
        raise


def pack_tar(files: Mapping[str, bytes]) -> bytes:
    """Give a tar archive that is the same for the same files."""
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(files[path]), 0o644
            archive.addfile(member, BytesIO(files[path]))
    return buffer.getvalue()


def write_tar(files: Mapping[str, bytes], destination: str) -> None:
    """Write a bundle as a tar archive that is the same for the same bundle. Raises `OSError`."""
    if os.path.lexists(destination) and (os.path.islink(destination) or not os.path.isfile(destination)):
        raise Occupied(0, "there is something else of this name")
    if os.path.exists(destination):
        try:
            open_bundle(destination)
        except NoBundle as error:
            raise Occupied(0, f"the file that is there is {error.strerror}") from error
    parent, name = os.path.split(os.path.abspath(destination))
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=parent)
    try:
        with open(handle, "wb") as file:
            os.fchmod(handle, 0o644)
            file.write(pack_tar(files))
        os.replace(temporary, destination)
    except BaseException:
        os.unlink(temporary)
        raise


def _holds(destination: str, files: Mapping[str, bytes]) -> bool:
    """Whether a folder has just these files already, for all to read."""
    try:
        with open(open_regular(f"{destination}/{MANIFEST}", os.O_NOFOLLOW), "rb") as manifest:
            if manifest.read(len(files[MANIFEST]) + 1) != files[MANIFEST]:
                return False
        there = FolderFiles(destination)
        sizes = {path: size for path, size in there.sizes().items() if path in files or path != SIGNATURE}
        if there.oddities() or sizes != {path: len(data) for path, data in files.items()}:
            return False
        folders = {""} | {path[:end] for path in files for end in range(len(path)) if path[end] == "/"}
        modes = {os.stat(f"{destination}/{folder}").st_mode & 0o777 for folder in folders}
        written = {os.stat(f"{destination}/{path}").st_mode & 0o777 for path in files}
        return (modes, written) == ({0o755}, {0o644}) and all(there.read(path) == data for path, data in files.items())
    except OSError:
        return False


def _check_place(destination: str) -> None:
    """Refuse to replace anything but a bundle or an empty folder."""
    try:
        if not stat.S_ISDIR(os.lstat(destination).st_mode):
            raise Occupied(0, "there is something else of this name")
    except FileNotFoundError:
        return
    if not _is_filled(destination):
        return
    if not os.path.isfile(os.path.join(destination, MANIFEST)) and _is_filled(destination):
        raise Occupied(0, f"the folder is not empty and holds no bundle ({MANIFEST} is missing)")
    try:
        standing = os.stat(destination).st_ino
        foreign = _find_foreign(FolderFiles(destination))
        moved = os.stat(destination).st_ino != standing
    except FileNotFoundError:
        moved = True
    if moved:  # another run has put its bundle there meanwhile
        _check_place(destination)
    elif foreign is not None:
        raise Occupied(0, f"the folder may hold more than a bundle: {foreign}")


def _is_filled(folder: str) -> bool:
    """Whether a folder is there, and not empty: other runs may take it away at any moment."""
    try:
        return bool(os.listdir(folder))
    except FileNotFoundError:
        return False


def _find_foreign(files: FolderFiles) -> str | None:
    """Say why not all of a folder is known to be a bundle, or None: what is to be replaced is deleted."""
    if MANIFEST not in files.sizes():
        return f"its {MANIFEST} is no plain file"
    try:
        listed = {MANIFEST, SIGNATURE, *(file.path for file in read_manifest(files).files)}
    except Malformed as error:
        return f"its {MANIFEST} {error}"
    foreign = min((path for path in (*files.sizes(), *files.oddities()) if path not in listed), default=None)
    return None if foreign is None else f"it holds {foreign}, which its {MANIFEST} does not list"


def _make_folders(path: str) -> list[str]:
    """Make a folder and those above it, and list the new ones, outermost first."""
    missing: list[str] = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    made: list[str] = []
    for folder in reversed(missing):
        os.mkdir(folder)
        made.append(folder)
    return made


def _fill(folder: str, files: Mapping[str, bytes]) -> None:
    """Write the files with the same modes whatever the umask."""
    os.chmod(folder, 0o755)  # noqa: S103 - for all to read, as checkouts are
    known = {folder}
    for path, data in files.items():
        target = f"{folder}/{path}"
        missing: list[str] = []
        above = os.path.dirname(target)
        while above not in known:
            missing.append(above)
            known.add(above)
            above = os.path.dirname(above)
        for new in reversed(missing):
            os.mkdir(new)
            os.chmod(new, 0o755)  # noqa: S103
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC)
        with open(handle, "wb") as file:
            os.fchmod(handle, 0o644)
            file.write(data)


def _put(temporary: str, destination: str) -> None:
    """Move a finished folder into place; what was there goes aside first, and comes back if that fails."""
    for _ in range(10):
        aside = None
        if _is_filled(destination):
            aside = tempfile.mkdtemp(prefix=os.path.basename(temporary), dir=os.path.dirname(destination))
            with suppress(FileNotFoundError):  # another run took it away just now
                os.rename(destination, aside)
        try:
            os.rename(temporary, destination)
        except OSError as error:
            if aside is not None and os.listdir(aside) and not os.path.lexists(destination):
                os.rename(aside, destination)
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
        else:
            return
        finally:
            if aside is not None:
                shutil.rmtree(aside, ignore_errors=True)
    raise Occupied(0, "other runs keep writing here")
