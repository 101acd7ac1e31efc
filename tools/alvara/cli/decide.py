"""`alvara decide`: may this user do this, to this record, with this input, now."""

import os
import re
from typing import TYPE_CHECKING, Any

import click

from alvara.cli.decidable import open_decidable
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_now
from alvara.cli.output import say
from alvara.cli.streams import put
from alvara.cli.values import LARGEST, read_lines, read_value
from alvara.decisions.request import Confirmed, Request

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
        read.value("--input", input_file), read.value("--principal", principal_file), asked_or_now(moment),
        read.value("--resource", resource_file), read.value("--context", context_file),
        read.confirmed(confirmed_file), read.digests(spent_file),
    )  # fmt: skip
    from alvara.decisions.views import agent_view, audit_view
    from alvara.report import decision_json, decision_text

    decision = decide_in(directory, bundle, capability, request)
    if style == "json":
        put(decision_json.render((agent_view if view == "agent" else audit_view)(decision)))
    elif view == "agent":
        put(decision_text.render_for_agent(agent_view(decision)))
    else:
        put((decision_text.explain if explain else decision_text.render)(decision))
    return 0 if decision.outcome in ("allow", "confirm") else 1


def decide_in(directory: str, bundle: str, capability: str, request: Request) -> "Decision":
    """Decide by a tree or a bundle. Raises `CannotLook`."""
    from alvara.app.charters import Undecidable, charter_for, find_capability, hint
    from alvara.decisions.deciding import decide, refuse_unknown

    registry = open_decidable(directory, bundle)
    try:
        found = find_capability(registry, capability)
        if found is None:
            tip = hint(registry, capability)
            say(f"there is no capability `{capability}`{'; ' + tip if tip else ''}")
            return refuse_unknown(capability, registry.source, request)
        return decide(charter_for(registry, found), request)
    except Undecidable as error:
        raise CannotLook(f"{error}; nothing is decided on half a registry") from error


_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")

_LARGEST_ANSWER = 16 << 20
"""Bytes of an earlier answer: its record holds the whole request."""


class Files:
    """The files of one command, as seen from the folder that it works in or from where it is called."""

    def __init__(self, directory: str) -> None:
        """Take the folder; nothing is read yet."""
        self.directory = directory
        self.streamed = ""

    def value(self, option: str, path: str, most: int = LARGEST) -> Any:
        """Read a value; None where no file was named."""
        return read_value(option, self.path(option, path), most) if path else None

    def confirmed(self, path: str) -> Confirmed | None:
        """Read what a user said yes to."""
        if not path:
            return None
        said = self.value("--confirmed", path, _LARGEST_ANSWER)
        question = said.get("confirmation") if isinstance(said, dict) else None
        held = (question.get("digest"), question.get("expiresAt")) if isinstance(question, dict) else (None, None)
        if not all(isinstance(text, str) for text in held):
            raise CannotLook(f"--confirmed {path}: it is no answer that asks for a confirmation")
        return Confirmed(str(held[0]), str(held[1]))

    def digests(self, path: str) -> frozenset[str]:
        """Read the digests that were used before. A list of anything else would let a yes be used twice."""
        used = read_lines("--spent", self.path("--spent", path)) if path else []
        for number, word in used:
            if not _DIGEST.fullmatch(word):
                raise CannotLook(f"--spent {path}:{number}: it is not a list of digests, one a line")
        return frozenset([word for _, word in used])

    def path(self, option: str, path: str) -> str:
        """Give the path of a file: below the folder that the command works in, else as it was given."""
        if path == "-":
            if self.streamed:
                raise CannotLook(f"{self.streamed} and {option} cannot both be read from standard input")
            self.streamed = option
            return path
        there = os.path.join(self.directory, path)
        return there if os.path.lexists(there) else path
