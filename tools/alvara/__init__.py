"""alvara: a reviewed registry of what an agent may do, and the toolkit that keeps it honest."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from alvara.runtime.registry import DamagedBundle, Registry

__all__ = ["DamagedBundle", "Registry"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Give what programs use: it is imported when it is asked for, since the command line starts without it.

    With it comes all that its questions need, so that none of them reads a file.
    """
    if name in __all__:
        from importlib import import_module

        import_module("alvara.runtime.questions").load()
        return getattr(import_module("alvara.runtime.registry"), name)
    raise AttributeError(f"module `alvara` has no attribute `{name}`")
