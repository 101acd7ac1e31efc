"""Everything that a schema reaches, found in one walk: its parts, its references, its mistakes."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from alvara.patterns.components import components
from alvara.subschemas.keywords import DIALECT, FORMS, SAME_VALUE
from alvara.subschemas.metaschema import Mistake, mistakes_in
from alvara.subschemas.references import Key, References, Refusal, Subschema

NOTED = frozenset({"$schema", "$dynamicRef", "pattern", "patternProperties", "format", "examples", "default", "const"})

MOST = 10_000
"""Subschemas that one schema may reach. No contract of an operation comes near it."""


class Link(NamedTuple):
    """A `$ref` with the schema it stands in, and where it leads."""

    origin: Subschema
    text: str
    target: Subschema | Refusal


class Reach(NamedTuple):
    """What was found. Each schema is listed once, however many ways lead to it.

    `reached` are the schemas that take part in judging a value, `spare` those that stand ready under `$defs` and that
    nothing refers to. `links` are by the schema that the `$ref` stands in. `rings` are references that come back to
    where they started with no value in between. `noted` lists the schemas that have a keyword which some rule looks
    for. `cut` says that there was more than is looked at, or that judging a single value would take more than that.
    """

    root: Subschema
    reached: tuple[Subschema, ...]
    spare: tuple[Subschema, ...]
    links: Mapping[Key, Link]
    rings: tuple[tuple[Link, ...], ...]
    mistakes: tuple[Mistake, ...]
    noted: Mapping[str, list[Subschema]]
    cut: bool

    @property
    def everything(self) -> tuple[Subschema, ...]:
        """Every schema that belongs to it."""
        return self.reached + self.spare if self.spare else self.reached

    @property
    def sound(self) -> bool:
        """Whether what it says can be relied on: where it is not, some rule says so."""
        return not (
            self.mistakes
            or self.rings
            or self.cut
            or any(isinstance(link.target, Refusal) for link in self.links.values())
            or any(foreign_dialect(schema.value) is not None for schema in self.noted.get("$schema", ()))
        )

    def target(self, schema: Subschema) -> Subschema | None:
        """Give what the `$ref` of a schema leads to."""
        link = self.links.get(schema.key)
        return None if link is None or isinstance(link.target, Refusal) else link.target


def foreign_dialect(value: object) -> str | None:
    """Give the dialect that a schema is written in, where it is not the one used here."""
    dialect = value.get("$schema") if isinstance(value, dict) else None
    return dialect if isinstance(dialect, str) and dialect.rstrip("#") != DIALECT else None


def reach(root: Subschema, references: References) -> Reach:
    """Walk a schema and all it refers to. Ends for any value, whatever it holds."""
    mistakes = tuple(mistakes_in(root))
    if not isinstance(root.value, dict) or FORMS.keys().isdisjoint(root.value):
        noted = {key: [root] for key in root.value if key in NOTED} if isinstance(root.value, dict) else {}
        return Reach(root, (root,), (), {}, (), mistakes, noted, False)
    walk = _Walk(references)
    reached = walk.from_all([root])
    spare = walk.from_all(walk.spare)
    links = walk.links
    targets = {t.key: t for link in links.values() if isinstance(t := link.target, Subschema)}
    if targets:
        found = dict.fromkeys(mistakes)
        for target in targets.values():
            found |= dict.fromkeys(mistakes_in(target))
        mistakes = tuple(found)
    rings: list[tuple[Link, ...]] = []
    if any(map(_goes_on, targets.values())):
        rings, work = _same_value(links, walk.known)
        walk.cut = walk.cut or work > MOST
    return Reach(root, tuple(reached), tuple(spare), links, tuple(rings), mistakes, walk.noted, walk.cut)


class _Walk:
    def __init__(self, references: References) -> None:
        self.references = references
        self.known: dict[Key, Subschema] = {}
        self.links: dict[Key, Link] = {}
        self.spare: list[Subschema] = []
        self.noted: dict[str, list[Subschema]] = {}
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
            if isinstance(schema.value, dict):
                for keyword in schema.value:
                    if keyword in FORMS:
                        self.enter(schema, keyword, pending)
                    if keyword in NOTED:
                        self.noted.setdefault(keyword, []).append(schema)
        return found

    def enter(self, schema: Subschema, keyword: str, pending: list[Subschema]) -> None:
        held, form = schema.value[keyword], FORMS[keyword]
        if form == "reference":
            if isinstance(held, str):
                target = self.references.follow(schema, held)
                self.links[schema.key] = Link(schema, held, target)
                if isinstance(target, Subschema):
                    pending.append(target)
            return
        goal = self.spare if form == "spare" else pending
        for steps, item in _held(keyword, held):
            pointer = schema.pointer + steps
            goal.append(Subschema(self.references.root_of(schema, pointer, item), pointer, item))


def _held(keyword: str, held: object) -> Iterator[tuple[tuple[str | int, ...], dict[str, object] | bool]]:
    """Yield the schemas that a keyword holds, with the steps that lead to them."""
    form = FORMS[keyword]
    if form == "one":
        if isinstance(held, (dict, bool)):
            yield (keyword,), held
    elif form == "many":
        for index, item in enumerate(held if isinstance(held, list) else ()):
            if isinstance(item, (dict, bool)):
                yield (keyword, index), item
    elif isinstance(held, dict):
        for name, item in held.items():
            if isinstance(item, (dict, bool)):
                yield (keyword, name), item


def _goes_on(schema: Subschema) -> bool:
    """Whether a schema hands the value that it judges to another one."""
    return isinstance(schema.value, dict) and ("$ref" in schema.value or not SAME_VALUE.isdisjoint(schema.value))


def _same_value(links: Mapping[Key, Link], known: Mapping[Key, Subschema]) -> tuple[list[tuple[Link, ...]], int]:
    """Follow how schemas hand one and the same value to one another.

    Returns each set of references that lead back to one another, and how many schemas judge one value at most: what is
    reached in several ways counts each time, as validators judge it each time.
    """
    keys = list(known)
    numbers = {key: number for number, key in enumerate(keys)}

    def following(number: int) -> list[int]:
        schema = known[keys[number]]
        if not _goes_on(schema):
            return []
        value = schema.value
        steps = [steps for keyword in SAME_VALUE & value.keys() for steps, _ in _held(keyword, value[keyword])]
        found = [(schema.path, schema.pointer + step) for step in steps]
        link = links.get(schema.key)
        if link is not None and isinstance(link.target, Subschema):
            found.append(link.target.key)
        return [numbers[key] for key in found if key in numbers]

    rings: list[tuple[Link, ...]] = []
    work: dict[int, int] = {}
    for component in components(len(keys), following):
        members = set(component)
        for member in component:
            work[member] = min(MOST + 1, 1 + sum(work.get(other, 0) for other in following(member)))
        if len(members) > 1 or component[0] in following(component[0]):
            ring = [link for link in (links.get(keys[m]) for m in members) if link is not None]
            inside = [k for k in ring if isinstance(k.target, Subschema) and numbers.get(k.target.key) in members]
            rings.append(tuple(sorted(inside, key=lambda k: (k.origin.path, list(map(str, k.origin.pointer))))))
    return rings, max(work.values())
