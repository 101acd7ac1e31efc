"""`alvara test`: run scenarios and utterances."""

from functools import cache
from typing import TYPE_CHECKING

import click

from alvara.app.charters import Undecidable
from alvara.app.decidable_tree import decidable_tree
from alvara.app.library import Library
from alvara.app.survey import Survey
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_committed
from alvara.cli.output import say
from alvara.cli.place import find_place
from alvara.cli.progress import Progress
from alvara.cli.reading import exit_code, lay_out_place
from alvara.cli.rendering import rendered
from alvara.cli.selection import relative_paths, selects
from alvara.cli.streams import put
from alvara.files.tree import Unreadable
from alvara.model.filekind import SCENARIOS

if TYPE_CHECKING:
    from alvara.app.understanding import Ask
    from alvara.model.utterance import Utterance
    from alvara.runtime.registry import Registry
    from alvara.scenarios.understanding import Answer

FORMATS = ("text", "json", "junit", "sarif", "github")


@click.command("test", short_help="Run scenarios: what is expected to be decided, and to be understood.")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--format", "style", type=click.Choice(FORMATS), default="text", help="How to print.")
@click.pass_obj
def command(directory: str, paths: tuple[str, ...], style: str) -> int:
    """Run the suites in `scenarios/`, or those in PATHs, and say what no scenario tries.

    Each scenario is a request to one capability and what is expected to be decided. Every definition is taken as if it
    were active; nothing is called. Of a run that is narrowed, coverage is counted and not listed.

    Each utterance is a sentence of a user and what is expected to be understood, by the registry as it stands.

    A PATH is looked up in DIR, then in the root of the registry, then in the current folder.

    \b
    Examples:
      alvara test                               everything, with coverage
      alvara test scenarios/work-permit         one folder
      alvara test --format junit > tests.xml    for a CI service

    Exit codes: 0 all passed; 1 a scenario or an utterance failed, or a file has a finding; 2 nothing was run, or could
    not look.
    """
    place = find_place(directory)
    wanted = relative_paths(directory, place.root, paths)
    survey = lay_out_place(place, quiet=lambda path: path.startswith(f"{SCENARIOS}/"))  # their findings are shown
    unread = [p for p in survey.unread if p.endswith(".yaml") and not p.startswith(f"{SCENARIOS}/")]
    if unread:
        raise CannotLook(f"{unread[0]} is not understood, and may decide; `alvara check` says why")
    from alvara.app.testing import Ground, run_suites, selected_files  # a usage error needs none of it

    files = selected_files(survey, lambda path: selects(wanted, path))
    if all(file.kind == "fixtures" for file in files):
        raise CannotLook(_nothing(paths, anything=bool(files)))
    today = asked_or_committed("", str(place.root))[:10]
    try:
        document = Library(place.tree, survey.workspace.config).document
        ground = Ground(survey, decidable_tree(survey, place.tree), today, document, _asking(survey))
        with Progress() as progress:
            results = run_suites(ground, files, partial=bool(wanted), tick=progress.tick)
    except Undecidable as error:
        raise CannotLook(f"{error}; `alvara check` says more") from error
    except Unreadable as error:
        raise CannotLook(f"{error.filename}: {error.strerror}") from error
    put(rendered(f"test_{style}", style, results))
    return exit_code(survey, int(results.failed))


def _asking(survey: Survey) -> "Ask":
    """Give what puts an utterance to the registry of a tree, which is opened for the first one."""

    @cache
    def opened() -> "Registry":
        from alvara.app.held_tree import hold_tree
        from alvara.runtime.registry import Registry

        holdings, left_out = hold_tree(survey)
        for line in left_out:
            say(f"left out {line}")
        return Registry(holdings)

    def ask(said: "Utterance") -> "Answer":
        return opened().resolve(
            said.say, locale=said.locale, page=said.page, tab=said.tab, focus=said.focus, selection=said.selection
        )

    return ask


def _nothing(paths: tuple[str, ...], *, anything: bool) -> str:
    if anything:
        return "there is no suite of scenarios here, only what suites use"
    if paths:
        return f"{', '.join(paths)}: no suite of scenarios lies there"
    way = "`alvara new policy` writes the first for a policy that decides on a capability"
    return f"there are no scenarios in `{SCENARIOS}/`; {way}"
