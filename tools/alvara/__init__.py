"""alvara: a reviewed registry of what an agent may do, and the toolkit that keeps it honest."""

TYPE_CHECKING = False  # type checkers know the name; importing `typing` would make up half of a start of the command
if TYPE_CHECKING:
    from alvara.runtime.registry import DamagedBundle, Registry
    from alvara.runtime.store import Store
    from alvara.store.denials import BadDenyList
    from alvara.store.refusing import BadStore, NotInStore, Refused, Unrooted

__all__ = ["BadDenyList", "BadStore", "DamagedBundle", "NotInStore", "Refused", "Registry", "Store", "Unrooted"]
__version__ = "0.1.0"

_HOMES = {
    "DamagedBundle": "runtime.registry", "Registry": "runtime.registry", "Store": "runtime.store",
    "BadStore": "store.refusing", "NotInStore": "store.refusing", "Refused": "store.refusing",
    "Unrooted": "store.refusing", "BadDenyList": "store.denials",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Give what programs use: it is imported when it is asked for, since the command line starts without it.

    With `Registry` comes all that its questions need, so that none of them reads a file.
    """
    if name in _HOMES:
        from importlib import import_module

        if name == "Registry":
            import_module("alvara.runtime.questions").load()
        return getattr(import_module(f"alvara.{_HOMES[name]}"), name)
    raise AttributeError(f"module `alvara` has no attribute `{name}`")
