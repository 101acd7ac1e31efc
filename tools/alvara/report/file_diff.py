"""What would become of files, as a diff that `git apply` takes where nothing in it had to be escaped."""

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from re import findall

from alvara.report.escape import visible

_LINES = r"[^\n]*\n|[^\n]+"


def render(before: Mapping[str, bytes], after: Mapping[str, bytes | None]) -> str:
    """Write the differences of some files; `before` lacks what is new, and what goes is None in `after`."""
    return "".join(line for path in sorted(after) for line in _of(path, before.get(path), after[path]))


def _of(path: str, before: bytes | None, after: bytes | None) -> Iterator[str]:
    old, new = (
        [] if data is None else findall(_LINES, data.decode("utf-8", "backslashreplace")) for data in (before, after)
    )
    names = ("/dev/null" if before is None else f"a/{path}", "/dev/null" if after is None else f"b/{path}")
    for line in unified_diff(old, new, visible(names[0]), visible(names[1])):
        whole = line.endswith("\n")
        yield visible(line.removesuffix("\n")) + ("\n" if whole else "\n\\ No newline at end of file\n")
