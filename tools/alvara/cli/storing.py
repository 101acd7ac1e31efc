"""The store that a verb works on, and what is said where it cannot."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import click

from alvara.cli.errors import CannotLook
from alvara.cli.place import find_root
from alvara.runtime.store import Store
from alvara.store.refusing import BadStore, NotInStore, Unrooted

store_option = click.option(
    "--store", "place", metavar="DIR|oci://HOST/REPO", required=True, help="Where the versions lie."
)
style_option = click.option(
    "--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print."
)
now_option = click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
root_option = click.option(
    "--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT."
)


class Opened(NamedTuple):
    """A store, and the folder that other paths are seen from."""

    store: Store
    base: str


@contextmanager
def opened(directory: str, place: str) -> Iterator[Opened]:
    """Open a store, as seen from the root of the registry if there is one. Raises `CannotLook` where that fails."""
    base = base_of(directory)
    try:
        yield Opened(Store.open(place if "://" in place else os.path.join(base, place)), base)
    except (BadStore, NotInStore, Unrooted) as error:
        raise CannotLook(f"{place}: {error}") from error
    except OSError as error:
        raise CannotLook(f"{error.filename or place}: {error.strerror or error}") from error


def base_of(directory: str) -> str:
    """Give the folder that paths are seen from: the root of the registry, or where the run began."""
    try:
        return os.fspath(find_root(directory))
    except CannotLook:
        return directory
