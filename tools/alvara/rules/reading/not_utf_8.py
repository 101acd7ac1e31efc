"""not-utf-8."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("not-utf-8", on=Reading, waivable=False)
def not_utf_8(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file is not UTF-8 text.

    ## Why is this bad?
    Another encoding gives each reader other letters, and IDs or texts that people see differ from those that programs
    compare. Nothing in the file can be read for certain, so nothing in it is judged.

    ## How to fix
    Save the file as UTF-8. Editors offer it under "encoding"; `iconv -f LATIN1 -t UTF-8` converts a file.
    """
    yield from reading.of("not-utf-8")
