"""too-deep."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("too-deep", on=Reading, waivable=False)
def too_deep(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """Values are nested more deeply than any definition needs.

    ## Why is this bad?
    No definition comes near 64 levels, and programs that walk down into a value, here or in whoever uses the bundle,
    can run out of memory on the way. Reading stops at the place, so nothing in the file is judged.

    ## How to fix
    Flatten the value. In a schema, move inner parts to `$defs` and refer to them.
    """
    yield from reading.of("too-deep")
