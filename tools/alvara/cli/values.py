"""What a command is given in files, or on standard input: JSON values, read strictly, whole, and only so far."""

import json
import os
import re
import stat
import sys
from typing import Any

from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.conditions.canonical import DEEP, INEXACT, LARGE, Unread
from alvara.decisions.request import Confirmed
from alvara.documents.document import HARMLESS, Document
from alvara.documents.load import load

LARGEST = 1 << 20
"""Bytes of a file. Nothing that is decided on is larger, and nothing larger is parsed."""

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")

_LARGEST_ANSWER = 16 << 20
"""Bytes of an earlier answer: its record holds the whole request."""


class Files:
    """The files of one command, as seen from the folder that it works in or from where it is called."""

    def __init__(self, directory: str) -> None:
        """Take the folder; nothing is read yet."""
        self.directory = directory
        self.streamed = ""

    def value(self, option: str, path: str, most: int = LARGEST) -> Any:
        """Read a value; None where no file was named."""
        return read_value(option, self.path(option, path), most) if path else None

    def brought(self, option: str, path: str) -> Any:
        """Read a part of a request; None where no file was named."""
        return read_brought(option, self.path(option, path)) if path else None

    def confirmed(self, path: str) -> Confirmed | None:
        """Read what a user said yes to."""
        if not path:
            return None
        said = self.value("--confirmed", path, _LARGEST_ANSWER)
        question = said.get("confirmation") if isinstance(said, dict) else None
        held = (question.get("digest"), question.get("expiresAt")) if isinstance(question, dict) else (None, None)
        if not all(isinstance(text, str) for text in held):
            raise CannotLook(f"--confirmed {path}: it is no answer that asks for a confirmation")
        return Confirmed(str(held[0]), str(held[1]))

    def digests(self, path: str) -> frozenset[str]:
        """Read the digests that were used before. A list of anything else would let a yes be used twice."""
        used = read_lines("--spent", self.path("--spent", path)) if path else []
        for number, word in used:
            if not _DIGEST.fullmatch(word):
                raise CannotLook(f"--spent {path}:{number}: it is not a list of digests, one a line")
        return frozenset([word for _, word in used])

    def path(self, option: str, path: str) -> str:
        """Give the path of a file: below the folder that the command works in, else as it was given."""
        if path == "-":
            if self.streamed:
                raise CannotLook(f"{self.streamed} and {option} cannot both be read from standard input")
            self.streamed = option
            return path
        there = os.path.join(self.directory, path)
        return there if os.path.lexists(there) else path


def read_value(option: str, path: str, most: int) -> Any:
    """Read a JSON or YAML file, or standard input for `-`. Raises `CannotLook` with the place of what is wrong."""
    return _value(load_value(option, path, most), option, path)


def read_brought(option: str, path: str) -> Any:
    """Read a value that a request brings: what is a value, but none to decide on, is so refused by whoever decides.

    It is `Unread` then, and a note names the place. Raises `CannotLook` where there is no value to be had.
    """
    data = _bytes(option, path, LARGEST)
    if len(data) > LARGEST:
        say(f"{option} {path}: it has more than {LARGEST:,} bytes, and is not parsed")
        return Unread(LARGE)
    document = _loaded(data)
    wrong = [problem for problem in document.problems if problem.rule not in HARMLESS]
    if wrong and all(problem.rule in _REFUSED for problem in wrong):
        span = wrong[0].span
        say(f"{option} {path}:{span.line}:{span.column}: {wrong[0].message}")
        return Unread(_REFUSED[wrong[0].rule])
    try:
        return _value(document, option, path)
    except _NoNumber as error:
        say(str(error))
        return Unread(INEXACT)


_REFUSED = {"unsafe-number": INEXACT, "too-deep": DEEP}
"""What is wrong with a value that could be read, by the rule that finds it in a file of the registry."""


def _value(document: Document, option: str, path: str) -> Any:
    for problem in document.problems:
        if problem.rule not in HARMLESS:
            span = problem.span
            raise CannotLook(f"{option} {path}:{span.line}:{span.column}: {problem.message}")
    if not path.endswith((".yaml", ".yml")) and document.text.lstrip("\ufeff \t\r\n")[:1] in ("{", "["):
        _check_json(option, path, document.text)
    return document.value


def load_value(option: str, path: str, most: int) -> Document:
    """Read a file as a document. Raises `CannotLook` where it cannot be opened, or is too large."""
    data = _bytes(option, path, most)
    if len(data) > most:
        raise CannotLook(f"{option} {path}: it has more than {most:,} bytes, and is not parsed")
    return _loaded(data)


def _loaded(data: bytes) -> Document:
    is_json = data.lstrip()[:1] in (b"{", b"[")
    return load("value.json" if is_json else "value.yaml", data)


def _check_json(option: str, path: str, text: str) -> None:
    """Refuse what only YAML takes for a value, such as `NaN`, which would be a text there."""
    try:
        json.loads(text.lstrip("\ufeff"), parse_constant=_refuse)
    except json.JSONDecodeError as error:
        where, words = f"{error.lineno}:{error.colno}", error.msg[:1].lower() + error.msg[1:]
        raise CannotLook(f"{option} {path}:{where}: this is no JSON: {words}") from error
    except _Constant as error:
        found = _CONSTANT.search(text)
        before = text[: found.start(1) if found else 0]
        where = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise _NoNumber(f"{option} {path}:{where}: `{error}` is no JSON") from error


class _NoNumber(CannotLook):
    """There is a number that only some readers of JSON take."""


class _Constant(Exception):
    pass


_CONSTANT = re.compile(r"[\[:,]\s*(-?(?:NaN|Infinity))")


def _refuse(constant: str) -> None:
    raise _Constant(constant)


def read_lines(option: str, path: str) -> list[tuple[int, str]]:
    """Read a file of one word a line, each with the number of its line, without empty ones. Raises `CannotLook`."""
    data = _bytes(option, path, _LONGEST_LIST)
    if len(data) > _LONGEST_LIST:
        raise CannotLook(f"{option} {path}: it has more than {_LONGEST_LIST:,} bytes")
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError as error:
        raise CannotLook(f"{option} {path}: it is not a list of digests, one a line") from error
    return [(number, word) for number, line in enumerate(lines, 1) if (word := line.strip())]


_LONGEST_LIST = 64 << 20


def _bytes(option: str, path: str, most: int) -> bytes:
    """Read one byte more than is taken, so that no file and no pipe fills the memory."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise CannotLook(f"{option} -: there is no standard input")
            return sys.stdin.buffer.read(most + 1)
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise CannotLook(f"{option} {path}: it is a folder")
        with open(path, "rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise CannotLook(f"{option} {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise CannotLook(f"{option} {path!r}: {error}") from error
