"""cut-by-comma."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("cut-by-comma", on=Reading, waivable=False)
def cut_by_comma(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A text ends at a comma in its middle.

    ## Why is this bad?
    Between `[ ]` or `{ }` a comma ends a text that has no quotes round it. Of `{expr: f(a, b)}` YAML makes the text
    `f(a` and a second key `b)`, and of `[valid (days, hours)]` two words that nobody says.

    ## How to fix
    Put the whole text in quotes, single ones where it has double quotes in it, or write the list or the map in lines
    of its own.
    """
    yield from reading.of("cut-by-comma")
