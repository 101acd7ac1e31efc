"""The `test` verb: scenarios and utterances in, what came of them out. No printing, no disk, no clock."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import NamedTuple

from alvara.app.as_if_active import AsIfActive
from alvara.app.charters import Decidable
from alvara.app.judging import Judge
from alvara.app.locating import Locator
from alvara.app.survey import Survey
from alvara.app.understanding import Ask, run_utterances
from alvara.app.waiving import settle
from alvara.decisions.charter import Charter
from alvara.diagnostics.finding import Diagnostic, sort_key
from alvara.diagnostics.site import Site
from alvara.documents.document import Document
from alvara.model.config import Config
from alvara.model.filekind import REHEARSING, SCENARIOS
from alvara.rules import rule_named
from alvara.scenarios.coverage import (
    Atom,
    Coverage,
    Goals,
    cover,
    goals_of_capability,
    goals_of_policy,
    subject_of,
    together,
)
from alvara.scenarios.explaining import explain
from alvara.scenarios.rehearsal import Act, Rehearsal, rehearse
from alvara.scenarios.results import (
    Because,
    Failure,
    Measure,
    Missing,
    Results,
    ScenarioResult,
    State,
    Unproven,
    UtteranceResult,
)
from alvara.scenarios.running import Ran, run
from alvara.scenarios.tested import reads_now, tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

Tick = Callable[[int, int], None]

MOST_NAMED = 5
"""Capabilities that are named in a note."""


class Ground(NamedTuple):
    """What suites are run on: a registry, the day it is judged as of, what reads its files, and what understands."""

    survey: Survey
    registry: Decidable
    today: str
    document: Callable[[str], Document | None]
    ask: Ask

    @property
    def config(self) -> Config:
        """The settings."""
        return self.survey.workspace.config

    @property
    def view(self) -> View:
        """Look at the registry."""
        return View(self.survey.workspace, self.today, document=self.document)


class _Played(NamedTuple):
    """One suite that was run, scenario by scenario: what came of each, or nothing where it was not run."""

    rehearsal: Rehearsal
    capability: Site
    charter: Charter | None
    ran: Mapping[int, tuple[Ran, ...]]


def selected_files(survey: Survey, selects: Callable[[str], bool]) -> list[Entity]:
    """List the files of scenarios that are selected, by path: suites, fixtures and utterances."""
    contributions = survey.workspace.contributions
    return [
        entity
        for path in sorted(contributions)
        for entity in contributions[path].entities
        if entity.kind in REHEARSING and selects(path)
    ]


def run_suites(
    ground: Ground, files: Iterable[Entity], *, partial: bool, tick: Tick = lambda done, total: None
) -> Results:  # fmt: skip
    """Run the suites and utterances of some files. Raises `Undecidable` where something that decides cannot be read.

    `tick` is told how many of how many files were run.
    """
    files = list(files)
    suites, spoken = ([e for e in files if e.kind == kind] for kind in ("scenario", "utterances"))
    total = len(suites) + len(spoken)
    view = ground.view
    found = _findings(ground, {entity.path for entity in files} | _shared(suites, view))
    charters = AsIfActive(ground.registry._replace(view=view))
    troubled = _troubled(found, ground)
    played = []
    for done, suite in enumerate(suites):
        tick(done, total)
        if not suite.broken:
            played.append(_play(suite, view, charters, troubled.get(suite.path, frozenset())))
    goals = _goals(ground, charters, played, partial=partial)
    coverage = cover(goals, _runs(played))
    locator = Locator(ground.document)
    results = tuple(result for each in played for result in _results_of(each, goals.atoms, locator))
    understood: list[UtteranceResult] = []
    for done, file in enumerate(spoken, len(suites)):
        tick(done, total)
        if not file.broken:
            understood += run_utterances(file, ground.ask, troubled.get(file.path, frozenset()), view, locator)
    own = [waiver for waiver in ground.config.waivers if waiver.subject.startswith(f"{SCENARIOS}/")]
    findings = settle(found, ground.config._replace(waivers=tuple(own)), ground.today, ground.document)
    return Results(
        results, tuple(sorted(findings, key=sort_key)), _measure(coverage, locator, partial=partial),
        tuple(_notes(ground, files, played, found, partial=partial)), tuple(understood),
    )  # fmt: skip


def _shared(suites: Iterable[Entity], view: View) -> set[str]:
    return {path for suite in suites if not suite.broken for path in rehearse(view, suite).suite.shared}


def _findings(ground: Ground, paths: set[str]) -> list[Diagnostic]:
    """Judge the files of scenarios as `check` does."""
    judge = Judge(ground.survey.workspace, ground.today, ground.document)
    contributions = ground.survey.workspace.contributions
    found: list[Diagnostic] = []
    for path in sorted(paths & contributions.keys()):
        found += contributions[path].diagnostics
        found += judge.verdict(contributions[path]).diagnostics
    return found


def _troubled(found: Iterable[Diagnostic], ground: Ground) -> dict[str, set[int]]:
    """Give the scenarios and utterances that have an error, by path and position: it tells what they would show."""
    waived = {(w.rule, w.subject) for w in ground.config.waivers if w.expires >= ground.today}
    positions: dict[str, set[int]] = {}
    for finding in found:
        severity = ground.config.severity.get(finding.rule, finding.severity)
        if severity != "error" or not finding.pointer.startswith(("/scenarios/", "/utterances/")):
            continue
        if (finding.rule, finding.subject) not in waived or not rule_named(finding.rule).waivable:
            positions.setdefault(finding.file, set()).add(int(finding.pointer.split("/")[2]))
    return positions


def _play(suite: Entity, view: View, charters: AsIfActive, troubled: Set[int]) -> _Played:
    rehearsal = rehearse(view, suite)
    capability = tested(view, suite)
    if capability is None:
        return _Played(rehearsal, Site(suite.path), None, {})
    charter = charters.charter(capability)
    needs_now = not rehearsal.suite.now and reads_now(view, capability) is not None
    ran = {
        position: run(charter, act, rehearsal.suite.now)
        for act in rehearsal.acts
        for position in (_position(act),)
        if position not in troubled and (act.scenario.now or not needs_now)
    }
    return _Played(rehearsal, Site(capability.path, capability.pointer), charter, ran)


def _position(act: Act) -> int:
    return int(act.scenario.pointer[1])


def _runs(played: Iterable[_Played]) -> Iterator[tuple[str, Ran]]:
    for each in played:
        if each.charter is not None:
            subject = subject_of(each.charter.id, each.charter.version)
            yield from ((subject, ran) for runs in each.ran.values() for ran in runs)


def _goals(ground: Ground, charters: AsIfActive, played: Iterable[_Played], *, partial: bool) -> Goals:
    """List what could be tried: in the whole registry, or by the suites that were run."""
    run_on = {(each.charter.id, each.charter.version) for each in played if each.charter is not None}

    def wanted(entity: Entity) -> bool:
        if entity.status == "removed" or entity.kind not in ("capability", "policy"):
            return False
        if entity.kind == "policy":
            return charters.counts(entity) and (charters.is_attached(entity) or not partial)
        return (entity.id, entity.version) in run_on or not partial

    glance = ("expr:", "effect:", '"expr"', '"effect"', "'expr'", "'effect'")
    found = ground.survey.written(wanted, lambda text: any(word in text for word in glance))
    return together(
        (goals_of_policy if entity.kind == "policy" else goals_of_capability)(value, entity.path, entity.pointer)
        for entity, value in found
    )


def _results_of(played: _Played, sites: Mapping[Atom, Site], locator: Locator) -> Iterator[ScenarioResult]:
    suite = played.rehearsal.suite
    numbers = {_position(act): len(act.cases) for act in played.rehearsal.acts}
    for position, scenario in enumerate(suite.scenarios):
        place = locator.span(Site(suite.path, (*scenario.pointer, "id")))
        ran = played.ran.get(position)
        failures = tuple(_failures(ran or (), played, sites, locator))
        state: State = "not-run" if ran is None else "failed" if failures else "passed"
        number = numbers.get(position, 0)
        yield ScenarioResult(
            suite.path, suite.capability, scenario.id, place.line, place.column, state, number, failures
        )  # fmt: skip


def _failures(ran: Iterable[Ran], played: _Played, sites: Mapping[Atom, Site], locator: Locator) -> Iterator[Failure]:
    for case in ran:
        if case.differences and played.charter is not None:
            place = locator.span(Site(played.rehearsal.suite.path, case.expected.pointer))
            because = tuple(
                Because(one.message, *(("", 0) if one.at is None else (one.at.path, locator.span(one.at).line)))
                for one in explain(played.charter, case, sites, played.capability)
            )
            yield Failure(case.combination, place.line, place.column, case.differences, because)


def _measure(coverage: Coverage, locator: Locator, *, partial: bool) -> Measure:
    missing = () if partial else tuple(
        Missing(*gap.atom, gap.lacks, gap.at.path, locator.span(gap.at).line) for gap in coverage.gaps
    )  # fmt: skip
    unproven = () if partial else tuple(
        Unproven(policy, site.path, locator.span(site).line) for policy, site in coverage.never_alone
    )  # fmt: skip
    return Measure(
        coverage.atoms, coverage.covered, missing, coverage.denies, coverage.alone, unproven, partial
    )  # fmt: skip


def _notes(
    ground: Ground, files: list[Entity], played: list[_Played], found: Iterable[Diagnostic], *, partial: bool
) -> Iterator[str]:
    unknown = {finding.file for finding in found if finding.pointer == "/capability"}
    lost = sorted({
        each.rehearsal.suite.capability
        for each in played
        if each.charter is None and each.rehearsal.suite.path not in unknown
    })  # fmt: skip
    if lost:
        yield f"not run is what is about {_named(lost)}: its file has a finding, which `alvara check` shows"
    if partial:
        return
    tried = {each.charter.id for each in played if each.charter is not None} | set(lost)
    defined = {e.id for e in ground.survey.entities if e.kind == "capability" and e.status != "removed"}
    broken = any(entity.broken for entity in files if entity.kind == "scenario")  # what it is about is not known
    if (lacking := sorted(defined - tried)) and not broken:
        first = next(e.path for e in ground.survey.entities if e.kind == "capability" and e.id == lacking[0])
        yield f"no suite is about {_named(lacking)}; the first would be {SCENARIOS}/{first.partition('/')[2]}"


def _named(capabilities: list[str]) -> str:
    others = f" and {len(capabilities) - MOST_NAMED} more" if len(capabilities) > MOST_NAMED else ""
    return ", ".join(f"`{id}`" for id in capabilities[:MOST_NAMED]) + others
