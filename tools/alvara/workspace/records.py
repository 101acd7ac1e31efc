"""The record of an entity: what is said of it where nothing can be said of its properties."""

from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity


def without_properties(resource: Entity) -> Cause | None:
    """Give the cause of whatever misses a property in a record that declares none at all."""
    if resource.names != ():
        return None
    place = Site(resource.path, (*resource.pointer, "recordSchema"), part="key")
    return Cause(place, f"the record of `{resource.id}` declares no property", resource.id)
