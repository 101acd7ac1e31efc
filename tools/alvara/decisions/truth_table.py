"""What something comes to in each of many rows, joined for all rows at once."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.workspace.conditions import Tree

Rows = int
"""A set of rows: bit n stands for row n."""


class TruthTable(NamedTuple):
    """In which rows something holds, and in which it does not. In those that are in neither it cannot be told."""

    holds: Rows
    fails: Rows

    def where(self, truth: Truth, all_rows: Rows) -> Rows:
        """Give the rows in which it comes to this."""
        if truth is ERROR:
            return all_rows & ~(self.holds | self.fails)
        return self.holds if truth is TRUE else self.fails


def constant(truth: Truth, all_rows: Rows) -> TruthTable:
    """Give the table of what comes to the same in every row."""
    return TruthTable(all_rows if truth is TRUE else 0, all_rows if truth is FALSE else 0)


def all_of(tables: Iterable[TruthTable], all_rows: Rows) -> TruthTable:
    """Join as `truth.all_of` does, row by row."""
    holds, fails = all_rows, 0
    for table in tables:
        holds &= table.holds
        fails |= table.fails
    return TruthTable(holds, fails)


def any_of(tables: Iterable[TruthTable], all_rows: Rows) -> TruthTable:
    """Join as `truth.any_of` does, row by row."""
    holds, fails = 0, all_rows
    for table in tables:
        holds |= table.holds
        fails &= table.fails
    return TruthTable(holds, fails)


def none_of(tables: Iterable[TruthTable], all_rows: Rows) -> TruthTable:
    """Join as `truth.none_of` does, row by row."""
    joined = any_of(tables, all_rows)
    return TruthTable(joined.fails, joined.holds)


_JOINTS = {"all": all_of, "any": any_of, "not": none_of}


def join(tree: Tree, atoms: Mapping[str, TruthTable], all_rows: Rows) -> TruthTable:
    """Give the table of a whole condition, from those of its expressions."""
    if len(tree) == 2:
        return atoms[tree[0]]
    return _JOINTS[tree[0]]([join(inner, atoms, all_rows) for inner in tree[1]], all_rows)
