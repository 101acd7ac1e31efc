"""duplicate-key."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("duplicate-key", on=Reading, waivable=False)
def duplicate_key(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A map has the same key twice.

    ## Why is this bad?
    YAML readers keep one of the two and drop the other without a word, and not all keep the same one. A `risk: high`
    that reviewers see at the top can be a `risk: low` thirty lines below (YAML 1.2.2 section 3.2.1.1 forbids it).

    ## How to fix
    Keep one of the two. Where both values matter, they belong into one list or under two keys.
    """
    yield from reading.of("duplicate-key")
