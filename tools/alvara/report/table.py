"""Columns for people."""

from collections.abc import Sequence

from alvara.report.escape import visible


def render(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write rows below a head, the columns as wide as their widest cell."""
    cells = [[visible(cell) for cell in row] for row in (head, *rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    return "\n".join(lines) + "\n"
