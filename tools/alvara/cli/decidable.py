"""The registry that a decision is made on: the tree on disk, or a bundle that holds."""

from collections.abc import Iterator
from contextlib import contextmanager

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.charters import Decidable, Undecidable
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import find_place, seen_from
from alvara.documents.shape import Validators
from alvara.model.filekind import folders_of


def open_decidable(directory: str, bundle: str) -> Decidable:
    """Open the registry that a folder lies in, or a bundle as seen from there. Raises `CannotLook`.

    A bundle needs no registry around it.
    """
    with whole_registry():
        return _in_bundle(directory, bundle) if bundle else _on_disk(directory)


@contextmanager
def whole_registry() -> Iterator[None]:
    """Refuse what cannot be decided within. Raises `CannotLook`."""
    try:
        yield
    except Undecidable as error:
        raise CannotLook(f"{error}; {_HALF}") from error


_HALF = "nothing is decided on half a registry"


def _on_disk(directory: str) -> Decidable:
    from alvara.app.decidable_tree import decidable_tree
    from alvara.cli.reading import lay_out_place

    place = find_place(directory)
    place = place._replace(tree=DirectoryTree(str(place.root), folders_of(None)))  # pages decide nothing
    found = lay_out_place(place)
    if found.refused:
        raise CannotLook(f"could not open {found.refused[0]}; {_HALF}")
    return decidable_tree(found, place.tree)


def _in_bundle(directory: str, name: str) -> Decidable:
    from alvara.app.decidable_bundle import decidable_bundle
    from alvara.cli.bundled import doubts, open_verified

    unpacked = open_verified(seen_from(directory), name, Validators(read_schema))
    for doubt in doubts(name, unpacked):
        say(doubt)
    return decidable_bundle(unpacked)
