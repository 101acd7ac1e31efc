"""unknown-key."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("unknown-key", on=Reading, waivable=False)
def unknown_key(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A map has a key that means nothing there.

    ## Why is this bad?
    A mistyped key does nothing: `requierd: true` asks for no confirmation and looks as if it did. What nobody reads
    must not look like a rule.

    ## How to fix
    Correct the spelling, or delete the key. What is only for your own use goes into `metadata`, which resources have.
    """
    yield from reading.of("unknown-key")
