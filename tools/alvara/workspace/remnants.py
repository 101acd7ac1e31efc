"""What can still be known of a definition that does not hold its shape: others go on referring to it."""

from typing import Any

from alvara.diagnostics.site import Pointer
from alvara.identity.ids import Kind, path_of
from alvara.workspace.entity import Entity


def remnant_of(kind: Kind, value: Any, path: str, pointer: Pointer) -> Entity | None:
    """Give the facts that can be had; None where there is not even a name."""
    id = value.get("id") if isinstance(value, dict) else None
    if not isinstance(id, str) or not id:
        return None
    aliases = [
        (alias, (*pointer, "aliases", i)) for i, alias in enumerate(_listed(value, "aliases")) if _is_text(alias)
    ]
    codes = [
        error["code"] for error in _listed(value, "errors") if isinstance(error, dict) and _is_text(error.get("code"))
    ]
    return Entity(
        kind, id, path, pointer, broken=True, aliases=tuple(aliases), codes=tuple(codes),
        misnamed=_is_elsewhere(kind, id, path, pointer),
    )  # fmt: skip


def _listed(value: dict[str, Any], key: str) -> list[Any]:
    held = value.get(key)
    return held if isinstance(held, list) else []


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_elsewhere(kind: Kind, id: str, path: str, pointer: Pointer) -> bool:
    """Whether a definition stands in another file than its ID says."""
    expected = path_of(kind, id)
    if pointer and expected.startswith(path.removesuffix(".yaml") + "/"):
        return False
    return path != expected
