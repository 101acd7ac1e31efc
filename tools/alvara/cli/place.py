"""The registry that a command works on."""

import os
import time
from pathlib import Path
from typing import NamedTuple

from alvara.adapters.cache import keep_settings, recall_settings
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.settings import Settings, read_settings
from alvara.cli.errors import CannotLook
from alvara.documents.shape import Validators
from alvara.files.tree import Unreadable
from alvara.identity.ids import FOLDERS
from alvara.model.filekind import CONFIG


class Place(NamedTuple):
    """The root of a registry, its settings and its tree on disk, and when reading began, in nanoseconds."""

    root: Path
    settings: Settings
    tree: DirectoryTree
    validators: Validators
    began: int


def find_root(directory: str) -> Path:
    """Find the registry that a folder lies in."""
    start = Path(directory)
    if not start.is_dir():
        raise CannotLook(f"{directory} is not a folder")
    here = start.absolute()
    for candidate in (here, *here.parents):
        if os.path.lexists(candidate / CONFIG):
            if not (candidate / CONFIG).is_file():
                raise CannotLook(f"{candidate / CONFIG} is not a file")
            return candidate
    raise CannotLook(f"no {CONFIG} in {directory} or above it; `alvara init` makes a registry")


def find_place(directory: str) -> Place:
    """Read the settings of the registry that a folder lies in."""
    began = time.time_ns()
    root = find_root(directory)
    validators = Validators(read_schema)
    try:
        settings = recall_settings(str(root))
        if settings is None:
            settings = read_settings(DirectoryTree(root, ()), validators)
            keep_settings(str(root), settings, began)
    except Unreadable as error:
        raise CannotLook(f"{CONFIG}: {error.strerror}") from error
    except KeyError as error:
        raise CannotLook(f"{CONFIG}: not there any more") from error
    roots = settings.config.knowledge_roots if settings.config else ()
    return Place(root, settings, DirectoryTree(root, (*FOLDERS.values(), *roots)), validators, began)
