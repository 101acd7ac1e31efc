"""Commands that a page or a recipe shows, parsed by the verb that they call, without running it."""

import re
import shlex

import click

from alvara.cli.group import Verbs

_CALL = re.compile(r"^(?:- )?(alvara .*)$", re.MULTILINE)
_SHELL = re.compile(r" (?:>|\|\||&&|\|) ")


def commands_in(script: str) -> list[list[str]]:
    """List the words of every call of alvara that starts a line; one that ends in a backslash goes on."""
    joined = script.replace("\\\n", " ")
    calls = (shlex.split(_SHELL.split(call)[0], comments=True) for call in _CALL.findall(joined))
    return [words[1:] for words in calls]


def accept(words: list[str]) -> None:
    """Raise what click raises where there is no such verb, or where it has no such option or value."""
    verb, *rest = words
    command = Verbs().get_command(click.Context(Verbs()), verb)
    if command is None:
        raise click.UsageError(f"there is no verb {verb}")
    if isinstance(command, click.Group):
        verb, *rest = rest
        command = command.get_command(click.Context(command), verb)
        if command is None:
            raise click.UsageError(f"there is no verb {' '.join(words[:2])}")
    command.make_context(verb, rest)
