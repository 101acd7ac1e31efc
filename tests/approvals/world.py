"""Little registries with people who sign: what a base holds, what a change makes of it, and what is said of that.

Everything is in memory, and keys come from names, so that a scenario takes milliseconds and is the same every time.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from json import dumps
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from alvara.adapters.published import read_schema
from alvara.app.agreeing import Seen, agree, judge_agreements
from alvara.app.check import Outcome, examine
from alvara.app.comparing import Other, compare_with, judge_comparison
from alvara.app.echoes import without_awaited
from alvara.app.library import Library
from alvara.app.past import Past
from alvara.app.settings import Settings, read_settings
from alvara.app.subjects import Definer
from alvara.app.waiving import settle
from alvara.approvals.agreements import Agreements
from alvara.approvals.authorship import Authored
from alvara.approvals.candidates import light_subject
from alvara.approvals.subject import Subject
from alvara.compare.bases import Base, BaseKind
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.shape import Validators
from alvara.files.tree import DictTree
from alvara.identity.digests import blob_id, canonical
from alvara.model.approval import (
    NAMESPACE,
    PREDICATE_TYPE,
    STATEMENT_TYPE,
    path_of_approval,
)
from alvara.signatures.keys import PublicKey
from alvara.signatures.signing import PrivateKey
from alvara.signatures.sshsig import write_armor
from alvara.workspace.workspace import View
from tests.approvals.registry import CANCEL, CANCEL_FILE, FILES, NOW, REGISTRY
from tests.case import extract_all

VALIDATORS = Validators(read_schema)
Files = dict[str, str | bytes]


@cache
def key(name: str) -> PrivateKey:
    """The key of a name, the same every time."""
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(sha256(name.encode()).digest()))


def public(name: str) -> str:
    """The line of a name's public key."""
    found: PublicKey = key(name).public
    return found.text


def person(
    name: str, *roles: dict[str, Any], keys: Iterable[dict[str, Any]] | None = None, kind: str = "human", **more: Any
) -> str:
    """Write the file of a person, who has one key of their own unless others are given."""
    own = [{"id": "laptop", "type": "ssh-ed25519", "publicKey": public(name)}] if keys is None else list(keys)
    said = {"name": name.title(), "kind": kind, "emails": [f"{name}@example.org"], "keys": own, "roles": list(roles)}
    return dumps({**said, **more}) + "\n"


def role(name: str, *scope: str, **window: str) -> dict[str, Any]:
    """Write a role; without a scope it is for everything."""
    return {"role": name, "scope": list(scope or "*"), **window}


def governed() -> Files:
    """Who may agree in every scenario that says nothing else: two of either role, the proposer, and a program."""
    policy = {
        "levels": {"high": {"slots": ["technical", "business"], "maxAgeDays": 180}},
        "policies": {"slots": []},
        "riskFloors": {},
        "admission": {"pastDays": 14, "futureMinutes": 5},
    }
    return {
        "governance/people/tina.yaml": person("tina", role("technical")),
        "governance/people/tom.yaml": person("tom", role("technical"), role("business")),
        "governance/people/bruno.yaml": person("bruno", role("business")),
        "governance/people/ana.yaml": person("ana", role("technical"), role("business")),
        "governance/people/robot.yaml": person("robot", keys=(), kind="bot"),
        "governance/teams.yaml": dumps({"payments-team": {"members": ["ana", "tina"]}}),
        "governance/policy.yaml": dumps(policy) + "\n",
    }


@dataclass
class World:
    """A registry before a change and with it. It starts with a high capability in review that nobody has signed."""

    base: Files | None = field(default_factory=lambda: {**FILES, **governed()})
    now: Files = field(default_factory=dict)
    published: Files | None = None
    moment: str = NOW
    authors: list[tuple[str, str]] = field(default_factory=list)
    """An address, and the file in whose commits it stands."""
    uncommitted: bool = False
    kind: BaseKind = "pull-request"

    def __post_init__(self) -> None:
        self.now = self.now or dict(self.base or {})

    def merge(self) -> None:
        """Take what the change makes for what others have."""
        self.base = dict(self.now)

    def edit(self, path: str, old: str, new: str) -> None:
        """Change a text in a file."""
        text = self.now[path]
        assert isinstance(text, str)
        assert old in text, f"{old!r} is not in {path}"
        self.now[path] = text.replace(old, new)

    def govern(self, path: str, text: str) -> None:
        """Have governance that was there before the change."""
        for files in (self.base, self.now):
            if files is not None:
                files[f"governance/{path}"] = text

    def policy(self, **said: Any) -> None:
        """Have an approval policy that was there before the change; what is not said is as usual."""
        self.govern("policy.yaml", dumps({"levels": {"high": {"slots": ["technical", "business"]}}, **said}))

    def status(self, status: str, path: str = CANCEL_FILE) -> None:
        """Bring a definition to another status."""
        text = self.now[path]
        assert isinstance(text, str)
        was = next(line for line in text.splitlines() if line.startswith("status: "))
        self.now[path] = text.replace(was, f"status: {status}")

    def subject(self, id: str = CANCEL, kind: str = "capability", version: str = "") -> Subject:
        """Give what a record has to be about now."""
        outcome, settings = look(self.now, self.moment)
        assert outcome.sight is not None
        assert settings.config is not None
        view = View(outcome.sight.workspace, self.moment[:10])
        found = [e for e in view.definitions(kind, id) if version in ("", e.version)]
        return Definer(outcome.sight.extractor, view).complete(light_subject(found[0]))

    def sign(
        self, who: str, role: str, about: Subject | None = None, *, key_of: str = "", namespace: str = NAMESPACE,
        path: str = "", number: int = 1, after: Callable[[dict[str, Any]], None] | None = None, **said: Any,
    ) -> str:  # fmt: skip
        """Have somebody sign what is there now, and give the file of the record. `said` differs from what is usual.

        `after` changes the record once it is signed.
        """
        statement = statement_of(about or self.subject(), who, role, self.moment, **said)
        predicate, (subject,) = statement["predicate"], statement["subject"]
        record = {"statement": statement, "signature": write_armor(key(key_of or who), canonical(statement), namespace)}
        if after is not None:
            after(record)
        kind, _, id = subject["name"].partition(":")
        path = path or path_of_approval(
            kind, id, predicate["version"], subject["digest"]["sha256"], role, who, predicate["decision"], number
        )
        self.now[path] = dumps(record) + "\n"
        return path

    def sign_both(self, **said: Any) -> tuple[str, str]:
        """Have Tina and Bruno sign what is there now."""
        about = said.pop("about", None) or self.subject()
        return self.sign("tina", "technical", about, **said), self.sign("bruno", "business", about, **said)

    def stand(self, status: str = "active") -> None:
        """Bring the capability to a status, agreed on, as something that everybody has."""
        self.sign_both()
        self.status(status)
        self.merge()

    def judge(self) -> tuple[Diagnostic, ...]:
        """Say what `check` says."""
        return judged(self)[0]

    def verdict(self) -> set[tuple[str, str]]:
        """Give the errors: each rule with the file that it is about."""
        return {(d.rule, d.file) for d in self.judge() if d.severity == "error"}

    def agreements(self) -> Agreements:
        """Give what people have agreed on, as facts."""
        return judged(self)[1]


def statement_of(subject: Subject, who: str, role: str, moment: str, **said: Any) -> dict[str, Any]:
    """Say what is signed, in the way of `alvara approve`; `said` differs from that."""
    predicate = {
        "decision": "approve", "role": role, "approver": who, "onBehalfOf": None, "repository": REGISTRY,
        "target": "refs/heads/main", "version": subject.version, "risk": subject.risk or "critical",
        "issuedAt": moment, "expiresAt": f"{int(moment[:4]) + 1}-01-01T00:00:00Z",
        "guards": [{"id": one.id, "digest": one.digest} for one in subject.attached],
        "shown": {"renderer": "alvara.page/1", "locale": "en", "sha256": "0" * 64},
    }  # fmt: skip
    name = said.pop("name", f"{subject.kind}:{subject.id}")
    return {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": name, "digest": {"sha256": said.pop("sha256", subject.digest)}}],
        "predicateType": said.pop("predicateType", PREDICATE_TYPE),
        "predicate": {**predicate, **said},
    }


def look(files: Mapping[str, str | bytes], moment: str) -> tuple[Outcome, Settings]:
    """Look at files as `check` does."""
    tree = DictTree(files)
    settings = read_settings(tree, VALIDATORS)
    assert settings.config is not None, settings.diagnostics
    return examine(tree, settings, VALIDATORS, moment[:10], extract_all, None), settings


def judged(world: World) -> tuple[tuple[Diagnostic, ...], Agreements]:
    """Judge a change by every rule, as the command would, with its bases in memory."""
    outcome, settings = look(world.now, world.moment)
    config, sight, tree = settings.config, outcome.sight, DictTree(world.now)
    assert config is not None
    assert sight is not None
    found, comparisons, pasts = list(outcome.diagnostics), [], []
    bases: list[tuple[BaseKind, Files | None]] = [(world.kind, world.base), ("published", world.published)]
    for kind, files in bases:
        if files is None:
            continue
        blobs = {path: blob_id(text.encode() if isinstance(text, str) else text) for path, text in files.items()}
        base, before = Base(kind, "main" if kind != "published" else "v1", "0123456789abcdef"), DictTree(files)
        released = any(path.startswith("ledger/releases/") for path in world.now)
        compared = compare_with(Other(base, blobs, before), sight, config, VALIDATORS, world.moment[:10], released)
        found += judge_comparison(*compared, Library(tree, config).document)
        comparisons.append(compared[0])
        pasts.append(Past(base, blobs, before, lambda: world.moment))

    def authored(paths: Iterable[str]) -> list[Authored]:
        wanted = set(paths)
        return [Authored(path, "c0ffee" * 6, "Somebody", email) for email, path in world.authors if path in wanted]

    def unborn(paths: Iterable[str]) -> frozenset[str]:
        return frozenset(paths if world.uncommitted else ())

    agreements = agree(
        Seen(sight, tree, config, VALIDATORS, world.moment, tuple(pasts), tuple(comparisons), authored, unborn)
    )
    document = Library(tree, config).document
    past = Library(pasts[0].tree, config).document if pasts else (lambda path: None)
    said = judge_agreements(agreements, View(sight.workspace, world.moment[:10]), past, document)
    return settle((*without_awaited(found, said, comparisons), *said), config, world.moment[:10], document), agreements
