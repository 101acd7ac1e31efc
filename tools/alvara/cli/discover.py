"""`alvara discover`: what can be done here."""

from importlib import import_module

import click

from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.served import bundle_option, open_served
from alvara.cli.situation import focus_option, page_option, permissions_option, tab_option, tenant_option
from alvara.cli.streams import put
from alvara.registry.discovering import Discovery
from alvara.registry.places import UnknownName
from alvara.runtime.registry import Registry

_APIS = ("mcp", "openai", "anthropic")
_SHOWN = 5
"""How many tools a warning names."""


@click.command("discover", short_help="List what can be done here, by this caller.")
@page_option
@tab_option
@focus_option
@click.option("--selection", metavar="RECORD", help="The record that is selected; what works on one comes first.")
@permissions_option
@click.option("--roles", metavar="NAME,...", help="Those that the caller has, likewise.")
@tenant_option
@click.option("--domain", metavar="DOMAIN,...", help="Only these domains.")
@click.option("--action", metavar="ACTION,...", help="Only these actions, such as get or update.")
@click.option("--risk", metavar="RISK,...", help="Only these risks: read, low, medium, high, critical.")
@click.option("--locale", metavar="LOCALE", help="The language of names and descriptions.")
@click.option("--limit", type=click.IntRange(min=1), default=20, show_default=True, help="List so many at most.")
@click.option("--offset", type=click.IntRange(min=0), default=0, help="Leave out so many of the nearest.")
@click.option("--as", "api", type=click.Choice(_APIS), help="Print the tools of this API, as a JSON array.")
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, page: str | None, tab: str | None, focus: str | None, selection: str | None,
    permissions: str | None, roles: str | None, tenant: str | None, domain: str | None, action: str | None,
    risk: str | None, locale: str | None, limit: int, offset: int, api: str | None, bundle: str, style: str,
) -> int:  # fmt: skip
    """List the active capabilities that apply to a page, a tab or a focus, the nearest first; without a place, all.

    Permissions, roles and a tenant that are not given keep nothing out; with them, what the caller may not do is as if
    it were not there. On a tab, to navigate is left out unless `--action navigate` asks for it.

    \b
    Example:
      alvara discover --page workPermit --tab components --permissions workPermit.update

    Exit codes: 0 looked, whatever applies; 2 could not look, such as no page of that name.
    """
    served = open_served(directory, bundle)
    try:
        found = served.registry.discover(
            page, tab, focus, selection, permissions, roles, tenant, domain, action, risk, limit=limit, offset=offset,
            locale=locale,
        )  # fmt: skip
    except UnknownName as error:
        raise CannotLook(str(error)) from error
    if api is not None:
        _put_tools(served.registry, found, api, locale, style)
    else:
        put(import_module(f"alvara.report.discovery_{style}").render(found))
    if style == "text":
        _tell_rest(found, offset)
    return served.code


def _put_tools(registry: Registry, found: Discovery, api: str, locale: str | None, style: str) -> None:
    from alvara.exports.portability import obstacles
    from alvara.exports.tool_arrays import APIS, tools_for
    from alvara.report.document_json import render as render_array
    from alvara.report.tools_json import render as render_tools

    chosen = APIS[_APIS.index(api)]
    locales = registry.locales if locale is None else (locale, *registry.locales)
    shown = [shown for each in found.capabilities if (shown := registry.get_capability(each.id)) is not None]
    tools = tools_for(chosen, shown, locales)
    warnings = obstacles(chosen, shown, locales)
    if style == "json":
        put(render_tools(chosen, found.total, tools, warnings))
        return
    put(render_array(tools))
    for warning in warnings:
        names = ", ".join(f"`{name}`" for name in warning.tools[:_SHOWN])
        more = f" and {len(warning.tools) - _SHOWN} more" if len(warning.tools) > _SHOWN else ""
        say(f"warning[{warning.code}] {warning.message}{f' ({names}{more})' if names else ''}")


def _tell_rest(found: Discovery, offset: int) -> None:
    """Say what is not listed."""
    last = offset + len(found.capabilities)
    if not found.total:
        say("nothing applies")
    elif not found.capabilities:
        say(f"nothing is left: {found.total:,} apply")
    elif len(found.capabilities) < found.total:
        more = f"; `--offset {last}` goes on" if last < found.total else ""
        say(f"{offset + 1:,} to {last:,} of {found.total:,}{more}")
