"""key-not-text."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("key-not-text", on=Reading, waivable=False)
def key_not_text(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A key is not a text.

    ## Why is this bad?
    `null`, `true` and `1` are values in YAML, and JSON has keys of text only: each program that converts the file
    turns such a key into a text of its own choice, or stops.

    ## How to fix
    Put the key in double quotes, as in `"1": ...`, or give it a name.
    """
    yield from reading.of("key-not-text")
