"""Where a bundle is put, once it holds, and what is said where it cannot be."""

from collections.abc import Callable

from alvara.adapters.bundles import Occupied
from alvara.bundle.verify import HeldFiles, verify
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.documents.shape import Validators

USUAL_PLACE = "dist/bundle"


def put_bundle(write: Callable[[dict[str, bytes], str], object], files: dict[str, bytes], place: str) -> None:
    """Write the files of a bundle. Raises `CannotLook` where something else is there, or nothing can be written."""
    try:
        write(files, place)
    except Occupied as error:
        raise CannotLook(f"{place}: {error.strerror}") from error
    except OSError as error:
        raise CannotLook(f"{place}: cannot be written: {error.strerror or error}") from error


def unread(place: str, error: OSError) -> CannotLook:
    """Say that there is no bundle to be read, and what to do."""
    if "://" in place:
        tip = f"a bundle is read from a folder or an archive; `alvara store publish {place} --store DIR` brings it here"
        return CannotLook(f"{place}: {tip}")
    tip = "; `alvara bundle build` makes one" if isinstance(error, FileNotFoundError) else ""
    return CannotLook(f"{place}: {error.strerror or error}{tip}")


def holds(files: dict[str, bytes], now: str, validators: Validators, pin: str = "") -> bool:
    """Verify a bundle as whoever gets it would, and say what is wrong with it."""
    verdict = verify(HeldFiles(files), now, validators, pin or None)
    for defect in verdict.defects:
        say(f"{defect.file}: {defect.message}")
    return verdict.holds
