"""Records that came since the last release, let in once more: who can write to the main branch could plant them."""

from alvara.app.agreeing import Seen
from alvara.app.past import Past
from alvara.approvals.agreements import Agreements
from alvara.approvals.validity import Fault, Standing, circumstances_of


def readmitted(agreements: Agreements, seen: Seen, last: Past) -> Agreements:
    """Fault what the last release did not have and says to be older than it could then have been."""
    governance = agreements.governance
    if governance is None:
        return agreements
    config = seen.config
    here = circumstances_of(config.registry, config.default_branch, seen.now, governance, last.moment())
    early = {
        s.record.path
        for s in agreements.standings
        if s.record.path not in last.blobs and s.record.issued_at < here.earliest
    }
    faulted = tuple(
        s._replace(fault=_predates(s, last, here.earliest), is_new=True) if s.record.path in early else s
        for s in agreements.standings
    )
    return agreements._replace(standings=faulted)


def _predates(standing: Standing, last: Past, earliest: str) -> Fault:
    record = standing.record
    return Fault(
        f"release `{last.base.ref}` did not have it, and it is dated {record.issued_at}; nothing new is taken from "
        f"before {earliest}", "issuedAt",
    )  # fmt: skip
