"""`alvara context`: what a model is told of a scope."""

from importlib import import_module

import click

from alvara.cli.errors import CannotLook
from alvara.cli.served import bundle_option, open_served
from alvara.cli.situation import permissions_option, tenant_option
from alvara.cli.streams import put
from alvara.registry.budget import BUDGET
from alvara.registry.places import UnknownName


@click.command("context", short_help="Tell a model of a scope, within a budget of tokens.")
@click.argument("scope", metavar="SCOPE")
@click.option(
    "--budget", type=click.IntRange(min=1), default=BUDGET, show_default=True, metavar="TOKENS",
    help="How long the text may be, by an estimate from above.",
)  # fmt: skip
@click.option("--locale", metavar="LOCALE", help="The language of names and synonyms.")
@permissions_option
@tenant_option
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, scope: str, budget: int, locale: str | None, permissions: str | None, tenant: str | None,
    bundle: str, style: str,
) -> int:  # fmt: skip
    """Tell a model of a field, an entity, a domain or a page, or of `app`, the whole application, in Markdown.

    The thing itself comes first, with what can be done, policies, rules and pages; then its parts and what is around
    it. Entries are whole or left out, and what is left out is counted. The smallest scope says most for its tokens.

    \b
    Example:
      alvara context workPermit.validity --budget 800 --locale pt-BR

    Exit codes: 0 told; 2 could not look, such as no scope of that name, or a budget too small for one entry.
    """
    served = open_served(directory, bundle)
    try:
        found = served.registry.context(scope, budget=budget, locale=locale, permissions=permissions, tenant=tenant)
    except UnknownName as error:
        raise CannotLook(str(error)) from error
    if not found.text:
        raise CannotLook(
            f"a budget of {budget} tokens has no room for one entry of `{scope}`; try `--budget {found.least}`"
        )
    put(import_module(f"alvara.report.context_{style}").render(found))
    return served.code
