"""One command through the command-line library."""

import click

from alvara.adapters.answers import Question
from alvara.cli.errors import CannotLook
from alvara.cli.group import alvara
from alvara.cli.streams import put_error


def run(arguments: list[str], question: Question | None = None) -> int:
    """Run a command and return its exit code. Raises `CannotLook` where the arguments make no sense."""
    try:
        code = alvara.main(args=arguments, prog_name="alvara", standalone_mode=False, obj=question)
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.exceptions.NoArgsIsHelpError as error:
        put_error(f"{error.format_message()}\n")
        return 2
    except SystemExit:  # how the library answers a reader of its help who left
        raise BrokenPipeError from None
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "alvara"
        raise CannotLook(f"{error.format_message()} (see `{command} --help`)") from error
    except click.ClickException as error:
        raise CannotLook(error.format_message()) from error
    except ValueError as error:
        from alvara.bundle.wire import DamagedBundle  # most runs have nothing to do with bundles

        if not isinstance(error, DamagedBundle):
            raise
        raise CannotLook(f"the bundle cannot be asked: {error}") from error
    return code if isinstance(code, int) else 0
