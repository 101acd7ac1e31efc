"""A page of the docs as its tests read it: the blocks of code on it, and the commands in them."""

import re
from typing import NamedTuple

from tests.docs.commands import commands_in
from tests.docs.generate import ROOT

_BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


class Page(NamedTuple):
    """A page below `docs/`."""

    text: str

    def blocks(self, language: str) -> list[str]:
        """List the blocks in a language; what a command prints is in none, the empty one."""
        return [block for named, block in _BLOCK.findall(self.text) if named == language]

    @property
    def commands(self) -> list[list[str]]:
        """The words of every command of alvara on it."""
        return [words for block in self.blocks("sh") for words in commands_in(block)]


def read_page(name: str) -> Page:
    """Read a page by the name of its file, without the ending."""
    return Page((ROOT / f"docs/{name}.md").read_text(encoding="utf-8"))
