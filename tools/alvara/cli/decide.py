"""`alvara decide`: may this user do this, to this record, with this input, now."""

from typing import TYPE_CHECKING

import click

from alvara.cli.decidable import open_decidable, whole_registry
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say
from alvara.cli.streams import put
from alvara.cli.values import Files
from alvara.decisions.request import Request

if TYPE_CHECKING:
    from alvara.decisions.decision import Decision


@click.command("decide", short_help="Decide whether a user may do something, and say why.")
@click.argument("capability", metavar="CAPABILITY")
@click.option("--input", "input_file", metavar="FILE", required=True, help="The input of the call: JSON, or `-`.")
@click.option("--principal", "principal_file", metavar="FILE", required=True, help="The user: id, tenant, roles, ….")
@click.option("--resource", "resource_file", metavar="FILE", default="", help="The record that the input names.")
@click.option("--context", "context_file", metavar="FILE", default="", help="Where and how the call is asked for.")
@click.option("--confirmed", "confirmed_file", metavar="FILE", default="", help="The earlier answer, said yes to.")
@click.option("--spent", "spent_file", metavar="FILE", default="", help="Digests that were used before, one a line.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Decide as of this moment instead of now.")
@click.option("--bundle", metavar="DIR|TAR", default="", help="Decide by this bundle instead of the files on disk.")
@click.option("--view", type=click.Choice(("audit", "agent")), default="audit", help="Whom the answer is for.")
@click.option("--explain", is_flag=True, help="Show every condition that was judged; the JSON always does.")
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, capability: str, input_file: str, principal_file: str, resource_file: str, context_file: str,
    confirmed_file: str, spent_file: str, moment: str, bundle: str, view: str, explain: bool, style: str,
) -> int:  # fmt: skip
    """Decide whether a call may be made: deny, blocked, confirm or allow, with the reasons. Nothing is changed.

    CAPABILITY is an ID, an alias, or ID@MAJOR. Files hold JSON or YAML of at most 1 MiB; `-` is standard input.

    The agent's view has codes and the question to its user; the auditor's has the whole record, in which values are
    masked that `observability.redact` or `x-sensitive` name. Keep the JSON of that: `alvara replay` decides it again.

    \b
    Example:
      alvara decide workPermit.updateValidity --input input.json --principal user.json --resource permit.json

    Exit codes: 0 allow or confirm; 1 blocked or deny; 2 could not look.
    """
    if explain and view == "agent":
        raise CannotLook("--explain is for auditors; an agent is told codes only")
    read = Files(directory)
    request = Request(
        read.brought("--input", input_file), read.brought("--principal", principal_file), asked_or_now(moment),
        read.brought("--resource", resource_file), read.brought("--context", context_file),
        read.confirmed(confirmed_file), read.digests(spent_file),
    )  # fmt: skip
    from alvara.decisions.views import agent_view
    from alvara.report import decision_json, decision_text

    decision = decide_in(directory, bundle, capability, request)
    if style == "json":
        put(decision_json.render(agent_view(decision) if view == "agent" else decision.as_json()))
    elif view == "agent":
        put(decision_text.render_for_agent(agent_view(decision)))
    else:
        put((decision_text.explain if explain else decision_text.render)(decision))
    return 0 if decision.outcome in ("allow", "confirm") else 1


def decide_in(directory: str, bundle: str, capability: str, request: Request) -> "Decision":
    """Decide by a tree or a bundle. Raises `CannotLook`."""
    from alvara.app.charters import charter_for, find_capability, hint
    from alvara.decisions.deciding import decide, refuse_unknown

    registry = open_decidable(directory, bundle)
    with whole_registry():
        found = find_capability(registry, capability)
        if found is None:
            tip = hint(registry, capability)
            say(f"there is no capability `{capability}`{'; ' + tip if tip else ''}")
            return refuse_unknown(capability, registry.source, request)
        return decide(charter_for(registry, found), request)
