"""lfs-pointer."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.documents.reading import Reading
from alvara.workspace.setting import Setting


@rule("lfs-pointer", on=Reading, waivable=False)
def lfs_pointer(reading: Reading, setting: Setting) -> Iterator[Finding]:
    """A file is a Git LFS pointer, not the content that it stands for.

    ## Why is this bad?
    The definition itself is stored elsewhere and was not fetched. What is not here is neither judged nor bundled, and
    it never appears in a pull request for anybody to read.

    ## How to fix
    Take the file out of Git LFS, in `.gitattributes`, and commit its content. `git lfs pull` fetches it once more.
    """
    yield from reading.of("lfs-pointer")
