"""A page that is walked through: its files are written, its commands run, and what they print stands below them.

Three sorts of blocks: after a line that ends in a path (`like this`:) the content of that file, or, as a `diff`, lines
of it to change; `sh` are commands, where `# exits 1` says how one ends that does not end well; a block that directly
follows commands is what they print.
"""

import hashlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
MOMENT = "2026-03-02T09:00:00Z"
"""When every commit is made: `alvara` judges as of that."""

_FENCE = re.compile(r"^(`{3,})([a-z]*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_PATH = re.compile(r"`([^`\s]+)`:\s*$")
_EXITS = re.compile(r"\s+# exits (\d)$")
_COMMIT = re.compile(r"\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{12})\b")


class Block(NamedTuple):
    """A fenced block: where it stands in the page, its language, what is in it, and the text before it."""

    start: int
    end: int
    language: str
    text: str
    lead: str


class Misled(AssertionError):
    """A reader who does what the page says gets somewhere else; the text says where."""


def walk(page: str, folder: Path) -> str:
    """Do what a page says, in an empty folder; give the page with what is really printed. Raises `Misled`."""
    reader = _Reader(folder)
    written, at, printed = [], 0, ""
    for block in blocks_of(page):
        if block.language == "sh":
            printed = reader.run(block.text)
        elif (named := _PATH.search(block.lead)) is not None:
            reader.write(named[1], block)
        elif printed and not block.lead.strip():
            fence = "````" if "```" in printed else "```"
            written += [page[at : block.start], f"{fence}{block.language}\n{printed}{fence}"]
            at, printed = block.end, ""
        else:
            raise Misled(f"nothing is done with this block, and no command printed it:\n{block.text}")
    return "".join((*written, page[at:]))


def blocks_of(page: str) -> Iterator[Block]:
    """Find the fenced blocks of a page."""
    end = 0
    for found in _FENCE.finditer(page):
        yield Block(found.start(), found.end(), found[2], found[3], page[end : found.start()])
        end = found.end()


class _Reader:
    """Somebody with a machine of their own who types what the page says."""

    def __init__(self, folder: Path) -> None:
        self._here = folder / "work"
        self._here.mkdir()
        self._commits: dict[str, str] = {}
        programs = folder / "bin"
        programs.mkdir()
        for name, module in (("alvara", "alvara"), ("pre-commit", "pre_commit")):
            (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {module} "$@"\n')
            (programs / name).chmod(0o755)
        git = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in _GIT.items()}
        self._environment = git | {
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "tools"),
            "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PRE_COMMIT_HOME": str(folder / "pre-commit"),
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "LANG": "C.UTF-8",
        }  # fmt: skip

    def run(self, text: str) -> str:
        """Run commands, each of which must end as it says, and give what they print with made-up names of commits."""
        printed = ""
        for command in text.replace("\\\n", "").splitlines():
            ends = _EXITS.search(command)
            if command.startswith("cd "):
                self._here /= command.removeprefix("cd ").strip()
                continue
            done = subprocess.run(
                ["sh", "-c", command], cwd=self._here, env=self._environment, timeout=120, check=False, text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
            )  # fmt: skip
            if done.returncode != int(ends[1] if ends else 0):
                raise Misled(f"{command}\nexits {done.returncode}:\n{done.stdout}")
            printed += done.stdout
        return _COMMIT.sub(self._made_up, printed)

    def write(self, path: str, block: Block) -> None:
        """Write a file, or change lines of one that is there."""
        target = self._here / path
        if block.language != "diff":
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.text, encoding="utf-8", newline="\n")
            return
        was, now = (_side(block.text, sign) for sign in "-+")
        text = target.read_text(encoding="utf-8")
        if text.count(was) != 1:
            raise Misled(f"{path} does not hold, once:\n{was}")
        target.write_text(text.replace(was, now), encoding="utf-8", newline="\n")

    def _made_up(self, found: "re.Match[str]") -> str:
        """Name a commit or a tree: every registry has an identifier of its own, and so no two have the same."""
        name = found[0][:12]
        made_up = hashlib.sha1(str(len(self._commits)).encode(), usedforsecurity=False).hexdigest()
        return (2 * self._commits.setdefault(name, made_up))[: len(found[0])]


_GIT = {"NAME": "Ana", "EMAIL": "ana@example.org", "DATE": MOMENT}


def _side(difference: str, sign: str) -> str:
    lines = difference.splitlines(keepends=True)
    return "".join(line[1:] for line in lines if line[0] in (" ", sign))
