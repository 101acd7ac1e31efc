"""What was seen of a registry to what people have agreed on: the definitions that need it, and the verdict on each."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from alvara.app.check import Sight
from alvara.app.governing import read_governance
from alvara.app.locating import Locator
from alvara.app.models import Incomplete
from alvara.app.past import Past
from alvara.app.subjects import Definer
from alvara.approvals.agreement import Agreement, demand_for, level_of, weigh
from alvara.approvals.agreements import Agreements, Stranger
from alvara.approvals.authorship import Authored, people_of
from alvara.approvals.candidates import WEIGHTY, candidates, known_risks
from alvara.approvals.erasure import erased
from alvara.approvals.subject import Subject
from alvara.approvals.validity import Court, Standing, circumstances_of, court_of, judge
from alvara.compare.comparison import Comparison
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.document import Document
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.config import Config
from alvara.model.filekind import DEFINING, LASTING, TRUSTED, kind_of
from alvara.model.governance import Governance
from alvara.model.ledger import Ledger, releases_among
from alvara.rules import rules_on
from alvara.workspace.recorded import approval_of, release_of
from alvara.workspace.workspace import APPROVALS, View


class Seen(NamedTuple):
    """What there is to judge: the look at the tree, the tree, what it is compared with, and who wrote what.

    `pasts` come in the order of their weight: the governance of the first decides. `authors` gives those who had a part
    in the commits, since a past that is no release, that touched some files. `dated` tells whether a record of a
    later moment than `now` may be new because nobody has committed it yet.
    """

    sight: Sight
    tree: FileTree
    config: Config
    validators: Validators
    now: str
    pasts: tuple[Past, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    authors: Callable[[Sequence[str]], Iterable[Authored]] = lambda paths: ()
    uncommitted: Callable[[Sequence[str]], frozenset[str]] = lambda paths: frozenset()


def agree(seen: Seen) -> Agreements:
    """Judge every record, and every definition that people have to agree on."""
    view = View(seen.sight.workspace, seen.now[:10])
    past = seen.pasts[0] if seen.pasts else None
    governance, doubt = _judging(seen, past)
    changes = _changes(seen, past)
    rewritten = tuple(path for path in dict.fromkeys(_rewritten(seen)))
    found = Agreements(
        governance, rewritten=rewritten, lost=_lost(seen), governing=changes[0], content=changes[1], doubt=doubt,
        now=seen.now,
    )  # fmt: skip
    recorded = _recorded(seen, view)
    if governance is None:
        due = [s for s in candidates(view, recorded, ()) if s.is_due and level_of(s, Governance()).risk in WEIGHTY]
        return found._replace(ungoverned=tuple(due))
    definer = Definer(seen.sight.extractor, view)
    standings, fresh = _standings(seen, view, governance, past)
    agreements: list[Agreement] = []
    strangers: list[Stranger] = []
    for light in candidates(view, recorded, governance.policies.slots):
        if demand_for(light, level_of(light, governance), governance).slots:
            subject = definer.complete(light)
            people, unknown = people_of(seen.authors(_touched(seen, past, subject)), governance)
            strangers += [Stranger(subject, one.name, one.email, one.commit) for one in unknown]
            agreements.append(weigh(subject, standings, governance, seen.now, people))
    return found._replace(
        agreements=tuple(agreements), standings=standings, fresh=fresh,
        strangers=tuple(s for s in strangers if s.subject.is_due),
    )  # fmt: skip


def judge_agreements(
    agreements: Agreements, view: View, before: Callable[[str], Document | None], now: Callable[[str], Document | None]
) -> list[Diagnostic]:
    """Apply the rules on what people have agreed on."""
    locator = Locator(now, before)
    return [
        locator.diagnose(rule, finding, rule.severity, finding.subject)
        for rule in rules_on(Agreements)
        for finding in rule.check(agreements, view)
    ]


def _judging(seen: Seen, past: Past | None) -> tuple[Governance | None, str]:
    """Give the governance that judges: that of the past where it has any, or else the one that there is now.

    Where it cannot be read nobody can agree to anything, and the second value says why.
    """
    of_past = past is not None and bool(past.holds(TRUSTED - {"approval"}, seen.config))
    tree = past.tree if past is not None and of_past else seen.tree
    try:
        return read_governance(tree, seen.validators), ""
    except Incomplete as error:
        where = f" in `{past.base.ref}`" if past is not None and of_past else ""
        return None, f"the governance{where} cannot be read: {error.problems[0]}"


def _standings(
    seen: Seen, view: View, governance: Governance, past: Past | None
) -> tuple[tuple[Standing, ...], frozenset[str]]:
    """Judge all records, each once; what the past does not have is new."""
    court = court_in(seen, governance)
    circumstances = court.circumstances
    records = [approval_of(entity) for entity in view.look(APPROVALS)]
    fresh = frozenset(r.path for r in records if past is not None and r.path not in past.blobs)
    ahead = [r.path for r in records if r.path in fresh and r.issued_at > circumstances.latest]
    unborn = seen.uncommitted(ahead) if ahead else frozenset()
    later = court._replace(circumstances=circumstances._replace(latest="9999-12-31T23:59:59Z"))
    return tuple(
        judge(record, later if record.path in unborn else court, is_new=record.path in fresh) for record in records
    ), fresh


def court_in(seen: Seen, governance: Governance) -> Court:
    """Give those who judge records here."""
    past = seen.pasts[0] if seen.pasts else None
    since = past.moment() if past is not None and past.is_release else ""
    config = seen.config
    return court_of(governance, circumstances_of(config.registry, config.default_branch, seen.now, governance, since))


def _recorded(seen: Seen, view: View) -> dict[str, str]:
    """Give the highest risk that each ID has, or had where others may have got it, in any major."""
    records = [e for r in releases_among(seen.sight.blobs) for e in view.definitions("release", r.version)]
    return known_risks(view, Ledger(tuple(map(release_of, records))), _compared_risks(seen))


def _compared_risks(seen: Seen) -> Iterator[tuple[str, str]]:
    for comparison in seen.comparisons:
        for before, after in comparison.succession():
            if before.is_published and before.facts.risk:
                yield after.facts.id, before.facts.risk
        for gone in comparison.gone:
            if gone.is_published and gone.facts.risk:
                yield gone.facts.id, gone.facts.risk


def _touched(seen: Seen, past: Past | None, subject: Subject) -> list[str]:
    """List the files whose authors wrote what a definition says now.

    They are its own, under its former name too, and those of the files that it refers to that changed.
    """
    if past is None or past.is_release:
        return []
    path = subject.place[0]
    uses = [used for used, blob in seen.sight.workspace.contribution(path).uses if past.blobs.get(used, "") != blob]
    own = [path] if seen.sight.blobs.get(path) != past.blobs.get(path) else []
    former = [
        before.facts.path
        for comparison in seen.comparisons
        for before, after in comparison.succession()
        if after.facts.path == path and before.facts.path != path
    ]
    return sorted({*own, *uses, *(former if own else ())})


def _changes(seen: Seen, past: Past | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """List the governing files that differ from where this work began, and those of content that do."""
    if past is None or past.is_release:
        return (), ()
    now, content = seen.sight.blobs, DEFINING | LASTING | {"domain", "approval"}
    changed = sorted(path for path in now.keys() | past.blobs.keys() if now.get(path) != past.blobs.get(path))
    kinds = {path: kind_of(path, seen.config) for path in changed}
    same = partial(_says_the_same, seen, past)
    governing = [path for path in changed if kinds[path] in TRUSTED - {"approval"} and not same(path)]
    return tuple(governing), tuple(path for path in changed if kinds[path] in content and not same(path))


def _rewritten(seen: Seen) -> Iterator[str]:
    """Yield the records of approvals that others have and that are gone, or say something else."""
    for past in seen.pasts:
        for path in past.holds(("approval",), seen.config):
            if seen.sight.blobs.get(path) != past.blobs[path] and not _says_the_same(seen, past, path):
                yield path


def _says_the_same(seen: Seen, past: Past, path: str) -> bool:
    """Whether a file says what it said: line ends and layout may be another checkout's doing."""
    if path not in past.blobs or path not in seen.sight.blobs:
        return False
    now, before = seen.sight.extractor.document(path), load(path, past.tree.read(path))
    return now is not None and now.readable and before.readable and now.value == before.value


def _lost(seen: Seen) -> dict[str, str]:
    """Say by file what was taken out of the governance that others have."""
    found: dict[str, str] = {}
    for past in seen.pasts:
        held = past.holds(TRUSTED - {"approval"}, seen.config)
        for path in held:
            if path not in seen.sight.blobs:
                found.setdefault(path, "the file is gone")
        for path, words in _erased(seen, past) if held else ():
            found.setdefault(path, words)
    return found


def _erased(seen: Seen, past: Past) -> Iterator[tuple[str, str]]:
    """Compare what governs now with what did; what cannot be read says nothing, and is told where it stands."""
    try:
        before, after = read_governance(past.tree, seen.validators), read_governance(seen.tree, seen.validators)
    except Incomplete:
        return
    if before is not None and after is not None:
        yield from erased(before, after)
