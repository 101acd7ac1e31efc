"""One command from start to exit code: troubles of every sort end in a sentence, never in a traceback."""

import gc
import os
import sys
import tempfile
import traceback

import click

from alvara.adapters.answers import Question
from alvara.cli.errors import CannotLook
from alvara.cli.group import alvara
from alvara.report.escape import one_line


def run(arguments: list[str], question: Question | None = None) -> int:
    """Run a command. 0, 1 and 2 are as the verbs say; 3 is a bug in alvara; 130 an interrupt."""
    gc.disable()  # one short run: collecting costs more than it frees
    try:
        code = alvara.main(args=arguments, prog_name="alvara", standalone_mode=False, obj=question)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.exceptions.Abort:
        return 130
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "alvara"
        return _refuse(f"{error.format_message()} (see `{command} --help`)")
    except click.ClickException as error:
        return _refuse(error.format_message())
    except CannotLook as error:
        return _refuse(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads any more: leave quietly
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception:
        return _confess()


def _refuse(reason: str) -> int:
    """Say in one line why nothing was done."""
    sys.stderr.write(f"alvara: {one_line(reason)}\n")
    return 2


def _confess() -> int:
    """Write the traceback where it can be sent from, and say so in a line."""
    handle, path = tempfile.mkstemp(prefix="alvara-bug-", suffix=".txt", text=True)
    with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
        traceback.print_exc(file=file)
    sys.stderr.write(f"alvara: this is a bug in alvara, not in your files; the details are in {path}\n")
    return 3
