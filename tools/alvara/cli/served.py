"""The registry that a question is put to: the tree on disk, or a bundle."""

import os
from typing import NamedTuple

import click

from alvara.app.holding import hold_tree
from alvara.cli.errors import CannotLook
from alvara.cli.output import say
from alvara.cli.place import find_root
from alvara.cli.reading import lay_out
from alvara.runtime.registry import DamagedBundle, Registry

bundle_option = click.option(
    "--bundle", metavar="DIR|TAR", default="", help="Ask this bundle instead of the files on disk."
)


class Served(NamedTuple):
    """A registry, and the exit code of an answer from it: 2 where a file was refused, and the answer has less."""

    registry: Registry
    code: int = 0


def open_served(directory: str, bundle: str) -> Served:
    """Open the registry that a folder lies in, or a bundle as seen from there. Raises `CannotLook`.

    A bundle needs no registry around it. Of a tree, what is not understood is left out, and said so.
    """
    if not bundle:
        found = lay_out(directory)
        holdings, left_out = hold_tree(found)
        for line in left_out:
            say(f"left out {line}")
        return Served(Registry(holdings), 2 if found.refused else 0)
    try:
        base = os.fspath(find_root(directory))
    except CannotLook:
        base = directory
    try:
        return Served(Registry.open(os.path.join(base, bundle)))
    except DamagedBundle as error:
        raise CannotLook(str(error)) from error
    except OSError as error:
        raise CannotLook(f"{bundle}: {error.strerror or error}") from error
