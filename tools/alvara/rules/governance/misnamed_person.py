"""misnamed-person."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,38}")


@rule("misnamed-person", on=Entity, kinds=("person",), waivable=False)
def misnamed_person(entity: Entity, view: View) -> Iterator[Finding]:
    """The file of a person is called by a name that cannot be an ID.

    ## Why is this bad?
    The name of the file is how approvals, teams and roots of trust name the person, for good. What has capitals,
    accents or spaces is written in several ways, and differs from system to system; no approval is taken under it.

    ## How to fix
    Rename the file to small letters from a to z, digits and hyphens, at most 39 of them, as in `ana-souza.yaml`.
    """
    if not _ID.fullmatch(entity.id):
        yield Finding(Site(entity.path, ("name",)), f"`{entity.id}` cannot be the ID of a person")
