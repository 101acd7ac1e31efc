"""unsafe-number."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("unsafe-number", on=Reading, waivable=False)
def unsafe_number(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A number cannot be carried by JSON.

    ## Why is this bad?
    Infinity and "not a number" have no JSON form, and integers above 9007199254740991 are rounded by most readers (RFC
    8259 section 6): what is approved, digested and shipped would not be the number that was written.

    ## How to fix
    Put it in double quotes if it is a name or an ID, or write a number that every reader can hold.
    """
    yield from reading.of("unsafe-number")
