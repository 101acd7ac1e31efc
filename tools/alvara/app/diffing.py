"""The `diff` verb: two revisions in, what the change between them means out. No printing, no disk, no clock."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from alvara.app.locating import Locator
from alvara.app.page_changes import PageKey, Told, compare_pages, pages_as_bundled, pages_of_bundle, pages_of_tree
from alvara.app.shown import Shown, differing
from alvara.app.survey import Survey
from alvara.app.trust_changes import trust_things
from alvara.compare.bases import Base
from alvara.compare.change import Change, Impact, largest
from alvara.compare.comparison import Comparison, compare, is_unread
from alvara.compare.completely import compare_completely
from alvara.compare.definition import Definition
from alvara.compare.guards import Guarding, Side, compare_guards, side_of
from alvara.compare.pairing import Pair, pair
from alvara.compare.present_names import PresentNames
from alvara.compare.renames import names_after
from alvara.compare.sides import same
from alvara.compare.versions import smallest_legal
from alvara.compare.wholeness import make_whole
from alvara.diagnostics.site import Revision, Site
from alvara.identity.versions import parse
from alvara.model.capability import Capability
from alvara.model.filekind import CONFIG, DEFINING, kind_of
from alvara.review.guarding import about_guards, guard_point
from alvara.review.review import Point, Review, Thing, in_order
from alvara.subschemas.references import References
from alvara.workspace.entity import Entity

if TYPE_CHECKING:
    from alvara.app.agreement_turns import People

_Key = tuple[str, str, str]
"""Kind, ID and version: what tells a thing from others in a review."""


def diff(base: Base, before: Shown, after: Shown, now: str, people: "People | None" = None) -> Review:
    """Compare two revisions, for somebody who is to judge the change. Without `people` nobody agrees to anything."""
    return _Comparing(base, before, after, now).review(people)


class _Comparing:
    """One comparison, with the things it has found so far."""

    def __init__(self, base: Base, before: Shown, after: Shown, now: str) -> None:
        self._before, self._after, self._now = before, after, now
        self._locator = Locator(after.document, before.document)
        self._with_bundle = before.bundle is not None or after.bundle is not None
        paths = _all_of if self._with_bundle else differing
        self._paths = paths(before.survey, after.survey)
        self._views = before.survey.view, after.survey.view
        self._definitions = self._defined(before), self._defined(after)
        self._comparison: Comparison = compare(base, *self._definitions, self._views[1])
        self._names = PresentNames(self._views[1], names_after(self._comparison.guesses))
        renames = (*self._comparison.renames, *self._comparison.guesses)
        self._renamed = [(r.before.facts, r.after.facts) for r in renames]
        self._renamed_policies = {was.id: now.id for was, now in self._renamed if now.kind == "policy"}
        self._things: dict[_Key, Thing] = {}
        self._beside: dict[_Key, list[Point]] = {}
        self._recorded: set[str] = set()
        self._unjudged = self._unanswered = ""

    def review(self, people: "People | None") -> Review:
        comparison = self._comparison
        sides = self._side(self._before), self._side(self._after)
        for one in comparison.compared:
            self._add_pair(Pair(one.before, one.after))
        for guess in comparison.guesses:
            self._add_lost(guess.before, guess.after)
        for gone in (*comparison.gone, *comparison.excused):
            if not is_unread(gone, self._views[1]):
                self._add_gone(gone)
        for new in comparison.new:
            if not is_unread(new, self._views[0]):
                self._add_new(new, sides[1])
        capabilities = self._capabilities()
        guardings = list(compare_guards(capabilities, *sides, self._renamed_policies))
        for guarding in guardings:
            self._add_guard(guarding)
        self._add_answers(capabilities, [guarding.capability for guarding in guardings])
        if people is not None:
            self._add_agreements(people)
        for key, points in self._beside.items():
            self._things[key] = self._things[key]._replace(points=(*self._things[key].points, *points))
        self._add_pages()
        self._add_settings()
        if not self._with_bundle:
            self._add_trust()
        return Review(
            self._now, self._before.name, self._after.name, in_order(self._things.values()), self._untold(),
            self._notes(),
        )  # fmt: skip

    def _untold(self) -> int:
        """Count the files that differ and of which there is nothing to tell. A bundle does not have the files."""
        if self._with_bundle:
            return 0
        told = {point.file for thing in self._things.values() for point in thing.points} | self._recorded
        return sum(path not in told and self._blob(0, path) != self._blob(1, path) for path in self._paths)

    def _defined(self, side: Shown) -> list[Definition]:
        """List what a side defines, in the form in which both sides have it."""
        if side.bundle is not None:
            return list(side.bundle.definitions)
        found = _definitions(side.survey, self._paths)
        return [make_whole(definition) for definition in found] if self._with_bundle else list(found)

    def _add_pair(self, found: Pair) -> None:
        facts = found.after.facts
        renamed = found.before.facts.id != facts.id
        changes = [
            c for c in compare_completely(found, self._names) if not (renamed and _keeps(c, found.before.facts.id))
        ]
        points = [self._point(facts, change) for change in changes]
        if renamed:
            kept = "a record of the rename keeps" if facts.kind == "policy" else "stays as an alias"
            words = f"it was called `{found.before.facts.id}`, which {kept}"
            at = Site(facts.path, (*facts.pointer, "id"))
            named = self._at(facts, at, "id", words, found.before.facts.id, facts.id)
            points.insert(0, named._replace(impact="additive"))
        if not points:
            return
        was, needed = parse(found.before.facts.version), largest(changes)
        binding = found.before.is_published and was is not None and needed != "none"
        self._things[_key(facts)] = Thing(
            facts.kind, facts.id, "renamed" if renamed else "changed", tuple(points),
            versions=(found.before.facts.version, facts.version),
            smallest=smallest_legal(was, needed) if binding and was is not None else "",
            other=found.before.facts.id if renamed else "",
        )  # fmt: skip

    def _add_lost(self, before: Definition, after: Definition) -> None:
        words = f"it seems to be what was called `{before.facts.id}`, and no alias keeps that name"
        facts = after.facts
        at = Site(facts.path, (*facts.pointer, "id"))
        point = self._at(facts, at, "id", words, before.facts.id, facts.id)._replace(impact="breaking")
        points = (
            point,
            *(self._point(facts, change) for change in compare_completely(Pair(before, after), self._names)),
        )
        versions = (before.facts.version, facts.version)
        self._things[_key(facts)] = Thing(
            facts.kind, facts.id, "lost", points, versions=versions, other=before.facts.id
        )

    def _add_gone(self, gone: Definition) -> None:
        facts = gone.facts
        at = Site(facts.path, (*facts.pointer, "id"), revision="base")
        status = f"it was `{facts.status}`" if facts.status else "it is not there any more"
        point = self._at(facts, at, "definition", status, facts.id, None)
        impact: Impact = "breaking" if gone.is_published else "text"
        self._things[_key(facts)] = Thing(
            facts.kind, facts.id, "gone", (point._replace(impact=impact),), versions=(facts.version, "")
        )

    def _add_new(self, new: Definition, side: Side) -> None:
        facts = new.facts
        at = Site(facts.path, (*facts.pointer, "id"))
        point = self._at(facts, at, "definition", f"it is `{facts.status}`", None, facts.id)
        about = [*_about(new)]
        if facts.kind == "capability":
            about += about_guards(side.on(facts))
        self._things[_key(facts)] = Thing(
            facts.kind, facts.id, "new", (point._replace(impact="additive"),), tuple(about), ("", facts.version)
        )

    def _add_guard(self, guarding: Guarding) -> None:
        point, owner = guard_point(guarding, self._line)
        if guarding.now is None and guarding.whose == "policy":
            owner = self._heir(owner)
        self._add_beside(owner, point)

    def _add_answers(self, capabilities: list[tuple[Entity, Entity]], guarded: list[Entity]) -> None:
        """Tell which requests are answered differently. Where nothing differs, nothing of it is imported."""
        if not self._paths and not guarded:
            return
        from alvara.app.outcome_changes import outcome_changes
        from alvara.review.answering import answer_points

        differ = frozenset(self._paths)
        found = outcome_changes(
            self._before, self._after, capabilities, differ, guarded, self._renamed_policies, self._now[:10]
        )
        self._unanswered = found.note
        for capability, owner, moves in found.changed:
            if owner.kind == "policy":
                owner = self._heir(owner)
            gone = not self._views[1].definitions(owner.kind, owner.id)
            for point in answer_points(capability, owner, gone, moves, self._line):
                self._add_beside(owner, point)

    def _add_beside(self, owner: Entity, point: Point) -> None:
        """Tell something with a thing that may not differ in itself."""
        key = _key(owner)
        if key not in self._things:
            self._things[key] = Thing(owner.kind, owner.id, "changed", (), versions=(owner.version,) * 2)
        self._beside.setdefault(key, []).append(point)

    def _add_agreements(self, people: "People") -> None:
        from alvara.app.agreement_turns import turns_between  # where nobody governs, nothing of it is imported
        from alvara.review.agreeing import place_of_turn, prospect_point, turn_point

        succession = [after.facts for _, after in self._comparison.succession()]
        touched = {(facts.path, facts.pointer) for facts in succession if self._says_else(facts)}
        found = turns_between(self._before, self._after, self._comparison, people, self._now, touched)
        self._unjudged = found.note
        for tell, turns in ((turn_point, found.now), (prospect_point, found.prospects)):
            for turn in turns:
                subject = turn.agreement.subject
                known = self._views[1].definitions(subject.kind, subject.id)
                owner = next(entity for entity in known if (entity.path, entity.pointer) == subject.place)
                self._add_beside(owner, tell(turn, self._line(place_of_turn(turn))))
                self._recorded |= turn.records

    def _says_else(self, facts: Entity) -> bool:
        """Whether what a definition says of itself differs, beyond how far it has come."""
        thing = self._things.get(_key(facts))
        return thing is not None and any(point.aspect != "status" for point in thing.points)

    def _side(self, shown: Shown) -> Side:
        policies = [entity for entity in shown.survey.entities if entity.kind == "policy"]
        return side_of(policies, shown.survey.view, self._now[:10])

    def _heir(self, policy: Entity) -> Entity:
        """Give what a policy of the first revision is in the second; itself where it is gone."""
        id = self._renamed_policies.get(policy.id, policy.id)
        found = self._views[1].definitions("policy", id)
        alike = [heir for heir in found if heir.major == policy.major]
        return (alike or found or [policy])[0]

    def _capabilities(self) -> list[tuple[Entity, Entity]]:
        """Pair the capabilities of both sides, whether or not they differ."""
        nothing = References(lambda path: None)
        before, after = (
            [
                Definition(e, None, nothing, form="written" if side.bundle is None else "shipped")
                for e in side.survey.entities if e.kind == "capability"
            ]
            for side in (self._before, self._after)
        )  # fmt: skip
        pairing = pair(before, after)
        moved = [(was, now) for was, now in self._renamed if now.kind == "capability"]
        return [(one.before.facts, one.after.facts) for one in pairing.pairs] + moved

    def _add_pages(self) -> None:
        was, now = map(self._told_pages, (self._before, self._after), self._definitions)
        self._things |= {("page", *key): thing for key, thing in compare_pages(was, now)}

    def _told_pages(self, side: Shown, definitions: Iterable[Definition]) -> dict[PageKey, Told]:
        if side.bundle is not None:
            return pages_of_bundle(side.bundle, self._names)
        if self._with_bundle:
            return pages_as_bundled(side.survey, definitions, self._names)
        return pages_of_tree(side.survey, self._paths, self._names)

    def _add_settings(self) -> None:
        old, new = (side.settings.value or {} for side in (self._before, self._after))
        if not old:
            return
        keys = old.keys() & new.keys() if self._with_bundle else old.keys() | new.keys()
        points = []
        for key in sorted(keys):
            was, now = old.get(key), new.get(key)
            if not same(was, now):
                revision: Revision = "current" if key in new else "base"
                words = f"`{key}` is {'gone' if key not in new else 'new' if key not in old else 'set differently'}"
                line = self._line(Site(CONFIG, (key,), revision=revision))
                impact: Impact = "breaking" if key == "registry" else "text"
                points.append(Point("settings", CONFIG, key, impact, words, CONFIG, line, revision, was, now))
        if points:
            self._things["settings", CONFIG, ""] = Thing("settings", CONFIG, "changed", tuple(points))

    def _add_trust(self) -> None:
        """Tell of what governs approvals, and of records that are not what they were."""
        found = trust_things(self._before, self._after, self._paths)
        self._things |= {(thing.kind, thing.id, ""): thing for thing in found}

    def _point(self, facts: Entity, change: Change) -> Point:
        line = self._line(Site(change.path, change.pointer, revision=change.revision))
        return Point(
            facts.kind, facts.id, change.aspect, change.impact, change.words, change.path, line, change.revision,
            change.before, change.after, change.witness, change.bump,
        )  # fmt: skip

    def _at(self, facts: Entity, at: Site, aspect: str, words: str, before: str | None, after: str | None) -> Point:
        line = self._line(at)
        return Point(facts.kind, facts.id, aspect, "text", words, at.path, line, at.revision, before, after)

    def _line(self, site: Site) -> int:
        return self._locator.span(site).line

    def _blob(self, side: int, path: str) -> str:
        found = (self._before, self._after)[side].survey.workspace.contributions.get(path)
        return found.blob if found else ""

    def _notes(self) -> tuple[str, ...]:
        notes = []
        for side in (self._before, self._after):
            notes += [f"{path} in {side.name} is not understood: what it holds is compared in part or not at all"
                      for path in side.survey.unread if path in self._paths]  # fmt: skip
        return (*notes, *filter(None, (self._unjudged, self._unanswered)))


def _keeps(change: Change, name: str) -> bool:
    """Whether a change only says that a former name became an alias."""
    return change.aspect == "aliases" and change.after == name


def _key(facts: Entity) -> _Key:
    return facts.kind, facts.id, f"{facts.version} {facts.path} {facts.pointer}"


def _all_of(before: Survey, after: Survey) -> list[str]:
    """List every file, where nothing tells which of them say the same."""
    return sorted(before.workspace.contributions.keys() | after.workspace.contributions.keys())


def _definitions(survey: Survey, paths: Iterable[str]) -> Iterator[Definition]:
    references = References(survey.extractor.document)
    config = survey.workspace.config
    for path in paths:
        if path in survey.workspace.contributions and kind_of(path, config) in DEFINING:
            for facts, model in survey.extractor.defined(path):
                yield Definition(facts, model, references)


def _about(new: Definition) -> Iterator[str]:
    """Say what a new thing is, as far as a reviewer has to know."""
    if new.model is None:
        return
    said: Mapping[str, object] = new.model.definition
    text = said.get("description") or said.get("name")
    if isinstance(text, Mapping):
        text = next(iter(text.values()), None)
    if text:
        yield str(text)
    if isinstance(new.model, Capability):
        needed = ", ".join(f"`{word}`" for word in new.model.permissions)
        yield f"its risk is `{new.model.risk}`; {'it needs ' + needed if needed else 'it needs no permission'}"
