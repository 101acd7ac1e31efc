"""A registry as it was before a change."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from alvara.compare.bases import Base
from alvara.files.tree import FileTree
from alvara.model.config import Config
from alvara.model.filekind import GOVERNING, kind_of


class Past(NamedTuple):
    """The registry before a change: its files by git's names for their bytes, and a way to read them.

    `moment` tells when that was committed, which takes asking git.
    """

    base: Base
    blobs: Mapping[str, str]
    tree: FileTree
    moment: Callable[[], str]

    @property
    def is_release(self) -> bool:
        """Whether it is what was published last, and not where one piece of work began."""
        return self.base.kind == "published"

    def files_of(self, kinds: Iterable[str], config: Config) -> list[str]:
        """List its files of some kinds."""
        wanted = frozenset(kinds)
        return sorted(path for path in self.blobs if kind_of(path, config) in wanted)

    def governing(self, config: Config) -> list[str]:
        """List its files that say who may approve what."""
        return self.files_of(GOVERNING, config)
