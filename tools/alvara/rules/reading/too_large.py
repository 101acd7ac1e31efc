"""too-large."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("too-large", on=Reading, waivable=False)
def too_large(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file is larger than what people review.

    ## Why is this bad?
    A definition is text that somebody reads before agreeing to it. What is above 1 MiB is data, and it would slow down
    every run for everybody; the file is not read, so nothing in it is judged. The record of a release, which is written
    by the tool and lists everything when it is the first, may have 64 MiB.

    ## How to fix
    Split the file, or move data out of the registry. Resources may be spread over as many files as you like.
    """
    yield from reading.of("too-large")
