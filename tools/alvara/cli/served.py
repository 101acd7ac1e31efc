"""The registry that a question is put to: the tree on disk, a bundle, or what is active in a store."""

from typing import NamedTuple

from alvara.app.held_tree import hold_tree
from alvara.cli.errors import CannotLook
from alvara.cli.laid import bundle_option as bundle_option
from alvara.cli.laid import open_bundle
from alvara.cli.output import say
from alvara.cli.place import seen_from
from alvara.cli.reading import lay_out
from alvara.cli.storing import place_of
from alvara.runtime.registry import DamagedBundle, Registry
from alvara.store.refusing import BadStore, NotInStore


class Served(NamedTuple):
    """A registry, and the exit code of an answer from it: 2 where a file was refused, and the answer has less."""

    registry: Registry
    code: int = 0


def open_served(directory: str, bundle: str = "", store: str = "") -> Served:
    """Open the registry that a folder lies in; a bundle, as seen from there; or what is active in a store.

    A bundle and a store need no registry around them. Of a tree, what is not understood is left out, and said so.
    Raises `CannotLook`.
    """
    if bundle and store:
        raise CannotLook("--bundle and --store are two answers to one question; give one of them")
    if store:
        return Served(_active_in(directory, store))
    if bundle:
        return Served(Registry(open_bundle(directory, bundle)))
    found = lay_out(directory)
    holdings, left_out = hold_tree(found)
    for line in left_out:
        say(f"left out {line}")
    return Served(Registry(holdings), 2 if found.refused else 0)


def _active_in(directory: str, store: str) -> Registry:
    place = place_of(seen_from(directory), store)
    try:
        return Registry.from_store(place)
    except (BadStore, NotInStore, DamagedBundle) as error:
        raise CannotLook(f"{store}: {error}") from error
    except OSError as error:
        raise CannotLook(f"{error.filename or store}: {error.strerror or error}") from error
