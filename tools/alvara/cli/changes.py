"""What a verb changes in the files of a registry: shown as a diff, or written."""

import sys
from collections.abc import Iterable, Sequence

from alvara.adapters.batch import Written, write_all
from alvara.app.filechange import FileChange
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.cli.streams import put
from alvara.report.patch import as_seen, render


def show(changes: Iterable[FileChange]) -> None:
    """Print changes as `git apply` takes them; on a terminal, with what is hidden made visible."""
    text = "".join(render(*change) for change in changes)
    put(as_seen(text) if sys.stdout.isatty() else text)


def write(place: Place, changes: Sequence[FileChange]) -> None:
    """Make changes, all of them or none. Raises `CannotLook`."""
    try:
        write_all(place.root, [_written(change) for change in changes])
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        raise CannotLook(f"{where}{error.strerror or error}; nothing was changed") from error


def _written(change: FileChange) -> Written:
    before = None if change.before is None else change.before.encode()
    return Written(change.path, change.target, before, None if change.gone else change.data)
