"""several-documents."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("several-documents", on=Reading, waivable=False)
def several_documents(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file holds more than one YAML document.

    ## Why is this bad?
    Many readers take the first document and drop the rest without a word: what stands behind the second `---` looks
    reviewed and is never in force. A file with several documents is not read at all.

    ## How to fix
    Give each definition a file of its own. Several resources may share one file as a list below `resources:`.
    """
    yield from reading.of("several-documents")
