"""Reviews of registries that are held in memory."""

from collections.abc import Mapping

from alvara.adapters.published import read_schema
from alvara.app.diffing import diff
from alvara.app.library import Library
from alvara.app.settings import read_settings
from alvara.app.shown import Shown
from alvara.app.survey import survey
from alvara.compare.bases import Base
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.review.review import Point, Review

NOW = "2026-09-01T12:00:00Z"
_VALIDATORS = Validators(read_schema)
_NOWHERE = Base("explicit", "before", "0" * 40)


def review_of(before: Mapping[str, str], after: Mapping[str, str], now: str = NOW) -> Review:
    """Review what became of some files."""
    return diff(_NOWHERE, shown("before", before, now), shown("after", after, now), now)


def points_of(review: Review) -> list[Point]:
    """List all that changed, in the order in which it is told."""
    return [point for thing in review.things for point in thing.points]


def shown(name: str, files: Mapping[str, str] | Mapping[str, str | bytes], now: str) -> Shown:
    """Lay out some files."""
    tree = DictTree(files)
    settings = read_settings(tree, _VALIDATORS)
    assert settings.config is not None, settings.diagnostics
    found = survey(tree, settings, _VALIDATORS, now[:10], lambda work, paths: ((work(path), None) for path in paths))
    return Shown(name, found, settings, Library(tree, settings.config).document, tree=tree)
