"""The answer to whether every value of one schema is a value of another, and what speaks against it."""

from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Site

MOST_DIFFERENCES = 20


class Difference(NamedTuple):
    """One thing that lets a value of the first schema break the second.

    `certain` says that `value`, which is valid under the whole first schema, was tried and is invalid under the second;
    otherwise it cannot be told, and there is no value. `first` and `second` are the places in the two schemas.

    The words say it to a person in two ways. Where the first schema is the old one, as for an input, a value is no
    longer accepted: `no_longer`. Where the first schema is the new one, as for an output, a value is returned that was
    not before: `newly`.
    """

    certain: bool
    first: Site
    second: Site
    no_longer: str
    newly: str
    value: Any = None


class Answer(NamedTuple):
    """Whether one schema's values are all values of the other: proved, refuted by `witness`, or it cannot be told.

    `differences` are the independent reasons, certain ones first; those that cannot be told may stand beside them.
    """

    verdict: Literal["proved", "refuted", "unknown"]
    differences: tuple[Difference, ...] = ()

    @property
    def witness(self) -> Any:
        """The value that refutes it, where it is refuted: the first schema accepts it and the second does not."""
        return self.differences[0].value if self.verdict == "refuted" else None
