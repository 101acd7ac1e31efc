"""`alvara get`: what a name stands for."""

from typing import Any

import click

from alvara.adapters.published import read_schema
from alvara.app.getting import Laid, definition_of, private_words, public_definition_of
from alvara.app.key_order import KeyOrder
from alvara.cli.errors import CannotLook
from alvara.cli.laid import bundle_option, lay_out_asked
from alvara.cli.output import say
from alvara.cli.reading import exit_code
from alvara.cli.streams import put
from alvara.registry.lookup import KINDS, look_up, suggest
from alvara.report.card import render as render_card
from alvara.report.document_json import render as render_json
from alvara.subschemas.whole import Unresolved
from alvara.workspace.entity import Entity


@click.command("get", short_help="Show what an ID or an alias stands for.")
@click.argument("id", metavar="ID")
@click.option("--kind", type=click.Choice(KINDS), help="Show this kind only; else all that have the name.")
@click.option("--public", is_flag=True, help="Show only what an agent may see.")
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(directory: str, id: str, kind: str | None, public: bool, bundle: str, style: str) -> int:
    """Show the resource, the capability and the policy that ID or an alias stands for, defaults filled in.

    Of several versions the active one is shown; ID@MAJOR means another.

    \b
    Example:
      alvara get workPermit.validity --format json

    Exit codes: 0 shown; 1 it is there but does not hold its shape; 2 there is no such name.
    """
    found = lay_out_asked(directory, bundle)
    kinds = KINDS if kind is None else (kind,)
    name, at, major = id.partition("@")
    entities = look_up(found.view, name, kinds)
    if at:
        versions = (each for entity in entities for each in found.view.definitions(entity.kind, entity.id))
        entities = [each for each in versions if each.major == major != ""]
    whole = [entity for entity in entities if not entity.broken]
    shown = _definitions(whole, found, public)
    private = private_words(shown, found) if public else []
    if private:
        word, owner = private[0]
        raise CannotLook(f"`{id}` spells out `{word}`, which is private to `{owner}`; `alvara check` says where")
    if style == "json":
        put(render_json({"format": "alvara.get/1", **{kind: shown.get(kind) for kind in KINDS}}))
    else:
        cards = [_card(name, entity, shown[entity.kind]) for entity in whole if entity.kind in shown]
        put("\n".join(cards))
    if shown:
        return exit_code(found)
    if not entities:
        tip = suggest(found.entities, id, kinds)
        raise CannotLook(f"there is no {kind or 'resource, capability or policy'} `{id}`{'; ' + tip if tip else ''}")
    if whole:
        status, type = whole[0].status, whole[0].type or whole[0].kind
        raise CannotLook(f"agents see nothing of `{id}`: its status is {status}, its type {type}")
    say(f"`{id}` in {entities[0].path} does not hold its shape; `alvara check` says why")
    return exit_code(found, 1)


def _definitions(entities: list[Entity], found: Laid, public: bool) -> dict[str, dict[str, Any]]:
    order = KeyOrder(read_schema)
    read = public_definition_of if public else definition_of
    try:
        read_all = ((entity.kind, read(entity, found, order)) for entity in entities)
        return {kind: said for kind, said in read_all if said is not None}
    except Unresolved as error:
        raise CannotLook(f"{error}; `alvara check` says more") from error


def _card(name: str, entity: Entity, said: dict[str, Any]) -> str:
    title = [entity.kind, entity.id, entity.version, f"({entity.status})" if entity.status else ""]
    alias = f", by its alias {name}" if name != entity.id else ""
    rest = {key: item for key, item in said.items() if key not in ("id", "version", "status")}
    return render_card(f"{' '.join(filter(None, title))}{alias}", entity.path, rest)
