"""`alvara find`: definitions by their words."""

from importlib import import_module

import click

from alvara.cli.laid import bundle_option, lay_out_asked
from alvara.cli.output import say
from alvara.cli.reading import exit_code
from alvara.cli.streams import put
from alvara.identity.suggestions import did_you_mean
from alvara.model.lifecycle import CAPABILITY_STATUSES
from alvara.registry.finding import Query, find, may_hold, passes
from alvara.registry.lookup import KINDS

_TYPES = (
    *("domain", "entity", "field", "component", "collection", "page", "section", "workflow", "rule", "api"),
    *("atomic", "composite", "deny", "require-confirmation", "allow"),
)
"""Of resources and of capabilities; a policy's type is its effect."""


@click.command("find", short_help="Find resources, capabilities and policies by their words.")
@click.argument("text", metavar="[TEXT]...", nargs=-1)
@click.option("--kind", "kinds", metavar="KIND,...", default="", help="Only these: resource, capability, policy.")
@click.option("--type", "types", metavar="TYPE,...", default="", help="Only these types, such as field or composite.")
@click.option("--domain", "domains", metavar="DOMAIN,...", default="", help="Only these domains.")
@click.option("--status", "statuses", metavar="STATUS,...", default="", help="Only these statuses.")
@bundle_option
@click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")
@click.pass_obj
def command(
    directory: str, text: tuple[str, ...], kinds: str, types: str, domains: str, statuses: str, bundle: str, style: str,
) -> int:  # fmt: skip
    """Find what has the words of TEXT in its ID, aliases, name, labels or synonyms; without TEXT, everything.

    Case and accents do not count, and the beginning of a word is enough.

    \b
    Example:
      alvara find prazo --type field

    Exit codes: 0 looked, whatever was found; 2 could not look.
    """
    query = Query(" ".join(text), *(_listed(values) for values in (kinds, types, domains, statuses)))
    _check_words(query)
    found = lay_out_asked(directory, bundle)
    written = found.written(lambda entity: passes(entity, query), lambda text: may_hold(text, query))
    matches = find(written, query, found.config.locales)
    put(import_module(f"alvara.report.find_{style}").render(matches))
    if not matches:
        say("nothing fits")
    return exit_code(found)


def _listed(values: str) -> tuple[str, ...]:
    return tuple(value for part in values.split(",") if (value := part.strip()))


def _check_words(query: Query) -> None:
    """Refuse a filter that nothing can ever pass."""
    filters = (
        ("kind", query.kinds, KINDS),
        ("type", query.types, _TYPES),
        ("status", query.statuses, CAPABILITY_STATUSES),
    )
    for name, given, known in filters:
        for word in given:
            if word not in known:
                tip = did_you_mean(word, known)
                raise click.UsageError(f"there is no {name} `{word}`; {tip or 'known: ' + ', '.join(known)}")
