"""ledger-rewritten."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.workspace import View


@rule("ledger-rewritten", on=Comparison, waivable=False)
def ledger_rewritten(comparison: Comparison, view: View) -> Iterator[Finding]:
    """A record of the ledger was changed or deleted.

    ## Why is this bad?
    The ledger is the memory of what was released, renamed and removed. A tombstone that is gone lets an ID return as
    something else; a release that says other things than it did makes every later one doubtful.

    ## How to fix
    Restore the file from the base: `git checkout BASE -- FILE`. What turned out wrong is put right by a further record.
    """
    for path in comparison.rewritten:
        commit = comparison.base.commit[:12]
        yield Finding(
            Site(path, span=START, revision="base"),
            "this record was changed or deleted, and records are only ever added",
            f"restore it: git checkout {commit} -- {path}",
            subject=path,
        )
