"""Where a bundle is put, and what is said where it cannot be."""

from collections.abc import Callable

from alvara.adapters.bundles import Occupied
from alvara.cli.errors import CannotLook

USUAL_PLACE = "dist/bundle"


def put_bundle(write: Callable[[dict[str, bytes], str], object], files: dict[str, bytes], place: str) -> None:
    """Write the files of a bundle. Raises `CannotLook` where something else is there, or nothing can be written."""
    try:
        write(files, place)
    except Occupied as error:
        raise CannotLook(f"{place}: {error.strerror}") from error
    except OSError as error:
        raise CannotLook(f"{place}: cannot be written: {error.strerror or error}") from error
