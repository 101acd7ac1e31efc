"""One side of a `diff`: a revision, what lies on disk, or a bundle."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from alvara.app.settings import Settings
from alvara.app.survey import Survey
from alvara.documents.document import Document
from alvara.files.tree import FileTree

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
