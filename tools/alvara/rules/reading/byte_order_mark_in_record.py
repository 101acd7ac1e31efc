"""byte-order-mark-in-record."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("byte-order-mark-in-record", on=Reading, waivable=False, fixable=True)
def byte_order_mark_in_record(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file in `governance/` or `approvals/` starts with a byte order mark, so that it does not count.

    ## Why is this bad?
    These files say who agreed, and who may. The mark is invisible, and programs disagree on whether it is part of the
    first word: one would read a person, a revoked key or an approval that another does not see. Where that matters,
    what is not read by all is read by none.

    ## How to fix
    Run `alvara check --fix`, or save the file as UTF-8 without the mark. Editors call it "UTF-8" rather than
    "UTF-8 with BOM".
    """
    yield from reading.of("byte-order-mark-in-record")
