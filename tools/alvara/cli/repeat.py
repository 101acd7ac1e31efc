"""An unchanged registry gets the answer it got before, without a library being imported."""

from alvara.adapters.answers import Question, find_root
from alvara.cli.streams import put, put_error

_CONFIG = "alvara.yaml"  # alvara.model.filekind.CONFIG, whose import would cost more than the answer


def ask(arguments: list[str]) -> tuple[Question | None, str, list[str]]:
    """Put a call of `check` as a question, where the arguments say plainly which registry it is about.

    Returns the question, the folder, and the arguments behind the verb.
    """
    directory, rest = ".", arguments
    if rest[0] == "-C" and len(rest) > 2:
        directory, rest = rest[1], rest[2:]
    if rest[0] != "check":
        return None, directory, rest
    root = find_root(directory, _CONFIG)
    return None if root is None else Question(arguments, root), directory, rest[1:]


def is_plain(options: list[str]) -> bool:
    """Whether a call needs no command line read: it asks for nothing but a check, perhaps with a base."""
    if len(options) == 2 and options[0] == "--base":
        return options[1] != "" and not options[1].startswith("-")
    return options == [] or (len(options) == 1 and options[0].startswith("--base=") and options[0] != "--base=")


def base_of(options: list[str]) -> str | None:
    """Give the base that a plain call asks for."""
    return options[-1].removeprefix("--base=") if options else None


def repeat(question: Question) -> int | None:
    """Print the answer that was given before and return its exit code, or None where there is none."""
    answer = question.answer()
    if answer is None:
        return None
    output, errors, code = answer
    print_answer(output, errors)
    return code


def print_answer(output: str, errors: str) -> None:
    """Print an answer. What is said beside the report is said even where the report is lost."""
    try:
        put(output)
    finally:
        put_error(errors)
