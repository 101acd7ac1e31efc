"""`alvara bump`: the smallest legal version."""

import re

import click

from alvara.adapters.clock import system_moment
from alvara.app.bumping import NextVersion, find_bump, only_recorded, with_version
from alvara.app.choosing import NotOne, choose
from alvara.app.editing import Uneditable
from alvara.cli.asking import Asked
from alvara.cli.changes import show, write
from alvara.cli.checking import compare_outcome, examine_place, find_refs
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import Place, find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.streams import put
from alvara.report.escape import one_line
from alvara.workspace.entity import Entity

_MAJOR = re.compile(r"\.v([0-9]+)\.yaml$")


@click.command("bump", short_help="Write the smallest version that a change allows.")
@click.argument("id", metavar="ID")
@click.option("--kind", type=click.Choice(("capability", "policy")), help="Which is meant, where both have the ID.")
@click.option("--base", metavar="REF", help="Compare with this revision where nothing was released.")
@click.option("--dry-run", is_flag=True, help="Change nothing; print what would change.")
@click.pass_obj
def command(directory: str, id: str, kind: str | None, base: str | None, dry_run: bool) -> int:
    """Compare the capability or policy ID with the last release, and write the smallest version that will do.

    Where nothing was released, it is compared with where this work left the default branch. What breaks callers asks
    for a major, what they gain for a minor, and what is only said or done differently for a patch. ID@MAJOR means one
    of several versions.

    \b
    Example:
      alvara bump workPermit.updateValidity

    Exit codes: 0 written, or the version will do; 2 could not look.
    """
    place = find_place(directory)
    found = lay_out_place(place)
    try:
        entity = choose(found, id, kind)
        if entity.kind == "resource":
            raise CannotLook(f"`{id}` is a resource, and those have no version")
        bump = _find(place, entity, base)
        changes = [with_version(found.read(entity.path), entity, bump.version)] if bump.version else []
    except (NotOne, Uneditable) as error:
        raise CannotLook(str(error)) from error
    lines = [bump.words, *(f"  {reason}" for reason in bump.reasons)]
    if changes and (held := _MAJOR.search(entity.path)) and held[1] != (major := bump.version.partition(".")[0]):
        lines.append(
            f"next: this is the file of another major; move it to {_MAJOR.sub(f'.v{major}.yaml', entity.path)}"
        )
    if dry_run:
        show(changes)
        for line in lines:
            say(line)
        return 0
    write(place, changes)
    for change in changes:
        put(f"edited {one_line(change.path)}\n")
    put("".join(f"{one_line(line)}\n" for line in lines))
    return 0


def _find(place: Place, entity: Entity, base: str | None) -> NextVersion:
    now, asked = system_moment(), Asked(base)
    refs = find_refs(place, asked)
    compared = compare_outcome(place, examine_place(place, now), asked, refs, now)
    for note in compared.notes:
        say(note)
    if only_recorded(compared.comparisons):
        raise CannotLook("how a release read in full is in its tag, which is not here; fetch it, and try again")
    return find_bump(entity, compared.comparisons)
