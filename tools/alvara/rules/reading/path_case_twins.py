"""path-case-twins."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("path-case-twins", on=Reading, waivable=False)
def path_case_twins(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """Two files have paths that differ only in case.

    ## Why is this bad?
    On macOS and Windows the two are one file: a checkout keeps one of them, shows the other as changed, and judges a
    registry that is not the one you pushed.

    ## How to fix
    Rename or delete one of the two. Folders and files are written in lower case, with hyphens between the words.
    """
    yield from reading.of("path-case-twins")
