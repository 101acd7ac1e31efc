"""unknown-person."""

from collections.abc import Iterator
from json import loads

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import PEOPLE, View


@rule("unknown-person", on=Entity, kinds=("capability", "teams", "person", "root"), waivable=False)
def unknown_person(entity: Entity, view: View) -> Iterator[Finding]:
    """Somebody is named of whom there is no file in `governance/people/`.

    ## Why is this bad?
    Who proposes a capability may not approve it. Where the name leads to nobody, no key and no account says who that
    is, and the same person may approve it under the name that is known. A team or a root of trust that counts on
    somebody who is not there is smaller than it looks. Nothing is asked while there are no people at all.

    ## How to fix
    Name the person as their file in `governance/people/` is called, without `.yaml`. Where there is none yet, write it
    first; who has left keeps their file, with an `until` on their keys and roles.
    """
    for name, pointer in _named(entity):
        if view.definitions("person", name) or not view.once(_people):
            continue
        message = f"`{name}` is nobody in `governance/people/`"
        match = view.closest(name, lambda: view.once(_people))
        tip = f"did you mean `{match}`?" if match else ""
        if name in view.once(_teams):
            message, tip = f"`{name}` is a team, and people are named here", "name those of the team who did it"
        cause = Cause(NOWHERE, message, name, "places name it")
        yield Finding(Site(entity.path, pointer), message, tip, cause=cause)


def _people(view: View) -> frozenset[str]:
    return frozenset(person.id for person in view.look(PEOPLE))


def _teams(view: View) -> frozenset[str]:
    return frozenset(name for one in view.definitions("teams", "") if not one.broken for name in loads(one.released[0]))


def _named(entity: Entity) -> Iterator[tuple[str, Pointer]]:
    """Yield the people whom a file names, with the places."""
    if entity.kind == "capability":
        for place, name in enumerate(entity.proposers):
            yield name, (*entity.pointer, "proposedBy", place)
        return
    value = loads(entity.released[0])
    if entity.kind == "teams":
        for team, said in value.items():
            yield from ((name, (team, "members", place)) for place, name in enumerate(said["members"]))
    elif entity.kind == "person":
        for place, delegation in enumerate(value.get("delegations", ())):
            yield delegation["to"], ("delegations", place, "to")
    else:
        yield from ((name, ("signed", "keys", name)) for name in value["signed"]["keys"])
