"""version-not-a-string."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("version-not-a-string", on=Reading, waivable=False, fixable=True)
def version_not_a_string(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A version is written as a number.

    ## Why is this bad?
    Without quotes YAML reads `1.10` as the number 1.1, and `1e3` as 1000: two versions become one, and nobody sees it
    happen.

    ## How to fix
    Put the version in double quotes, with all three parts: `"1.10.0"`.
    """
    yield from reading.of("version-not-a-string")
