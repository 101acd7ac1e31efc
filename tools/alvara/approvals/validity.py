"""Whether a record is what it says: signed by who may, when they could. What it is about is judged elsewhere."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from alvara.approvals.keyring import Keyring, keyring_of
from alvara.identity.digests import canonical
from alvara.model.approval import NAMESPACE, Approval
from alvara.model.governance import Governance, Key, Revocation
from alvara.signatures.keys import PublicKey
from alvara.signatures.sshsig import BadSignature, signer_of, verify


class Circumstances(NamedTuple):
    """Under what a record is judged: a new one may be issued from `earliest` on, and any until `latest`."""

    registry: str
    target: str
    now: str
    earliest: str
    latest: str


class Court(NamedTuple):
    """Who judges records: a governance, with its keys read, under some circumstances.

    `revoked` has the bytes of keys that are not to be trusted, each with what says so.
    """

    governance: Governance
    keyring: Keyring
    circumstances: Circumstances
    revoked: Mapping[bytes, tuple[Revocation, ...]] = MappingProxyType({})


class Fault(NamedTuple):
    """What is wrong with a record, in words, and the key of its predicate that says so; empty is the signature.

    `tip` is the way out where that is another than to sign anew.
    """

    words: str
    key: str = ""
    tip: str = ""


class Standing(NamedTuple):
    """A record and what is wrong with it. `key` is the one that signed, where that is known.

    `is_new` tells that nobody else has it yet, so that it can still be deleted and written anew.
    """

    record: Approval
    fault: Fault | None = None
    key: bytes = b""
    is_new: bool = False


def court_of(governance: Governance, circumstances: Circumstances) -> Court:
    """Read the keys that records are judged by."""
    keyring = keyring_of(governance.people.values())
    by_name: dict[str, list[Revocation]] = {}
    for revocation in governance.revocations:
        by_name.setdefault(revocation.key, []).append(revocation)
    revoked: dict[bytes, tuple[Revocation, ...]] = {}
    for _, public in (owned for keys in keyring.values() for owned in keys):
        revoked[public.raw] = (*revoked.get(public.raw, ()), *by_name.get(public.fingerprint, ()))
    return Court(governance, keyring, circumstances, revoked)


def circumstances_of(registry: str, branch: str, now: str, governance: Governance, since: str = "") -> Circumstances:
    """Bound what is new: by what the policy says round `now`, or round the moment `since` which nothing new came."""
    admission = governance.admission
    return Circumstances(
        registry, f"refs/heads/{branch}", now,
        moved(since or now, -timedelta(days=admission.past_days)),
        moved(now, timedelta(minutes=admission.future_minutes)),
    )  # fmt: skip


def moved(moment: str, by: timedelta) -> str:
    """Give the moment that lies so far from another; the calendar's end where it has no such day."""
    try:
        return _written(_read(moment) + by)
    except OverflowError:
        return "0001-01-01T00:00:00Z" if by < timedelta() else "9999-12-31T23:59:59Z"


def judge(record: Approval, court: Court, *, is_new: bool) -> Standing:
    """Judge one record. A new one has to be of these days, too, and its role and key have to be good today.

    So nobody who has left can bring what they say they signed while they were here. A refusal that has come stays,
    whatever dates and names of branches are written elsewhere since: only who signed it is asked again.
    """
    if record.decision != "approve" and not is_new:
        return _judge_refusal(record, court)
    fault = _fault_of_words(record, court) or _fault_of_person(record, court.governance, record.issued_at[:10])
    if fault is not None:
        return Standing(record, fault, is_new=is_new)
    found = _signing_key(record, court)
    if isinstance(found, Fault):
        return Standing(record, found, is_new=is_new)
    key, public = found
    fault = _fault_of_key(record, key, public, court)
    if fault is None and is_new:
        fault = _fault_of_news(record, key, court)
    return Standing(record, fault, public.raw, is_new)


def _judge_refusal(record: Approval, court: Court) -> Standing:
    """Judge a refusal that was good when it came. A role or a key that is closed since, for then too, takes none back.

    Roles and delegations are never deleted, so that it can be told who once had them.
    """
    here, person = court.circumstances, court.governance.people.get(record.seat)
    if record.repository != here.registry:
        return Standing(record, _of_another_registry(record, here))
    if person is None or not person.has_held(record.role, record.id, record.approver):
        words = f"`{record.approver}` never held the role {record.role} for `{record.id}`"
        return Standing(record, Fault(words, "role"))
    found = _signing_key(record, court)
    if isinstance(found, Fault):
        return Standing(record, found)
    key, public = found
    return Standing(record, _fault_of_revocation(record, key, public, court), public.raw)


def lapse(record: Approval, now: str) -> str:
    """Say that a record does not count any longer, if so. A refusal counts for good."""
    if record.decision == "approve" and record.expires_at <= now:
        return f"it expired on {record.expires_at[:10]}"
    return ""


def lifetime(record: Approval) -> timedelta:
    """Give how long a record counts."""
    return _read(record.expires_at) - _read(record.issued_at)


def _fault_of_words(record: Approval, court: Court) -> Fault | None:
    here = court.circumstances
    if record.repository != here.registry:
        return _of_another_registry(record, here)
    if record.target != here.target:
        return Fault(f"it is for `{record.target}`, and what is approved here goes to `{here.target}`", "target")
    for moment, key in ((record.issued_at, "issuedAt"), (record.expires_at, "expiresAt")):
        if not _is_moment(moment):
            return Fault(f"no calendar has the moment {moment}", key)
    if record.expires_at <= record.issued_at:
        return Fault("it ends before it begins", "expiresAt")
    if record.issued_at > here.latest:
        return Fault(f"it is dated {record.issued_at}, which is still to come on {here.now}", "issuedAt")
    return None


def _of_another_registry(record: Approval, here: Circumstances) -> Fault:
    return Fault(f"it is for the registry `{record.repository}`, and this one is `{here.registry}`", "repository")


def _fault_of_person(record: Approval, governance: Governance, day: str) -> Fault | None:
    person = governance.people.get(record.approver)
    if person is None:
        return Fault(f"nobody is known as `{record.approver}`", "approver")
    if person.kind != "human":
        return Fault(f"`{record.approver}` is a {person.kind}, and only people agree", "approver")
    if not record.on_behalf_of:
        if not person.may(record.role, record.id, day):
            words = f"`{record.approver}` does not hold the role {record.role} for `{record.id}` on {day}"
            return Fault(words, "role")
        return None
    owner = governance.people.get(record.on_behalf_of)
    if owner is None:
        return Fault(f"nobody is known as `{record.on_behalf_of}`, in whose place it is signed", "onBehalfOf")
    if not owner.lets(record.approver, record.role, record.id, day):
        return Fault(
            f"`{record.on_behalf_of}` does not let `{record.approver}` agree as {record.role} "
            f"on `{record.id}` in their place on {day}", "onBehalfOf",
        )  # fmt: skip
    return None


def _signing_key(record: Approval, court: Court) -> tuple[Key, PublicKey] | Fault:
    """Find the key that signed among those of the approver, or say what is wrong with the signature."""
    try:
        named = signer_of(record.signature)
        owned = [(key, public) for key, public in court.keyring.get(record.approver, ()) if public == named]
        if not owned:
            return Fault(f"it is signed with {named.fingerprint}, which is no key of `{record.approver}`")
        verify(record.signature, canonical(dict(record.statement)), NAMESPACE, named)
    except BadSignature as error:
        return Fault(f"its signature does not hold: {error}")
    day = record.issued_at[:10]
    return next((one for one in owned if one[0].window.holds(day)), owned[0])


def _fault_of_key(record: Approval, key: Key, public: PublicKey, court: Court) -> Fault | None:
    day = record.issued_at[:10]
    if not key.window.holds(day):
        return Fault(f"the key `{key.id}` of `{record.approver}` does not count on {day}", "issuedAt")
    return _fault_of_revocation(record, key, public, court)


def _fault_of_revocation(record: Approval, key: Key, public: PublicKey, court: Court) -> Fault | None:
    if any(revocation.voids(record.issued_at) for revocation in court.revoked.get(public.raw, ())):
        return Fault(f"the key `{key.id}` of `{record.approver}` is revoked")
    return None


def _fault_of_news(record: Approval, key: Key, court: Court) -> Fault | None:
    """Judge what only a new record has to have: an old one was found to have it when it came."""
    today, earliest = court.circumstances.now[:10], court.circumstances.earliest
    if record.issued_at < earliest:
        words = f"it is new and dated {record.issued_at}; nothing new is taken from before {earliest}"
        return Fault(words, "issuedAt")
    if not key.window.holds(today):
        words = f"the key `{key.id}` of `{record.approver}` does not count on {today}, and the record is new"
        return Fault(words, "issuedAt")
    fault = _fault_of_person(record, court.governance, today)
    return fault._replace(words=f"{fault.words}, and the record is new") if fault is not None else None


def _is_moment(moment: str) -> bool:
    """Whether it can be reckoned with: RFC 3339 also has seconds that are inserted, and a year before the first."""
    try:
        _read(moment)
    except ValueError:
        return False
    return True


def _read(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"
