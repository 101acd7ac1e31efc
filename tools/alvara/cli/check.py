"""`alvara check`: lint the registry."""

import os
import shutil
import sys
from functools import partial
from importlib import import_module

import click

from alvara.adapters.answers import Answer, Question
from alvara.adapters.cache import Cache, is_settled
from alvara.adapters.clock import commit_moment, parse_moment
from alvara.adapters.processes import spread
from alvara.adapters.revision import NoRevision, Revision
from alvara.adapters.scan import look
from alvara.app.check import Outcome, examine
from alvara.app.library import Library
from alvara.app.waiving import settle
from alvara.cli.errors import CannotLook
from alvara.cli.group import QUESTION
from alvara.cli.place import Place, find_place
from alvara.cli.progress import Progress
from alvara.cli.repeat import say
from alvara.diagnostics.finding import SEVERITIES, Diagnostic
from alvara.model.filekind import CONFIG
from alvara.report.report import Report, Summary
from alvara.workspace.snapshot import Damaged

FORMATS = {"text": "text", "json": "json_v1", "sarif": "sarif", "github": "github", "gitlab": "gitlab", "junit": "junit"}


@click.command("check", short_help="Lint the registry.")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--base", metavar="REF|none", help="Compare with this revision; `none` compares with nothing.")
@click.option("--only", metavar="RULE", help="Report this rule only.")
@click.option("--format", "style", type=click.Choice(list(FORMATS)), default="text", help="How to print.")
@click.option("--fail-on", "gate", type=click.Choice(SEVERITIES), default="error", help="The least severity that fails.")
@click.option("--now", "moment", metavar="RFC3339", help="Judge as of this moment instead of HEAD's commit date.")
@click.pass_context
def command(
    context: click.Context, paths: tuple[str, ...], base: str | None, only: str | None, style: str, gate: str,
    moment: str | None,
) -> int:  # fmt: skip
    """Lint the whole registry, and report on PATHs or on everything.

    \b
    Examples:
      alvara check                           everything
      alvara check capabilities/work-permit  report on one folder; all of it is judged
      alvara check --format github           annotations for a pull request

    Exit codes: 0 nothing at or above the gate; 1 findings; 2 could not look.
    """
    place = find_place(context.obj)
    question: Question = context.meta[QUESTION] or Question([], place.tree.root)
    _refuse_base(place.tree.root, base)
    now = moment_of(moment, question.commit())
    if only is not None:
        check_rule_name(only)
    outcome = examine_place(place, now)
    findings = _narrowed(place, _settled(place, outcome, now, only), paths)
    report = Report(now, outcome.summary, findings, notes=outcome.notes, rules=_rule_count(only))
    failed = any(SEVERITIES.index(d.severity) <= SEVERITIES.index(gate) for d in findings)
    code = 2 if outcome.refused or place.settings.config is None else int(failed)
    answer = (_rendered(style, report), "".join(f"alvara: could not open {x}\n" for x in outcome.refused), code)
    say(*answer[:2])
    if place.settings.config is not None and not paths:
        _keep(question, answer, place, outcome)
    return code


def examine_place(place: Place, now: str) -> Outcome:
    """Examine the tree on disk with the help of what the last run remembered."""
    if place.settings.config is None:
        return Outcome(Summary(), place.settings.diagnostics)
    cache = Cache(place.tree.root, place.settings.digest)
    with Progress() as progress:
        look_at = partial(
            examine, place.tree, place.settings, place.validators, now[:10], partial(spread, tick=progress.tick)
        )
        try:
            outcome = look_at(cache.load())
        except Damaged:
            outcome = look_at(None)
    if outcome.memory is not None:
        cache.save(*outcome.memory)
    return outcome


def moment_of(given: str | None, commit: bytes) -> str:
    """Decide the moment that a run judges as of."""
    if given is None:
        return commit_moment(commit)
    try:
        return parse_moment(given)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def check_rule_name(name: str) -> None:
    """Refuse a rule that does not exist."""
    from alvara.identity.suggestions import did_you_mean
    from alvara.rules import rule_names

    if name not in rule_names():
        tip = did_you_mean(name, rule_names())
        raise click.UsageError(f"there is no rule `{name}`{'; ' + tip if tip else ''}")


def wants_colour() -> bool:
    """Whether standard output is a terminal whose user has not asked for plain text (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _refuse_base(root: str, base: str | None) -> None:
    """Never pretend to have compared: a base that is asked for and cannot be used ends the run."""
    if base is None or base == "none":
        return
    try:
        commit = Revision(root, base).commit
    except NoRevision as error:
        raise CannotLook(f"`{base}` cannot be the base: {error}") from error
    raise CannotLook(f"`{base}` is commit {commit[:12]}, but this version compares no revisions; use --base none")


def _settled(place: Place, outcome: Outcome, now: str, only: str | None) -> tuple[Diagnostic, ...]:
    config = place.settings.config
    if config is None:
        return outcome.diagnostics
    document = Library(place.tree, config).document(CONFIG)
    assert document is not None
    return settle(outcome.diagnostics, config, now[:10], document, only)


def _narrowed(place: Place, findings: tuple[Diagnostic, ...], paths: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Keep the findings below the paths given, which must exist."""
    if not paths:
        return findings
    wanted = []
    for path in paths:
        absolute = os.path.abspath(path)
        if not os.path.lexists(absolute):
            raise CannotLook(f"{path}: there is no such file or folder")
        relative = os.path.relpath(absolute, place.root)
        if relative.startswith(".."):
            raise CannotLook(f"{path} lies outside the registry in {place.root}")
        wanted.append(relative)
    return tuple(d for d in findings if any(w == "." or d.file == w or d.file.startswith(f"{w}/") for w in wanted))


def _rule_count(only: str | None) -> int:
    from alvara.rules import rule_names

    return 1 if only is not None else len(rule_names())


def _rendered(style: str, report: Report) -> str:
    module = import_module(f"alvara.report.{FORMATS[style]}")
    if style == "text":
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 100
        return str(module.render(report, colour=wants_colour(), width=width))
    return str(module.render(report))


def _keep(question: Question, answer: Answer, place: Place, outcome: Outcome) -> None:
    """Keep the answer, unless something changed so lately that its next change might not show."""
    tree, config = place.tree, place.settings.config
    listed = [(entry.path, str(entry.kind), entry.stamp) for entry in tree.entries()]
    paths = {path for path, _, _ in listed}
    named = {CONFIG, config.principal_schema if config else "", *outcome.referred} - paths - {""}
    alone = {path: look(tree.root, path) for path in sorted(named)}
    stamps = [stamp for _, _, stamp in listed] + [found[2] for found in alone.values() if found]
    if all(map(is_settled, stamps)) and all(is_settled(times) for _, *times in tree.seen):
        question.keep(answer, tree.folders, tree.seen, listed, alone)
