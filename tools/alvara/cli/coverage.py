"""`alvara coverage`: how much of the registry is documented and bound."""

from importlib import import_module

import click

from alvara.cli.laid import bundle_option, lay_out_asked
from alvara.cli.reading import exit_code
from alvara.cli.streams import put
from alvara.registry.coverage import measure


@click.command("coverage", short_help="Count what is documented and bound.")
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(directory: str, bundle: str, style: str) -> int:
    """Count the entities that have a page, the capabilities that have a resource and a page, and what is missing.

    \b
    Example:
      alvara coverage --format json

    Exit codes: 0 counted, whatever the figures; 2 could not look.
    """
    found = lay_out_asked(directory, bundle)
    put(import_module(f"alvara.report.coverage_{style}").render(measure(found.entities, found.view)))
    return exit_code(found)
