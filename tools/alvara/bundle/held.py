"""Files of a bundle to values: each has the shape that is known of it, whatever else it says.

Keys that this version does not know are passed over, as a minor version of the format may bring them.
"""

from collections.abc import Callable, Mapping
from json import JSONDecoder, dumps, loads
from sys import intern
from typing import Any

from alvara.bundle.layout import BINDINGS, FOLDERS, REGISTRY
from alvara.bundle.wire import DamagedBundle
from alvara.documents.shape import Validators
from alvara.identity.ids import Name
from alvara.workspace.subjects import Body

_DECODE = JSONDecoder().raw_decode
"""Canonical JSON has nothing around it, which `loads` looks for."""

_DEEPEST = 200
"""Levels of a definition. Authors may write 64 of them, and each schema that it refers to brings its own."""


_FILLED_IN: Mapping[str, frozenset[str]] = {
    "resource": frozenset({"id", "confidence", "status"}),
    "capability": frozenset({"action", "domain", "name", "status", "type"}), "policy": frozenset(),
}  # fmt: skip
"""What authors may leave out, and a bundle does not; a file with several resources is none of a bundle."""


class Shapes:
    """What is known of the shapes of definitions. Each schema is compiled when it is first needed."""

    def __init__(self, read: Callable[[str], bytes]) -> None:
        """Take the function that reads a published schema by its name."""
        self._schemas = {kind: read(kind) for kind in FOLDERS}
        self._closed = Validators(lambda kind: self._schemas[kind])
        self._open = Validators(lambda kind: dumps(_opened(loads(self._schemas[kind]))).encode())

    def accepts(self, kind: str, body: Any) -> bool:
        """Whether a value is a definition of a kind, though it may say more than is known."""
        return self._open.of(kind).accepts(body) and body.keys() >= _FILLED_IN[kind]

    def knows(self, kind: str, body: Any) -> bool:
        """Whether a value is a definition of a kind, and says nothing that is not known."""
        return self._closed.of(kind).accepts(body)


def read_definition(shapes: Shapes, kind: str, stem: str, id: str, data: bytes) -> Body | None:
    """Decode a definition; None where it has a shape that is not known. Raises `DamagedBundle` where it is no JSON."""
    path = f"private/{FOLDERS[kind]}/{stem}.json"
    body = _decode(path, data)
    if not shapes.accepts(kind, body):
        return None
    if body["id"] != id:
        raise DamagedBundle(f"{path} holds the definition of something else")
    if data.count(b"{") + data.count(b"[") > _DEEPEST and _is_deep(body):
        raise DamagedBundle(f"{path} is nested more than {_DEEPEST} levels deep")
    body["id"] = id  # one text in memory, for whatever keeps it
    found: Body = body
    return found


def read_registry(data: bytes | None) -> Mapping[str, Any]:
    """Decode what a bundle says of its registry."""
    said = _decode(REGISTRY, b"null" if data is None else data)
    texts = [said.get("registry"), said.get("name")] if isinstance(said, dict) else [None]
    lists = [said.get("locales", []), said.get("externalPages", [])] if isinstance(said, dict) else []
    if not _are_texts(texts) or not all(isinstance(held, list) and _are_texts(held) for held in lists):
        raise DamagedBundle(f"{REGISTRY} is not what a bundle holds there")
    found: Mapping[str, Any] = said
    return found


def read_schema(files: Mapping[str, bytes], name: str) -> Any:
    """Decode the schema of the user or of the context; None where there is none."""
    path = f"private/schemas/{name}.json"
    return _decode(path, files[path]) if path in files else None


def read_bindings(data: bytes | None) -> list[tuple[Name, Name]]:
    """Decode who is bound to whom."""
    said = _decode(BINDINGS, b"null" if data is None else data)
    pairs = said.get("bindings") if isinstance(said, dict) else None
    if not isinstance(pairs, list) or not all(_is_texts(pair, 2) for pair in pairs):
        raise DamagedBundle(f"{BINDINGS} is not what a bundle holds there")
    named: dict[str, Name] = {}
    for pair in pairs:
        for written in pair:
            if written not in named:  # each thing has several bindings, and one name in memory
                kind, _, id = written.partition("/")
                named[written] = Name(intern(kind), id)
    return [(named[one], named[other]) for one, other in pairs]


def read_page(path: str, data: bytes) -> Mapping[str, Any]:
    """Decode what is known of a page: what it explains, and its title in each language."""
    said = _decode(path, data)
    if not isinstance(said, dict) or not _is_page(said):
        raise DamagedBundle(f"{path} is not what a bundle holds there")
    return said


def read_rename(path: str, data: bytes) -> tuple[str, str]:
    """Decode the record of a rename: the old ID and the next one."""
    said = _decode(path, data)
    names = [said.get("from"), said.get("to")] if isinstance(said, dict) else [None]
    if not _are_texts(names):
        raise DamagedBundle(f"{path} is not what a bundle holds there")
    return said["from"], said["to"]


def _decode(path: str, data: bytes) -> Any:
    try:
        text = str(data, "utf-8")  # of bytes the encoding would be guessed
        value, end = _DECODE(text)
        return value if end == len(text) else loads(text)
    except (ValueError, RecursionError):
        raise DamagedBundle(f"{path} is not JSON") from None


def _opened(schema: Any) -> Any:
    """Let a schema accept keys that it does not name. A map of texts by locale stays one: its keys are no words."""
    if isinstance(schema, dict):
        closing = ("additionalProperties", "unevaluatedProperties") if "patternProperties" not in schema else ()
        return {key: _opened(item) for key, item in schema.items() if not (key in closing and item is False)}
    return [_opened(item) for item in schema] if isinstance(schema, list) else schema


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEPEST):
        held = [item for item in level if isinstance(item, (dict, list))]
        level = [inner for item in held for inner in (item.values() if isinstance(item, dict) else item)]
        if not level:
            return False
    return True


def _is_page(said: Mapping[str, Any]) -> bool:
    texts = said.get("texts")
    return (
        _are_texts([said.get("id"), *(said[key] for key in ("semanticId", "entity", "type") if key in said)])
        and all(_is_texts(said.get(key, [])) for key in ("capabilities", "policies"))
        and isinstance(texts, list)
        and all(isinstance(text, dict) and _is_text_of_page(text) for text in texts)
    )


def _is_text_of_page(text: Mapping[str, Any]) -> bool:
    return _are_texts([text.get("path"), text.get("title")]) and isinstance(text.get("locale", 0), str | None)


def _is_texts(value: Any, many: int | None = None) -> bool:
    return isinstance(value, list) and _are_texts(value) and many in (None, len(value))


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
