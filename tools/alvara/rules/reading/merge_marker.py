"""merge-marker."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("merge-marker", on=Reading, waivable=False)
def merge_marker(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A merge conflict was committed unresolved.

    ## Why is this bad?
    Two versions of the same lines stand one below the other, and nobody has decided which one holds. The file is not
    judged until somebody has.

    ## How to fix
    Decide between the two sides and delete the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`.
    """
    yield from reading.of("merge-marker")
