"""wrong-shape."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("wrong-shape", on=Reading, waivable=False)
def wrong_shape(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A value does not have the shape that its key asks for.

    ## Why is this bad?
    A definition with a missing or malformed part cannot be trusted in the rest: it counts as existing, so that
    references to it are not reported as broken, and is judged no further.

    ## How to fix
    Write the value as the schema of its kind wants it. An editor that uses the `schemas/` of this project shows the
    shape while you type.
    """
    yield from reading.of("wrong-shape")
