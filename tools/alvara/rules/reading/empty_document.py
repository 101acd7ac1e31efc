"""empty-document."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("empty-document", on=Reading, waivable=False)
def empty_document(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file holds no value.

    ## Why is this bad?
    A file in its place says that something is defined, and there is nothing. Often the content was lost in a merge, or
    every line of it is a comment.

    ## How to fix
    Write the definition, or delete the file.
    """
    yield from reading.of("empty-document")
