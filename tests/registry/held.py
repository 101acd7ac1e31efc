"""Registries held in memory, as questions are put to them."""

from collections.abc import Mapping
from functools import cache

from alvara.app.held_tree import hold_tree
from alvara.app.settings import read_settings
from alvara.app.survey import Survey, survey
from alvara.files.tree import DictTree
from alvara.runtime.registry import Registry
from tests.case import NOW, VALIDATORS, extract_all
from tests.this_registry import ROOT

_FOLDERS = (
    "capabilities",
    "semantic-ids",
    "policies",
    "schemas/records",
    "docs/work-permit",
    "docs/navigation",
    "docs/en",
)


def survey_of(files: Mapping[str, str]) -> Survey:
    """Lay out some files."""
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None, settings.diagnostics
    return survey(tree, settings, VALIDATORS, NOW[:10], extract_all)


def registry_of(files: Mapping[str, str]) -> Registry:
    """Open some files for questions; nothing of them may be left out."""
    holdings, left_out = hold_tree(survey_of(files))
    assert left_out == []
    return Registry(holdings)


@cache
def own_files() -> Mapping[str, str]:
    """Read the definitions and pages of this repository's own registry."""
    paths = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in (ROOT / "alvara.yaml", *paths)
    }


@cache
def own_registry() -> Registry:
    """Open this repository's own registry."""
    return registry_of(own_files())
