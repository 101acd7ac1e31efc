"""bot-with-role."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import person_of
from alvara.workspace.workspace import View


@rule("bot-with-role", on=Entity, kinds=("person",), waivable=False)
def bot_with_role(entity: Entity, view: View) -> Iterator[Finding]:
    """A bot has a role, or lets somebody approve in its place.

    ## Why is this bad?
    An approval says that a person has read something and answers for it. Whatever makes a bot sign could make it sign
    anything, so what it signs as somebody who approves is not counted; the role only looks as if somebody held it.

    ## How to fix
    Take `roles` and `delegations` out of the bot's file, and give the role to the people who answer for what it does.
    """
    person = person_of(entity)
    if person.kind == "human":
        return
    if person.roles:
        roles = ", ".join(dict.fromkeys(role.role for role in person.roles))
        message = f"`{person.id}` is a bot, and has the role {roles}"
        yield Finding(Site(entity.path, ("roles",), part="key"), message)
    elif person.delegations:
        message = f"`{person.id}` is a bot, and has nothing that it could let others do"
        yield Finding(Site(entity.path, ("delegations",), part="key"), message)
