"""The entry point: what needs no command-line library is answered before one is imported."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        from alvara import __version__

        sys.stdout.write(f"alvara {__version__}\n")
        return 0
    if arguments is None and sys.getfilesystemencoding() != "utf-8":
        _start_over_in_utf_8()
    question = None
    if "check" in given[:3]:
        from alvara.cli.repeat import ask, repeat

        question = ask(given)
        if question is not None and (code := repeat(question)) is not None:
            return code
    from alvara.cli.run import run

    return run(given, question)


def _start_over_in_utf_8() -> None:
    """Run the same command in Python's UTF-8 mode: the names of files are the same under every locale."""
    import os

    if sys.executable:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 - ourselves
