"""What people have agreed on in a bundle, worked out of nothing but what lies in it.

Who wrote what is in git, and not here: of the authors only those count whom a definition names itself (`proposedBy`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alvara.approvals.agreement import Agreement, demand_for, level_of, weigh
from alvara.approvals.attaching import Attachments
from alvara.approvals.attaching import attached as guarding
from alvara.approvals.candidates import candidates, known_risks
from alvara.approvals.renewal import without_copies
from alvara.approvals.subject import BEYOND_REVIEW, Attached, Subject
from alvara.approvals.validity import Court, Standing, by_name, circumstances_of, court_of, judge
from alvara.bundle.contents import Contents
from alvara.bundle.evidence import path_in_bundle
from alvara.bundle.layout import REGISTRY
from alvara.bundle.stems import private_paths
from alvara.bundle.wire import Malformed
from alvara.decode.approval import approval
from alvara.decode.capability import capability
from alvara.decode.governance import governance
from alvara.decode.policy import policy
from alvara.decode.resource import resource
from alvara.documents.shape import Validators
from alvara.model.approval import Approval
from alvara.model.capability import RISKS, WEIGHTY
from alvara.model.config import Config
from alvara.model.filekind import kind_of
from alvara.model.governance import Governance
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity, facts
from alvara.workspace.recorded import recorded
from alvara.workspace.renamed import former_names
from alvara.workspace.subjects import Body, Subjects
from alvara.workspace.workspace import View, Workspace

_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_READERS: Mapping[str, Callable[[Body, str], Any]] = {
    "capability": capability,
    "policy": lambda body, path: policy(body, path, ()),
    "resource": lambda body, path: resource(body, path, ()),
}


@dataclass(frozen=True, slots=True)
class Agreed:
    """The verdicts, as of the moment that the bundle is of. The place of a subject is its file in the bundle.

    `standings` are the records about what stands in the bundle and needs to be agreed on, `strays` all others.
    `ungoverned` needs approval where nobody could give any. `unknown` are files of what others may rely on, and that
    cannot be read, so that nobody can tell what it takes.
    """

    governance: Governance | None = None
    agreements: tuple[Agreement, ...] = ()
    standings: tuple[Standing, ...] = ()
    strays: tuple[Approval, ...] = ()
    ungoverned: tuple[Subject, ...] = ()
    unknown: tuple[str, ...] = ()
    due: Mapping[tuple[str, str, str], Agreement] = field(default_factory=dict)

    def at(self, now: str) -> Iterator[Agreement]:
        """Weigh again, at another moment, what was agreed on in time."""
        for agreement in self.due.values():
            if self.governance is not None and agreement.satisfied and agreement.ends <= now:
                yield weigh(agreement.subject, self.standings, self.governance, now)


def agree_in(contents: Contents, validators: Validators) -> Agreed:
    """Judge every record in a bundle, and every definition that people have to agree on.

    Raises `Malformed` where a part of the evidence has not the shape of what belongs there.
    """
    evidence, registry = contents.evidence, contents.registry
    if not _MOMENT.fullmatch(registry["asOf"]):
        raise Malformed(f"{REGISTRY}: has an `asOf` that is no moment")
    _check_shapes(contents, validators)
    held = _Held(contents, validators)
    view = View(Workspace(held.config, held.contributions()), registry["asOf"][:10])
    before = evidence.releases().without(registry["version"])  # the risks of this one are those that are judged
    recorded = known_risks(view, before)
    records = [approval(value, path) for path, value in sorted(evidence.approvals.items())]
    judging = governance(evidence.governance) if evidence.governs else None
    ungoverned: tuple[Subject, ...] = ()
    if judging is None or not judging.levels:
        light = candidates(view, recorded, ())
        ungoverned = tuple(s for s in light if s.is_due and level_of(s, Governance()).risk in WEIGHTY)
    if judging is None:
        unknown = held.unknown(lambda body: body.get("risk") in WEIGHTY or body.get("risk") not in RISKS)
        return Agreed(None, strays=tuple(records), ungoverned=ungoverned, unknown=unknown)
    policies, former = Attachments(view), former_names(evidence.ledger, "policy", view)
    subjects = [
        _complete(light, held, view, policies, former)
        for light in candidates(view, recorded, judging.policies.slots)
        if demand_for(light, level_of(light, judging), judging).slots
    ]
    here = circumstances_of(registry["registry"], held.config.default_branch, registry["asOf"], judging)
    standings, strays = _judged(records, subjects, court_of(judging, here))
    about = by_name(standings)
    agreements = tuple(weigh(s, about.get((s.kind, s.id), ()), judging, registry["asOf"]) for s in subjects)
    return Agreed(
        judging, agreements, standings, strays, ungoverned=ungoverned, unknown=held.unknown(lambda body: True),
        due={(a.subject.kind, a.subject.id, a.subject.version): a for a in agreements if a.subject.is_due},
    )  # fmt: skip


def _judged(
    records: Iterable[Approval], subjects: Iterable[Subject], court: Court
) -> tuple[tuple[Standing, ...], tuple[Approval, ...]]:
    """Judge the records about what needs them, and set the others apart."""
    wanted = {(s.kind, s.id, digest) for s in subjects for digest in s.digests}
    needed: list[Standing] = []
    strays: list[Approval] = []
    for record in records:
        if (record.kind, record.id, record.digest) in wanted:
            needed.append(judge(record, court, is_new=False))
        else:
            strays.append(record)
    return without_copies(needed), tuple(strays)


class _Held:
    """The definitions in a bundle as facts."""

    def __init__(self, contents: Contents, validators: Validators) -> None:
        registry = contents.registry
        self.config = Config(
            registry["registry"], registry["name"], default_branch=registry.get("defaultBranch", "main"),
        )  # fmt: skip
        self._capabilities = contents.capabilities
        self.subjects = Subjects(self._capabilities)
        self.bodies: dict[str, Body] = {}
        self._facts: list[Entity] = []
        self._unread: dict[str, tuple[str, Body]] = {}
        self._ledger = contents.evidence.ledger
        self._take("capability", contents.capabilities, validators)
        if contents.evidence.governs:
            self._take("policy", contents.policies, validators)
            self._take("resource", _called_otherwise(contents.resources), validators)

    def _take(self, kind: str, bodies: Sequence[Body], validators: Validators) -> None:
        accepts, read = validators.of(kind).accepts, _READERS[kind]
        for body, path in zip(bodies, private_paths(kind, bodies), strict=True):
            self.bodies[path] = body
            if accepts(body):
                self._facts.append(facts(read(body, path)))
            else:
                self._unread[path] = kind, body

    def contributions(self) -> Iterator[Contribution]:
        """Yield what each file brings."""
        for entity in self._facts:
            yield Contribution(entity.path, "", (entity,))
        for path, value in self._ledger.items():
            kind = kind_of(path, self.config)
            if kind in ("tombstone", "migration"):
                yield Contribution(path, "", recorded(kind, value, path))

    def digest_without(self, body: Body) -> str:
        """Name a definition of which something is left out."""
        subjects = Subjects((body, *self._capabilities)) if "steps" in body else self.subjects
        return _hex(subjects.digest(body))

    def unknown(self, weighs: Callable[[Body], bool]) -> tuple[str, ...]:
        """List the files of what is beyond review, weighs enough, and cannot be read."""
        return tuple(
            path for path, (kind, body) in self._unread.items()
            if kind in BEYOND_REVIEW and body.get("status") not in ("draft", "review", "removed") and weighs(body)
        )  # fmt: skip


def _complete(
    subject: Subject, held: _Held, view: View, policies: Attachments, former: Mapping[str, Collection[str]]
) -> Subject:
    """Work out the content of what only its facts are known of."""
    path, _ = subject.place
    body = held.bodies[path]
    attached: list[Attached] = []
    if subject.kind == "capability":
        entity = next(e for e in view.definitions("capability", subject.id) if e.path == path)
        attached = [guarding(p, held.bodies.get(p.path), view.today, former.get(p.id, ())) for p in policies.on(entity)]
    plain = {key: value for key, value in body.items() if key != "deprecation"}
    return subject._replace(
        digest=_hex(held.subjects.digest(body)), attached=tuple(attached),
        proposers=tuple(body.get("proposedBy", ())),
        announced_from=held.digest_without(plain) if "deprecation" in body else "",
    )  # fmt: skip


def _called_otherwise(resources: Iterable[Body]) -> list[Body]:
    """Pick the resources that have another name, or share one: to all others a policy attaches by their ID alone."""
    names = {alias for body in resources for alias in body.get("aliases", ())}
    return [body for body in resources if body.get("aliases") or body["id"] in names]


def _hex(digest: str) -> str:
    return digest.removeprefix("sha256:")


def _check_shapes(contents: Contents, validators: Validators) -> None:
    for path, value in sorted(contents.evidence.values().items()):
        kind = kind_of(path, Config("", ""))
        if kind == "other" or not validators.of(kind).accepts(value):
            raise Malformed(f"{path_in_bundle(path)}: is not what a bundle holds there")
