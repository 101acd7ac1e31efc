"""What two revisions have to tell a reviewer, before any format is chosen."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from alvara.compare.change import NO_WITNESS, Bump, Impact
from alvara.diagnostics.site import Revision

Fate = Literal["gone", "lost", "renamed", "new", "changed"]
"""What became of a thing; `lost` are those that seem to have another name, with nothing that leads there."""

FATES: tuple[Fate, ...] = ("gone", "lost", "renamed", "new", "changed")
IMPACTS: tuple[Impact, ...] = ("breaking", "widening", "narrowing", "additive", "text")
"""From what a reviewer must not miss to what merely reads differently."""

KINDS: tuple[str, ...] = ("capability", "policy", "resource", "page", "governance", "approval", "settings")

AGREEMENT = "approvals"
"""The aspect of what became of people's agreement."""

TOPICS: Mapping[str, int] = {
    aspect: number
    for number, aspects in enumerate((
        ("definition", "id"),
        (AGREEMENT, "governance"),
        ("risk", "effects"),
        ("permissions", "roles", "authorization"),
        ("confirmation",),
        ("outcome", "effect", "guards", "appliesTo", "when", "expires"),
        ("preconditions",),
        ("inputSchema", "outputSchema", "valueSchema", "recordSchema", "target", "action", "type", "navigation",
         "errors", "reason"),
        ("status", "deprecation", "version"),
        ("name", "description", "labels", "synonyms", "examples", "values", "text"),
        ("semanticIds", "bindings", "knowledgeReferences", "knowledgeRefs"),
        ("aliases",),
    ))
    for aspect in aspects
}  # fmt: skip
"""The order in which the aspects of one thing are told; those not named come last."""


class Point(NamedTuple):
    """One thing that changed, at its place. `revision` tells on which side that is.

    `kind` and `subject` are whom it concerns, which is another than the thing it is told with where a policy comes to
    decide on a capability.
    """

    kind: str
    subject: str
    aspect: str
    impact: Impact
    words: str
    file: str
    line: int
    revision: Revision = "current"
    before: Any = None
    after: Any = None
    witness: Any = NO_WITNESS
    bump: Bump = "none"


class Thing(NamedTuple):
    """What was touched, with all that changed in it. `about` are sentences on what it is, where that is news.

    `versions` are those before and after. `smallest` is the version that the change takes, empty where it takes none.
    `other` is the name before, of what has another now.
    """

    kind: str
    id: str
    fate: Fate
    points: tuple[Point, ...]
    about: tuple[str, ...] = ()
    versions: tuple[str, str] = ("", "")
    smallest: str = ""
    other: str = ""

    @property
    def impact(self) -> Impact:
        """The gravest that can be said of it."""
        return min((point.impact for point in self.points), key=IMPACTS.index, default="text")


class Review(NamedTuple):
    """Two revisions side by side. `before` and `after` say which; `untold` counts files that differ and mean the same.

    `notes` say what could not be compared.
    """

    now: str
    before: str
    after: str
    things: tuple[Thing, ...]
    untold: int = 0
    notes: tuple[str, ...] = ()

    def with_fate(self, fate: Fate) -> list[Thing]:
        """List the things that one fate befell, in the order in which they are told."""
        return [thing for thing in self.things if thing.fate == fate]

    @property
    def fates(self) -> dict[Fate, int]:
        """How many things each fate befell."""
        counts = Counter(thing.fate for thing in self.things)
        return {fate: counts[fate] for fate in FATES if counts[fate]}

    @property
    def impacts(self) -> dict[Impact, int]:
        """How many changes there are of each impact."""
        counts = Counter(point.impact for thing in self.things for point in thing.points)
        return {impact: counts[impact] for impact in IMPACTS if counts[impact]}


def in_order(things: Iterable[Thing]) -> tuple[Thing, ...]:
    """Put things, and what changed in each, in the order in which a reviewer wants them."""
    ordered = (thing._replace(points=tuple(sorted(thing.points, key=_gravity))) for thing in things)
    return tuple(sorted(ordered, key=_place))


def _gravity(point: Point) -> tuple[tuple[bool, int, int], str, str, str, str, int]:
    """Place a point. What is no longer agreed on comes before all else, since that undoes what people had judged."""
    undone = point.aspect == AGREEMENT and point.impact == "narrowing"
    gravity = (not undone, IMPACTS.index(point.impact), TOPICS.get(point.aspect, len(TOPICS)))
    return gravity, point.aspect, point.words, point.subject, point.file, point.line


def _place(thing: Thing) -> tuple[int, int, int, str, tuple[str, str]]:
    kind = KINDS.index(thing.kind) if thing.kind in KINDS else len(KINDS)
    return FATES.index(thing.fate), IMPACTS.index(thing.impact), kind, thing.id, thing.versions
