"""What is stopped in a store: its list, judged by what the active bundle says of people and capabilities."""

import errno
import os
from functools import lru_cache
from typing import NamedTuple

from alvara.adapters.archives import NoBundle
from alvara.adapters.opening import open_files
from alvara.adapters.published import read_schema
from alvara.adapters.store_changes import StoreChanges
from alvara.adapters.store_folder import StoreFolder
from alvara.app.stop_judge import WANTED, Judge, judge_in
from alvara.bundle.held import Shapes
from alvara.bundle.wire import Malformed
from alvara.store.denials import LARGEST, BadDenyList, Listed, parse_list, write_list
from alvara.store.pointer import Pointer
from alvara.store.published import Published
from alvara.store.refusing import BadStore, NotInStore, Refused
from alvara.store.stopping import Stop, names_in, stops_in

LIST = "deny.json"


class Stops(NamedTuple):
    """What a list says, and by what it was judged. `data` are its bytes, None where there is none."""

    data: bytes | None
    listed: Listed
    stops: tuple[Stop, ...]
    judge: Judge

    @property
    def digest(self) -> str | None:
        """The name of the last entry, in hexadecimal: with it one can tell later whether an end was cut off."""
        return self.listed[-1].entry.digest if self.listed else None


def look_at_stops(folder: StoreFolder) -> Stops:
    """Read and judge the list of a store. Raises `BadDenyList`, `NotInStore` where nothing is active, and `OSError`."""
    data = _read(folder)
    return judge_list(data, *_bundle(folder, stopping_by(folder.pointer())))


def stopped_in(folder: StoreFolder) -> tuple[Listed, tuple[Stop, ...]]:
    """Give a list and what is stopped by it, both empty where there is none. Raises `BadDenyList`, and `OSError`."""
    data = _read(folder)
    if data is None:
        return (), ()
    seen = judge_list(data, *_bundle(folder, judging_by(folder.pointer())))
    return seen.listed, seen.stops


def denied_in(folder: StoreFolder) -> frozenset[str]:
    """Give every name that is stopped. Raises `BadDenyList`, and `OSError`."""
    data = _read(folder)
    return frozenset() if data is None else _names(data, *_bundle(folder, judging_by(folder.pointer())))


def check_stops(folder: StoreFolder, published: Published) -> None:
    """Raise `Refused` where the list would not hold once a version is active."""
    check_list(_read(folder), folder.folder_of(published.digest), published.version)


def check_list(data: bytes | None, bundle: str, version: str) -> None:
    """Raise `Refused` for a bundle under which nobody could tell any more what was stopped."""
    if data is None:
        return
    try:
        judge_list(data, bundle)
    except BadDenyList as bad:
        raise Refused(f"with `{version}` the list of what is stopped would not hold, so that nothing could be carried "
                      f"out; {bad}") from None  # fmt: skip


def check_writable(changes: StoreChanges) -> None:
    """Raise `OSError` where the files of a store cannot be changed by this user, or somebody else holds them."""
    with changes.alone():
        for folder in (changes.root, f"{changes.root}/incoming"):
            if not os.access(folder, os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)


def write_stops(changes: StoreChanges, folder: StoreFolder, seen: Stops, listed: Listed) -> bool:
    """Write a list that follows one that was seen; False where that is not the one that is there any more.

    Raises `BadDenyList` for what nobody could read again, and `OSError`; then all is as it was.
    """
    data = bytes_to_write(seen, listed)
    with changes.alone():
        if _read(folder) != seen.data:
            return False
        changes.replace(LIST, data)
    return True


def bytes_to_write(seen: Stops, listed: Listed) -> bytes:
    """Give the bytes of a list that follows one that was seen. Raises `BadDenyList` where nobody could read them."""
    bench = seen.judge.bench
    data = write_list(bench.registry, listed)
    try:
        stops_in(parse_list(data, bench.registry), bench)
    except BadDenyList as bad:
        raise BadDenyList(f"{LIST} would not hold, and was not written: {bad}") from None
    return data


@lru_cache(maxsize=4)
def _names(data: bytes, bundle: str, digest: str) -> frozenset[str]:
    """Fold a list once, as long as neither it nor the bundle is another: every step of an execution asks."""
    seen = judge_list(data, bundle, digest)
    return names_in(seen.stops, seen.judge.bench)


def judge_list(data: bytes | None, bundle: str, digest: str = "") -> Stops:
    """Judge the bytes of a list by the bundle at a path. Raises `BadDenyList`, `BadStore`, and `OSError`.

    `digest` is that of the bundle that should be there; empty where that was looked at already.
    """
    try:
        opened = open_files(bundle, WANTED)
        if digest not in ("", opened.manifest.digest):
            raise BadStore(f"the active bundle is another than its name says, {opened.manifest.digest}")
        judge = judge_in(*opened, Shapes(read_schema))
        listed = () if data is None else parse_list(data, judge.bench.registry)
        return Stops(data, listed, stops_in(listed, judge.bench), judge)
    except BadDenyList as bad:
        raise BadDenyList(f"{LIST}: {bad}") from None
    except BadStore:
        raise
    except (Malformed, NoBundle, LookupError, TypeError, ValueError) as error:
        raise BadStore(f"the active bundle cannot be read: {error}") from error


def stopping_by(active: Pointer | None) -> Pointer:
    """Give the bundle that says who may stop something. Raises `NotInStore` where none is active."""
    if active is None:
        raise NotInStore("nothing is active, so nobody is known who might stop something; `alvara store activate` "
                         "makes a version that")  # fmt: skip
    return active


def judging_by(active: Pointer | None) -> Pointer:
    """Give the bundle that a list is judged by. Raises `BadDenyList` where none is active."""
    if active is None:
        raise BadDenyList(f"{LIST}: nothing is active, so nobody can tell whether it holds")
    return active


def _bundle(folder: StoreFolder, active: Pointer) -> tuple[str, str]:
    """Give the folder of a bundle, and its digest."""
    return folder.bundle(active.digest, active.version), active.digest


def _read(folder: StoreFolder) -> bytes | None:
    try:
        return folder.bytes_of(LIST, LARGEST)
    except BadStore as error:
        raise BadDenyList(str(error)) from None
