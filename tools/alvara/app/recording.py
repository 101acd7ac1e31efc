"""The record of somebody's word: what is to be signed, how it is written down, and that it would count."""

from collections.abc import Container, Iterator, Mapping
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import Any

from alvara.app.editing import plain, quoted
from alvara.approvals.agreement import Agreement, demand_for, objection
from alvara.approvals.subject import Subject
from alvara.approvals.validity import Court, Standing, judge, moved
from alvara.decode.approval import approval
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.identity.digests import canonical
from alvara.model.approval import PREDICATE_TYPE, STATEMENT_TYPE, Decision, Shown, path_of_approval
from alvara.model.capability import RISKS
from alvara.model.config import Config
from alvara.review.approval_page import RENDERER

_INDENT = "  "


def statement_of(
    subject: Subject, level: str, decision: Decision, role: str, approver: str, on_behalf_of: str, config: Config,
    issued_at: str, expires_at: str, shown: Shown,
) -> dict[str, Any]:  # fmt: skip
    """Say what is signed. `level` is empty where none is asked for, as of policies: they may be in anybody's way."""
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": f"{subject.kind}:{subject.id}", "digest": {"sha256": subject.digest}}],
        "predicateType": PREDICATE_TYPE,
        "predicate": {
            "decision": decision,
            "role": role,
            "approver": approver,
            "onBehalfOf": on_behalf_of or None,
            "repository": config.registry,
            "target": f"refs/heads/{config.default_branch}",
            "version": subject.version,
            "risk": level or RISKS[-1],
            "issuedAt": issued_at,
            "expiresAt": expires_at,
            "guards": [{"id": policy.id, "digest": policy.digest} for policy in subject.attached],
            "shown": shown._asdict(),
        },
    }


def shown_as(page: str, locale: str) -> Shown:
    """Name the page that the signer had before them."""
    return Shown(RENDERER, locale, sha256(page.encode()).hexdigest())


def end_of(issued_at: str, days: int) -> str:
    """Give the moment until which a record counts that is made now and may last so many days."""
    return moved(issued_at, timedelta(days=days))


def signed_bytes(statement: Mapping[str, Any]) -> bytes:
    """Give the bytes that the signature is of."""
    return canonical(dict(statement))


def path_of(statement: Mapping[str, Any], taken: Container[str] = ()) -> str:
    """Give the file that a record belongs in: the first that is not taken, since none is ever written anew."""
    said, (subject,) = statement["predicate"], statement["subject"]
    kind, _, id = subject["name"].partition(":")
    words = said["version"], subject["digest"]["sha256"], said["role"], said["approver"], said["decision"]
    paths = (path_of_approval(kind, id, *words, number) for number in count(1))
    return next(path for path in paths if path not in taken)


def write_record(statement: Mapping[str, Any], signature: str) -> bytes:
    """Write a record down; the lines of the signature stay as they are, and what is read back is the same value."""
    armor = "".join(f"{_INDENT}{line}\n" for line in signature.removesuffix("\n").split("\n"))
    block = "|\n" if signature.endswith("\n") else "|-\n"
    return ("\n".join(_lines("statement", statement, "")) + f"\nsignature: {block}{armor}").encode()


def fault_of(data: bytes, path: str, agreement: Agreement, court: Court, validators: Validators) -> str:
    """Say why a record that is new would not count, or nothing: by the same judge as that of `check`."""
    standing = standing_of(data, path, court, validators)
    if isinstance(standing, str):
        return standing
    if standing.fault is not None:
        return standing.fault.words
    subject, record = agreement.subject, standing.record
    if record.digest not in subject.digests or (record.kind, record.id) != (subject.kind, subject.id):
        return "it is about other content than what stands here"
    if record.decision != "approve":
        return ""
    demand = demand_for(subject, agreement.level, court.governance)
    return objection(standing, subject, agreement.level, demand, court.circumstances.now, agreement.authors)


def standing_of(data: bytes, path: str, court: Court, validators: Validators) -> Standing | str:
    """Judge the file of a record that is new; where it is none, say why."""
    document = load(path, data)
    if document.problems or not validators.of("approval").accepts(document.value):
        return "it does not have the shape of a record"
    record = approval(document.value, path)
    if not record.is_at_home:
        return f"it says what belongs in `{record.home}`"
    return judge(record, court, is_new=True)


def _lines(key: str, value: Any, indent: str) -> Iterator[str]:
    """Write a key with its value: short texts on its line, everything else below it."""
    if isinstance(value, Mapping):
        yield f"{indent}{key}:"
        for inner, one in value.items():
            yield from _lines(inner, one, indent + _INDENT)
    elif isinstance(value, list) and value:
        yield f"{indent}{key}:"
        for one in value:
            first, *rest = (line for inner, item in one.items() for line in _lines(inner, item, ""))
            yield f"{indent}{_INDENT}- {first}"
            yield from (f"{indent}{_INDENT}  {line}" for line in rest)
    elif isinstance(value, list):
        yield f"{indent}{key}: []"
    else:
        yield f"{indent}{key}: {'null' if value is None else _scalar(key, value)}"


def _scalar(key: str, text: str) -> str:
    """Write a text. What looks like a number, a date or a version to some reader of YAML is in quotes."""
    return quoted(text) if key in _QUOTED or text[:1].isdigit() else plain(text)


_QUOTED = frozenset({"version", "sha256", "digest", "issuedAt", "expiresAt", "repository"})
