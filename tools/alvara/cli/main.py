"""The entry point: what needs no command-line library is answered before one is imported."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        from alvara import __version__

        sys.stdout.write(f"alvara {__version__}\n")
        return 0
    question = None
    if "check" in given[:3]:
        from alvara.cli.repeat import ask, repeat

        question = ask(given)
        if question is not None and (code := repeat(question)) is not None:
            return code
    from alvara.cli.run import run

    return run(given, question)
