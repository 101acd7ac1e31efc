"""waiver-expired."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.filekind import CONFIG
from alvara.workspace.outcome import Outcome
from alvara.workspace.setting import Setting


@rule("waiver-expired", on=Outcome, waivable=False)
def waiver_expired(outcome: Outcome, setting: Setting) -> Iterator[Finding]:
    """A waiver's last day is over.

    ## Why is this bad?
    A waiver is a promise to come back to something by a day. From that day on the finding it hid is reported again,
    and the waiver itself stands for a promise that was not kept.

    ## How to fix
    Repair what the waiver hid and delete it. Where more time is truly needed, give it a new day and a new reason.
    """
    for position, waiver in enumerate(outcome.waivers):
        if waiver.expires < outcome.today:
            yield Finding(
                Site(CONFIG, ("waivers", position, "expires")),
                f"the waiver of `{waiver.rule}` for `{waiver.subject}` ended on {waiver.expires}",
                subject=waiver.subject,
            )
