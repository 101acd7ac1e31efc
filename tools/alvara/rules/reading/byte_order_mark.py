"""byte-order-mark."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("byte-order-mark", on=Reading, severity="warning", fixable=True)
def byte_order_mark(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file starts with a byte order mark.

    ## Why is this bad?
    The mark is invisible and means nothing in UTF-8, but it is part of the bytes: some readers take it for the first
    letter of the first key, and a file that was only opened and saved shows up as changed.

    ## How to fix
    Run `alvara check --fix`, or save the file as UTF-8 without the mark. Editors call it "UTF-8" rather than
    "UTF-8 with BOM".
    """
    yield from reading.of("byte-order-mark")
