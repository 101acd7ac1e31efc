"""The last word on findings: severities as configured, waivers, and what became of the waivers."""

from collections.abc import Callable, Iterable, Mapping

from alvara.app.capping import capped
from alvara.app.gathering import gathered
from alvara.app.locating import Locator
from alvara.diagnostics.finding import Diagnostic, sort_key
from alvara.documents.document import Document
from alvara.model.config import Config
from alvara.rules import rule_named, rules_on
from alvara.workspace.outcome import Outcome
from alvara.workspace.setting import Catalogue, Setting


def settle(
    diagnostics: Iterable[Diagnostic],
    config: Config,
    today: str,
    document: Callable[[str], Document | None],
    only: str | None = None,
) -> tuple[Diagnostic, ...]:
    """Drop what is waived or switched off, set severities, and judge the waivers themselves."""
    active = {(w.rule, w.subject): i for i, w in enumerate(config.waivers) if w.expires >= today}
    used: set[int] = set()
    locator = Locator(document)
    kept = _unwaived(gathered(_unwaived(diagnostics, active, used), locator), active, used)
    if config.waivers:
        barred = frozenset(i for i, waiver in enumerate(config.waivers) if not rule_named(waiver.rule).waivable)
        outcome = Outcome(config.waivers, frozenset(used), today, barred)
        setting = Setting(config, Catalogue(), lambda path: None)
        kept += [
            locator.diagnose(rule, finding, rule.severity, finding.subject)
            for rule in rules_on(Outcome)
            for finding in rule.check(outcome, setting)
        ]
    if only is not None:
        kept = [d for d in kept if d.rule == only]
    return capped(sorted(_distinct(_leveled(kept, config)), key=sort_key))


def _unwaived(
    diagnostics: Iterable[Diagnostic], active: Mapping[tuple[str, str], int], used: set[int]
) -> list[Diagnostic]:
    """Drop what is waived, and note which waivers did that."""
    kept: list[Diagnostic] = []
    for diagnostic in diagnostics:
        waiver = active.get((diagnostic.rule, diagnostic.subject))
        if waiver is not None and rule_named(diagnostic.rule).waivable:
            used.add(waiver)
        else:
            kept.append(diagnostic)
    return kept


def _leveled(diagnostics: Iterable[Diagnostic], config: Config) -> Iterable[Diagnostic]:
    if not config.severity:
        return diagnostics
    return [
        d if d.rule not in config.severity else d._replace(severity=level)
        for d in diagnostics
        for level in (config.severity.get(d.rule, d.severity),)
        if level is not None
    ]


def _distinct(diagnostics: Iterable[Diagnostic]) -> Iterable[Diagnostic]:
    """Keep one of several findings that say the same of the same place, such as a schema that many share."""
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for d in diagnostics:
        key = (d.rule, d.file, d.line, d.column, d.message)
        if key not in seen or d.subject < seen[key].subject:
            seen[key] = d
    return seen.values()
