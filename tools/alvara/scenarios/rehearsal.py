"""A suite made ready: every scenario with its values laid out, every combination with what is expected of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from json import loads
from typing import Any, NamedTuple

from alvara.decode.scenario import fixtures, suite
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.site import Pointer, Site
from alvara.model.scenario import PARTS, Expectation, Fixtures, Scenario, Suite
from alvara.scenarios import matrix
from alvara.scenarios.guesses import Guesses
from alvara.scenarios.matrix import Combination
from alvara.scenarios.overlay import Name, Overlays, Shelf, Trouble, Unlaid, begun_as, names_in, shelved
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


class Case(NamedTuple):
    """One request: the combination of the matrix that it is of, its parts, and what is expected."""

    combination: Combination
    values: Mapping[str, Any]
    expected: Expectation


class Act(NamedTuple):
    """One scenario, laid out; `values` are its parts before any combination is put in."""

    scenario: Scenario
    values: Mapping[str, Any]
    cases: tuple[Case, ...]


class Rehearsal(NamedTuple):
    """A suite, the scenarios of it that can be run, and what is wrong with the others.

    `missing` are the files of fixtures that it names and that are not there, with their places in the list. `named`
    are the fixtures that something in its file begins as, `places` where each that can be named stands.
    """

    suite: Suite
    acts: tuple[Act, ...]
    troubles: tuple[Trouble, ...]
    missing: tuple[int, ...]
    named: frozenset[Name]
    places: Mapping[Name, Site]

    def of(self, rule: str) -> Iterator[Finding]:
        """Yield what one rule has to say of this file."""
        return (t.finding for t in self.troubles if t.rule == rule and t.finding.at.path == self.suite.path)


def suite_of(entity: Entity) -> Suite:
    """Read a suite out of its facts."""
    return suite(loads(entity.released[0]), entity.path)


def fixtures_of(entity: Entity) -> Fixtures:
    """Read a file of fixtures out of its facts."""
    return fixtures(loads(entity.released[0]))


def rehearse(view: View, entity: Entity) -> Rehearsal:
    """Lay out a suite, with the fixtures of the files that it names."""
    found = suite_of(entity)
    files: list[tuple[str, Pointer, Fixtures]] = [(found.path, ("fixtures",), found.fixtures)]
    missing, unsure = [], False
    for i, path in enumerate(found.shared):
        shared = view.definitions("fixtures", path)
        if shared and not shared[0].broken:
            files.append((path, (), fixtures_of(shared[0])))
        else:
            missing.append(i)
            unsure = True  # what it would have held is not to be missed a second time
    return lay_out(found, files, missing=tuple(missing), unsure=unsure)


def lay_out(
    found: Suite, files: Sequence[tuple[str, Pointer, Fixtures]], missing: tuple[int, ...] = (), *, unsure: bool = False
) -> Rehearsal:
    """Lay out the scenarios of a suite over the fixtures of some files, its own first."""
    twins: list[Trouble] = []
    overlays = Overlays(_shelf(files, found.path, twins)._replace(unsure=unsure))
    _lay_fixtures(overlays)
    run = tuple(_within_reason(found, overlays.troubles))
    acts = [act for scenario in run if (act := _act(scenario, found.path, overlays)) is not None]
    troubles = (*twins, *overlays.troubles, *_expectations(found.path, run, overlays.guesses))
    places = {name: site for name, (site, _) in overlays.shelf.held.items()}
    return Rehearsal(found, tuple(acts), troubles, missing, frozenset(_named(found)), places)


def findings(entity: Entity, view: View, rule: str) -> Iterator[Finding]:
    """Yield what one rule has to say of a suite, or of a file of fixtures. Each is laid out once for all of them."""
    if entity.kind == "fixtures":
        yield from (trouble.finding for trouble in view.once(_troubles, entity) if trouble.rule == rule)
    else:
        yield from view.once(rehearse, entity).of(rule)


def _troubles(_: View, entity: Entity) -> tuple[Trouble, ...]:
    """Lay out the fixtures of a file by themselves, and tell what is wrong with them."""
    overlays = Overlays(_shelf([(entity.path, (), fixtures_of(entity))], entity.path, []))
    _lay_fixtures(overlays)
    return tuple(overlays.troubles)


def begun_in(held: Fixtures) -> frozenset[Name]:
    """Give the fixtures that others begin as."""
    return frozenset(n for kind, values in held.items() for value in values.values() for n in begun_as(kind, value))


def _shelf(files: Sequence[tuple[str, Pointer, Fixtures]], path: str, twins: list[Trouble]) -> Shelf:
    def tell(name: Name, first: Site, second: Site) -> None:
        here, there = (second, first) if second.path == path else (first, second)
        if here.path != path:  # two files that are shared: the suite brought them together
            here = Site(path, ("fixturesFrom",))
        message = f"there are two `{name[0]}` with the name `{name[1]}`"
        finding = Finding(here, message, "give one of them another name", ((there, "the other one"),))
        twins.append(Trouble("duplicate-fixture", finding))

    return shelved(files, tell)


def _lay_fixtures(overlays: Overlays) -> None:
    for name in overlays.shelf.held:
        try:
            overlays.fixture(name)
        except Unlaid:
            continue


def _act(scenario: Scenario, path: str, overlays: Overlays) -> Act | None:
    """Lay out a scenario; None where something is wrong with it, which is among the troubles then."""
    values: dict[str, Any] = {}
    sound = True
    for part, value in scenario.values.items():
        try:
            values[part] = overlays.value(PARTS[part], value, Site(path, (*scenario.pointer, part)))
        except Unlaid:
            sound = False
    troubles = list(_matrix_troubles(scenario, path, values, overlays.guesses)) if sound else []
    overlays.troubles += troubles
    if not sound or troubles:
        return None
    cases = []
    for combination in matrix.combinations(scenario.matrix):
        expected = expected_of(scenario, combination)
        if expected is not None:
            cases.append(Case(combination, matrix.put(values, combination), expected))
    return Act(scenario, values, tuple(cases))


def _matrix_troubles(
    scenario: Scenario, path: str, values: Mapping[str, Any], guesses: Guesses
) -> Iterator[Trouble]:  # fmt: skip
    place = Site(path, (*scenario.pointer, "matrix"))
    if (size := matrix.size(scenario.matrix)) > matrix.MOST:
        message = f"the matrix has {size:,} combinations, and {matrix.MOST:,} are run at most"
        yield Trouble("scenario-too-large", Finding(place, message))
        return
    for key in scenario.matrix:
        objection = matrix.objection(key, values, guesses) or matrix.covered(key, scenario.matrix)
        if objection is not None:
            at = place._replace(pointer=(*place.pointer, key), part="key")
            yield Trouble("unknown-scenario-path", Finding(at, *objection))


def _within_reason(found: Suite, troubles: list[Trouble]) -> Iterator[Scenario]:
    """Yield the scenarios of a suite up to the one that has more combinations than are run of all together."""
    total = 0
    for scenario in found.scenarios:
        size = matrix.size(scenario.matrix)
        total += size if size <= matrix.MOST else 0
        if total > matrix.MOST_OF_ALL:
            message = f"with this one the suite has {total:,} combinations, and {matrix.MOST_OF_ALL:,} are run at most"
            at = Site(found.path, (*scenario.pointer, "matrix"))
            tip = "put it, and what comes after it, into a suite of its own"
            troubles.append(Trouble("scenario-too-large", Finding(at, message, tip)))
            return
        yield scenario


def expected_of(scenario: Scenario, combination: Combination) -> Expectation | None:
    """Give what is expected of a combination: the first row that it is like, else `otherwise`."""
    return next((row for row in scenario.rows if _is_like(row, combination)), scenario.otherwise)


def _is_like(row: Expectation, combination: Combination) -> bool:
    return all(path in combination and same(combination[path], value) for path, value in (row.when or {}).items())


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same: `true` is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


def _named(found: Suite) -> Iterator[Name]:
    for scenario in found.scenarios:
        for part, value in scenario.values.items():
            yield from names_in(PARTS[part], value)
    yield from begun_in(found.fixtures)


def _expectations(path: str, scenarios: Iterable[Scenario], guesses: Guesses) -> Iterator[Trouble]:
    for scenario in scenarios:
        if scenario.rows and matrix.size(scenario.matrix) <= matrix.MOST:
            strange = list(_strange_rows(scenario, path, guesses))
            yield from strange or _unmatched(scenario, path)


def _strange_rows(scenario: Scenario, path: str, guesses: Guesses) -> Iterator[Trouble]:
    """Yield the rows that ask for what the matrix does not have."""
    for row in scenario.rows:
        for key, value in (row.when or {}).items():
            at = Site(path, (*row.pointer, "when", key))
            if key not in scenario.matrix:
                tip = guesses.tip(key, scenario.matrix) or "name a path of the `matrix`"
                yield Trouble("unknown-scenario-path", Finding(at._replace(part="key"),
                              f"`{key}` is no path of the matrix", tip))  # fmt: skip
            elif not any(same(value, other) for other in scenario.matrix[key]):
                texts = [other for other in scenario.matrix[key] if isinstance(other, str)]
                tip = guesses.tip(value, texts)
                tip = tip or "take one of the values that the matrix gives the path"
                yield Trouble("dead-expectation", Finding(at, f"`{key}` never takes this value", tip))


def _unmatched(scenario: Scenario, path: str) -> Iterator[Trouble]:
    """Yield what no combination comes to, and the first combination that comes to nothing."""
    met: set[Pointer] = set()
    lost: list[Combination] = []
    for combination in matrix.combinations(scenario.matrix):
        expected = expected_of(scenario, combination)
        if expected is None:
            lost.append(combination)
        else:
            met.add(expected.pointer)
    for expectation in scenario.expectations:
        if expectation.pointer not in met:
            message = "no combination of the matrix comes to this row; those before it take them all"
            if expectation is scenario.otherwise:
                message = "the rows take all combinations, and none is left for this"
            yield Trouble("dead-expectation", Finding(Site(path, expectation.pointer), message))
    if lost:
        others = f", and of {len(lost) - 1} more" if len(lost) > 1 else ""
        message = f"nothing is expected of {told(lost[0])}{others}"
        yield Trouble("uncovered-combination", Finding(Site(path, (*scenario.pointer, "expect")), message))


def told(combination: Combination) -> str:
    """Write a combination for people."""
    from json import dumps

    return ", ".join(f"`{path}: {dumps(value, ensure_ascii=False)}`" for path, value in combination.items())
