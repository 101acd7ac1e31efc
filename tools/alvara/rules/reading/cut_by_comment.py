"""cut-by-comment."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("cut-by-comment", on=Reading, waivable=False)
def cut_by_comment(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A text ends at a ` #` in its middle.

    ## Why is this bad?
    In a text without quotes a space and a `#` begin a comment. Of `a == "b #c"` YAML keeps `a == "b`, and what a
    reviewer reads on the line is not what counts.

    ## How to fix
    Put the whole text in quotes: single ones where it has double quotes in it. A real comment may stand on the line
    above.
    """
    yield from reading.of("cut-by-comment")
