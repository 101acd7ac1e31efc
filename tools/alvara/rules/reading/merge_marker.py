"""merge-marker."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.model.ledger import releases_among
from alvara.workspace.setting import Setting


@rule("merge-marker", on=Reading, waivable=False)
def merge_marker(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A merge conflict was committed unresolved.

    ## Why is this bad?
    Two versions of the same lines stand one below the other, and nobody has decided which one holds. The file is not
    judged until somebody has.

    ## How to fix
    Decide between the two sides and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`. The record
    of a release is not put together by hand: delete it, and let `alvara release prepare` make it again.
    """
    recorded = releases_among([reading.path])
    for finding in reading.of("merge-marker"):
        if recorded:
            again = f"alvara release prepare {recorded[0].version}"
            finding = finding._replace(tip=f"neither side is right: delete the file and make it again: {again}")
        yield finding
