"""`Registry`: an immutable bundle, open for questions."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from alvara.adapters.archives import NoBundle
from alvara.adapters.opening import open_files
from alvara.app.holding import hold_bundle
from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.bundle.wire import Malformed
from alvara.registry.atlas import Atlas
from alvara.registry.discovering import Discovery, Ground, Question, discover, listed
from alvara.registry.graph import Graph
from alvara.registry.holdings import Holdings
from alvara.registry.shown import Shown
from alvara.registry.tokens import BUDGET
from alvara.registry.ways import Ways

if TYPE_CHECKING:
    from alvara.registry.context import Context
    from alvara.registry.planning import PlanHint

Names = str | Iterable[str] | None
"""One name, several with commas between them, or a collection of names."""


class DamagedBundle(ValueError):
    """What was to be opened is no bundle, or not as its manifest says. The message names the file."""


class Registry:
    """One version of a registry. Nothing of it changes, threads may share it, and no question reads a file.

    What it gives are public projections, as models may see them; where an operation is carried out and who may do so
    are no attributes of them. An ID may be an alias, or what something was called before.
    """

    __slots__ = ("_atlas", "_ground", "_holdings", "_shown", "_ways")

    def __init__(self, holdings: Holdings) -> None:
        """Answer from what is held; programs use `open` and `from_store`."""
        self._holdings = holdings
        self._shown = Shown(holdings)
        self._atlas = Atlas(holdings)
        self._ground = Ground(self._atlas, holdings.about.locales)
        self._ways = Ways(holdings, self._atlas)

    @classmethod
    def open(cls, path: str) -> "Registry":
        """Open a bundle, a folder or a tar archive. Raises `DamagedBundle`, and `OSError` where it cannot be read.

        Every byte that may be asked for is read and is what the manifest says; whether its files agree with each other
        and who vouches for them is told by `alvara bundle verify` and asked by `alvara store activate`.
        """
        try:
            opened = open_files(path)
            return cls(hold_bundle(opened.manifest, opened.files))
        except (NoBundle, Malformed, LookupError, TypeError, ValueError) as error:
            raise DamagedBundle(f"{path}: {error}") from error

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

    def expand(self, id: str, hops: int = 2, kind: str | None = None) -> Graph:
        """Gather what is at most `hops` steps from a thing, a page too, the nearest first; edges are typed.

        `kind` says which is meant where several things have the name. The graph is empty where there is none that
        models may see. Raises `ValueError` for a kind that there is not, and for fewer than no hops.
        """
        from alvara.registry.expanding import expand

        return expand(self._ways, id, hops, kind)

    def plan_hints(self, resource: str, action: str = "clone", permissions: Names = None) -> "PlanHint | None":
        """Say which capabilities a copy of a resource could be composed of; nothing of that runs as a whole.

        None where the registry has a capability that makes copies, where nothing composes one, and where the caller may
        not use what does. Raises `ValueError` for any action but `clone`, the one that is known.
        """
        from alvara.registry.planning import plan_copy

        if action != "clone":
            raise ValueError(f"no plan is known for `{action}`; there is one for `clone`")
        return plan_copy(self._holdings, self._atlas, self._ways, resource, listed(permissions))

    def context(
        self, scope: str, *, budget: int = BUDGET, locale: str | None = None, permissions: Names = None
    ) -> "Context":  # fmt: skip
        """Tell a model of a scope within a budget of tokens: a resource, a domain of capabilities, or `app` for all.

        Whole entries only, the nearest first; what has no room is counted. Raises `UnknownName`, a `LookupError`, where
        there is no such scope or locale, and `ValueError` for a budget below 1.
        """
        from alvara.registry.context import compile_context
        from alvara.registry.scopes import Places

        places = Places(self._holdings, self._atlas, self._ways)
        return compile_context(places, self._shown, scope, budget, locale, listed(permissions))
