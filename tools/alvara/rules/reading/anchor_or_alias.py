"""anchor-or-alias."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("anchor-or-alias", on=Reading, waivable=False)
def anchor_or_alias(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file uses an anchor, an alias or a merge key.

    ## Why is this bad?
    With `&`, `*` and `<<` a value is written in one place and used in others, so that a diff does not show what
    changed where; some readers cannot merge at all, and a few lines of nested aliases can fill any memory. Here every
    value stands where it is used.

    ## How to fix
    Write the value out at each place. A text that only starts with `&` or `*` needs double quotes round it.
    """
    yield from reading.of("anchor-or-alias")
