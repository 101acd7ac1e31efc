"""alvara: a reviewed registry of what an agent may do, and the toolkit that keeps it honest."""

__version__ = "0.1.0"

_HOMES = {
    "DamagedBundle": "runtime.registry", "Registry": "runtime.registry", "Store": "runtime.store",
    "BadStore": "store.refusing", "NotInStore": "store.refusing", "Refused": "store.refusing",
    "Unrooted": "store.refusing", "BadDenyList": "store.denials",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Give what programs use: it is imported when it is asked for, since the command line starts without it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"alvara.{_HOMES[name]}"), name)
    raise AttributeError(f"module `alvara` has no attribute `{name}`")
