"""`alvara replay`: decide again what a record is of, and see whether it comes out the same."""

import json
from typing import TYPE_CHECKING, Any

import click

from alvara.adapters.published import read_schema
from alvara.cli.decidable import open_decidable, whole_registry
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.streams import put
from alvara.cli.values import Files

if TYPE_CHECKING:
    from alvara.decisions.decision import Decision
    from alvara.decisions.replaying import Difference

LARGEST = 16 << 20
"""Bytes of a record: it holds a request whole, and of each condition what that read."""

_MOST_SHOWN = 20


@click.command("replay", short_help="Decide again what a record is of.")
@click.argument("trace", metavar="TRACE")
@click.option("--input", "input_file", metavar="FILE", default="", help="The input as it was, where it is masked.")
@click.option("--principal", "principal_file", metavar="FILE", default="", help="The user as they were.")
@click.option("--resource", "resource_file", metavar="FILE", default="", help="The record as it was.")
@click.option("--context", "context_file", metavar="FILE", default="", help="The context as it was.")
@click.option("--bundle", metavar="DIR|TAR", default="", help="Decide by this bundle instead of the files on disk.")
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, trace: str, input_file: str, principal_file: str, resource_file: str, context_file: str,
    bundle: str, style: str,
) -> int:  # fmt: skip
    """Decide again what TRACE is of: what `alvara decide --format json` printed, or its `trace`; `-` is standard input.

    It is the same where the record comes out byte for byte. What is masked cannot be read again: where nothing that
    decides reads it, what was recorded of its validity stands; else the original has to be given, and has to have the
    digest that was recorded.

    \b
    Examples:
      alvara replay decision.json --bundle dist/bundle
      alvara replay decision.json --input input.json

    Exit codes: 0 the same; 1 it differs; 2 not a record, or it cannot be decided again.
    """
    read = Files(directory)
    said = read.value("TRACE", trace, LARGEST)
    recorded = _trace_in(said, trace)
    given = {"input": input_file, "principal": principal_file, "resource": resource_file, "context": context_file}
    originals = {root: read.value(f"--{root}", path) for root, path in given.items() if path}
    from alvara.decisions.replaying import differences

    decision, standing = _again(directory, bundle, recorded, originals)
    now: Any = decision.trace
    if recorded is not said:
        now = _as_recorded(decision.as_json(), said)
    found = differences(said, now)
    if style == "json":
        from alvara.report.decision_json import render

        listed = [difference._asdict() for difference in found]
        put(render({"format": "alvara.replay/1", "same": not found, "differences": listed, "standing": list(standing)}))
    else:
        put(_told(found, decision))
    for root in standing:
        say(f"the {root} is masked in part: its digest is not checked, and what was recorded of its validity stands")
    return int(bool(found))


def _again(
    directory: str, bundle: str, recorded: dict[str, Any], originals: dict[str, Any]
) -> tuple["Decision", tuple[str, ...]]:
    from alvara.app.charters import charter_for, find_capability
    from alvara.decisions.replaying import NotReplayable, replay, replay_unknown

    registry = open_decidable(directory, bundle)
    asked = recorded["capability"]
    name = asked["id"] if asked["version"] is None else f"{asked['id']}@{asked['version'].partition('.')[0]}"
    try:
        with whole_registry():
            found = find_capability(registry, name)
            if found is None or asked["version"] is None:
                return replay_unknown(asked["id"], registry.source, recorded), ()
            return replay(charter_for(registry, found), recorded, originals)
    except NotReplayable as error:
        raise CannotLook(str(error)) from error


def _trace_in(said: Any, path: str) -> dict[str, Any]:
    """Give the record that a document is, or holds. Raises `CannotLook` for any other."""
    from alvara.subschemas.instances import Instances

    schema = json.loads(read_schema("output/decision-1"))
    whole = isinstance(said, dict) and said.get("format") == schema["properties"]["format"]["const"]
    judged = schema if whole else {"$ref": "#/$defs/trace", "$defs": schema["$defs"]}
    objection = Instances(judged).objection(said)
    if objection is None and whole and "trace" not in said:
        objection = "an agent's view has no `trace`"
    if objection is not None:
        raise CannotLook(f"{path}: this is no record of a decision: {objection}")
    held: dict[str, Any] = said["trace"] if whole else said
    return held


def _as_recorded(now: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """Take over the words of the question where what stood in them is masked: they are not to be had again."""
    if said["trace"].get("masked") and now["confirmation"] and said["confirmation"]:
        return {**now, "confirmation": {**now["confirmation"], "message": said["confirmation"]["message"]}}
    return now


def _told(found: "list[Difference]", decision: "Decision") -> str:
    from alvara.report.escape import one_line

    if not found:
        return one_line(f"the same: {decision.outcome}, {decision.trace.get('decisionId')}") + "\n"
    lines = [f"{d.pointer}: was {_short(d.recorded)}, is {_short(d.now)}" for d in found[:_MOST_SHOWN]]
    if len(found) > _MOST_SHOWN:
        lines.append(f"and {len(found) - _MOST_SHOWN} more; `--format json` lists all")
    return "".join(f"{one_line(line)}\n" for line in lines)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= 160 else f"{text[:160]}…"
