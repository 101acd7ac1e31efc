"""`Registry`: an immutable bundle, open for questions."""

import os
from collections.abc import Set
from datetime import datetime
from typing import TYPE_CHECKING, Any, final

from alvara.bundle.public import PublicCapability, PublicPolicy, PublicResource
from alvara.bundle.wire import DamagedBundle as DamagedBundle
from alvara.registry.bindings import Bindings, KnowledgeRef, SourceMapping
from alvara.registry.budget import BUDGET
from alvara.registry.caller import Names, caller_of, listed
from alvara.registry.clearance import Clearance
from alvara.registry.discovering import Discovery, Question, discover
from alvara.registry.findable import Findable, Found
from alvara.registry.graph import Graph
from alvara.registry.ground import Ground
from alvara.registry.holdings import KINDS, Holdings
from alvara.registry.language.finding import Nearest
from alvara.registry.language.hearing import Utterance
from alvara.registry.language.language import Language
from alvara.registry.language.resolution import Resolution
from alvara.registry.language.resolving import resolve
from alvara.registry.shown import Shown
from alvara.runtime.arguments import check_numbers, check_texts
from alvara.runtime.deciding import Decider
from alvara.runtime.opening import hold, open_holdings

if TYPE_CHECKING:
    from alvara.decisions.decision import Decision
    from alvara.decisions.request import Confirmed
    from alvara.registry.context import Context
    from alvara.registry.planning import PlanHint


@final
class Registry:
    """One version of a registry. Nothing of it changes, threads may share it, and no question reads a file.

    What it gives are public projections, as models may see them; where an operation is carried out and who may do so
    are no attributes of them. An ID may be an alias, or what something was called before. A question raises
    `DamagedBundle` where it meets what no bundle holds, and `TypeError` for an argument of another type than it takes.
    """

    __slots__ = ("_bindings", "_decider", "_findable", "_ground", "_holdings", "_language", "_shown")
    _bindings: Bindings
    _decider: Decider
    _findable: Findable
    _ground: Ground
    _holdings: Holdings
    _language: Language
    _shown: Shown

    def __init__(self, holdings: Holdings) -> None:
        """Answer from what is held; programs use `open` and `from_store`."""
        shown, ground = Shown(holdings), Ground(holdings)
        parts = {
            "_holdings": holdings, "_shown": shown, "_bindings": Bindings(holdings, shown),
            "_decider": Decider(holdings), "_findable": Findable(holdings), "_ground": ground,
            "_language": Language(ground),
        }  # fmt: skip
        for name, part in parts.items():
            object.__setattr__(self, name, part)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a registry is one version, and stays it."""
        raise AttributeError(f"a registry cannot be changed: `{name}` is not set")

    def __delattr__(self, name: str) -> None:
        """Refuse: a registry is one version, and stays it."""
        raise AttributeError(f"a registry cannot be changed: `{name}` is not taken away")

    def __repr__(self) -> str:
        """Say which registry it is."""
        return f"<Registry {self.name} {self.version} {self.digest}>"

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, root: str | None = None) -> "Registry":
        """Open a bundle, a folder or a tar archive. Raises `DamagedBundle`, and `OSError` where it cannot be read.

        Every byte that may be asked for is read and is what the manifest says. With `root`, the SHA-256 of a version of
        the root of trust, everything is verified as `alvara bundle verify --root` does, which takes longer; without,
        whether its files agree with each other and who vouches for them is told by `alvara bundle verify` and asked by
        `alvara store activate`.
        """
        return cls(open_holdings(os.fspath(path), root))

    @classmethod
    def from_store(
        cls, store: "str | os.PathLike[str]", version: str | None = None, *, plain_http: bool = False
    ) -> "Registry":
        """Open a bundle of a store: of a version, or of the digest that an execution is pinned to; else the active one.

        The store is a folder or `oci://HOST/REPOSITORY`; plain HTTP is for this machine alone, unless it is asked for.
        Raises `DamagedBundle` where a byte of it is not as it should be, `NotInStore` where it is not there, `BadStore`
        where the store is none, and `OSError` where it cannot be read.
        """
        from alvara.runtime.store import Store

        place = f"{store}, {version or 'the active bundle'}"
        return cls(hold(place, lambda: Store.open(store, plain_http=plain_http).read(version)))

    @property
    def registry(self) -> str:
        """The UUID of the registry, which never changes."""
        return self._holdings.about.registry

    @property
    def name(self) -> str:
        """What the registry is called."""
        return self._holdings.about.name

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
        """The languages of its texts, the first before the others."""
        return self._holdings.about.locales

    @property
    def remarks(self) -> tuple[str, ...]:
        """What in the bundle is not understood, in sentences: there may be more in a newer format."""
        return self._holdings.about.remarks

    def get_resource(self, id: str) -> PublicResource | None:
        """Give a resource; None where there is none that models may see."""
        return self._shown.resources[id]

    def get_capability(self, id: str) -> PublicCapability | None:
        """Give a capability, of several majors the active one; None where there is none that models may see."""
        return self._shown.capabilities[id]

    def get_policy(self, id: str) -> PublicPolicy | None:
        """Give what a policy says to those it concerns; None where there is none that is in use."""
        return self._shown.policies[id]

    def find_resources(
        self, text: str = "", *, type: str | None = None, domain: str | None = None
    ) -> tuple[PublicResource, ...]:
        """Give the resources that have every word of a text, of a type and in a domain, as `alvara find` does.

        Each word is one, or the beginning of one, in the ID, the aliases, the name, the labels or the synonyms; case
        and accents do not count. What has the very text stands first, then what has all words in its ID, and so on;
        ties go by ID. Without a text it is everything, by ID.
        """
        check_texts(text=text, type=type, domain=domain)
        found = self._findable.find(text, ("resource",), type, domain)
        resources = (self._shown.resources[each.id] for each in found)
        return tuple(resource for resource in resources if resource is not None)

    def find(self, text: str = "", *, kinds: Names = None) -> tuple[Found, ...]:
        """List what models may see of some kinds, or of all, that has every word of a text, as `alvara find` does."""
        check_texts(text=text)
        wanted = listed(kinds)
        return tuple(self._findable.find(text, KINDS if wanted is None else wanted))

    def get_capabilities(self, resource_id: str) -> tuple[PublicCapability, ...]:
        """Give the capabilities that a resource is bound to, whichever side wrote it down, by ID."""
        return self._bindings.capabilities(resource_id)

    def get_policies(self, resource_id: str) -> tuple[PublicPolicy, ...]:
        """Give the policies that a resource is bound to, whichever side wrote it down, by ID."""
        return self._bindings.policies(resource_id)

    def get_knowledge_refs(self, id: str) -> tuple[KnowledgeRef, ...]:
        """Give the knowledge pages that explain a thing, whichever side wrote it down, by ID."""
        return self._bindings.knowledge(id)

    def get_ui_refs(self, resource_id: str) -> tuple[PublicResource, ...]:
        """Give the pages, sections and components of the screen that show a resource, in the order of `uiRefs`."""
        return self._bindings.screens(resource_id)

    def source_mappings(self) -> tuple[SourceMapping, ...]:
        """List where resources are in code, by resource, path and symbol. It is for developers, not for models."""
        return self._bindings.sources

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
        check_texts(page=page, tab=tab, focus=focus, selection=selection, locale=locale)
        check_numbers(limit=limit, offset=offset)
        question = Question(
            page, tab, focus, selection, caller_of(permissions, roles, tenant), listed(domain), listed(action),
            listed(risk), navigation, limit, offset, locale,
        )  # fmt: skip
        return discover(self._ground, question)

    def resolve(
        self, text: str, *, locale: str | None = None, focus: str | None = None, page: str | None = None,
        tab: str | None = None, selection: str | None = None, permissions: Names = None, roles: Names = None,
        tenant: str | None = None, nearest: Nearest | None = None,
    ) -> Resolution:  # fmt: skip
        """Find what a sentence is about, what it wants, and which capabilities do that.

        `nearest` is asked last, where no words were found: it gives IDs of resources with scores from 0 to 1. Raises
        `UnknownName`, a `LookupError`, where there is no such page, tab, focus or locale.
        """
        check_texts(text=text, locale=locale, focus=focus, page=page, tab=tab, selection=selection)
        caller = caller_of(permissions, roles, tenant)
        utterance = Utterance(text, locale, focus, page, tab, selection, caller)
        return resolve(self._language, utterance, nearest)

    def expand(
        self, id: str, hops: int = 2, kind: str | None = None, *, permissions: Names = None, roles: Names = None,
        tenant: str | None = None,
    ) -> Graph:  # fmt: skip
        """Gather what is at most `hops` steps from a thing, a page too, the nearest first; edges are typed.

        `kind` says which is meant where several things have the name. Nothing leads through what the caller may not
        know of. The graph is empty where there is nothing of that name that they may. Raises `ValueError` for a kind
        that there is not, and for fewer than no hops.
        """
        from alvara.registry.expanding import expand

        check_texts(id=id, kind=kind)
        check_numbers(hops=hops)
        return expand(self.clearance(permissions=permissions, roles=roles, tenant=tenant), id, hops, kind)

    def plan_hints(
        self, resource: str, action: str = "clone", permissions: Names = None, roles: Names = None,
        tenant: str | None = None,
    ) -> "PlanHint | None":  # fmt: skip
        """Say which capabilities a copy of a resource could be composed of; nothing of that runs as a whole.

        None where the registry has a capability that makes copies, whoever may use it, where nothing composes one, and
        where the caller may not use what does. Raises `ValueError` for any action but `clone`, the one that is known.
        """
        from alvara.registry.planning import plan_copy

        check_texts(resource=resource, action=action)
        if action != "clone":
            raise ValueError(f"no plan is known for `{action}`; there is one for `clone`")
        return plan_copy(self.clearance(permissions=permissions, roles=roles, tenant=tenant), resource)

    def context(
        self, scope: str, *, budget: int = BUDGET, locale: str | None = None, permissions: Names = None,
        roles: Names = None, tenant: str | None = None,
    ) -> "Context":  # fmt: skip
        """Tell a model of a scope within a budget of tokens: a resource, a domain of capabilities, or `app` for all.

        Whole entries only, the nearest first; what has no room is counted. Raises `UnknownName`, a `LookupError`, where
        there is no such scope or locale, and `ValueError` for a budget below 1.
        """
        from alvara.registry.context import compile_context

        check_texts(scope=scope, locale=locale)
        check_numbers(budget=budget)
        clearance = self.clearance(permissions=permissions, roles=roles, tenant=tenant)
        return compile_context(clearance, self._shown, scope, budget, locale)

    def clearance(
        self, *, permissions: Names = None, roles: Names = None, tenant: str | None = None
    ) -> Clearance:  # fmt: skip
        """Give what a caller may know of, as every question answers them. What is not said keeps nothing from them."""
        return Clearance(self._ground, caller_of(permissions, roles, tenant))

    def decide(
        self, capability: str, *, input: Any, principal: Any, resource: Any = None, context: Any = None,
        now: str | datetime, confirmed: "Confirmed | None" = None, spent: Set[str] = frozenset(),
        denied: Set[str] = frozenset(),
    ) -> "Decision":  # fmt: skip
        """Decide whether a call may be made, now: deny, blocked, confirm or allow, with the reasons and the record.

        `capability` is an ID, an alias, an old ID, or `ID@MAJOR`. All values are JSON; `now` is RFC 3339, or a datetime
        that knows its offset from UTC. `confirmed` is the yes of the user to an earlier answer, `spent` are the digests
        of those that were used before, `denied` the names of capabilities that were stopped. The decision has its whole
        record, which is for auditors. Raises `ValueError` for a `now` that is no moment.
        """
        from alvara.decisions.request import Request

        moment = now.isoformat() if isinstance(now, datetime) else now
        request = Request(input, principal, moment, resource, context, confirmed, spent, denied)
        return self._decider.decide(capability, request)
