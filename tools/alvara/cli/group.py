"""The group of verbs, each imported only when it is called."""

from importlib import import_module

import click

from alvara import __version__

VERBS = (
    "init", "new", "check", "diff", "explain", "rules", "fmt", "rename", "migrate", "promote", "bump",
    "approve", "reject", "revoke", "approvals", "root", "release", "bundle", "store", "get", "find", "discover",
    "resolve", "graph", "context", "coverage", "decide", "replay", "test", "serve",
)  # fmt: skip
"""In the order in which a newcomer meets them."""

QUESTION = "alvara.question"
"""Where the context keeps what was asked before the command line was parsed."""


class Verbs(click.Group):
    """Finds a verb in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the verbs."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a verb."""
        if cmd_name not in VERBS:
            return None
        command = import_module(f"alvara.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a verb, suggesting the one that was meant."""
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from alvara.identity.suggestions import did_you_mean

            tip = did_you_mean(args[0], VERBS)
            raise click.UsageError(f"there is no verb `{args[0]}`{'; ' + tip if tip else ''}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "-C",
    "directory",
    metavar="DIR",
    default=".",
    help="Work on the registry in DIR, or in its nearest parent that is one.",
)
@click.version_option(__version__, message="alvara %(version)s")
@click.pass_context
def alvara(ctx: click.Context, directory: str) -> None:
    """A permit office for agents: lint, bundle and query a Git repository of reviewed capabilities.

    Exit codes: 0 clean or done; 1 findings at or above the gate; 2 could not look; 3 a bug in alvara.
    """
    ctx.meta[QUESTION] = ctx.obj
    ctx.obj = directory
