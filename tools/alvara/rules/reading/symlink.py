"""symlink."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("symlink", on=Reading, waivable=False)
def symlink(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A symbolic link stands in a folder of the registry.

    ## Why is this bad?
    A link can lead anywhere, out of the repository included: what it shows depends on the machine, and is not what was
    reviewed. It is neither followed nor read, wherever it leads.

    ## How to fix
    Put the file itself in the place of the link.
    """
    yield from reading.of("symlink")
