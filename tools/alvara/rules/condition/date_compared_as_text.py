"""date-compared-as-text."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.workspace.conditioned import findings
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("date-compared-as-text", on=Entity, kinds=("capability", "policy"))
def date_compared_as_text(entity: Entity, view: View) -> Iterator[Finding]:
    """A date is compared as a text.

    ## Why is this bad?
    Dates come as texts. Compared with `now` such a text is never equal, and `<` is an error; compared with another it
    goes letter by letter, by which `2026-06-01T23:00:00-03:00` comes before `2026-06-02T00:00:00Z`, though it is later.

    ## How to fix
    Turn the text into a moment: `timestamp(resource.validUntil) < now`. A date without a time takes one:
    `timestamp(resource.day + "T00:00:00Z")`.
    """
    yield from findings(entity, view, "date-compared-as-text")
