"""Everything that a change comes to where people have to agree: what rules on approvals judge."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from alvara.approvals.agreement import Agreement
from alvara.approvals.subject import Subject
from alvara.approvals.validity import Standing
from alvara.diagnostics.site import Pointer
from alvara.model.governance import Governance

Place = tuple[str, Pointer]
"""A file, and where in it."""


class Stranger(NamedTuple):
    """Somebody who had a part in a commit, and whom no person in `governance/` claims to be."""

    subject: Subject
    name: str
    email: str
    commit: str


class Agreements(NamedTuple):
    """`governance` is the one that judges, None where there is none that can be read.

    `ungoverned` needs approval where nobody could give any. `agreements` are of what is due or waits in review.
    `standings` are all records of now, and `fresh` the paths of those that the base does not have; `rewritten` are
    records of the base that are gone or say something else. `lost` says by file what was taken out of `governance/`.
    `governing` and `content` are the files of either sort that differ from the base of this work. `doubt` says why the
    governance that should judge cannot.
    """

    governance: Governance | None
    ungoverned: tuple[Subject, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    standings: tuple[Standing, ...] = ()
    fresh: frozenset[str] = frozenset()
    rewritten: tuple[str, ...] = ()
    lost: Mapping[str, str] = MappingProxyType({})
    governing: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    doubt: str = ""
    now: str = ""

    def newcomers(self) -> Iterator[Standing]:
        """Yield the records that the base does not have, by path."""
        yield from (standing for standing in self.standings if standing.record.path in self.fresh)

    def about(self, standing: Standing) -> Agreement | None:
        """Give the verdict on the content that a record is about, if that stands here."""
        record = standing.record
        return next(
            (
                one for one in self.agreements
                if (one.subject.kind, one.subject.id) == (record.kind, record.id)
                and record.digest in one.subject.digests
            ),
            None,
        )  # fmt: skip
