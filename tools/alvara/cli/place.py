"""The registry that a command works on."""

import os
import stat
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from alvara.adapters.answers import nearest_with
from alvara.adapters.cache import keep_settings, recall_settings
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.settings import Settings, read_settings
from alvara.cli.errors import CannotLook
from alvara.documents.shape import Validators
from alvara.files.tree import Unreadable
from alvara.model.filekind import CONFIG, folders_of

if TYPE_CHECKING:
    from alvara.adapters.revision import RevisionTree


class Place(NamedTuple):
    """The root of a registry, its settings and its tree, and when reading began, in nanoseconds.

    The tree is that on disk, or what is staged for the next commit.
    """

    root: Path
    settings: Settings
    tree: "DirectoryTree | RevisionTree"
    validators: Validators
    began: int


def find_root(directory: str) -> Path:
    """Find the registry that a folder lies in. A folder on the way that is kept shut may be it: none above is taken."""
    try:
        found = nearest_with(str(folder(directory)), CONFIG)
    except OSError as error:
        raise CannotLook(f"{error.filename}: {error.strerror}") from error
    if found is None:
        raise CannotLook(
            f"no {CONFIG} in {directory} or above it; -C names the folder of a registry, `alvara init` makes one"
        )
    root = Path(found)
    if not (root / CONFIG).is_file():
        raise CannotLook(f"{root / CONFIG} is not a file")
    return root


def seen_from(directory: str) -> str:
    """Give the folder that paths are seen from: the root of the registry, or where the run began if there is none."""
    try:
        return os.fspath(find_root(directory))
    except CannotLook:
        return directory


def folder(directory: str) -> Path:
    """Give a folder that is there, by its whole path."""
    try:
        if not stat.S_ISDIR(os.stat(directory or ".").st_mode):
            raise CannotLook(f"{directory} is not a folder")
    except FileNotFoundError as error:
        raise CannotLook(f"{directory} is not a folder") from error
    except OSError as error:
        raise CannotLook(f"{directory}: {error.strerror}") from error
    try:
        return Path(os.path.abspath(directory))
    except OSError as error:
        raise CannotLook("the current folder is not there any more; change to one that is") from error


def find_staged(directory: str) -> Place:
    """Read the settings of a registry as they are staged, to judge what the next commit would hold."""
    from alvara.adapters.index import index_tree
    from alvara.adapters.revision import NoRevision

    began = time.time_ns()
    root = find_root(directory)
    validators = Validators(read_schema)
    try:
        staged = index_tree(str(root), ())
        settings = read_settings(staged, validators)
        return Place(root, settings, staged.below(folders_of(settings.config)), validators, began)
    except NoRevision as error:
        raise CannotLook(f"nothing staged can be read: {error}") from error
    except Unreadable as error:
        raise CannotLook(f"{error.filename or CONFIG}, as it is staged: {error.strerror}") from error
    except KeyError as error:
        raise CannotLook(f"{error.args[0]} is not staged") from error


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
        raise CannotLook(f"{error.filename or CONFIG}: {error.strerror}") from error
    except KeyError as error:
        raise CannotLook(f"{error.args[0]}: not there any more") from error
    return Place(root, settings, DirectoryTree(root, folders_of(settings.config)), validators, began)
