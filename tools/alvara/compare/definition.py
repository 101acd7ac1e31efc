"""One definition as one revision has it: what two revisions are compared by."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from alvara.decode.defaults import without_defaults
from alvara.identity.versions import parse
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.subschemas.references import References
from alvara.workspace.entity import Entity

Model = Capability | Resource | Policy

PUBLISHED = frozenset({"approved", "active", "deprecated", "removed"})
"""The statuses from which on an ID is a contract; drafts and reviews may go as they came.

What is removed and still in its file is one: nothing else may take its ID, and a tombstone has yet to say so.
"""

Name = tuple[str, str]
"""A kind and an ID."""


Form = Literal["written", "whole", "shipped"]
"""How a model has its schemas and texts: as its file does, with everything written out, or as a bundle does.

What is whole and what is shipped have the same `definition` for the same content; what is written does not.
"""


class Definition(NamedTuple):
    """The facts of a definition and, where it holds its shape, all it says. `references` follows its `$ref`s.

    `settled` tells that every file which it refers to is the same in both revisions, so that its own words decide.
    `digest` names what it says, where that is all that a side knows of it.
    """

    facts: Entity
    model: Model | None
    references: References
    settled: bool = False
    form: Form = "written"
    digest: str = ""

    @property
    def name(self) -> Name:
        """What it is called among all kinds."""
        return self.facts.kind, self.facts.id

    @property
    def major(self) -> int | None:
        """The major of its version; None for a resource, or where the version is none."""
        version = parse(self.facts.version)
        return version.major if version else None

    @property
    def is_published(self) -> bool:
        """Whether others may rely on it."""
        return self.facts.status in PUBLISHED

    @property
    def said(self) -> Mapping[str, Any]:
        """What it says by itself, what follows from the rest left out."""
        if self.model is None:
            return {}
        return self.model.written if self.form == "written" else without_defaults(self.model)

    @property
    def alias_names(self) -> frozenset[str]:
        """The other names that it answers to."""
        return frozenset(alias for alias, _ in self.facts.aliases)
