"""yaml-syntax."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("yaml-syntax", on=Reading, waivable=False)
def yaml_syntax(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """The text of a file is not YAML.

    ## Why is this bad?
    Nothing in the file can be read, so nothing in it can be judged: what it defines is set aside until the text is
    repaired, and references to it are not reported as broken meanwhile.

    ## How to fix
    Repair the line. Most often a text needs double quotes round it, because it holds `: ` or ` #`, or starts with a
    character that YAML keeps for itself (`!`, `*`, `&`, `@`, `` ` ``, `%`, `[`, `{`).
    """
    yield from reading.of("yaml-syntax")
