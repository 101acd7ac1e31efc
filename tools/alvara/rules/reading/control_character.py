"""control-character."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("control-character", on=Reading, waivable=False)
def control_character(reading: Reading, setting: Setting) -> Iterator[Finding]:
    r"""A character that has no place in a text stands in a file.

    ## Why is this bad?
    Control characters, and line ends that only some programs take for one, are invisible to reviewers and act on the
    terminals and logs that show them. YAML forbids most of them (YAML 1.2.2 section 5.1), so the file is not judged.

    ## How to fix
    Delete the character. Where a text truly needs one, write it as an escape in double quotes, such as `"\x1b"`.
    """
    yield from reading.of("control-character")
