"""waiver-unused."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.filekind import CONFIG
from alvara.workspace.outcome import Outcome
from alvara.workspace.setting import Setting


@rule("waiver-unused", on=Outcome, severity="warning", waivable=False)
def waiver_unused(outcome: Outcome, setting: Setting) -> Iterator[Finding]:
    """A waiver keeps no finding quiet.

    ## Why is this bad?
    What it was written for has been repaired, or was never reported under that name. Left in place it hides the same
    mistake when somebody makes it again. Nothing is wrong yet, so this is a warning.

    ## How to fix
    Delete the waiver. If the finding that it was meant for is still reported, compare the `subject` with the one that
    `alvara check --format json` shows.
    """
    for position, waiver in enumerate(outcome.waivers):
        if position in outcome.used or waiver.expires < outcome.today:
            continue
        site = Site(CONFIG, ("waivers", position, "rule"))
        if position in outcome.barred:
            message, tip = f"`{waiver.rule}` cannot be waived", "repair what it reports, and delete the waiver"
        else:
            message, tip = f"nothing of `{waiver.subject}` is reported by `{waiver.rule}`", ""
        yield Finding(site, message, tip, subject=waiver.subject)
