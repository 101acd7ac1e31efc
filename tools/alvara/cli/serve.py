"""`alvara serve`: answer agents."""

import gc
import re
from importlib import import_module
from importlib.util import find_spec

import click

from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.served import bundle_option, open_served

_ADDRESS = re.compile(r"(?:(?P<host>\[[0-9a-f:]+\]|[0-9A-Za-z.-]+):)?(?P<port>[0-9]{1,5})")


@click.group("serve", short_help="Answer agents.")
def command() -> None:
    """Answer agents from the registry. Nothing that is served changes anything."""


@command.command("mcp", short_help="Serve the Model Context Protocol.")
@bundle_option
@click.option("--store", metavar="DIR|oci://HOST/REPO", default="", help="Answer from what is active in this store.")
@click.option("--http", "address", metavar="[HOST:]PORT", help="Serve HTTP on this machine instead of standard input.")
@click.option("--permissions", metavar="NAME,...", help="Whom it answers: what they hold. Else nothing is kept back.")
@click.option("--tenant", metavar="ID", help="The tenant of whom it answers; an empty text for somebody without one.")
@click.option("--locale", metavar="LOCALE", help="The language to prefer, such as pt-BR.")
@click.pass_obj
def mcp(
    directory: str, bundle: str, store: str, address: str | None, permissions: str | None, tenant: str | None,
    locale: str | None,
) -> int:  # fmt: skip
    """Serve the registry to agents: six tools that read, and addresses such as alvara://capability/ID.

    Without --bundle or --store, the files on disk as they are now. What is not offered to whom it answers is not named
    to them; a call cannot ask for more. Over HTTP it listens on this machine only; port 0 takes a free one, and the
    address is said on standard error.

    \b
    Examples:
      alvara serve mcp --store /var/lib/agents --permissions workPermit.read,workPermit.update --tenant t1
      alvara serve mcp --http 8765

    Exit codes: 0 the client went away; 2 could not serve.
    """
    if find_spec("mcp") is None:
        raise CannotLook("the protocol's SDK is not installed; `pip install 'alvara[mcp]'` installs it")
    place = None if address is None else _place(address)
    served = open_served(directory, bundle, store)
    if locale is not None and locale not in served.registry.locales:
        raise CannotLook(f"there is no locale `{locale}`; there are {', '.join(served.registry.locales)}")
    from alvara.adapters.published import read_output_schema
    from alvara.mcp.window import Window
    from alvara.registry.caller import caller_of

    window = Window(served.registry, caller_of(permissions, tenant=tenant), locale)
    server = import_module("alvara.mcp.server").server_of(window, read_output_schema)
    transports = import_module("alvara.mcp.transports")
    import_module("alvara.mcp.logs").tell_by(say)
    gc.enable()  # which one short command does without
    if place is None:
        transports.serve_stdio(server)
        return 0
    host, port = place
    try:
        transports.serve_http(server, host, port, lambda where: say(f"serving {where}"))
    except OSError as error:
        raise CannotLook(f"{address}: {error.strerror or error}") from error
    return 0


def _place(address: str) -> tuple[str, int]:
    """Read where to listen. Raises `CannotLook` for any other machine than this."""
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found["port"]) > 65535:
        raise CannotLook(f"--http takes a port, or a host and a port, such as 8765 or 127.0.0.1:8765, not `{address}`")
    host = (found["host"] or "127.0.0.1").strip("[]")
    if host not in ("127.0.0.1", "localhost", "::1"):
        raise CannotLook(f"`{host}` can be reached from other machines; it serves 127.0.0.1, localhost and [::1] only")
    return "127.0.0.1" if host == "localhost" else host, int(found["port"])
