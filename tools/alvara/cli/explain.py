"""`alvara explain`: the page of a rule."""

import click

from alvara.adapters.shipped import read_page
from alvara.cli.errors import CannotLook
from alvara.cli.streams import put
from alvara.identity.suggestions import did_you_mean
from alvara.report.rule_page import render
from alvara.rules import rule_named, rule_names


@click.command("explain", short_help="Show the page of a rule.")
@click.argument("rule", metavar="RULE")
def command(rule: str) -> int:
    """Show what a rule finds, why that is bad, how to fix it, and an example.

    \b
    Example:
      alvara explain broken-binding

    Exit codes: 0 shown; 2 there is no such rule.
    """
    names = rule_names()
    if rule not in names:
        tip = did_you_mean(rule, names) or "`alvara rules` lists them"
        raise CannotLook(f"there is no rule `{rule}`; {tip}")
    put(read_page(rule) or render(rule_named(rule)))
    return 0
