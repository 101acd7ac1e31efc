"""What a bundle holds as something to decide on: each definition is read when something that decides leads to it."""

from collections.abc import Iterable, Iterator, Sequence

from alvara.app.charters import Decidable, Undecidable
from alvara.bundle.layout import FOLDERS
from alvara.bundle.shipped import definition_of
from alvara.compare.definition import Definition
from alvara.decisions.charter import Source
from alvara.model.config import Config
from alvara.registry.holdings import Holdings, Kind, Terms
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.subjects import Body
from alvara.workspace.synonyms import Marks
from alvara.workspace.workspace import View, Workspace, in_order

_NAMED: tuple[Kind, ...] = ("capability", "resource")


def decidable_holdings(holdings: Holdings) -> Decidable:
    """Take what a bundle holds. Raises `Undecidable` where a shape is not known, of a policy or of what is led to.

    Files are named as seen from the bundle, so that a decision says the same wherever it lies.
    """
    terms, about = holdings.terms, holdings.about
    if terms is None:
        raise Undecidable("what a tree holds is decided on by `alvara decide`, which says where each condition stands")
    if not terms.language:
        raise Undecidable("registry.json: it names another language of conditions than the one that is known here")
    found = _Definitions(holdings, terms)
    return Decidable(
        View(found, ""), found.all, found.body, lambda entity, pointer: (entity.path, 1),
        terms.principal, terms.context, Source("bundle", about.digest, about.version, terms.commit),
        policies=lambda: found.policies,
    )  # fmt: skip


class _Definitions:
    """The index that a view asks: policies and renames are known from the start, the rest when it is named."""

    def __init__(self, holdings: Holdings, terms: Terms) -> None:
        about = holdings.about
        self._holdings = holdings
        self._terms = terms
        self._known: dict[str, Definition] = {}
        self.config = Config(about.registry, about.name, locales=about.locales, external_pages=about.external_pages)
        self.policies = [each for id in holdings.ids("policy") for each in self._defined("policy", id)]
        facts = [*self.policies, *holdings.renames()]
        self._rest = Workspace(self.config, [Contribution(entity.path, "", (entity,)) for entity in facts])

    def body(self, entity: Entity) -> Body:
        """Give a definition in full."""
        model = self._known[entity.path].model
        assert model is not None, "what is not known is refused when it is read"
        body: Body = model.definition
        return body

    def all(self) -> Iterator[Entity]:
        """Yield everything that may be named."""
        yield from self.policies
        for kind in _NAMED:
            for id in self._holdings.ids(kind):
                yield from self._defined(kind, id)

    def entities(self, key: str) -> list[Entity]:
        """Answer a key. Of what binds itself to something, policies are all that decides."""
        for kind in _NAMED:
            if key.startswith(f"{kind}:"):
                return in_order(self._defined(kind, key.removeprefix(f"{kind}:")))
            if key.startswith(f"{kind}~"):
                ids = self._holdings.sharing[kind].get(key.removeprefix(f"{kind}~"), ())
                return in_order(entity for id in ids for entity in self._defined(kind, id))
        return self._rest.entities(key)

    def contribution(self, path: str) -> Contribution:
        """Give what a file contributes."""
        return self._rest.contribution(path)

    def sharing(self, marks: Marks) -> list[Sequence[Entity]]:
        """List who shares a synonym, which decides nothing."""
        return []

    def unread(self, key: str) -> bool:
        """Whether a file does not say what all it defines: each is one definition."""
        return False

    def _defined(self, kind: Kind, id: str) -> Iterable[Entity]:
        for stem, body in self._holdings.definitions(kind, id):
            path = f"private/{FOLDERS[kind]}/{stem}.json"
            if path not in self._known:
                if body is None or not self._terms.knows(kind, body):
                    raise Undecidable(f"{path}: its shape is not known here, and it may decide")
                self._known[path] = definition_of(kind, body, path)
            yield self._known[path].facts
