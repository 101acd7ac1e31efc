"""Two revisions of a little registry in memory, judged as the command would judge the one beside the other."""

import json
from collections.abc import Mapping
from typing import Any

from alvara.app.check import Sight, examine
from alvara.app.comparing import Other, compare_with, judge_comparison
from alvara.app.echoes import echoes_of
from alvara.app.library import Library
from alvara.app.settings import read_settings
from alvara.app.waiving import settle
from alvara.compare.bases import Base, BaseKind
from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree
from alvara.identity.digests import blob_id
from alvara.model.config import Config
from alvara.model.filekind import CONFIG
from tests.case import DEFAULT_CONFIG, VALIDATORS, extract_all

TODAY = "2026-09-01"
Files = Mapping[str, str]
Definition = dict[str, Any]


def written(definition: Definition) -> str:
    """Write a definition; JSON is YAML too."""
    return json.dumps(definition, indent=1, ensure_ascii=False)


def judged(
    before: Files, after: Files, *, kind: BaseKind = "pull-request", today: str = TODAY, released: bool = False
) -> list[Diagnostic]:
    """Give every finding on the second revision with the first as its base."""
    tree, config, sight, said = _looked_at(after, today)
    comparison, view, then = _compared(before, kind, sight, config, today, released)
    document = Library(tree, config).document
    found = judge_comparison(comparison, view, then, document)
    echoes = echoes_of(comparison, found, said, sight)
    told = (*(diagnostic for diagnostic in said if diagnostic.spot not in echoes), *found)
    return list(settle(told, config, today, document))


def brought(before: Files, after: Files, *, kind: BaseKind = "pull-request", today: str = TODAY) -> list[Diagnostic]:
    """Give the findings of a run on the second revision that the first did not have by itself."""
    tree, config, _, said = _looked_at(before, today)
    known = {_claim(d) for d in settle(said, config, today, Library(tree, config).document)}
    told = (d for d in judged(before, after, kind=kind, today=today) if d.severity != "info")
    return [diagnostic for diagnostic in told if _claim(diagnostic) not in known]


def _claim(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.rule, diagnostic.file, diagnostic.message


def compared(before: Files, after: Files) -> Comparison:
    """Give the facts of a comparison."""
    _, config, sight, _ = _looked_at(after, TODAY)
    return _compared(before, "pull-request", sight, config, TODAY, released=False)[0]


def rules_of(findings: list[Diagnostic]) -> set[str]:
    """Name the rules that speak of an error."""
    return {finding.rule for finding in findings if finding.severity == "error"}


def _looked_at(files: Files, today: str) -> tuple[DictTree, Config, Sight, tuple[Diagnostic, ...]]:
    tree = _tree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None, settings.diagnostics
    outcome = examine(tree, settings, VALIDATORS, today, extract_all, None)
    assert outcome.sight is not None
    return tree, settings.config, outcome.sight, outcome.diagnostics


def _compared(before: Files, kind: BaseKind, sight: Sight, config: Config, today: str, released: bool) -> Any:
    tree = _tree(before)
    blobs = {entry.path: blob_id(tree.read(entry.path)) for entry in tree.entries()}
    other = Other(Base(kind, "main", "0123456789abcdef"), blobs, tree)
    return compare_with(other, sight, config, VALIDATORS, today, released)


def _tree(files: Files) -> DictTree:
    return DictTree({CONFIG: DEFAULT_CONFIG, **files})
