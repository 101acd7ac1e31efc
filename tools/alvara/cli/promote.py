"""`alvara promote`: one step of a life."""

from contextlib import suppress

import click

from alvara.adapters.clock import commit_moment
from alvara.adapters.git import Process
from alvara.adapters.published import read_schema
from alvara.adapters.revision import NoRevision
from alvara.app.choosing import NotOne, choose
from alvara.app.editing import Uneditable
from alvara.app.key_order import KeyOrder
from alvara.app.library import Library
from alvara.app.promoting import Announcement, NoStep, promote, skips
from alvara.cli.changes import show, write
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say
from alvara.cli.past import where_it_left
from alvara.cli.place import Place, find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.streams import put
from alvara.files.tree import Unreadable
from alvara.registry.lookup import KINDS
from alvara.report.escape import one_line
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import approval_of
from alvara.workspace.workspace import View

MOST_PLACES = 20


@click.command("promote", short_help="Take a definition one step further in its life.")
@click.argument("id", metavar="ID")
@click.argument("status", metavar="STATUS")
@click.option("--kind", type=click.Choice(KINDS), help="Which is meant, where several kinds have the ID.")
@click.option("--since", metavar="DATE", default="", help="The day from which on it is deprecated; else today.")
@click.option("--remove-after", metavar="DATE", default="", help="The first day on which it may be removed.")
@click.option("--replaced-by", metavar="ID", default="", help="What to use instead.")
@click.option("--reason", metavar="TEXT", default="", help="Why it ends, where nothing replaces it.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
@click.option("--dry-run", is_flag=True, help="Change nothing; print what would change.")
@click.pass_obj
def command(
    directory: str, id: str, status: str, kind: str | None, since: str, remove_after: str, replaced_by: str,
    reason: str, moment: str, dry_run: bool,
) -> int:  # fmt: skip
    """Take the definition ID one step further: draft, review, approved, active, deprecated, removed.

    Resources and policies go from draft to active, deprecated and removed. One line is edited; `deprecated` adds what
    is announced, and `removed` deletes the definition and leaves a tombstone. ID@MAJOR means one of several versions.
    Where people have to agree, the step is taken all the same, and said who is missing; until they have signed, with
    `alvara approve`, `check` refuses it.

    \b
    Examples:
      alvara promote workPermit.extend review
      alvara promote workPermit.zone deprecated --replaced-by workPermit.area
      alvara promote workPermit.zone removed --dry-run

    Exit codes: 0 done, or so already; 2 the step cannot be taken, and nothing was changed.
    """
    place = find_place(directory)
    now = asked_or_now(moment)
    found = lay_out_place(place)
    said = Announcement(since, remove_after, replaced_by, reason)
    try:
        entity = choose(found, id, kind)
        order = KeyOrder(read_schema).of(entity.kind)
        document = Library(place.tree, found.view.config).document
        step = promote(found, entity, status, said, now[:10], order, document)
    except NoStep as error:
        say(str(error))
        for shown in error.places[:MOST_PLACES]:
            say(shown)
        if len(error.places) > MOST_PLACES:
            say(f"and {len(error.places) - MOST_PLACES} more")
        return 2
    except (NotOne, Uneditable) as error:
        raise CannotLook(str(error)) from error
    if dry_run:
        show(step.changes)
        say(step.words)
        _warn_of_a_long_way(place, found.view, entity, status)
        return 0
    write(place, step.changes)
    for change in step.changes:
        verb = "deleted" if change.gone else "wrote" if change.before is None else "edited"
        put(f"{verb} {one_line(change.path)}\n")
    put(f"{one_line(step.words)}\n")
    _warn_of_a_long_way(place, found.view, entity, status)
    _tell_who_is_missing(directory, entity, status, now)
    if any(change.gone or change.before is None for change in step.changes):
        _warn_of_an_early_head(place, now)
    return 0


def _warn_of_a_long_way(place: Place, view: View, entity: Entity, status: str) -> None:
    """Say that this is the second step of one change, which `check` will refuse."""
    with suppress(NoRevision, Unreadable):
        before = where_it_left(place)
        agreed = any(approval_of(r).version == entity.version for r in view.definitions("approval", entity.id))
        if before is not None and (words := skips(entity, status, before, agreed=agreed)):
            say(words)


def _tell_who_is_missing(directory: str, entity: Entity, status: str, now: str) -> None:
    """Say who has yet to agree before `check` lets the step pass."""
    from alvara.cli.missing import missing_for

    for words in missing_for(directory, entity, status, now):
        say(words)


def _warn_of_an_early_head(place: Place, now: str) -> None:
    """Say how to check before the commit: `check` judges as of the last one, which may be of a day before the end."""
    with suppress(ValueError):
        if commit_moment(Process(str(place.root), "cat-file", "commit", "HEAD").result().output)[:10] < now[:10]:
            say(f"until this is committed, check it as of today: alvara check --now {now}")
