"""Everything that a change comes to where people have to agree: what rules on approvals judge."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from alvara.approvals.agreement import Agreement, against_in
from alvara.approvals.subject import Subject
from alvara.approvals.validity import Fault, Standing
from alvara.diagnostics.site import Pointer, Revision
from alvara.model.governance import Governance

Place = tuple[str, Pointer]
"""A file, and where in it."""

Content = tuple[str, str, str]
"""What a record is about: a kind, an ID, and the digest of what that said."""


class Stranger(NamedTuple):
    """Somebody who had a part in a commit, and whom no person in `governance/` claims to be."""

    subject: Subject
    name: str
    email: str
    commit: str


class Loss(NamedTuple):
    """What was taken out of a file in `governance/`, in words; `revision` tells where that file is still to be seen.

    `tip` is the way out where it is another than usual.
    """

    path: str
    words: str
    revision: Revision = "current"
    tip: str = ""


class Doubt(NamedTuple):
    """The file that keeps the governance from being read, where it is, and why that is so."""

    path: str
    words: str
    revision: Revision = "current"


class Voided(NamedTuple):
    """An approval that counts, and will not once what governs has changed: of what, whose, as what, and why."""

    id: str
    person: str
    role: str
    record: str
    why: str


class Agreements(NamedTuple):
    """`governance` is the one that judges, None where there is none that can be read.

    `coming` is the one that judges what comes next, where this work brings another. `ungoverned` needs approval where
    nobody could give any. `agreements` are of what is due or waits in review, `prospects` of what has to be agreed on
    only once `coming` judges. `standings` are all records of now; `rewritten` are records of the base that are gone or
    say something else. `lost` is what was taken out of `governance/`. `governing` and `content` are the files of either
    sort that differ from the base of this work. `doubted` says why the governance that should judge cannot.
    `branch` is the default branch, before and after. `voided` counts no longer once `coming` judges.
    """

    governance: Governance | None
    coming: Governance | None = None
    ungoverned: tuple[Subject, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    prospects: tuple[Agreement, ...] = ()
    standings: tuple[Standing, ...] = ()
    rewritten: tuple[str, ...] = ()
    lost: tuple[Loss, ...] = ()
    governing: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    strangers: tuple[Stranger, ...] = ()
    doubted: Doubt | None = None
    branch: tuple[str, str] = ("", "")
    voided: tuple[Voided, ...] = ()
    now: str = ""

    @property
    def doubt(self) -> str:
        """Why the governance that should judge cannot, in a sentence; empty where it can, or where there is none."""
        return self.doubted.words if self.doubted is not None else ""

    def newcomers(self) -> Iterator[Standing]:
        """Yield the records that the base does not have, by path."""
        yield from (standing for standing in self.standings if standing.is_new)

    def against(self, standing: Standing, agreement: Agreement) -> Fault | None:
        """Say what keeps an approval of what a verdict is on from counting."""
        if self.governance is None:
            return standing.fault
        return against_in(standing, agreement, self.governance, self.now)

    def by_content(self) -> Mapping[Content, Agreement]:
        """Give the verdict on each content that records may be about and that stands here."""
        return {
            (one.subject.kind, one.subject.id, digest): one for one in self.agreements for digest in one.subject.digests
        }


def content_of(standing: Standing) -> Content:
    """Give what a record is about."""
    return standing.record.kind, standing.record.id, standing.record.digest
