"""Scenarios: decisions that people expect, as their files say."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer

FixtureKind = Literal["principals", "resources", "inputs", "contexts"]
FIXTURE_KINDS: tuple[FixtureKind, ...] = ("principals", "resources", "inputs", "contexts")

PARTS: Mapping[str, FixtureKind] = {
    "principal": "principals", "resource": "resources", "input": "inputs", "context": "contexts",
    "output": "resources", "after": "resources",
}  # fmt: skip
"""What a scenario gives, each with the fixtures that it names: what is read afterwards is a record, too."""

REFUSALS = frozenset({"deny", "blocked"})
"""The decisions that keep something from happening."""

FROM, UNSET = "$from", "$unset"
"""The keys of an overlay: the fixture that it begins as, and the paths that it leaves out of that."""


class Expectation(NamedTuple):
    """What is to be decided. What is None is not compared; `pointer` is where it stands.

    `reasons` are codes, `decided_by` the policies among them, `failed` the postconditions and verifications that do not
    hold: all are compared as sets. `when` are the values of the matrix that it is about, for a row of a table.
    """

    pointer: Pointer
    decision: str
    reasons: tuple[str, ...] | None = None
    decided_by: tuple[str, ...] | None = None
    message: str | Mapping[str, str] | None = None
    failed: tuple[str, ...] | None = None
    when: Mapping[str, Any] | None = None


class Scenario(NamedTuple):
    """One request, or one for each combination of the matrix, as it is written.

    `values` are the parts that are given: the name of a fixture each, or a value. `rows` are in the order in which
    they are tried; a plain expectation is `otherwise` without rows.
    """

    id: str
    pointer: Pointer
    values: Mapping[str, Any]
    now: str
    matrix: Mapping[str, tuple[Any, ...]]
    allow_invalid: bool
    rows: tuple[Expectation, ...]
    otherwise: Expectation | None

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        """Everything that is expected, in the order in which it is tried."""
        return self.rows if self.otherwise is None else (*self.rows, self.otherwise)


Fixtures = Mapping[FixtureKind, Mapping[str, Mapping[str, Any]]]
"""Values by kind and name, as they are written."""


class Suite(NamedTuple):
    """The scenarios of one file. `shared` are the files of fixtures that it names, as seen from the root."""

    path: str
    capability: str
    major: str
    now: str
    shared: tuple[str, ...]
    fixtures: Fixtures
    scenarios: tuple[Scenario, ...]
