"""The record of an entity: what is said of it where several places miss the same in it."""

from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity


def lack_of(name: str, resource: Entity) -> Cause:
    """Give the cause of whatever needs a property that a record does not declare, or not as a required one."""
    place = Site(resource.path, (*resource.pointer, "recordSchema"), part="key")
    names = dict(resource.names or ())
    if not names:
        lack = "declares no property"
    elif name in names and not any(names.values()):
        lack = "requires no property"
    elif name in names:
        lack = f"may be without its `{name}`"
    else:
        lack = f"has no `{name}`"
    return Cause(place, f"the record of `{resource.id}` {lack}", resource.id)
