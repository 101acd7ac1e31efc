"""One side of a `diff`: a revision, what lies on disk, or a bundle."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from alvara.app.settings import Settings
from alvara.app.survey import Survey
from alvara.documents.document import Document
from alvara.files.tree import FileTree
from alvara.workspace.contribution import Contribution

if TYPE_CHECKING:
    from alvara.bundle.unpacking import Unpacked


class Shown(NamedTuple):
    """A revision laid out: what people call it, what it holds, its settings, and a way to its documents.

    Of a bundle, `survey` has the facts only, and the rest is in the `bundle`; it has no `tree`.
    """

    name: str
    survey: Survey
    settings: Settings
    document: Callable[[str], Document | None]
    bundle: "Unpacked | None" = None
    tree: FileTree | None = None


def differing(before: Survey, after: Survey) -> list[str]:
    """List the files that say something else, or refer to what does."""
    old, new = before.workspace.contributions, after.workspace.contributions
    return [path for path in sorted(old.keys() | new.keys()) if _differ(old.get(path), new.get(path))]


def _differ(one: Contribution | None, other: Contribution | None) -> bool:
    return one is None or other is None or (one.blob, one.uses) != (other.blob, other.uses)
