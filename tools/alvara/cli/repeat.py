"""An unchanged registry gets the answer it got before, without a library being imported."""

import sys

from alvara.adapters.answers import Question, find_root

_CONFIG = "alvara.yaml"  # alvara.model.filekind.CONFIG, whose import would cost more than the answer


def ask(arguments: list[str]) -> Question | None:
    """Put a call of `check` as a question, where the arguments say plainly which registry it is about."""
    directory = "."
    if arguments[0] == "-C" and len(arguments) > 2:
        directory, arguments = arguments[1], arguments[2:]
    if arguments[0] != "check":
        return None
    root = find_root(directory, _CONFIG)
    return None if root is None else Question(arguments, root)


def repeat(question: Question) -> int | None:
    """Print the answer that was given before and return its exit code, or None where there is none."""
    answer = question.answer()
    if answer is None:
        return None
    output, errors, code = answer
    say(output, errors)
    return code


def say(output: str, errors: str) -> None:
    """Print an answer."""
    sys.stdout.buffer.write(output.encode("utf-8", "backslashreplace"))
    sys.stdout.flush()
    sys.stderr.write(errors)
