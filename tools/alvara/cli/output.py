"""What is said beside the result of a run: lines of our own, to standard error."""

from collections.abc import Iterable

from alvara.cli.streams import put_error
from alvara.report.escape import one_line


def say(text: str) -> None:
    """Print a line of our own about the run."""
    put_error(f"alvara: {one_line(text)}\n")


def refusal(word: str) -> str:
    """Say in a line what could not be opened. However long the path is, the reason behind it is shown."""
    path, _, reason = word.rpartition(": ")
    return f"alvara: could not open {one_line(path)}: {one_line(reason)}\n"


def tell_refused(words: Iterable[str]) -> None:
    """Say what could not be opened. What a partial clone left out is told once, with the command that brings it."""
    from alvara.adapters.revision import LEFT_OUT, PARTIAL  # most runs have nothing to do with git

    left_out = []
    for word in words:
        if word.rpartition(": ")[2].startswith(LEFT_OUT):
            left_out.append(word)
        else:
            put_error(refusal(word))
    if left_out:
        others = f", and {len(left_out) - 1} more files are not here" if len(left_out) > 1 else ""
        put_error(f"{refusal(left_out[0])[:-1]}{others}; {PARTIAL}\n")
