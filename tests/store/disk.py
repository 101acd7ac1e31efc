"""A file system that records what it is asked, or ends in the middle of it; and all that a crash may leave of a record.

What was synced is on the disk. Of anything else each name of a folder, by itself, has any of the things that it had
since the folder was last synced; and a file nothing, a half or all of what was written. A rename is two names, which
may part. That is worse than any file system, and what holds here holds there.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from alvara.adapters.durable import LOCAL
from alvara.adapters.store_folder import StoreFolder
from alvara.runtime.store import Store

Tree = dict[str, bytes | None]
"""What is there, by path; None is a folder."""


class Step(NamedTuple):
    """One call: what it did, to which path, and the other path or the bytes."""

    call: str
    path: str = ""
    more: str | bytes = ""


class Killed(BaseException):
    """The process ended here; nothing may be tidied up."""


class RecordedFileSystem:
    """Does as it is told, but for `sync`, and writes it down. `before` is called with the number of each step first."""

    def __init__(self, before: Callable[[int], None] = lambda _: None) -> None:
        """Begin with an empty record."""
        self.steps: list[Step] = []
        self.count = 0
        self._before = before
        self._ended = False
        self._opened: dict[int, str] = {}

    def make_folder(self, path: str) -> None:
        self._begin()
        LOCAL.make_folder(path)
        self.steps.append(Step("make_folder", path))

    def create(self, path: str) -> int:
        self._begin()
        handle = LOCAL.create(path)
        self._opened[handle] = path
        self.steps.append(Step("create", path))
        return handle

    def open_folder(self, path: str) -> int:
        self._begin()
        handle = LOCAL.open_folder(path)
        self._opened[handle] = path
        return handle

    def write(self, handle: int, data: bytes) -> None:
        self._begin()
        LOCAL.write(handle, data)
        self.steps.append(Step("write", self._opened[handle], data))

    def sync(self, handle: int) -> None:
        self._begin()
        self.steps.append(Step("sync", self._opened[handle]))

    def close(self, handle: int) -> None:
        self._begin()
        LOCAL.close(handle)

    def rename(self, source: str, target: str) -> None:
        self._begin()
        LOCAL.rename(source, target)
        self.steps.append(Step("rename", source, target))

    def unlink(self, path: str) -> None:
        self._begin()
        LOCAL.unlink(path)
        self.steps.append(Step("unlink", path))

    def remove_folder(self, path: str) -> None:
        self._begin()
        LOCAL.remove_folder(path)
        self.steps.append(Step("unlink", path))

    def _begin(self) -> None:
        if self._ended:
            raise Killed
        self._ended = True  # nothing may be tidied up by who was ended
        self._before(self.count)
        self._ended = False
        self.count += 1


def quick_store(place: str) -> Store:
    """Open a store whose changes wait for no disk: what is in memory is all that is looked at afterwards."""
    return Store(StoreFolder(place), RecordedFileSystem())


class _File:
    def __init__(self) -> None:
        self.data = self.durable = b""

    def sync(self) -> None:
        self.durable = self.data


class _Folder:
    def __init__(self) -> None:
        self.names: dict[str, _Node] = {}
        self.durable: dict[str, _Node] = {}
        self.since: dict[str, list[_Node | None]] = {}

    def give(self, name: str, node: "_Node | None") -> None:
        if node is None:
            self.names.pop(name, None)
        else:
            self.names[name] = node
        self.since.setdefault(name, []).append(node)

    def sync(self) -> None:
        self.durable, self.since = dict(self.names), {}


_Node = _File | _Folder


class Disk:
    """What is on a disk below a folder that was empty once, as steps are taken."""

    def __init__(self, root: str) -> None:
        """Begin with nothing below `root`."""
        self._prefix = f"{root}/"
        self._root = _Folder()

    def take(self, step: Step) -> None:
        """Take a step."""
        folder, name = self._find(step.path)
        if step.call == "make_folder":
            folder.give(name, _Folder())
        elif step.call == "create":
            folder.give(name, _File())
        elif step.call == "unlink":
            folder.give(name, None)
        elif step.call == "rename":
            assert isinstance(step.more, str)
            other, new = self._find(step.more)
            other.give(new, folder.names[name])
            folder.give(name, None)
        elif step.call == "sync":
            (folder.names[name] if name else folder).sync()
        else:
            file = folder.names[name]
            assert isinstance(file, _File)
            assert isinstance(step.more, bytes)
            file.data += step.more

    def states(self, but: str = "") -> list[Tree]:
        """List what a crash at this moment may leave, each once. What nobody reads, `but`, is left out."""
        found = {frozenset(tree.items()): tree for tree in _variants(self._root, "", but)}
        return list(found.values())

    def _find(self, path: str) -> tuple[_Folder, str]:
        *parts, name = path.removeprefix(self._prefix.rstrip("/")).strip("/").split("/")
        folder = self._root
        for part in parts:
            inner = folder.names[part]
            assert isinstance(inner, _Folder)
            folder = inner
        return folder, name


def _variants(folder: _Folder, prefix: str, but: str) -> Iterator[Tree]:
    names = sorted(name for name in folder.durable.keys() | folder.since.keys() if f"{prefix}{name}" != but)
    choices = [_choices(folder, name, prefix, but) for name in names]
    for chosen in product(*choices):
        yield {path: data for tree in chosen for path, data in tree.items()}


def _choices(folder: _Folder, name: str, prefix: str, but: str) -> list[Tree]:
    """List what may be found under a name."""
    found: list[Tree] = []
    for node in {id(one): one for one in (folder.durable.get(name), *folder.since.get(name, ()))}.values():
        if node is None:
            found.append({})
        elif isinstance(node, _Folder):
            found += [{f"{prefix}{name}": None, **tree} for tree in _variants(node, f"{prefix}{name}/", but)]
        else:
            found += [{f"{prefix}{name}": data} for data in _contents(node)]
    return found


def _contents(file: _File) -> list[bytes]:
    if file.data == file.durable:
        return [file.data]
    return list(dict.fromkeys((file.durable, file.data[: len(file.data) // 2], file.data)))
