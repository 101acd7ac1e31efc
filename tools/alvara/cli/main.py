"""The entry point: what needs no command-line library is done before one is imported."""

import errno
import gc
import os
import sys

from alvara.cli.errors import CannotLook
from alvara.cli.streams import give_up, open_closed, put, put_error


def main(arguments: list[str] | None = None) -> int:
    """Run one command. 0, 1 and 2 are as the verbs say; 3 is a bug in alvara; 130 an interrupt."""
    given = sys.argv[1:] if arguments is None else arguments
    if sys.stdin is None or sys.stdout is None or sys.stderr is None:
        open_closed()
    if arguments is None:
        gc.disable()  # one short run in a process of its own: collecting costs more than it frees
    try:
        if arguments is None and (sys.getfilesystemencoding() != "utf-8" or sys.flags.optimize > 1):
            _start_over()
        code = _run(given)
        put("")
        return code
    except CannotLook as error:
        return _refuse(str(error))
    except BrokenPipeError:
        give_up(1)
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _refuse_for_the_system(error)
    except Exception:
        return _confess()


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        from alvara import __version__

        put(f"alvara {__version__}\n")
        return 0
    question = None
    if "check" in arguments[:3]:
        from alvara.cli.repeat import ask, base_of, is_plain, repeat

        question, directory, rest = ask(arguments)
        if question is not None:
            if (code := repeat(question)) is not None:
                return code
            if is_plain(rest):
                from alvara.cli.checking import Options, check

                return check(directory, Options(base=base_of(rest)), question)
    from alvara.cli.run import run

    return run(arguments, question)


def _start_over() -> None:
    """Run the same command in an interpreter that reads the names of files and our own words.

    In Python's UTF-8 mode names are the same under every locale; the help of commands, and the ways out that findings
    name, are docstrings, which `PYTHONOPTIMIZE=2` would leave out.
    """
    if sys.executable and (sys.getfilesystemencoding() != "utf-8" or "PYTHONOPTIMIZE" in os.environ):
        surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
        command = [sys.executable, "-X", "utf8", *sys.orig_argv[1:]]
        os.execve(sys.executable, command, surroundings)  # noqa: S606 - ourselves
    if sys.flags.optimize > 1:
        raise CannotLook("Python's option -OO leaves out the words of help and of findings; start alvara without it")


def _refuse(reason: str) -> int:
    """Say in one line why nothing was done."""
    from alvara.report.escape import LONGEST, one_line

    if len(reason) > LONGEST:  # a name at the beginning, and behind it what is the matter with it
        reason = f"{reason[: LONGEST // 2]}…{reason[1 - LONGEST // 2 :]}"
    put_error(f"alvara: {one_line(reason)}\n")
    return 2


def _refuse_for_the_system(error: OSError) -> int:
    """Pass on why the system did not let us go on, and about which file."""
    where, reason = error.filename, str(error.strerror or error)
    if where is None and error.errno == errno.ENOSPC:  # the command-line library prints its help itself
        give_up(1)
        where = "standard output"
    return _refuse(reason if where is None else f"{where}: {reason}")


def _confess() -> int:
    """Write the traceback where it can be sent from, and say so in a line."""
    import tempfile
    import traceback

    try:
        handle, path = tempfile.mkstemp(prefix="alvara-bug-", suffix=".txt", text=True)
        with open(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            traceback.print_exc(file=file)
    except OSError as error:
        path = f"no file: {error.strerror}"
    put_error(f"alvara: this is a bug in alvara, not in your files; the details are in {path}\n")
    return 3
