"""`alvara rules`: the catalogue."""

import click

from alvara.cli.streams import put
from alvara.report.rule_catalogue import render_json, render_text
from alvara.rules import all_rules


@click.command("rules", short_help="List the rules of `check`.")
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
def command(style: str) -> int:
    """List all rules: how grave what they find is, on drafts too where that differs, and what it is.

    FIX marks those whose findings `alvara check --fix` mends where only one answer is right.

    \b
    Example:
      alvara rules --format json
    """
    put(render_json(all_rules()) if style == "json" else render_text(all_rules()))
    return 0
