"""A verb of several commands, listed in the order in which people come to need them."""

import click


class Steps(click.Group):
    """Lists its commands as they were added; click itself would sort them by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands."""
        return list(self.commands)
