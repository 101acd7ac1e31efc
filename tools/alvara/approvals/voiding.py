"""What a change does to what people agreed on: whose word counts no longer and why, and whose word it brings."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from alvara.approvals.agreement import Agreement, Refusal
from alvara.approvals.agreements import Agreements, Place
from alvara.approvals.telling import refused
from alvara.approvals.validity import Standing, by_name

CHANGED = "its content changed"
RUNS_OTHERWISE = "what it runs changed"
RENAMED = "its ID is another one now"
GONE = "the record of it is gone"


class Word(NamedTuple):
    """Somebody's agreement: who signed, as what, in whose place, until when. `why` says why it counts no longer."""

    person: str
    role: str
    seat: str
    until: str
    record: str
    why: str = ""


class Turn(NamedTuple):
    """What became of the agreement on one definition, and the verdict on it now.

    `stood` counted before, and `voided` are those of them that do not any longer; `brought` count now and did not
    before, and `refusals` are new. Of what somebody renewed, the record that counts longest stands for all.
    """

    agreement: Agreement
    stood: tuple[Word, ...] = ()
    voided: tuple[Word, ...] = ()
    stands: tuple[Word, ...] = ()
    brought: tuple[Word, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    @property
    def records(self) -> frozenset[str]:
        """The files of the records that something became of."""
        words = {word.record for word in (*self.voided, *self.brought)}
        return frozenset(words | {no.record for no in self.refusals})


def turns(
    before: Agreements, after: Agreements, heirs: Mapping[Place, Place], touched: Container[Place]
) -> Iterator[Turn]:
    """Yield what became of each agreement, where anything did, both sides judged alike.

    `heirs` lead from where a definition stood to where it stands, those that stayed left out; `touched` are the places
    of those whose own words changed. What nobody has to agree on now has nothing to lose, and is not told.
    """
    then = {heirs.get(one.subject.place, one.subject.place): one for one in before.agreements}
    was, now = _Side(before), _Side(after)
    for agreement in after.agreements:
        place = agreement.subject.place
        old = then.get(place)
        stood, stands = was.words(old) if old is not None else {}, now.words(agreement)
        reason = CHANGED if place in touched else RUNS_OTHERWISE
        turn = Turn(
            agreement,
            _last(stood.values()),
            _last(word._replace(why=now.why(s, agreement, reason)) for s, word in stood.items() if s not in stands),
            _last(stands.values()),
            _last(word for s, word in stands.items() if s not in stood),
            tuple(no for no in agreement.refusals if now.signatures[no.record] not in was.by_signature),
        )
        if turn.voided or turn.brought or turn.refusals:
            yield turn


class _Side:
    """The records of one side, known by their signatures: where in the tree one lies is no matter."""

    def __init__(self, agreements: Agreements) -> None:
        self._agreements, self._about = agreements, by_name(agreements.standings)
        self.by_signature = {s.record.signature: s for s in agreements.standings}
        self.signatures = {s.record.path: s.record.signature for s in agreements.standings}

    def words(self, agreement: Agreement) -> dict[str, Word]:
        """Give by signature what counts for a definition: nothing does where somebody refused."""
        subject = agreement.subject
        about = () if agreement.refusals else self._about.get((subject.kind, subject.id), ())
        return {s.record.signature: _word(s) for s in about if self._counts(s, agreement)}

    def why(self, signature: str, agreement: Agreement, reason: str) -> str:
        """Say why what counted before does not count here, or does for nothing that stands here."""
        if agreement.refusals:
            return refused(agreement.refusals[0])
        standing = self.by_signature.get(signature)
        if standing is None:
            return GONE
        if standing.record.id != agreement.subject.id:
            return RENAMED
        if not _is_about(standing, agreement):
            return reason
        fault = self._agreements.against(standing, agreement)
        return fault.words if fault is not None else reason

    def _counts(self, standing: Standing, agreement: Agreement) -> bool:
        if standing.record.decision != "approve" or not _is_about(standing, agreement):
            return False
        return self._agreements.against(standing, agreement) is None


def _is_about(standing: Standing, agreement: Agreement) -> bool:
    subject, record = agreement.subject, standing.record
    return (record.kind, record.id) == (subject.kind, subject.id) and record.digest in subject.digests


def _last(words: Iterable[Word]) -> tuple[Word, ...]:
    """Keep of several words of one person, in one role and place, the one that counts longest."""
    found: dict[tuple[str, str, str], Word] = {}
    for word in words:
        speaker = (word.person, word.role, word.seat)
        found[speaker] = max(found.get(speaker, word), word, key=lambda one: one.until)
    return tuple(found.values())


def _word(standing: Standing) -> Word:
    record = standing.record
    return Word(record.approver, record.role, record.seat, record.expires_at, record.path)
