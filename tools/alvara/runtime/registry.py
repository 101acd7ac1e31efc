"""`Registry`: an immutable bundle, open for questions."""

from collections.abc import Callable, Iterable, Set

from alvara.adapters.archives import NoBundle
from alvara.adapters.opening import Opened, open_files
from alvara.app.holding import hold_bundle
from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.bundle.wire import Malformed
from alvara.registry.atlas import Atlas
from alvara.registry.discovering import Discovery, Ground, Question, discover, listed
from alvara.registry.graph import Graph
from alvara.registry.holdings import Holdings
from alvara.registry.language.language import Language
from alvara.registry.language.resolution import Resolution
from alvara.registry.language.resolving import Nearest, resolve
from alvara.registry.language.resolving import Question as Utterance
from alvara.registry.shown import Shown
from alvara.registry.ways import Ways
from alvara.store.refusing import BadStore, NotInStore

Names = str | Iterable[str] | None
"""One name, several with commas between them, or a collection of names."""


class DamagedBundle(ValueError):
    """What was to be opened is no bundle, or not as its manifest says. The message names the file."""


class Registry:
    """One version of a registry. Nothing of it changes, threads may share it, and no question reads a file.

    What it gives are public projections, as models may see them; where an operation is carried out and who may do so
    are no attributes of them. An ID may be an alias, or what something was called before.
    """

    __slots__ = ("_atlas", "_ground", "_holdings", "_language", "_shown", "_ways")

    def __init__(self, holdings: Holdings) -> None:
        """Answer from what is held; programs use `open` and `from_store`."""
        self._holdings = holdings
        self._shown = Shown(holdings)
        self._atlas = Atlas(holdings)
        self._ground = Ground(self._atlas, holdings.about.locales)
        self._language = Language(holdings, self._atlas)
        self._ways = Ways(holdings, self._atlas)

    @classmethod
    def open(cls, path: str) -> "Registry":
        """Open a bundle, a folder or a tar archive. Raises `DamagedBundle`, and `OSError` where it cannot be read.

        Every byte that may be asked for is read and is what the manifest says; whether its files agree with each other
        and who vouches for them is told by `alvara bundle verify` and asked by `alvara store activate`.
        """
        return cls._hold(path, lambda: open_files(path))

    @classmethod
    def from_store(cls, store: str, version: str | None = None, *, plain_http: bool = False) -> "Registry":
        """Open a bundle of a store: of a version, or of the digest that an execution is pinned to; else the active one.

        The store is a folder or `oci://HOST/REPOSITORY`; plain HTTP is for this machine alone, unless it is asked for.
        Raises `DamagedBundle` where a byte of it is not as it should be, `NotInStore` where it is not there, `BadStore`
        where the store is none, and `OSError` where it cannot be read.
        """
        from alvara.runtime.store import Store

        place = f"{store}, {version or 'the active bundle'}"
        return cls._hold(place, lambda: Store.open(store, plain_http=plain_http).read(version))

    @classmethod
    def _hold(cls, place: str, read: Callable[[], Opened]) -> "Registry":
        try:
            opened = read()
            return cls(hold_bundle(opened.manifest, opened.files))
        except (BadStore, NotInStore):
            raise
        except (NoBundle, Malformed, LookupError, TypeError, ValueError) as error:
            raise DamagedBundle(f"{place}: {error}") from error

    @property
    def version(self) -> str:
        """The version of the bundle."""
        return self._holdings.about.version

    @property
    def digest(self) -> str:
        """The digest of the bundle: what an execution is pinned to."""
        return self._holdings.about.digest

    @property
    def locales(self) -> tuple[str, ...]:
        """The languages of the registry, the first preferred."""
        return self._holdings.about.locales

    def get_resource(self, id: str) -> PublicResource | None:
        """Give a resource; None where there is none that models may see."""
        return self._shown.resources[id]

    def get_capability(self, id: str) -> PublicCapability | None:
        """Give a capability, of several majors the active one; None where there is none that models may see."""
        return self._shown.capabilities[id]

    def get_policy(self, id: str) -> PublicPolicy | None:
        """Give what a policy says to those it concerns; None where there is none that is in use."""
        return self._shown.policies[id]

    def discover(
        self, page: str | None = None, tab: str | None = None, focus: str | None = None, selection: str | None = None,
        permissions: Names = None, roles: Names = None, tenant: str | None = None, domain: Names = None,
        action: Names = None, risk: Names = None, navigation: bool | None = None, limit: int = 20, offset: int = 0,
        locale: str | None = None,
    ) -> Discovery:  # fmt: skip
        """Tell what can be done here, the nearest first. Whatever is not said narrows nothing.

        An empty tenant is a caller without one. Raises `UnknownName`, a `LookupError`, where there is no such page,
        tab, focus, domain, action, risk or locale, and `ValueError` for a limit below 1 or an offset below 0.
        """
        question = Question(
            page, tab, focus, selection, listed(permissions), listed(roles), tenant, listed(domain), listed(action),
            listed(risk), navigation, limit, offset, locale,
        )  # fmt: skip
        return discover(self._ground, question)

    def resolve(
        self, text: str, *, locale: str | None = None, focus: str | None = None, page: str | None = None,
        tab: str | None = None, selection: str | None = None, permissions: Set[str] | None = None,
        tenant: str | None = None, nearest: Nearest | None = None,
    ) -> Resolution:  # fmt: skip
        """Find what a sentence is about, what it wants, and which capabilities do that."""
        question = Utterance(text, locale, focus, page, tab, selection, permissions, tenant)
        return resolve(self._language, question, nearest)

    def expand(self, id: str, hops: int = 2, kind: str | None = None) -> Graph:
        """Gather what is at most `hops` steps from a thing, a page too, the nearest first; edges are typed.

        `kind` says which is meant where several things have the name. The graph is empty where there is none that
        models may see. Raises `ValueError` for a kind that there is not, and for fewer than no hops.
        """
        from alvara.registry.expanding import expand

        return expand(self._ways, id, hops, kind)
