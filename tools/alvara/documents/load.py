"""YAML text to plain values and what is wrong with it: plain text by the fast parser, all else by the strict one."""

from itertools import chain, islice

from alvara.documents.composition import decomposed_texts
from alvara.documents.cuts import cut_texts
from alvara.documents.document import MOST_PROBLEMS, Document, Problem
from alvara.documents.fast import DECLINED, parse, parse_json
from alvara.documents.text import decode, largest, parsable


def load(path: str, data: bytes) -> Document:
    """Read one file. Never raises: whatever is wrong with the text is in `Document.problems`."""
    text, problems = decode(data, largest(path))
    if not parsable(problems):
        return Document(path, text, None, problems)
    document = load_text(path, text)
    return Document(path, text, document.value, problems + document.problems)


def load_text(path: str, text: str, first_line: int = 1) -> Document:
    """Read text that has been decoded already, such as the front matter of a page."""
    value = parse_json(text) if path.endswith(".json") else parse(text)
    problems: tuple[Problem, ...] = ()
    if value is DECLINED:
        from alvara.documents.strict import read  # whole registries need it for no file

        value, problems = read(text, first_line)
    if value is not None:
        problems += second_look(text, first_line)
    return Document(path, text, value, problems, first_line)


def second_look(text: str, first_line: int) -> tuple[Problem, ...]:
    """List what is wrong with a text that parses. Sound text is seen to be so without parsing it again."""
    found = chain(cut_texts(text, first_line), decomposed_texts(text, first_line))
    return tuple(islice(found, MOST_PROBLEMS))
