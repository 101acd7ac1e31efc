"""The shapes of what conditions read: of a definition's schemas, and of what surrounds every request."""

from alvara.diagnostics.site import Site
from alvara.model.filekind import CONFIG
from alvara.model.schemas import ANYTHING, Shape
from alvara.subschemas.reach import reach
from alvara.subschemas.references import References, Subschema, embedded
from alvara.subschemas.shapes import shape_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View, text_key


def shape(entity: Entity, key: str, view: View) -> Shape:
    """Give the shape of one schema of a definition; `ANYTHING` where it has none that holds.

    Most are facts. For one that is not, such as the input of a capability without conditions, its file is read.
    """
    place = (entity.path, entity.pointer, key)
    packed = dict(entity.shapes).get(key)
    if packed is not None:
        return view.always(("shape", place), lambda: Shape.of(packed))
    if entity.broken or entity.shapes:
        return ANYTHING
    value = view.written(entity, key)
    schema = embedded(entity.path, (*entity.pointer, key), value)
    return ANYTHING if value is None else view.always(("shape", place), lambda: _read(schema, view))


def surrounding(part: str, view: View) -> Shape:
    """Give the shape of `principal` or `context`; `ANYTHING` where the settings name no schema that holds."""
    path = _path(part, view)
    if not path:
        return ANYTHING
    view.asked.add(text_key(path))
    return view.always(("shape", part), lambda: _read(embedded(CONFIG, (part, "schema"), {"$ref": path}), view))


def place_of(part: str, view: View) -> Site | None:
    """Give the place where `principal` or `context` is described."""
    path = _path(part, view)
    return Site(path) if path else None


def _path(part: str, view: View) -> str:
    return view.config.principal_schema if part == "principal" else view.config.context_schema


def _read(schema: Subschema, view: View) -> Shape:
    references = References(view.document)
    return shape_of(schema, references) if reach(schema, references).sound else ANYTHING
