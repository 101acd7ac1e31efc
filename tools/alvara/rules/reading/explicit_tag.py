"""explicit-tag."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("explicit-tag", on=Reading, waivable=False)
def explicit_tag(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A value has a YAML tag.

    ## Why is this bad?
    A text that starts with `!` is a tag: YAML takes the first word away and gives what is left, or nothing, some other
    type. An expression such as `!has(x)` loses its meaning, and a tag may even construct objects in careless readers.

    ## How to fix
    Put a text that starts with `!` in double quotes. A tag that was meant as one has no use here: delete it.
    """
    yield from reading.of("explicit-tag")
