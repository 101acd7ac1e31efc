"""The registry that a question is put to: the tree on disk, or a bundle."""

from typing import NamedTuple

from alvara.app.holding import hold_tree
from alvara.cli.laid import bundle_option as bundle_option
from alvara.cli.laid import open_bundle
from alvara.cli.output import say
from alvara.cli.reading import lay_out
from alvara.runtime.registry import Registry


class Served(NamedTuple):
    """A registry, and the exit code of an answer from it: 2 where a file was refused, and the answer has less."""

    registry: Registry
    code: int = 0


def open_served(directory: str, bundle: str) -> Served:
    """Open the registry that a folder lies in, or a bundle as seen from there. Raises `CannotLook`.

    A bundle needs no registry around it. Of a tree, what is not understood is left out, and said so.
    """
    if bundle:
        return Served(Registry(open_bundle(directory, bundle)))
    found = lay_out(directory)
    holdings, left_out = hold_tree(found)
    for line in left_out:
        say(f"left out {line}")
    return Served(Registry(holdings), 2 if found.refused else 0)
