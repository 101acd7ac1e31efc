"""alvara: a reviewed registry of what an agent may do, and the toolkit that keeps it honest."""

__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Give what programs use: it is imported when it is asked for, since the command line starts without it."""
    if name in ("DamagedBundle", "Registry"):
        from importlib import import_module

        return getattr(import_module("alvara.runtime.registry"), name)
    raise AttributeError(f"module `alvara` has no attribute `{name}`")
