"""empty-window."""

from collections.abc import Iterator
from itertools import chain

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import person_of
from alvara.workspace.workspace import View


@rule("empty-window", on=Entity, kinds=("person",), waivable=False)
def empty_window(entity: Entity, view: View) -> Iterator[Finding]:
    """A key or a role ends before it begins.

    ## Why is this bad?
    There is no day on which it counts, and nothing says so: what is signed with the key is refused, and the role is
    held by nobody. Mostly the two dates are the wrong way round, or a year is.

    ## How to fix
    Correct the dates: `from` is the first day on which it counts and `until` the last, both included.
    """
    person = person_of(entity)
    windows = chain(
        ((f"the key `{key.id}`", key.window, ("keys", place)) for place, key in enumerate(person.keys)),
        ((f"the role {role.role}", role.window, ("roles", place)) for place, role in enumerate(person.roles)),
    )
    for what, (start, end), pointer in windows:
        if start and end and end < start:
            yield Finding(Site(entity.path, (*pointer, "until")), f"{what} ends on {end}, before it begins on {start}")
