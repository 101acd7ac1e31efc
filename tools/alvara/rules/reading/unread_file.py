"""unread-file."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("unread-file", on=Reading)
def unread_file(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file in a folder of the registry is read by nothing.

    ## Why is this bad?
    Whoever put it there believes that it counts. A capability in `update.yml` is not checked, not approved and not in
    any bundle, and nothing else would say so.

    ## How to fix
    Rename it to `.yaml`, or move it out of the folder. Definitions end in `.yaml`, their schemas in `.json`, notes in
    `.md`. Below `ledger/` only the records in `releases`, `tombstones` and `migrations` are read.
    """
    yield from reading.of("unread-file")
