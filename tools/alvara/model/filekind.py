"""What a file is, told by its path alone."""

from typing import Literal

from alvara.model.config import Config

FileKind = Literal["config", "capability", "domain", "resource", "policy", "page", "other"]

CONFIG = "alvara.yaml"
_FOLDERS: dict[str, FileKind] = {"capabilities": "capability", "semantic-ids": "resource", "policies": "policy"}


def is_read(path: str, config: Config) -> bool:
    """Whether a path is read for itself, and not only where another file refers to it."""
    return kind_of(path, config) not in ("other", "config")


def kind_of(path: str, config: Config) -> FileKind:
    """Tell what a path holds. `other` is a file that is read only when something refers to it."""
    if path == CONFIG:
        return "config"
    top, _, rest = path.partition("/")
    if top in _FOLDERS and path.endswith(".yaml"):
        if top == "capabilities" and rest.count("/") == 1 and rest.endswith("/domain.yaml"):
            return "domain"
        return _FOLDERS[top]
    if path.endswith(".md") and any(path.startswith(root + "/") for root in config.knowledge_roots):
        return "page"
    return "other"
