"""`alvara new`: a first draft in the right place."""

import click

from alvara.adapters.shipped import read_template
from alvara.adapters.writing import create
from alvara.app.scaffolding import SCHEMAS, definition, objection, place_of
from alvara.cli.errors import CannotLook
from alvara.cli.place import find_place
from alvara.cli.reading import lay_out_place
from alvara.cli.streams import put
from alvara.identity.ids import Kind, Naming
from alvara.registry.lookup import KINDS

_NEXT: dict[Kind, str] = {
    "capability": "say what it does, fill in `inputSchema` and `authorization`",
    "resource": "say what people call it and which page explains it",
}
_TYPES = ("domain", "entity", "field", "component", "collection", "page", "section", "workflow", "rule", "api")


@click.command("new", short_help="Start a capability, a resource or a policy.")
@click.argument("kind", type=click.Choice(("capability", "resource", "policy")))
@click.argument("id", metavar="ID")
@click.option(
    "--type", "type", type=click.Choice(_TYPES), default=None, help="The type of a resource; else it is guessed."
)
@click.pass_obj
def command(directory: str, kind: Kind, id: str, type: str | None) -> int:
    """Write a draft of a capability, a resource or a policy into the file that its ID belongs in.

    A policy comes with its first scenarios, in a suite of the first capability that it decides on: one that it
    concerns, one that it leaves alone. A suite that is there already is left as it is.

    \b
    Example:
      alvara new capability workPermit.extend

    Exit codes: 0 written; 2 the ID cannot be used, or the file is there already.
    """
    if type is not None and kind != "resource":
        raise CannotLook(f"--type is of resources; a {kind} has none")
    place = find_place(directory)
    found = lay_out_place(place)
    naming = found.view.config.naming.get(kind, Naming())
    if words := objection(kind, id, naming, found.view):
        raise CannotLook(words)
    for retired in KINDS:
        if place.tree.entry(f"ledger/tombstones/{retired}/{id}.yaml") is not None:
            raise CannotLook(f"`{id}` is the ID of a {retired} that was removed; a retired ID never returns")
    if kind == "policy":
        from alvara.cli.new_policy import start_policy

        return start_policy(place, found, id)
    path = place_of(kind, id)
    with_schemas = place.tree.entry(f"{SCHEMAS}/{kind}.schema.json") is not None
    text = definition(kind, id, type or "", read_template(f"{kind}.yaml"), found.view, with_schemas=with_schemas)
    try:
        create(place.root, path, text.encode())
    except FileExistsError as error:
        raise CannotLook(f"{path} is there already") from error
    except OSError as error:
        raise CannotLook(f"{path}: {error.strerror}") from error
    put(f"wrote {path}\nnext: {_NEXT[kind]}, then run `alvara check`\n")
    return 0
