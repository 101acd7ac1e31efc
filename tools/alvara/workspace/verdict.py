"""What the rules on the whole registry said about one file, and what their answer depends on."""

from typing import NamedTuple

from alvara.diagnostics.finding import Diagnostic
from alvara.workspace.workspace import Key


class Verdict(NamedTuple):
    """`asked` are the keys that were looked up; `bindings` is the number of pairs that the file accounts for."""

    asked: frozenset[Key]
    diagnostics: tuple[Diagnostic, ...] = ()
    bindings: int = 0
