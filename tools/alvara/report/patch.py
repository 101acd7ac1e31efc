"""Edits of files as a unified diff, in the form that `git apply` takes."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from alvara.documents.edit import Edit, apply
from alvara.report.escape import visible

_CONTEXT = 3
"""Lines that are shown around a change."""


def render(path: str, target: str, before: str | None, edits: Sequence[Edit], gone: bool = False) -> str:
    """Write what becomes of one file; None is a file that there was not, `gone` one that will not be.

    Takes time by the length of the file.
    """
    if gone:
        hunk = "".join(_hunks(before or "", [Edit(0, len(before or ""), "")]))
        name = _name("a", path)
        return f"diff --git {name} {_name('b', path)}\ndeleted file mode 100644\n--- {name}\n+++ /dev/null\n{hunk}"
    head = f"diff --git {_name('a', path)} {_name('b', target)}\n"
    if before is None:
        head += "new file mode 100644\n"
    elif path != target:
        head += f"rename from {_quoted(path)}\nrename to {_quoted(target)}\n"
    hunks = "".join(_hunks(before or "", edits))
    if not hunks:
        return head if before is None or path != target else ""
    return f"{head}--- {'/dev/null' if before is None else _name('a', path)}\n+++ {_name('b', target)}\n{hunks}"


def as_seen(patch: str) -> str:
    """Write a patch for a terminal: nothing in it is hidden or obeyed, and it may no longer be one that git takes."""
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in patch.split("\n"))


def _hunks(text: str, edits: Sequence[Edit]) -> Iterator[str]:
    starts = _line_starts(text)
    blocks = _blocks(text, edits)
    number = {start: position for position, start in enumerate(starts)}
    number.setdefault(len(text), len(starts))
    group: list[tuple[int, int, str]] = []
    shift = 0
    for start, end, new in blocks:
        block = (number[start], number[end], new)
        if group and block[0] - group[-1][1] > 2 * _CONTEXT:
            hunk, shift = _hunk(text, starts, group, shift)
            yield hunk
            group = []
        group.append(block)
    if group:
        yield _hunk(text, starts, group, shift)[0]


def _hunk(text: str, starts: list[int], group: list[tuple[int, int, str]], shift: int) -> tuple[str, int]:
    """Write one hunk; `shift` is by how many lines the file has grown before it, and behind it."""
    first, last = max(group[0][0] - _CONTEXT, 0), min(group[-1][1] + _CONTEXT, len(starts))
    lines: list[str] = []
    position, grown = first, 0
    for start, end, new in group:
        lines += [_line(" ", text, starts, n) for n in range(position, start)]
        lines += [_line("-", text, starts, n) for n in range(start, end)]
        added = _split(new)
        lines += [_ended(f"+{line}") for line in added]
        grown += len(added) - (end - start)
        position = end
    lines += [_line(" ", text, starts, n) for n in range(position, last)]
    old, new_count = last - first, last - first + grown
    return f"@@ -{_range(first, old)} +{_range(first + shift, new_count)} @@\n" + "".join(lines), shift + grown


def _range(first: int, count: int) -> str:
    return f"{first + 1 if count else first},{count}"


def _blocks(text: str, edits: Sequence[Edit]) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of whole lines that change, with what they become."""
    pending: list[Edit] = []
    start = end = 0
    for edit in sorted(edits):
        if edit.text == text[edit.start : edit.end]:
            continue
        first, stop = _newline_start(text, edit.start), _whole_lines(text, edit)
        if pending and first < end:
            end = max(end, stop)
        else:
            yield from _block(text, start, end, pending)
            pending, start, end = [], first, stop
        pending.append(edit)
    yield from _block(text, start, end, pending)


def _block(text: str, start: int, end: int, edits: list[Edit]) -> Iterator[tuple[int, int, str]]:
    if edits:
        moved = [Edit(edit.start - start, edit.end - start, edit.text) for edit in edits]
        yield start, end, apply(text[start:end], moved)


def _whole_lines(text: str, edit: Edit) -> int:
    """Give the end of the lines that an edit touches; what is put before a line touches no line."""
    at_start = edit.start == edit.end == _newline_start(text, edit.start)
    if at_start and edit.text.endswith("\n"):
        return edit.end
    position = text.find("\n", max(edit.end - 1, edit.start) if edit.end > edit.start else edit.end)
    return len(text) if position < 0 else position + 1


def _newline_start(text: str, offset: int) -> int:
    """Give the start of a line as git counts lines: by LF alone."""
    return text.rfind("\n", 0, offset) + 1


def _line_starts(text: str) -> list[int]:
    starts, position = [], 0
    while position < len(text):
        starts.append(position)
        found = text.find("\n", position)
        position = len(text) if found < 0 else found + 1
    return starts


def _split(text: str) -> list[str]:
    starts = [*_line_starts(text), len(text)]
    return [text[a:b] for a, b in pairwise(starts)]


def _line(sign: str, text: str, starts: list[int], number: int) -> str:
    end = starts[number + 1] if number + 1 < len(starts) else len(text)
    return _ended(sign + text[starts[number] : end])


def _ended(line: str) -> str:
    return line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    return _quoted(f"{side}/{path.lstrip('/')}")


def _quoted(path: str) -> str:
    """Write a path as git does: in quotes where it has characters that would be taken for something else."""
    if path.isprintable() and not set('"\\') & set(path):
        return path
    escaped = "".join(
        f"\\{byte:03o}" if byte < 0x20 or byte >= 0x7F else f"\\{chr(byte)}" if chr(byte) in '"\\' else chr(byte)
        for byte in path.encode("utf-8", "surrogateescape")
    )
    return f'"{escaped}"'
