"""Bundles on disk: written whole or not at all, read without trusting anything."""

import errno
import os
import shutil
import stat
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO

from alvara.bundle.manifest import MANIFEST
from alvara.bundle.verify import read_manifest
from alvara.bundle.wire import Malformed


class Occupied(OSError):
    """Something that is no bundle stands where one was to be written."""


class NoBundle(OSError):
    """What was to be read as a bundle is something else."""


class FolderFiles:
    """The files below a folder; links are neither followed nor opened."""

    def __init__(self, folder: str) -> None:
        """List the folder. Raises `OSError`."""
        self._folder = folder
        self._sizes: dict[str, int] = {}
        self._oddities: dict[str, str] = {}
        self._walk(folder, "")

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return self._sizes

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._oddities

    def read(self, path: str) -> bytes:
        """Give a file's bytes, as many as were there when it was listed."""
        handle = os.open(f"{self._folder}/{path}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(handle, "rb") as file:
            return file.read(self._sizes[path] + 1)

    def _walk(self, where: str, prefix: str) -> None:
        with os.scandir(where) as items:
            for item in items:
                path, mode = prefix + item.name, item.stat(follow_symlinks=False).st_mode
                if stat.S_ISDIR(mode):
                    self._walk(item.path, f"{path}/")
                elif stat.S_ISREG(mode):
                    self._sizes[path] = item.stat(follow_symlinks=False).st_size
                else:
                    self._oddities[path] = "a symbolic link" if stat.S_ISLNK(mode) else "a device, a pipe or a socket"


class TarFiles:
    """The files in a plain tar archive, read strictly: no name leaves the archive or comes twice."""

    def __init__(self, archive: str) -> None:
        """List the archive. Raises `NoBundle` where it is none, or a compressed one."""
        self._path = archive
        self._places: dict[str, tuple[int, int]] = {}
        self._oddities: dict[str, str] = {}
        try:
            with tarfile.open(archive, "r:") as members:
                for member in members:
                    self._add(member)
        except (tarfile.TarError, ValueError, EOFError) as error:
            raise NoBundle(0, f"not a plain tar archive ({error})") from error

    def sizes(self) -> Mapping[str, int]:
        """Give the size of each file by its path."""
        return {path: size for path, (_, size) in self._places.items()}

    def oddities(self) -> Mapping[str, str]:
        """Say by path what there is besides files."""
        return self._oddities

    def read(self, path: str) -> bytes:
        """Give a file's bytes. An archive that was cut short has fewer of them."""
        offset, size = self._places[path]
        with open(self._path, "rb") as file:
            file.seek(offset)
            return file.read(size)

    def _add(self, member: tarfile.TarInfo) -> None:
        name = member.name.removeprefix("./")
        if member.isdir():
            return
        if name.startswith("/") or ".." in name.split("/"):
            self._oddities[name] = "a name that leads out of the archive"
        elif name in self._places:
            self._oddities[name] = "there twice"
        elif not member.isreg() or member.issparse():
            self._oddities[name] = "a link, a device or something else that is no plain file"
        else:
            self._places[name] = (member.offset_data, member.size)


def open_bundle(path: str) -> FolderFiles | TarFiles:
    """Open a folder or a tar archive. Raises `NoBundle` where it is neither, or holds nothing of a bundle."""
    files: FolderFiles | TarFiles = FolderFiles(path) if os.path.isdir(path) else TarFiles(path)
    if not {MANIFEST, "index.json", "registry.json"} & files.sizes().keys():
        raise NoBundle(0, f"not a bundle: there is no {MANIFEST}")
    return files


def write_folder(files: Mapping[str, bytes], destination: str) -> None:
    """Write a bundle as a folder, in the place of an older bundle or of nothing. Raises `OSError`."""
    destination = os.path.abspath(destination)
    _check_place(destination)
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


def write_tar(files: Mapping[str, bytes], destination: str) -> None:
    """Write a bundle as a tar archive that is the same for the same bundle. Raises `OSError`."""
    if os.path.lexists(destination) and (os.path.islink(destination) or not os.path.isfile(destination)):
        raise Occupied(0, "there is something else of this name")
    if os.path.exists(destination):
        try:
            open_bundle(destination)
        except NoBundle as error:
            raise Occupied(0, f"the file that is there is {error.strerror}") from error
    buffer = BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(files):
            member = tarfile.TarInfo(path)
            member.size, member.mode = len(files[path]), 0o644
            archive.addfile(member, BytesIO(files[path]))
    parent, name = os.path.split(os.path.abspath(destination))
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", dir=parent)
    try:
        with open(handle, "wb") as file:
            os.fchmod(handle, 0o644)
            file.write(buffer.getvalue())
        os.replace(temporary, destination)
    except BaseException:
        os.unlink(temporary)
        raise


def _check_place(destination: str) -> None:
    """Refuse to replace anything but a bundle or an empty folder."""
    if not os.path.lexists(destination):
        return
    if os.path.islink(destination) or not os.path.isdir(destination):
        raise Occupied(0, "there is something else of this name")
    if not os.listdir(destination):
        return
    if not os.path.isfile(os.path.join(destination, MANIFEST)):
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


def _find_foreign(files: FolderFiles) -> str | None:
    """Say why not all of a folder is known to be a bundle, or None: what is to be replaced is deleted."""
    try:
        listed = {MANIFEST, *(file.path for file in read_manifest(files).files)}
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
        if os.path.isdir(destination) and os.listdir(destination):
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
