"""Every text of a definition that a model gets to read, with its place."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer, Site
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.texts.glance import unremarkable
from alvara.texts.traits import LONGEST
from alvara.workspace.setting import Setting

if TYPE_CHECKING:
    from alvara.subschemas.references import Subschema

Definition = Capability | Resource | Policy | Page

_READ: Mapping[str, tuple[str, ...]] = {
    "resource": (
        "name", "description", "owner", "labels", "synonyms", "examples", "values", "valueSchema", "deprecation",
    ),
    "capability": (
        "name", "description", "domain", "labels", "synonyms", "examples", "confirmation", "preconditions",
        "postconditions", "verification", "steps", "output", "errors", "inputSchema", "outputSchema", "navigation",
        "deprecation",
    ),
    "policy": ("description", "when", "reason", "owner", "deprecation"),
    "page": ("title", "description"),
}  # fmt: skip
"""The keys whose texts reach a model or the people who approve: the public projection, and the conditions."""

_SCHEMAS = ("inputSchema", "outputSchema", "valueSchema")
_EXPRESSIONS = frozenset(("expr", "forEach", "with", "output", "params"))
_NO_PROSE = frozenset((
    "type", "format", "required", "$ref", "$schema", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor",
))  # fmt: skip
_DESCRIBING = frozenset(("name", "description", "title", "$comment"))


class Passage(NamedTuple):
    """One text. `is_code` tells expressions and patterns, which are not prose, from all others."""

    path: str
    pointer: Pointer
    part: Literal["key", "value"]
    text: str
    is_code: bool = False

    @property
    def describes(self) -> bool:
        """Whether the text describes a thing to models, rather than being something that people say or are told."""
        return not _DESCRIBING.isdisjoint(self.pointer[-2:])

    def site(self, start: int, end: int) -> Site:
        """Point at some characters of the text."""
        if self.part == "key":
            return Site(self.path, self.pointer, part="key")
        return Site(self.path, self.pointer, within=(start, end))


def remarkable(definition: Definition, setting: Setting) -> tuple[Passage, ...]:
    """List the texts of a definition that are worth a closer look: most have none. To be asked through `once`."""
    if _is_plain(definition, setting) or unremarkable(setting.once(_gathered, definition)):
        return ()
    return tuple(p for p in passages(definition, setting) if not unremarkable([p.text]))


def _is_plain(definition: Definition, setting: Setting) -> bool:
    """Whether the texts of a small definition, written out in one go, are nothing to look at.

    `repr` writes them several times faster than a walk gathers them, and shows whatever is not printable as an escape.
    """
    if isinstance(definition, Capability):
        return False
    shown = setting.once(_shown, definition)
    return len(shown) <= LONGEST and "\\" not in shown and "$ref" not in shown and unremarkable([shown])


def _shown(definition: Definition, setting: Setting) -> str:
    written = definition.front_matter if isinstance(definition, Page) else definition.written
    return repr([written[key] for key in _READ[definition.kind] if key in written])


def written_out(definition: Definition, setting: Setting) -> str:
    """Give all that `passages` yields in one text, quickly: for a glance, not for reading."""
    if not isinstance(definition, Capability):
        shown = setting.once(_shown, definition)
        if "$ref" not in shown:
            return shown
    return "\n".join(setting.once(_gathered, definition))


def passages(definition: Definition, setting: Setting | None = None) -> Iterator[Passage]:
    """Yield every text, those of the domain and of the schema files that the definition refers to among them."""
    path, base = definition.path, definition.pointer
    for key, value in _blocks(definition):
        if key in _SCHEMAS:
            yield from _of_schema(value, path, (*base, key))
        else:
            yield from _of_block(value, path, (*base, key), key in _EXPRESSIONS)
    if isinstance(definition, Capability):
        for i, error in enumerate(definition.definition.get("errors", ())[: len(definition.shared_errors)]):
            yield from _of_block(error, definition.domain_file, ("errors", i), False)
    if setting is not None:
        for schema in _referred(definition, setting):
            yield from _of_schema(schema.value, schema.path, schema.pointer)


def _blocks(definition: Definition) -> Iterator[tuple[str, Any]]:
    written = definition.front_matter if isinstance(definition, Page) else definition.written
    for key in _READ[definition.kind]:
        if key in written:
            yield key, written[key]


def _gathered(definition: Definition, setting: Setting) -> list[str]:
    """List the texts without their places, quickly."""
    texts: list[str] = []
    written = definition.front_matter if isinstance(definition, Page) else definition.written
    for key in _READ[definition.kind]:
        if key in written:
            value = written[key]
            if value.__class__ is str:
                texts.append(value)
            else:
                _gather(value, texts)
    if isinstance(definition, Capability) and definition.shared_errors:
        _gather(definition.definition["errors"], texts)
    if not written.keys().isdisjoint(_SCHEMAS):
        for schema in _referred(definition, setting):
            _gather(schema.value, texts)
    return texts


def _gather(value: Any, texts: list[str]) -> None:
    if isinstance(value, dict):
        texts += value
        for key, item in value.items():
            if item.__class__ is not str:
                _gather(item, texts)
            elif key != "$ref":
                texts.append(item)
    elif isinstance(value, list):
        for item in value:
            if item.__class__ is str:
                texts.append(item)
            else:
                _gather(item, texts)


def _of_block(value: Any, path: str, pointer: Pointer, is_code: bool) -> Iterator[Passage]:
    if isinstance(value, str):
        yield Passage(path, pointer, "value", value, is_code)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield Passage(path, (*pointer, key), "key", key)
            yield from _of_block(item, path, (*pointer, key), is_code or key in _EXPRESSIONS)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _of_block(item, path, (*pointer, i), is_code)


def _of_schema(value: Any, path: str, pointer: Pointer) -> Iterator[Passage]:
    """Yield all keys and texts of a JSON Schema: names, values and examples are read as much as descriptions."""
    if isinstance(value, str):
        yield Passage(path, pointer, "value", value)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield Passage(path, (*pointer, key), "key", key)
            if key == "pattern" and isinstance(item, str):
                yield Passage(path, (*pointer, key), "value", item, is_code=True)
            elif isinstance(item, dict) or key not in _NO_PROSE:
                yield from _of_schema(item, path, (*pointer, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _of_schema(item, path, (*pointer, i))


def _referred(definition: Definition, setting: Setting) -> "Iterator[Subschema]":
    """Yield the parts of other files that a definition's public schemas lead to, each once."""
    if isinstance(definition, (Policy, Page)) or definition.keys.isdisjoint(_SCHEMAS):
        return
    from alvara.subschemas.references import Subschema  # most definitions bring no schemas to walk
    from alvara.workspace.authored import schemas

    seen = set()
    for key, found in schemas(definition, setting).reaches.items():
        for link in found.links.values() if key in _SCHEMAS else ():
            target = link.target
            if isinstance(target, Subschema) and target.path != definition.path and target.key not in seen:
                seen.add(target.key)
                yield target
