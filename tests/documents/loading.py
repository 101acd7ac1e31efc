"""Loading a text in a test, and saying briefly what came of it."""

from alvara.documents.document import Document, Problem
from alvara.documents.load import load

Place = tuple[int, int]


def document(text: str | bytes) -> Document:
    """Load a text as a file."""
    return load("work-permit.yaml", text if isinstance(text, bytes) else text.encode())


def only_problem(text: str | bytes) -> Problem:
    """Load a text that has one problem."""
    (problem,) = document(text).problems
    return problem


def marked(text: str, problem: Problem) -> str:
    """Give the characters that a problem points at."""
    line = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[problem.span.line - 1]
    return line[problem.span.column - 1 : problem.span.end_column - 1]
