"""What `alvara check` does, whichever way its command line was read."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from alvara.adapters.answers import Answer, Question
from alvara.adapters.cache import Cache, is_settled
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.processes import spread_extraction
from alvara.adapters.scan import look
from alvara.app.check import Outcome, examine
from alvara.app.library import Library
from alvara.app.waiving import settle
from alvara.cli.agreeing import with_agreements
from alvara.cli.asking import Asked
from alvara.cli.compared import Compared
from alvara.cli.errors import CannotLook
from alvara.cli.pinning import asked_pin
from alvara.cli.place import Place, find_place, find_staged
from alvara.cli.progress import Progress
from alvara.cli.rendering import rendered
from alvara.cli.repeat import print_answer
from alvara.cli.selection import relative_paths, selects
from alvara.diagnostics.finding import SEVERITIES, Diagnostic
from alvara.model.filekind import CONFIG, LEDGER
from alvara.report.report import Report, Summary
from alvara.rules import rule_names
from alvara.workspace.snapshot import Damaged

if TYPE_CHECKING:
    from alvara.adapters.bases import Refs

FORMATS = {
    "text": "text",
    "json": "json_v1",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
}


Moving = tuple[tuple[str, ...], bytes]
"""The arguments with which git lists refs, and what it said."""


class Options(NamedTuple):
    """The options of the command; empty texts stand for what was not given."""

    paths: tuple[str, ...] = ()
    base: str | None = None
    staged: bool = False
    against_release: bool = False
    only: str = ""
    style: str = "text"
    gate: str = "error"
    moment: str = ""
    root: str = ""


class Looked(NamedTuple):
    """What came of looking once. `missing` says why a base that is needed cannot be had."""

    place: Place
    outcome: Outcome
    compared: Compared
    missing: str
    refs: "Refs | None"
    wanted: list[str]
    findings: tuple[Diagnostic, ...]

    @property
    def in_full(self) -> bool:
        """Whether all could be looked at that is to be judged."""
        return not (self.outcome.refused or self.missing or self.place.settings.config is None)


Mend = Callable[[Looked, Callable[[], Looked]], Looked]
"""Mends what a look has found, looks again as often as it must, and gives what the last look has found."""


def check(directory: str, options: Options, question: Question | None, mend: Mend | None = None) -> int:
    """Check the registry that a folder lies in, print the report, and return the exit code."""
    place = find_staged(directory) if options.staged else find_place(directory)
    question = question or Question([], str(place.root))
    if question.listing is not None and isinstance(place.tree, DirectoryTree):
        place.tree.know(*question.listing)
    now = _moment_of(options.moment, question)
    pin = asked_pin(options.root)
    if options.only:
        _refuse_unknown_rule(options.only)
    looked = _look(place, directory, options, now, pin)
    if mend is not None:
        looked = mend(looked, lambda: _look(find_place(directory), directory, options, now, pin))
    place, outcome, compared, missing, refs, wanted, findings = looked
    rules = 1 if options.only else len(rule_names())
    notes = (*outcome.notes, *compared.notes, *(("nothing is compared: the base is missing",) if missing else ()))
    report = Report(now, outcome.summary, findings, compared.bases, notes, rules, pin)
    failed = any(SEVERITIES.index(d.severity) <= SEVERITIES.index(options.gate) for d in findings)
    code = int(failed) if looked.in_full else 2
    if wanted and not findings and not any(selects(wanted, path) for path in _looked_at(place, outcome)):
        raise CannotLook(f"{', '.join(options.paths)}: nothing that belongs to the registry lies there")
    refused = _refusals(outcome.refused)
    answer = (_rendered(options.style, report), refused, code)
    print_answer(*answer[:2])
    lasting = options.base in (None, "none")  # another name may stand for another commit at any moment
    if missing:
        raise CannotLook(missing)
    kept = looked.in_full and not options.paths and lasting and mend is None
    if kept and isinstance(place.tree, DirectoryTree):
        moving = ((), b"") if refs is None else (refs.listing, refs.result.output)
        _keep(question, answer, place.tree, place, outcome, moving)
    return code


def _look(place: Place, directory: str, options: Options, now: str, pin: str) -> Looked:
    """Examine a registry, compare it, and find what is to be told."""
    asked = Asked(options.base, options.against_release)
    refs = find_refs(place, asked)
    outcome = examine_place(place, now)
    compared, missing = _compared(place, outcome, asked, refs, now)
    compared = _with_pinned(place, outcome, compared, pin)
    wanted = relative_paths(directory, place.root, options.paths)
    findings = tuple(
        d for d in _settled(place, outcome, compared, now, options.only) if _concerns(wanted, d, compared.homes)
    )
    return Looked(place, outcome, compared, missing, refs, wanted, findings)


def _compared(
    place: Place, outcome: Outcome, asked: Asked, refs: "Refs | None", now: str
) -> tuple[Compared, str]:  # fmt: skip
    """Compare, or say why a base that is needed cannot be had: what was found without it is told all the same."""
    try:
        return compare_outcome(place, outcome, asked, refs, now), ""
    except CannotLook as error:
        return Compared(), str(error)


def _with_pinned(place: Place, outcome: Outcome, compared: Compared, pin: str) -> Compared:
    """Add what speaks against what governs, where a root is pinned."""
    config = place.settings.config
    if not pin or config is None:
        return compared
    from alvara.app.pinning import judge_pinned  # most runs have no root

    document = Library(place.tree, config).document
    said = judge_pinned(place.tree, pin, config.registry, outcome.diagnostics, document)
    return compared._replace(diagnostics=(*compared.diagnostics, *said))


class Checked(NamedTuple):
    """What a registry was found to be like, and what is said of it."""

    outcome: Outcome
    compared: Compared
    findings: tuple[Diagnostic, ...]


def examine_and_compare(place: Place, asked: Asked, now: str, pin: str = "") -> Checked:
    """Do for another verb what `check` does, without printing anything."""
    refs = find_refs(place, asked)
    outcome = examine_place(place, now)
    compared = _with_pinned(place, outcome, compare_outcome(place, outcome, asked, refs, now), pin)
    return Checked(outcome, compared, _settled(place, outcome, compared, now, ""))


def stands_in_the_way(checked: Checked, now: str) -> int:
    """Print the report where there is an error in it, else its notes. Gives the exit code where the verb ends here."""
    from alvara.cli.output import say

    outcome, compared, findings = checked
    notes = (*outcome.notes, *compared.notes)
    failed = any(d.severity == "error" for d in findings)
    report = Report(now, outcome.summary, findings, compared.bases, notes, len(rule_names()))
    print_answer(_rendered("text", report) if failed else "", _refusals(outcome.refused))
    for note in () if failed else notes:
        say(note)
    return 2 if outcome.refused else int(failed)


def rendered_findings(checked: Checked, findings: tuple[Diagnostic, ...], now: str, rules: int, pin: str) -> str:
    """Write a report on some of what was found, as `check` does."""
    outcome, compared, _ = checked
    notes = (*outcome.notes, *compared.notes)
    return _rendered("text", Report(now, outcome.summary, findings, compared.bases, notes, rules, pin))


def examine_place(place: Place, now: str) -> Outcome:
    """Examine the tree on disk with the help of what the last run remembered."""
    if place.settings.config is None:
        return Outcome(Summary(), place.settings.diagnostics)
    cache = Cache(str(place.root), place.settings.digest, place.began)
    on_disk = isinstance(place.tree, DirectoryTree)
    with Progress() as progress:
        look_at = partial(
            examine,
            place.tree,
            place.settings,
            place.validators,
            now[:10],
            partial(spread_extraction, tick=progress.tick),
        )
        known = cache.load()
        try:
            outcome = look_at(known if known is None or on_disk else known.by_blob())
        except Damaged:
            outcome = look_at(None)
    if outcome.memory is not None and on_disk:
        cache.save(outcome.memory)
    return outcome


def _moment_of(given: str, question: Question) -> str:
    """Decide the moment that a run judges as of."""
    from alvara.adapters.clock import commit_moment, parse_moment

    try:
        return parse_moment(given) if given else commit_moment(question.commit())
    except ValueError as error:
        raise CannotLook(str(error)) from error


def _refuse_unknown_rule(name: str) -> None:
    from alvara.identity.suggestions import did_you_mean

    if name not in rule_names():
        tip = did_you_mean(name, rule_names())
        raise CannotLook(f"there is no rule `{name}`{'; ' + tip if tip else ''}")


def find_refs(place: Place, asked: Asked) -> "Refs | None":
    """Start asking git what to compare with, unless nothing is to be compared."""
    config = place.settings.config
    if config is None or asked.nothing:
        return None
    from alvara.adapters.bases import Refs

    refs = Refs(str(place.root), config.default_branch, config.release_tag_prefix)
    refs.expect(asked.base, releases=(place.root / LEDGER / "releases").is_dir())
    return refs


def compare_outcome(place: Place, outcome: Outcome, asked: Asked, refs: "Refs | None", now: str) -> Compared:
    """Compare what a look has found with what it is to be compared with, and judge what people have agreed on."""
    if refs is None:
        return with_agreements(place, outcome, Compared(), now)
    from alvara.cli.bases import compare_place

    return with_agreements(place, outcome, compare_place(place, outcome, asked, refs, now), now)


def _settled(place: Place, outcome: Outcome, compared: Compared, now: str, only: str) -> tuple[Diagnostic, ...]:
    config = place.settings.config
    if config is None:
        return outcome.diagnostics
    document = Library(place.tree, config).document
    told = (*compared.without_echoes(outcome.diagnostics), *compared.diagnostics)
    return settle(told, config, now[:10], document, only or None)


def _concerns(wanted: list[str], diagnostic: Diagnostic, homes: Mapping[str, str]) -> bool:
    """Whether a finding is about something that is wanted: it may stand elsewhere, at what would mend several files.

    What stands in a bundle is about the file that it has its home in.
    """
    named = (diagnostic.file, *(related.file for related in diagnostic.related))
    places = (*named, *(homes[place] for place in named if place in homes))
    return any(selects(wanted, place) for place in places)


def _looked_at(place: Place, outcome: Outcome) -> set[str]:
    """Give the paths of all that took part in a run."""
    return {CONFIG, *(entry.path for entry in place.tree.entries()), *outcome.referred}


def _refusals(words: tuple[str, ...]) -> str:
    if not words:
        return ""
    from alvara.cli.output import refusal

    return "".join(map(refusal, words))


def _rendered(style: str, report: Report) -> str:
    return rendered(FORMATS[style], style, report)


def _keep(
    question: Question, answer: Answer, tree: DirectoryTree, place: Place, outcome: Outcome, moving: Moving
) -> None:
    """Keep the answer, unless something changed so lately that its next change might not show."""
    config = place.settings.config
    listed = [(entry.path, str(entry.kind), entry.stamp) for entry in tree.entries()]
    paths = {path for path, _, _ in listed}
    named = {CONFIG, config.principal_schema if config else "", *outcome.referred} - paths - {""}
    alone = {path: look(tree.root, path) for path in sorted(named)}
    stamps = [stamp for _, _, stamp in listed] + [found[2] for found in alone.values() if found]
    if all(is_settled(stamp, place.began) for stamp in (*stamps, *(times for _, *times in tree.seen))):
        question.keep(answer, tree.folders, tree.seen, listed, alone, moving)
