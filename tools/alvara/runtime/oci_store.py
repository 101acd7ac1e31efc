"""`OciStore`: the versions of a registry in a repository of an OCI registry, for all machines that run on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from alvara.adapters.archives import NoBundle, TarFiles
from alvara.adapters.bundles import open_bundle
from alvara.adapters.oci.artifacts import POINTER, STOPS, Foreign
from alvara.adapters.oci.bundles import check_identity, list_bundles, pull_bundle, push_bundle, tag_by_digest
from alvara.adapters.oci.client import Altered, Client, Taken
from alvara.adapters.oci.credentials import read_credentials
from alvara.adapters.oci.references import OURS, BadReference, parse_reference, parse_repository
from alvara.adapters.oci.series import Numbered, Overtaken, Series
from alvara.adapters.oci.transport import Patience
from alvara.adapters.opening import Opened, open_files
from alvara.bundle.layout import MANIFEST
from alvara.bundle.listing import read_listed
from alvara.bundle.manifest import Manifest
from alvara.bundle.sizes import LARGEST_MANIFEST
from alvara.bundle.wire import Malformed
from alvara.runtime.admission import admit, judge_activation, overtaken, previous, published_as, read_moment
from alvara.runtime.stops import Stops, bytes_to_write, check_list, judge_list, judging_by, stopping_by
from alvara.runtime.verification import verify_files
from alvara.store.activation import of_another
from alvara.store.denials import BadDenyList, Listed
from alvara.store.pointer import Pointer, parse_pointer, write_pointer
from alvara.store.refusing import BadStore, NotInStore, Refused
from alvara.store.status import Activation, Publication, Status
from alvara.store.stopping import Stop, names_in
from alvara.store.wire import BadRecord

_ACTIVE, _DENY = "active", "deny"


class OciStore:
    """A store in a repository. Nothing is believed that is not hashed here.

    Nothing is remembered between two calls but what a list of stops came to, by its bytes. It does what `Store` does,
    but for what is of the machine that runs: pins, and taking away what nobody needs. What must not be raises
    `Refused`; what cannot be looked at `BadStore`, `NotInStore`, `Unrooted` or `OSError`.
    """

    def __init__(self, client: Client, settle: float = 3.0) -> None:
        """Ask with a client; programs use `open`."""
        self._client = client
        self._active = Series(client, _ACTIVE, POINTER, settle)
        self._denied = Series(client, _DENY, STOPS, settle)
        self._folded: tuple[bytes, str, frozenset[str]] | None = None

    @classmethod
    def open(cls, address: str, *, plain_http: bool = False) -> "OciStore":
        """Open the store at `oci://HOST[:PORT]/REPOSITORY`, which the first `publish` may make. Asks nobody anything.

        Plain HTTP is for this machine alone, unless it is asked for. Raises `BadStore`, and `OSError`.
        """
        try:
            repository = parse_repository(address, plain_http=plain_http)
        except BadReference as error:
            raise BadStore(str(error)) from None
        return cls(Client(repository, read_credentials(repository.origin), Patience()))

    def publish(self, bundle: str) -> Publication:
        """Take a bundle in, a folder or a tar archive, if it is whole. It is not active by that.

        The same again is a success. Raises `Refused` for a bundle that does not hold, for one of another registry than
        the active one, and for a version or a digest under which something else was published, such as the same bundle
        with another signature.
        """
        manifest, files = admit(bundle)
        foreign = of_another(manifest.version, manifest.registry, self._pointer())
        if foreign is not None:
            raise Refused(foreign)
        with self._as_told():
            return Publication(published_as(manifest), push_bundle(self._client, manifest, files))

    def activate(
        self, which: str, *, now: str | None = None, root: str | None = None, rollback: bool = False
    ) -> Activation:
        """Make a version, or the bundle of a digest, the active one; it is verified in full as of its own time and now.

        `root` is the SHA-256 of the version of the root of trust to start from; whatever has a governance takes one.
        With `rollback` it may be older than what is active. Raises `Refused` too where somebody else was faster.
        """
        moment = read_moment(now)
        last = self._last(self._active)
        seen = _pointer_in(last)
        with self._as_told():
            with self._archive(which) as (archive, hash):
                manifest = _manifest_in(archive, which)
                check_identity(which, manifest, hash)
                verdict, _ = verify_files(open_bundle(archive), moment, root)
                pointer = judge_activation(published_as(manifest), verdict, seen, moment, root, rollback=rollback)
                if seen is not None and seen.digest == pointer.digest:
                    return Activation(seen, seen, verdict.warnings)
                check_list(self._list(), archive, pointer.version)
            tag_by_digest(self._client, pointer.digest, hash)
            pointer = self._append(pointer, last.number if last else 0)
        return Activation(pointer, seen, verdict.warnings)

    def rollback(self, which: str | None = None, *, now: str | None = None, root: str | None = None) -> Activation:
        """Make a version active that may be older: without a name, that which was active before this one."""
        if which is None:
            which = previous(self._pointer())
        return self.activate(which, now=now, root=root, rollback=True)

    def status(self) -> Status:
        """Tell what is active, and which versions were published; the bundles of all of them are here."""
        try:
            tags = list(self._client.tags())
            versions = sorted(list_bundles(self._client, tags), key=lambda one: (one.sequence, one.version))
        except (Altered, Foreign) as error:
            raise BadStore(str(error)) from error
        return Status(self._pointer(), tuple(versions), frozenset(one.digest for one in versions), ())

    def read(self, which: str | None = None) -> Opened:
        """Read what questions are answered from, each byte checked: of the active bundle where none is named.

        Raises `Malformed` too, where a byte is another.
        """
        if which is None:
            active = self._pointer()
            if active is None:
                raise NotInStore(f"nothing is active in {self._client.repository}; `alvara store activate` makes a "
                                 "version that")  # fmt: skip
            which = active.digest
        try:
            with self._archive(which) as (archive, hash):
                opened = open_files(archive)
                check_identity(which, opened.manifest, hash)
                return opened
        except (Altered, Foreign) as error:
            raise Malformed(str(error)) from error

    def denied(self) -> frozenset[str]:
        """Give the names of the capabilities that are stopped now, for `decide`. To be asked before each step.

        Raises `BadDenyList` where the list cannot be read or does not hold, and `OSError`: then nothing is to be
        carried out. What a list comes to is worked out once, as long as neither it nor the active bundle is another.
        """
        data = self._list()
        if data is None:
            return frozenset()
        active = judging_by(self._pointer())
        if self._folded is None or self._folded[:2] != (data, active.digest):
            seen = self._judged(data, active)
            self._folded = data, active.digest, names_in(seen.stops, seen.judge.bench)
        return self._folded[2]

    def stops(self) -> Stops:
        """Look at the list of stops, and at who may add to it. Raises `BadDenyList`, `NotInStore`, and `OSError`."""
        return self._judged(self._list(), stopping_by(self._pointer()))

    def stopped(self) -> tuple[Listed, tuple[Stop, ...]]:
        """Give the list of stops and what is stopped by it, both empty where there is none. Raises `BadDenyList`."""
        data = self._list()
        if data is None:
            return (), ()
        seen = self._judged(data, judging_by(self._pointer()))
        return seen.listed, seen.stops

    def settle(self) -> None:
        """Do nothing: what a registry has taken is there to stay."""

    def check_writable(self) -> None:
        """See to it that the list can be written, before anybody is asked for a passphrase. Raises `OSError`."""
        self._client.check_writable()

    def write_stops(self, seen: Stops, listed: Listed) -> bool:
        """Write a list that follows one that was seen; False where somebody else was faster."""
        data = bytes_to_write(seen, listed)
        last = self._last(self._denied)
        if (last.data if last else None) != seen.data:
            return False
        try:
            self._denied.append(data, last.number if last else 0)
        except Overtaken:
            return False
        return True

    @contextmanager
    def pulled(self, which: str) -> Iterator[str]:
        """Lend a bundle as a tar archive, which is deleted afterwards: to be published in another store."""
        with self._as_told(), self._pulled(which) as (archive, _):
            yield archive

    def pin(self, *_: object, **__: object) -> NoReturn:
        """Refuse: an execution holds on to a bundle on the machine that it runs on."""
        raise self._local("an execution is pinned on the machine that it runs on")

    def unpin(self, *_: object, **__: object) -> NoReturn:
        """Refuse, as `pin` does."""
        raise self._local("an execution is pinned on the machine that it runs on")

    def gc(self, *_: object, **__: object) -> NoReturn:
        """Refuse: who else needs a bundle of a registry is not known here."""
        raise self._local("what a registry keeps is its own; who else needs it is not known here")

    def _local(self, why: str) -> BadStore:
        return BadStore(f"{why}; bring the bundle into a store in a folder: "
                        f"`alvara store publish {self._client.repository}:VERSION --store DIR`")  # fmt: skip

    def _pointer(self) -> Pointer | None:
        """Give what is active. Raises `BadStore`, and `OSError`."""
        return _pointer_in(self._last(self._active))

    def _last(self, series: Series) -> Numbered | None:
        try:
            return series.last()
        except (Altered, Foreign) as error:
            raise BadStore(str(error)) from error

    def _list(self) -> bytes | None:
        """Give the list of stops. Raises `BadDenyList`, and `OSError`."""
        try:
            last = self._last(self._denied)
        except BadStore as error:
            raise BadDenyList(str(error)) from error
        return last.data if last else None

    def _judged(self, data: bytes | None, active: Pointer) -> Stops:
        try:
            with self._pulled(active.digest) as (archive, _):
                return judge_list(data, archive, active.digest)
        except (Altered, Foreign, NotInStore) as error:
            raise BadDenyList(f"the active bundle, by which the list of stops is judged: {error}") from error

    def _append(self, pointer: Pointer, after: int) -> Pointer:
        """Write a pointer, and give the one that counts now: somebody else may have done the same meanwhile."""
        try:
            self._active.append(write_pointer(pointer), after)
        except Overtaken:
            there = self._pointer()
            if there is not None and there.digest == pointer.digest:
                return there
            raise overtaken(there, pointer.version) from None
        return pointer

    @contextmanager
    def _archive(self, which: str) -> Iterator[tuple[str, str]]:
        """Lend what stands for a bundle as a file, with the SHA-256 of its OCI manifest."""
        with TemporaryDirectory(prefix="alvara-") as folder:
            archive = f"{folder}/bundle.tar"
            try:
                with Path(archive).open("xb") as file:
                    hash = pull_bundle(self._client, which, file)
            except BadReference as error:
                raise NotInStore(str(error)) from None
            if hash is None:
                raise NotInStore(f"there is no `{which}` in {self._client.repository}; `alvara store status` lists "
                                 "what is there")  # fmt: skip
            yield archive, hash

    @contextmanager
    def _pulled(self, which: str) -> Iterator[tuple[str, Manifest]]:
        """Lend a bundle as a tar archive with its manifest, read as far as to know that it is the one asked for."""
        with self._archive(which) as (archive, hash):
            manifest = _manifest_in(archive, which)
            check_identity(which, manifest, hash)
            yield archive, manifest

    @contextmanager
    def _as_told(self) -> Iterator[None]:
        """Tell in the words of a store that a registry gave, or has, something else than what was asked for."""
        try:
            yield
        except (Altered, Foreign, Taken) as error:
            raise Refused(str(error)) from error
        except BadReference as error:
            raise BadStore(str(error)) from error


@contextmanager
def lend_bundle(source: str, *, plain_http: bool = False) -> Iterator[str]:
    """Pull the bundle at `oci://HOST/REPOSITORY:VERSION`, or `…@sha256:…`, and lend it as a tar archive.

    Raises `Refused` where the registry gives something else, `BadStore`, `NotInStore`, and `OSError`.
    """
    try:
        repository, which = parse_reference(source, plain_http=plain_http)
    except BadReference as error:
        raise BadStore(str(error)) from None
    if which is None:
        raise BadStore(f"`{source}` does not say which bundle: `{source}:VERSION`, or `{source}@sha256:…`")
    with OciStore.open(str(repository), plain_http=plain_http).pulled(which) as archive:
        yield archive


def _pointer_in(document: Numbered | None) -> Pointer | None:
    """Read the pointer that counts. Raises `BadStore`."""
    try:
        return parse_pointer(document.data) if document else None
    except BadRecord as error:
        raise BadStore(f"`{OURS}{_ACTIVE}-{document.number if document else ''}` {error}") from None


def _manifest_in(archive: str, which: str) -> Manifest:
    try:
        files = TarFiles(archive)
        if files.sizes().get(MANIFEST, 0) <= LARGEST_MANIFEST:
            return read_listed(files.read(MANIFEST)).manifest
        reason: object = f"{MANIFEST} is too large"
    except NoBundle as error:
        reason = error.strerror
    except KeyError:
        reason = f"there is no {MANIFEST}"
    except Malformed as error:
        reason = error
    raise Foreign(f"what stands for `{which}` is no bundle: {reason}")
