"""A revision of a little registry as a bundle, compared with another as the command would."""

from alvara.app.bundling import make_bundle
from alvara.app.check import examine
from alvara.app.comparing import compare_with_bundle, judge_comparison
from alvara.app.evidence import read_proof
from alvara.app.library import Library
from alvara.app.models import read_definitions
from alvara.app.settings import read_settings
from alvara.app.waiving import settle
from alvara.bundle.contents import Origin
from alvara.bundle.unpacking import Unpacked, unpack
from alvara.bundle.verify import HeldFiles, verify
from alvara.compare.bases import Base
from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree, FileTree
from alvara.model.filekind import CONFIG
from alvara.workspace.workspace import View
from tests.case import DEFAULT_CONFIG, VALIDATORS, extract_all
from tests.compare.revisions import TODAY, Files
from tests.this_registry import LATER

FOLDER = "dist/bundle"
BASE = Base("explicit", FOLDER, "")


def bundle_of(tree: FileTree) -> Unpacked:
    """Bundle a tree, and take the bundle apart again."""
    settings = read_settings(tree, VALIDATORS)
    definitions = read_definitions(tree, settings, VALIDATORS)
    assert settings.config is not None
    proof = read_proof(tree, settings.config, VALIDATORS)
    moment = LATER if proof.evidence.approvals else f"{TODAY}T12:00:00Z"
    files = make_bundle(definitions, Origin(moment), proof)
    verdict = verify(HeldFiles(files), "", VALIDATORS)
    assert verdict.manifest is not None
    assert verdict.holds
    return unpack(files, verdict.manifest, FOLDER, VALIDATORS)


def compared_with_bundle(before: Files, after: Files) -> Comparison:
    """Give the facts of a comparison with a bundle of the first."""
    return compare_trees(tree_of(before), tree_of(after))[0]


def judged_with_bundle(before: Files, after: Files, today: str = TODAY) -> list[Diagnostic]:
    """Give every finding on the second with a bundle of the first as its base."""
    return compare_trees(tree_of(before), tree_of(after), today)[1]


def tree_of(files: Files) -> DictTree:
    """Hold some files, with settings where they bring none."""
    return DictTree({CONFIG: DEFAULT_CONFIG, **files})


def compare_trees(before: FileTree, after: FileTree, today: str = TODAY) -> tuple[Comparison, list[Diagnostic]]:
    """Compare a tree with a bundle of another."""
    comparison, _, diagnostics = compare_and_view(before, after, today)
    return comparison, diagnostics


def compare_and_view(
    before: FileTree, after: FileTree, today: str = TODAY
) -> tuple[Comparison, View, list[Diagnostic]]:  # fmt: skip
    """Compare a tree with a bundle of another, and give the view of the present too."""
    bundle = bundle_of(before)
    settings = read_settings(after, VALIDATORS)
    assert settings.config is not None, settings.diagnostics
    outcome = examine(after, settings, VALIDATORS, today, extract_all, None)
    assert outcome.sight is not None
    comparison, view = compare_with_bundle(BASE, bundle, outcome.sight, settings.config, today)
    document = Library(after, settings.config).document
    found = judge_comparison(comparison, view, bundle.document, document)
    return comparison, view, list(settle((*outcome.diagnostics, *found), settings.config, today, document))
