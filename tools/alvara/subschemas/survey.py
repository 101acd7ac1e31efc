"""Everything that a schema reaches, found in one walk: its parts, its references, its mistakes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from alvara.patterns.components import components
from alvara.subschemas.keywords import DIALECT, FORMS, SAME_VALUE
from alvara.subschemas.metaschema import Mistake, mistakes_in
from alvara.subschemas.references import Key, References, Refusal, Subschema

MOST = 10_000
"""Subschemas that one schema may reach. No contract of an operation comes near it."""


@dataclass(frozen=True, slots=True)
class Link:
    """A `$ref` with the schema it stands in, and where it leads."""

    origin: Subschema
    text: str
    target: Subschema | Refusal


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found. Each schema is listed once, however many ways lead to it.

    `reached` are the schemas that take part in judging a value, `spare` those that stand ready under `$defs` and that
    nothing refers to; `known` are both. `links` are by the schema that the `$ref` stands in. `rings` are references that come back to
    where they started with no value in between. `cut` says that there was more than is looked at.
    """

    root: Subschema
    reached: tuple[Subschema, ...] = ()
    spare: tuple[Subschema, ...] = ()
    links: Mapping[Key, Link] = field(default_factory=dict)
    known: Mapping[Key, Subschema] = field(default_factory=dict)
    rings: tuple[tuple[Link, ...], ...] = ()
    mistakes: tuple[Mistake, ...] = ()
    cut: bool = False

    def everything(self) -> Iterator[Subschema]:
        """Yield every schema that belongs to it."""
        yield from self.reached
        yield from self.spare

    @property
    def sound(self) -> bool:
        """Whether what it says can be relied on: where it is not, some rule says so."""
        return not (
            self.mistakes
            or self.rings
            or self.cut
            or any(isinstance(link.target, Refusal) for link in self.links.values())
            or any(foreign_dialect(schema) is not None for schema in self.reached)
        )

    def target(self, schema: Subschema) -> Subschema | None:
        """Give what the `$ref` of a schema leads to."""
        link = self.links.get(schema.key)
        return None if link is None or isinstance(link.target, Refusal) else link.target


def foreign_dialect(schema: Subschema) -> str | None:
    """Give the dialect that a schema is written in where it is not the one used here."""
    if not isinstance(schema.value, dict):
        return None
    dialect = schema.value.get("$schema")
    return dialect if isinstance(dialect, str) and dialect.rstrip("#") != DIALECT else None


def survey(root: Subschema, references: References) -> Survey:
    """Walk a schema and all it refers to. Ends for any value, whatever it holds."""
    walk = _Walk(references)
    reached = walk.from_all([root])
    spare = walk.from_all(walk.spare)
    links = walk.links
    mistakes = dict.fromkeys(mistakes_in(root))
    rings: list[tuple[Link, ...]] = []
    if links:
        targets = {t.key: t for link in links.values() if isinstance(t := link.target, Subschema)}
        mistakes |= dict.fromkeys(mistake for target in targets.values() for mistake in mistakes_in(target))
        rings = list(_rings(links, walk.known))
    return Survey(root, tuple(reached), tuple(spare), links, walk.known, tuple(rings), tuple(mistakes), walk.cut)


class _Walk:
    def __init__(self, references: References) -> None:
        self.references = references
        self.known: dict[Key, Subschema] = {}
        self.links: dict[Key, Link] = {}
        self.spare: list[Subschema] = []
        self.cut = False

    def from_all(self, pending: list[Subschema]) -> list[Subschema]:
        """Walk from some schemas to all that they hold or refer to, and list those not seen before."""
        found: list[Subschema] = []
        for schema in pending:
            key = schema.key
            if key in self.known:
                continue
            if len(self.known) == MOST:
                self.cut = True
                break
            self.known[key] = schema
            found.append(schema)
            value = schema.value
            if isinstance(value, dict):
                for keyword in value:
                    form = FORMS.get(keyword)
                    if form is not None:
                        self.enter(schema, keyword, form, pending)
        return found

    def enter(self, schema: Subschema, keyword: str, form: str, pending: list[Subschema]) -> None:
        held = schema.value[keyword]
        if form == "one":
            self.add(schema, (keyword,), held, pending)
        elif form == "named" and isinstance(held, dict):
            for name, item in held.items():
                self.add(schema, (keyword, name), item, pending)
        elif form == "spare" and isinstance(held, dict):
            for name, item in held.items():
                self.add(schema, (keyword, name), item, self.spare)
        elif form == "many" and isinstance(held, list):
            for index, item in enumerate(held):
                self.add(schema, (keyword, index), item, pending)
        elif form == "reference" and isinstance(held, str):
            target = self.references.follow(schema, held)
            self.links[schema.key] = Link(schema, held, target)
            if isinstance(target, Subschema):
                pending.append(target)

    def add(self, parent: Subschema, steps: tuple[str | int, ...], value: object, pending: list[Subschema]) -> None:
        if isinstance(value, (dict, bool)):
            pointer = (*parent.pointer, *steps)
            pending.append(Subschema(self.references.root_of(parent, pointer, value), pointer, value))


def _rings(links: Mapping[Key, Link], known: Mapping[Key, Subschema]) -> Iterator[tuple[Link, ...]]:
    """Yield each set of references that lead back to one another while one and the same value is judged."""
    numbers = {key: number for number, key in enumerate(known)}
    keys = list(known)

    def following(number: int) -> list[int]:
        schema = known[keys[number]]
        found = [numbers[key] for key in _same_value(schema) if key in numbers]
        link = links.get(schema.key)
        if link is not None and isinstance(link.target, Subschema) and link.target.key in numbers:
            found.append(numbers[link.target.key])
        return found

    for component in components(len(keys), following):
        members = set(component)
        if len(members) > 1 or component[0] in following(component[0]):
            ring = [link for link in (links.get(keys[m]) for m in members) if link is not None]
            inside = [k for k in ring if isinstance(k.target, Subschema) and numbers.get(k.target.key) in members]
            yield tuple(sorted(inside, key=lambda k: (k.origin.path, list(map(str, k.origin.pointer)))))


def _same_value(schema: Subschema) -> Iterator[Key]:
    """Yield the keys of the schemas within a schema that judge the same value as it."""
    value, path, pointer = schema.value, schema.path, schema.pointer
    if isinstance(value, dict):
        for keyword in SAME_VALUE & value.keys():
            held = value[keyword]
            form = FORMS[keyword]
            if form == "one":
                yield path, (*pointer, keyword)
            elif form == "named" and isinstance(held, dict):
                yield from ((path, (*pointer, keyword, name)) for name in held)
            elif form == "many" and isinstance(held, list):
                yield from ((path, (*pointer, keyword, index)) for index in range(len(held)))
