"""What others have seen of a registry, for the verbs that may only take back what nobody has."""

from alvara.adapters.bases import Missing, Refs, Unusable
from alvara.adapters.revision import UNKNOWN, NoRevision, Revision
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.files.tree import FileTree


def where_it_left(place: Place) -> FileTree | None:
    """Give the registry as it was where this work left the main branch, None where that cannot be told."""
    root, config = str(place.root), place.settings.config
    if config is None:
        return None
    try:
        found = Refs(root, config.default_branch, config.release_tag_prefix).fork_point()
    except Unusable:
        return None
    return None if isinstance(found, Missing) else Revision(root, found.commit).tree(())


class Past:
    """What others have seen of the registry: where this work left the main branch, or else all that is committed."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._tree: FileTree | None = None
        self._known = False

    def read(self, path: str) -> bytes | None:
        """Give a file as others know it, None where they do not."""
        if not self._known:
            self._tree, self._known = self._find(), True
        if self._tree is None or self._tree.entry(path) is None:
            return None
        return self._tree.read(path)

    def _find(self) -> FileTree | None:
        try:
            head = Revision(str(self._place.root), "HEAD")
        except NoRevision as error:
            folders = (self._place.root, *self._place.root.parents)
            if any((folder / ".git").exists() for folder in folders) and str(error) != UNKNOWN:
                raise CannotLook(f"what others know cannot be told: {error}") from error
            return None  # nothing is committed that anybody could have seen
        left = where_it_left(self._place)
        return head.tree(()) if left is None else left
