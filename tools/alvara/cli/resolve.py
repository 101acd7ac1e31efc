"""`alvara resolve`: what is meant by what somebody says."""

from importlib import import_module

import click

from alvara.cli.errors import CannotLook
from alvara.cli.served import bundle_option, open_served
from alvara.cli.situation import focus_option, page_option, permissions_option, tab_option, tenant_option
from alvara.cli.streams import put
from alvara.registry.places import UnknownName


@click.command("resolve", short_help="Find what a sentence is about, and which capabilities do it.")
@click.argument("text", metavar="TEXT...", nargs=-1, required=True)
@focus_option
@page_option
@tab_option
@click.option("--selection", metavar="RECORD", help="The number of the record that is selected.")
@click.option("--locale", metavar="LOCALE", help="The language to ask back in; else that of the sentence.")
@permissions_option
@tenant_option
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, text: tuple[str, ...], focus: str | None, page: str | None, tab: str | None,
    selection: str | None, locale: str | None, permissions: str | None, tenant: str | None, bundle: str, style: str,
) -> int:  # fmt: skip
    """Find what a sentence in Portuguese or English is about, what it wants, and which capabilities do that.

    No model is asked. What is not clear is not guessed: the answer says what to ask back. Nothing is decided or done.

    \b
    Example:
      alvara resolve "Coloque a validade para 30 dias." --page workPermit

    Exit codes: 0 looked, whatever was understood; 2 could not look, such as no page of that name.
    """
    served = open_served(directory, bundle)
    try:
        found = served.registry.resolve(
            " ".join(text), locale=locale, focus=focus, page=page, tab=tab, selection=selection,
            permissions=permissions, tenant=tenant,
        )  # fmt: skip
    except UnknownName as error:
        raise CannotLook(str(error)) from error
    put(import_module(f"alvara.report.resolution_{style}").render(found))
    return served.code
