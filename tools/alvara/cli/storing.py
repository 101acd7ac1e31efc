"""The store that a verb works on, and what is said where it cannot."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, ParamSpec

import click

from alvara.cli.errors import CannotLook
from alvara.cli.place import seen_from
from alvara.runtime.store import Store
from alvara.store.refusing import BadStore, NotInStore, Unrooted

if TYPE_CHECKING:
    from alvara.runtime.oci_store import OciStore

_P = ParamSpec("_P")

_PLAIN = f"{__name__}.plain"

_place_option = click.option(
    "--store", "place", metavar="DIR|oci://HOST/REPO", required=True, help="Where the versions lie."
)
_plain_option = click.option(
    "--plain-http", is_flag=True, expose_value=False, help="Speak plain HTTP to a registry that is not this machine.",
    callback=lambda context, _, value: context.meta.__setitem__(_PLAIN, value),
)  # fmt: skip
style_option = click.option(
    "--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print."
)
now_option = click.option("--now", "moment", metavar="RFC3339", default="", help="Act as of this moment, not of now.")
root_option = click.option(
    "--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT."
)


def store_option(command: Callable[_P, int]) -> Callable[_P, int]:
    """Let a verb be told its store, and how a registry is spoken to."""
    return _place_option(_plain_option(command))


class Opened(NamedTuple):
    """A store, and the folder that other paths are seen from."""

    store: "Store | OciStore"
    base: str


def place_of(base: str, place: str) -> str:
    """Give where a store lies, a folder as seen from another. Raises `CannotLook` for what was meant otherwise."""
    if "://" in place:
        return place
    if not place or place.startswith("oci:"):
        raise CannotLook(f"`{place}` is no place of a store: a folder is, or `oci://HOST[:PORT]/REPOSITORY`")
    return os.path.join(base, place)


@contextmanager
def opened(directory: str, place: str) -> Iterator[Opened]:
    """Open a store, as seen from the root of the registry if there is one. Raises `CannotLook` where that fails."""
    base = seen_from(directory)
    try:
        yield Opened(Store.open(place_of(base, place), plain_http=is_plain()), base)
    except (BadStore, NotInStore, Unrooted) as error:
        told = "://" in place and place in str(error)  # what is said of a registry mostly names it already
        raise CannotLook(str(error) if told else f"{place}: {error}") from error
    except OSError as error:
        raise CannotLook(f"{error.filename or place}: {error.strerror or error}") from error


def is_plain() -> bool:
    """Whether this run was told to speak plain HTTP."""
    return bool(click.get_current_context().meta.get(_PLAIN))
