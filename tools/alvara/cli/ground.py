"""What a bundle is made on: the tree on disk or in a revision, held still from the check to the last byte."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from alvara.adapters.clock import system_moment
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.processes import spread_extraction
from alvara.adapters.published import read_schema
from alvara.adapters.revision import NoRevision, Revision, is_same
from alvara.app.bundling import is_changed
from alvara.app.check import Outcome, examine
from alvara.app.evidence import last_signed
from alvara.app.library import Library
from alvara.app.past import Past
from alvara.app.settings import Settings, read_settings
from alvara.app.waiving import settle
from alvara.bundle.manifest import Source
from alvara.cli.agreeing import concerns
from alvara.cli.compared import Compared
from alvara.cli.errors import CannotLook
from alvara.cli.moments import moment_of
from alvara.cli.output import say, tell_refused
from alvara.cli.streams import put
from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.shape import Validators
from alvara.files.held import HeldTree
from alvara.files.tree import FileTree, Unreadable
from alvara.model.filekind import CONFIG, folders_of, kind_of
from alvara.report.report import Report, Summary
from alvara.rules import rule_names
from alvara.workspace.definitions import Definitions
from alvara.workspace.workspace import View


@dataclass(frozen=True, slots=True)
class Ground:
    """`revision` is the commit that the tree is of, or, where it is not `exact`, the one that was checked out.

    Without git there is none.
    """

    root: str
    tree: HeldTree
    settings: Settings
    validators: Validators
    now: str
    revision: Revision | None
    exact: bool


def on_disk(root: str, moment: str | None) -> Ground:
    """Hold the files on disk. What is signed in them and not committed yet may be later than the last commit."""
    revision: Revision | None = None
    try:
        revision = Revision(root, "HEAD")
        revision.blobs()
    except NoRevision as error:
        revision = None
        say(f"the bundle names no commit: {error}")
    now = moment or (moment_of(revision) if revision else system_moment())
    ground = _held(root, lambda folders: DirectoryTree(root, folders), root, now, revision, exact=False)
    if moment or revision is None or ground.settings.config is None:
        return ground
    signed = last_signed(ground.tree, ground.settings.config, ground.validators, revision.blobs())
    return replace(ground, now=max(now, signed))


def on_revision(root: str, name: str, moment: str | None) -> Ground:
    """Hold the files of a git revision."""
    try:
        revision = Revision(root, name)
        revision.blobs()
    except NoRevision as error:
        raise CannotLook(f"`{name}`: {error}") from error
    return _held(root, revision.tree, f"`{name}`", moment or moment_of(revision), revision, exact=True)


def judge(ground: Ground, style: str, since: Past | None = None, before: Sequence[Comparison] = ()) -> int:
    """Check the tree as `alvara check` does, and print what it has found where that stands in the way.

    What people have agreed on is judged by the governance in the tree. `since` is the last release, where this is to
    be the next; `before` is what came of comparing with it.
    """
    config = ground.settings.config
    if config is None:
        _print(Report(ground.now, Summary(), ground.settings.diagnostics), style)
        return 2
    ground.tree.hold(lambda path: kind_of(path, config) != "other")
    outcome = examine(ground.tree, ground.settings, ground.validators, ground.now[:10], spread_extraction, None)
    document = Library(ground.tree, config).document
    said = (*outcome.diagnostics, *_disagreements(ground, outcome, since, before))
    findings = settle(said, config, ground.now[:10], document)
    failed = any(finding.severity == "error" for finding in findings)
    if failed:
        _print(Report(ground.now, outcome.summary, findings, notes=outcome.notes, rules=len(rule_names())), style)
    else:
        for note in outcome.notes:
            say(note)
    tell_refused(outcome.refused)
    if outcome.summary.capabilities == 0 and not outcome.refused:
        say("there is no capability to bundle")
    return 2 if outcome.refused or outcome.summary.capabilities == 0 else int(failed)


def _disagreements(
    ground: Ground, outcome: Outcome, since: Past | None, before: Sequence[Comparison]
) -> list[Diagnostic]:
    config, sight = ground.settings.config, outcome.sight
    if config is None or sight is None or not concerns(outcome, Compared()):
        return []
    from alvara.app.agreeing import Seen, agree, judge_agreements
    from alvara.app.readmission import readmitted

    seen = Seen(sight, ground.tree, config, ground.validators, ground.now, comparisons=tuple(before))
    agreements = agree(seen)
    if since is not None:
        agreements = readmitted(agreements, seen, since)
    document = Library(ground.tree, config).document
    return judge_agreements(agreements, View(sight.workspace, ground.now[:10]), lambda path: None, document)


def source_of(ground: Ground, definitions: Definitions) -> Source:
    """Say which commit the files are of that definitions were read from."""
    revision = ground.revision
    if revision is None:
        return Source(None, dirty=True)
    if ground.exact:
        return Source(revision.commit, dirty=False)
    committed = revision.tree(folders_of(definitions.config))
    return Source(revision.commit, is_changed(ground.tree, definitions, committed, is_same))


def _held(
    root: str, make: Callable[[tuple[str, ...]], FileTree], where: str, now: str, revision: Revision | None, *,
    exact: bool,
) -> Ground:  # fmt: skip
    validators = Validators(read_schema)
    try:
        settings = read_settings(make(()), validators)
        tree = HeldTree(make(folders_of(settings.config)))
        settings = read_settings(tree, validators)
    except Unreadable as error:
        raise CannotLook(f"{error.filename or CONFIG}: {error.strerror}") from error
    except KeyError as error:
        raise CannotLook(f"{where} has no {error.args[0]}") from error
    return Ground(root, tree, settings, validators, now, revision, exact)


def _print(report: Report, style: str) -> None:
    from alvara.report import json_v1, text

    put(json_v1.render(report) if style == "json" else text.render(report))
