"""`Store`: the versions of a registry on one machine, one of them active, and executions that stay on theirs."""

import os
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from alvara.adapters.archives import NoBundle
from alvara.adapters.clock import parse_moment
from alvara.adapters.durable import LOCAL, FileSystem
from alvara.adapters.opening import Opened, open_files
from alvara.adapters.store_changes import StoreChanges
from alvara.adapters.store_folder import StoreFolder
from alvara.bundle.wire import Malformed
from alvara.runtime.admission import admit, judge_activation, overtaken, previous, published_as, read_moment
from alvara.runtime.verification import verify_files
from alvara.store.collecting import Collection, collect
from alvara.store.pins import Pin, is_execution, latest
from alvara.store.pointer import Pointer
from alvara.store.published import Published
from alvara.store.refusing import BadStore, NotInStore, Refused
from alvara.store.status import Activation, Publication, Status
from alvara.store.wire import is_digest, is_version

if TYPE_CHECKING:
    from alvara.runtime.oci_store import OciStore
    from alvara.runtime.stops import Stops
    from alvara.store.denials import Listed
    from alvara.store.stopping import Stop

_OLD = 24 * 3600
"""Seconds after which what an ended run left half-written is taken away."""

_LOOKS = 5
"""How often the active bundle is looked for, while others activate bundles and take old ones away."""


class Store:
    """A store in a local folder. Nothing is remembered between two calls: each one looks at what is there.

    Moments are RFC 3339; what is not given is the time of the system's clock. What must not be raises `Refused`; what
    cannot be looked at `BadStore`, `NotInStore`, `Unrooted` or `OSError`. After any of them all is as it was.
    """

    def __init__(self, folder: StoreFolder, system: FileSystem = LOCAL) -> None:
        """Hold on to the folder; programs use `open`."""
        self._folder = folder
        self._changes = StoreChanges(folder, system)

    @classmethod
    def open(cls, path: "str | os.PathLike[str]", *, plain_http: bool = False) -> "Store | OciStore":
        """Open the store in a folder, or at `oci://HOST/REPOSITORY`, which the first `publish` may make.

        Plain HTTP is for this machine alone, unless it is asked for. Raises `BadStore`, and `OSError`.
        """
        path = os.fspath(path)
        if "://" in path:  # the one place that tells where a store lies
            from alvara.runtime.oci_store import OciStore

            return OciStore.open(path, plain_http=plain_http)
        return cls(StoreFolder(path))

    def publish(self, bundle: str) -> Publication:
        """Take a bundle in, a folder or a tar archive, if it is whole. It is not active by that.

        The same again is a success, and brings a signature that was missing. Raises `Refused` for a bundle that does
        not hold, for a version that another one has, and for a bundle of another registry than the active one.
        """
        manifest, files = admit(bundle)
        published = published_as(manifest)
        self._changes.prepare()
        return Publication(published, self._changes.add(published, manifest.registry, files))

    def activate(
        self, which: str, *, now: str | None = None, root: str | None = None, rollback: bool = False
    ) -> Activation:
        """Make a version, or the bundle of a digest, active; it is verified in full, as of its own time and as of now.

        `root` is the SHA-256 of the version of the root of trust to start from; whatever has a governance takes one.
        With `rollback` it may be older than what is active. Raises `Refused` too where somebody else was faster.
        """
        return self._activate(which, self._existing().pointer(), now, root, rollback=rollback)

    def rollback(self, which: str | None = None, *, now: str | None = None, root: str | None = None) -> Activation:
        """Make a version active that may be older: without a name, that which was active before this one."""
        active = self._existing().pointer()
        if which is None:
            which = previous(active)
        return self._activate(which, active, now, root, rollback=True)

    def _activate(
        self, which: str, seen: Pointer | None, now: str | None, root: str | None, *, rollback: bool
    ) -> Activation:
        """Verify a bundle, and make it active if what was seen to be so still is."""
        from alvara.adapters.bundles import FolderFiles

        moment = read_moment(now)
        published = self._folder.find(which)
        verdict, _ = verify_files(FolderFiles(self._folder.bundle(published.digest, published.version)), moment, root)
        pointer = judge_activation(published, verdict, seen, moment, root, rollback=rollback)
        with self._changes.alone():
            there = self._folder.pointer()
            if there != seen and (there is None or there.digest != pointer.digest):
                raise overtaken(there, published.version)
            self._folder.bundle(published.digest, published.version)  # or it was taken away meanwhile
            if there is not None and there.digest == pointer.digest:
                pointer = there
            else:
                _check_stops(self._folder, published)
            self._changes.point(pointer, there)
        return Activation(pointer, there, verdict.warnings)

    def status(self) -> Status:
        """Tell what is active, which versions were published, which are still here, and who holds on to which."""
        folder = self._existing()
        for _ in range(_LOOKS):
            active = folder.pointer()
            found = Status(active, folder.versions(), folder.held(), folder.pins())
            if folder.pointer() == active:
                break
        return found

    def denied(self) -> frozenset[str]:
        """Give the names of the capabilities that are stopped now, for `decide`. To be asked before each step.

        Raises `BadDenyList` where the list cannot be read or does not hold: then nothing is to be carried out.
        """
        from alvara.runtime.stops import denied_in

        return denied_in(self._existing())

    def stops(self) -> "Stops":
        """Look at the list of stops, and at who may add to it. Raises `BadDenyList`."""
        from alvara.runtime.stops import look_at_stops

        return look_at_stops(self._existing())

    def stopped(self) -> "tuple[Listed, tuple[Stop, ...]]":
        """Give the list of stops and what is stopped by it, both empty where there is none. Raises `BadDenyList`."""
        from alvara.runtime.stops import stopped_in

        return stopped_in(self._existing())

    def settle(self) -> None:
        """See to it that what was found stopped stays so: who wrote it may have ended before it reached the disk."""
        self._changes.settle()

    def check_writable(self) -> None:
        """See to it that the list can be written, before anybody is asked for a passphrase. Raises `OSError`."""
        from alvara.runtime.stops import check_writable

        check_writable(self._changes)

    def write_stops(self, seen: "Stops", listed: "Listed") -> bool:
        """Write a list that follows one that was seen; False where somebody else was faster."""
        from alvara.runtime.stops import write_stops

        return write_stops(self._changes, self._existing(), seen, listed)

    def pin(self, execution: str, which: str | None = None, *, until: str | None = None, now: str | None = None) -> Pin:
        """Give the bundle that an execution runs on, and keep that here for it, until a moment or until `unpin`.

        To be asked before the first step, and after each restart: an execution that has a pin gets that again, whatever
        is active by then. A later end lengthens the lease. Raises `Refused` where it is pinned to another than `which`.
        """
        moment, end = read_moment(now), None if until is None else parse_moment(until)
        _check_execution(execution)
        if end is not None and end <= moment:
            raise BadStore(f"the lease would have ended by {end}, and it is {moment}")
        self._existing()
        with self._changes.alone():
            there = self._folder.pin(execution)
            version, digest = self._lease(there, which)
            if there is not None and there.digest != digest:
                raise Refused(f"`{execution}` runs on `{there.version}` already, and stays on it; unpin it first if it "
                              "is another execution by now")  # fmt: skip
            self._folder.bundle(digest, version)
            pin = Pin(execution, version, digest, moment, end)
            if there is not None:
                pin = there if end is None else replace(there, until=latest(there.until, end))
            self._changes.keep(pin, there)
        return pin

    def unpin(self, execution: str) -> Pin | None:
        """Let go of what an execution ran on; None where it had no pin."""
        _check_execution(execution)
        self._existing()
        with self._changes.alone():
            there = self._folder.pin(execution)
            self._changes.release(execution)
        return there

    def gc(self, now: str | None = None, *, dry_run: bool = False) -> Collection:
        """Take away what nobody needs any more, and what runs that were ended a day ago or more left half-written."""
        moment = read_moment(now)
        folder, changes = self._existing(), self._changes
        with changes.alone():
            found = collect(folder.held(), folder.pointer(), folder.versions(), folder.pins(), moment)
            left = changes.leftovers(datetime.fromisoformat(moment).timestamp() - _OLD)
            if dry_run:
                return found._replace(leftovers=len(left))
            for pin in found.pins:
                changes.release(pin.execution)
            aside = [changes.take_away(digest) for digest in found.bundles]
        for path in (*left, *aside):  # which takes long, and is in nobody's way
            changes.sweep(path)
        return found._replace(leftovers=len(left))

    def path_of(self, which: str | None = None) -> str:
        """Give the folder of a version, of a digest, or of the active bundle. Nobody may change what is in it."""
        digest = self._digest_of(which)
        return self._folder.bundle(digest, which or digest)

    def read(self, which: str | None = None) -> Opened:
        """Read what questions are answered from, each byte checked. Raises `Malformed` too, where one is another."""
        for look in range(_LOOKS, 0, -1):
            digest = self._digest_of(which)
            try:
                opened = open_files(self._folder.bundle(digest, which or digest))
                break
            except (NotInStore, FileNotFoundError, NoBundle, Malformed):
                if which is not None or look == 1:
                    raise  # else it may have been taken away while it was read, and another is active by now
        if opened.manifest.digest != digest:
            raise Malformed(f"holds another bundle than its name says, {opened.manifest.digest}")
        self._check_version(opened.manifest.version, digest)
        return opened

    def _check_version(self, version: str, digest: str) -> None:
        """Raise `Malformed` where a bundle calls itself what it was not published as: its digest is not of that."""
        known = self._folder.version(version) if is_version(version) else None
        if known is None or known.digest != digest:
            raise Malformed(f"calls itself `{version}`, and was not published as that")

    def _digest_of(self, which: str | None) -> str:
        folder = self._existing()
        if which is None:
            return self._active().digest
        return which if is_digest(which) else folder.find(which).digest

    def _lease(self, pin: Pin | None, which: str | None) -> tuple[str, str]:
        """Give the version and digest that an execution is to have: what is named, what it has, or what is active."""
        held = self._folder.find(which) if which is not None else pin or self._active()
        return held.version, held.digest

    def _active(self) -> Pointer:
        active = self._folder.pointer()
        if active is None:
            raise NotInStore("nothing is active; `alvara store activate` makes a version that")
        return active

    def _existing(self) -> StoreFolder:
        if not self._folder.exists():
            raise BadStore("there is no store yet; `alvara store publish` makes one")
        return self._folder


def _check_execution(name: str) -> None:
    if not is_execution(name):
        raise BadStore(f"`{name}` cannot name an execution: up to 128 letters, digits, `.`, `_` and `-` can, the "
                       "first a letter or a digit")  # fmt: skip


def _check_stops(folder: StoreFolder, published: Published) -> None:
    """Refuse a bundle under which nobody could tell any more what was stopped."""
    if os.path.lexists(f"{folder.root}/deny.json"):
        from alvara.runtime.stops import check_stops

        check_stops(folder, published)
