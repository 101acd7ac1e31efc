"""`alvara graph`: what surrounds a thing."""

from importlib import import_module

import click

from alvara.cli.errors import CannotLook
from alvara.cli.laid import bundle_option, lay_out_asked
from alvara.cli.reading import exit_code
from alvara.cli.streams import put
from alvara.registry.graph import neighbourhood
from alvara.registry.lookup import KINDS, look_up, suggest

_FORMATS = ("text", "json", "mermaid", "dot")


@click.command("graph", short_help="Show what a thing is bound to.")
@click.argument("id", metavar="ID")
@click.option("--kind", type=click.Choice(KINDS), help="Start from this kind only; else from all that have the name.")
@click.option("--depth", type=click.IntRange(1, 20), default=2, show_default=True, help="How many steps to go.")
@bundle_option
@click.option("--format", "style", type=click.Choice(_FORMATS), default="text", help="How to print.")
@click.pass_obj
def command(directory: str, id: str, kind: str | None, depth: int, bundle: str, style: str) -> int:
    """Show what the thing with this ID or alias contains, uses, is documented and protected by, and who says so of it.

    Edges are followed in their own direction; what leads to the thing itself is shown too.

    \b
    Example:
      alvara graph workPermit.validity --depth 1

    Exit codes: 0 shown; 2 there is no such name.
    """
    found = lay_out_asked(directory, bundle)
    kinds = KINDS if kind is None else (kind,)
    roots = look_up(found.view, id, kinds)
    if not roots:
        tip = suggest(found.entities, id, kinds)
        raise CannotLook(f"there is no {kind or 'resource, capability or policy'} `{id}`{'; ' + tip if tip else ''}")
    put(import_module(f"alvara.report.graph_{style}").render(neighbourhood(roots, found.entities, found.view, depth)))
    return exit_code(found)
