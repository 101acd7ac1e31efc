"""`alvara rename`: another ID for a thing, and everything that names it follows."""

import click

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.adapters.writing import exists
from alvara.app.key_order import KeyOrder
from alvara.app.naming_edits import Unrenamable
from alvara.app.renaming import Renamed, chosen, finished_back, rename
from alvara.cli.changes import show, write
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_committed
from alvara.cli.output import say
from alvara.cli.past import Past
from alvara.cli.place import Place, find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.streams import put
from alvara.registry.lookup import KINDS
from alvara.report.escape import one_line

SCENARIOS = "scenarios"


@click.command("rename", short_help="Give a thing another ID; all that names it follows.")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="NEW")
@click.option("--kind", type=click.Choice(KINDS), help="What to rename, where several kinds have the ID.")
@click.option("--reason", default="", help="Why, for the record of the rename.")
@click.option("--dry-run", "dry", is_flag=True, help="Change nothing; print what would change, as a diff.")
@click.option(
    "--now", "moment", metavar="RFC3339", default="", help="Date the rename by this moment instead of the last commit."
)
@click.pass_obj
def command(directory: str, old: str, new: str, kind: str | None, reason: str, dry: bool, moment: str) -> int:
    """Give the resource, capability or policy OLD the ID NEW.

    OLD stays as an alias, a record of the rename goes into ledger/migrations/, and every reference is rewritten: in
    YAML, in the front matter and the [[links]] of pages, in scenarios and in waivers. A file whose path follows the ID
    moves. All other bytes stay, and where anything stands in the way nothing is changed.

    What has not left this branch yet can be renamed back, and is then as if it had never been. A name that others know
    never goes back.

    \b
    Examples:
      alvara rename workPermit.responsible workPermit.supervisor --dry-run
      alvara rename workPermit.responsible workPermit.supervisor --reason "That is what they are called."

    Exit codes: 0 done, or done before; 2 it cannot be done, and nothing was changed.
    """
    place = find_place(directory)
    found = lay_out_place(place)
    since = asked_or_committed(moment, str(place.root))[:10]
    past = Past(place).read
    try:
        result = finished_back(found, old, new, kind, past)
        if result is None:
            entity = chosen(found, old, new, kind)
            if entity is None:
                put(f"`{one_line(old)}` is called `{one_line(new)}` already; nothing changed\n")
                return 0
            order = KeyOrder(read_schema).of(entity.kind)
            result = rename(found, entity, new, order, since, reason, _scenarios(place), past)
    except Unrenamable as error:
        raise CannotLook(str(error)) from error
    for change in result.changes:
        if (change.before is None or change.path != change.target) and exists(place.root, change.target):
            raise CannotLook(f"{change.target} is there already")
    if dry:
        show(result.changes)
    else:
        write(place, result.in_order())
        put(_told(old, new, result))
    for note in result.notes:
        say(note)
    return 0


def _scenarios(place: Place) -> dict[str, bytes]:
    tree = DirectoryTree(place.root, (SCENARIOS,))
    for entry in tree.entries():
        if entry.kind == "refused":
            raise CannotLook(f"{entry.path}: {entry.stamp[0]}")
    paths = sorted(e.path for e in tree.entries() if e.kind == "file" and e.path.endswith(".yaml"))
    return {path: tree.read(path) for path in paths}


def _told(old: str, new: str, result: Renamed) -> str:
    lines = [f"renamed the {result.kind} `{old}` to `{new}`\n"]
    for change in result.changes:
        if change.gone:
            lines.append(f"deleted {one_line(change.path)}\n")
        elif change.before is None:
            lines.append(f"wrote {one_line(change.target)}\n")
        elif change.path != change.target:
            lines.append(f"moved {one_line(change.path)} to {one_line(change.target)}\n")
        else:
            lines.append(f"changed {one_line(change.path)}\n")
    count = result.references
    lines.append(f"{count} {'reference' if count == 1 else 'references'} rewritten\n")
    return "".join(lines)
