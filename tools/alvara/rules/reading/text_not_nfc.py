"""text-not-nfc."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("text-not-nfc", on=Reading, waivable=False, fixable=True)
def text_not_nfc(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A text stores its accented letters in pieces.

    ## Why is this bad?
    `ã` can be one character or two, an `a` and a mark; both look the same and differ for every program that compares,
    searches or digests them. What is shipped holds the composed form only (Unicode Standard Annex 15, form C).

    ## How to fix
    Run `alvara check --fix`, or type the word again. Texts copied out of PDF files and file names of macOS are where
    the other form comes from.
    """
    yield from reading.of("text-not-nfc")
