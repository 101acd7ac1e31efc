"""Whether a name leads to a bundle or is that of a revision, which is asked in every run that names one."""

import os

from alvara.bundle.layout import MANIFEST
from alvara.cli.errors import CannotLook


def is_bundle(root: str, name: str) -> bool:
    """Whether a name leads to the folder of a bundle, as seen from the root of the registry.

    Raises `CannotLook` where it leads to another folder, and is no name that a revision could have.
    """
    if name and os.path.lexists(os.path.join(root, name, MANIFEST)):
        return True
    if name.startswith(("/", "./", "../")) and os.path.isdir(os.path.join(root, name)):
        raise CannotLook(f"the folder `{name}` is no bundle: there is no {MANIFEST} in it")
    return False


def no_bundle_either(root: str, name: str) -> str:
    """Say what a name that is no revision may have been meant for; empty where there is nothing of that name."""
    path = os.path.join(root, name)
    if name.endswith(".tar") and os.path.isfile(path):
        return "; a bundle is compared as a folder: unpack the archive of that name, and name the folder"
    if not name or not os.path.isdir(path):
        return ""
    return f"; the folder of that name is no bundle either, which would have its {MANIFEST}"
