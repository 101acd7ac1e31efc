"""What was seen of a registry to what people have agreed on: the definitions that need it, and the verdict on each."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from alvara.app.check import Sight
from alvara.app.comparing import settings_of
from alvara.app.custody import Custody, governance_of
from alvara.app.governing import read_governance
from alvara.app.locating import Locator
from alvara.app.models import Incomplete
from alvara.app.past import Past
from alvara.app.subjects import Definer
from alvara.approvals.agreement import Agreement, demand_for, level_of, weigh
from alvara.approvals.agreements import Agreements, Doubt, Stranger, Voided
from alvara.approvals.authorship import Authored, people_of
from alvara.approvals.candidates import candidates, known_risks
from alvara.approvals.renewal import without_copies
from alvara.approvals.subject import BEYOND_REVIEW, Subject
from alvara.approvals.validity import Court, Standing, by_name, circumstances_of, court_of, judge
from alvara.compare.comparison import Comparison
from alvara.compare.definition import Name
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.document import Document
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.approval import Approval
from alvara.model.capability import RISKS, WEIGHTY
from alvara.model.config import Config
from alvara.model.governance import Governance
from alvara.model.ledger import Ledger, releases_among
from alvara.rules import rules_on
from alvara.workspace.recorded import approval_of, release_of
from alvara.workspace.renamed import former_names
from alvara.workspace.workspace import APPROVALS, View


class Seen(NamedTuple):
    """What there is to judge: the look at the tree, the tree, what it is compared with, and who wrote what.

    `pasts` come in the order of their weight: the governance of the first decides. `authors` gives those who had a part
    in the commits, since a past that is no release, that touched some files. `uncommitted` tells which of some files
    no commit has yet: a record there may be later than `now`, which is the date of the last commit.
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
    custody = Custody(seen.sight, seen.tree, seen.config, seen.validators, seen.pasts)
    governance, doubted = _judging(seen, past)
    governing, content = custody.changes()
    coming = governance_of(seen.tree, seen.validators) if governing else governance
    found = Agreements(
        governance, coming, rewritten=custody.rewritten(), lost=custody.lost(), governing=governing, content=content,
        doubted=doubted, branch=(_settings_before(seen).default_branch, seen.config.default_branch), now=seen.now,
    )  # fmt: skip
    recorded = _recorded(seen, view)
    if governance is None or not governance.levels:
        due = [s for s in candidates(view, recorded, ()) if s.is_due and level_of(s, Governance()).risk in WEIGHTY]
        found = found._replace(ungoverned=tuple(due))
    if governance is None:
        return found
    lights = _asking(view, recorded, governance)
    judged = _judged(seen, view, governance, lights)
    later = [] if coming is None or coming is governance else _asking(view, recorded, coming)
    prospects, _ = _weighed(seen, past, governance, [light for light in later if light not in lights], judged.standings)
    voided = () if coming is None or coming is governance else tuple(_voided(seen, judged, coming))
    return found._replace(
        agreements=judged.agreements, prospects=prospects, standings=judged.standings, strangers=judged.strangers,
        voided=voided,
    )  # fmt: skip


def _voided(seen: Seen, judged: Agreements, coming: Governance) -> Iterator[Voided]:
    """Yield what counts, and does not any more once another governance judges."""
    from alvara.approvals.voiding import turns  # most changes leave alone what governs

    for turn in turns(judged, agree_by(seen, coming), {}, ()):
        for word in turn.voided:
            yield Voided(turn.agreement.subject.id, word.person, word.role, word.record, word.why)


def agree_by(seen: Seen, governance: Governance, wanted: Container[Name] | None = None) -> Agreements:
    """Judge by a governance that is given, and nothing of what became of the records and of the governance.

    With `wanted` only of what has these names.
    """
    view = View(seen.sight.workspace, seen.now[:10])
    lights = _asking(view, _recorded(seen, view), governance)
    lights = [light for light in lights if wanted is None or (light.kind, light.id) in wanted]
    return _judged(seen, view, governance, lights, wanted)


def _judged(
    seen: Seen, view: View, governance: Governance, lights: Sequence[Subject], wanted: Container[Name] | None = None
) -> Agreements:
    """Judge every record that is wanted, and what has to be agreed on."""
    past = seen.pasts[0] if seen.pasts else None
    standings = _standings(seen, view, governance, past, wanted)
    agreements, strangers = _weighed(seen, past, governance, lights, standings)
    return Agreements(governance, agreements=agreements, standings=standings, strangers=strangers, now=seen.now)


def _asking(view: View, recorded: Mapping[str, str], governance: Governance) -> list[Subject]:
    """List what has to be agreed on by a governance, its content not worked out yet."""
    return [
        light
        for light in candidates(view, recorded, governance.policies.slots)
        if demand_for(light, level_of(light, governance), governance).slots
    ]


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


def _judging(seen: Seen, past: Past | None) -> tuple[Governance | None, Doubt | None]:
    """Give the governance that judges: that of the past where it has any, or else the one that there is now.

    Where it cannot be read nobody can agree to anything, and the second value says why.
    """
    governed = past if past is not None and past.governing(seen.config) else None
    try:
        return read_governance(governed.tree if governed is not None else seen.tree, seen.validators), None
    except Incomplete as error:
        where = f" in `{governed.base.ref}`" if governed is not None else ""
        words = f"the governance{where} cannot be read: {error.problems[0]}"
        path = error.problems[0].partition(":")[0]
        return None, Doubt(path, words, "current" if governed is None else "base")


def _weighed(
    seen: Seen, past: Past | None, governance: Governance, lights: Sequence[Subject], standings: Iterable[Standing]
) -> tuple[tuple[Agreement, ...], tuple[Stranger, ...]]:
    """Give the verdict on each definition, and who had a part in one that is due and is nobody whom we know."""
    view = View(seen.sight.workspace, seen.now[:10])
    definer = Definer(seen.sight.extractor, view, former_names(seen.sight.blobs, "policy", view))
    about = by_name(standings)
    written, settled = _touched(seen, past, lights), _agreed_before(seen)
    parts: dict[str, list[Authored]] = {}
    paths = sorted({path for files in written.values() for path in files})
    for one in seen.authors(paths) if paths else ():
        parts.setdefault(one.path, []).append(one)
    agreements: list[Agreement] = []
    strangers: list[Stranger] = []
    for light in lights:
        subject = definer.complete(light)
        authored = [one for path in written.get(light.place[0], ()) for one in parts.get(path, ())]
        people, unknown = people_of(authored, governance) if authored else (frozenset[str](), ())
        if subject.is_due:
            strangers += [Stranger(subject, one.name, one.email, one.commit) for one in unknown]
        records = about.get((light.kind, light.id), ())
        if (light.kind, light.id, light.version) in settled:
            people -= _who_agreed(subject, records)
        agreements.append(weigh(subject, records, governance, seen.now, people))
    return tuple(agreements), tuple(strangers)


def _agreed_before(seen: Seen) -> frozenset[tuple[str, str, str]]:
    """List what others relied on where this work began, by kind, ID and version: it was agreed on there."""
    return frozenset(
        (before.facts.kind, before.facts.id, before.facts.version)
        for comparison in seen.comparisons if comparison.base.kind != "published"
        for before, _ in comparison.succession() if before.facts.status in BEYOND_REVIEW.get(before.facts.kind, ())
    )  # fmt: skip


def _who_agreed(subject: Subject, records: Iterable[Standing]) -> frozenset[str]:
    """Give who agreed, before this change, to what it says still: a comment or an announced end is no part in that."""
    agreed = [s.record for s in records if s.fault is None and not s.is_new and s.record.decision == "approve"]
    return frozenset(who for r in agreed if r.digest in subject.digests for who in (r.approver, r.seat))


def _standings(
    seen: Seen, view: View, governance: Governance, past: Past | None, wanted: Container[Name] | None
) -> tuple[Standing, ...]:
    """Judge all records that are wanted, each once; what the past does not have is new."""
    court = court_in(seen, governance)
    records = [approval_of(entity) for entity in view.look(APPROVALS)]
    records = [record for record in records if wanted is None or (record.kind, record.id) in wanted]
    fresh = frozenset(r.path for r in records if past is not None and r.path not in past.blobs)
    ahead = [r.path for r in records if r.issued_at > court.circumstances.latest]
    unborn = seen.uncommitted(ahead) if ahead else frozenset()
    return without_copies(
        judge(r, _at_its_time(r, court) if r.path in unborn else court, is_new=r.path in fresh) for r in records
    )


def _at_its_time(record: Approval, court: Court) -> Court:
    """Judge a record that is later than the last commit as of the moment that it was signed."""
    here = court.circumstances._replace(now=record.issued_at, latest=record.issued_at)
    return court._replace(circumstances=here)


def court_in(seen: Seen, governance: Governance) -> Court:
    """Give those who judge records: for what the past is, since a change cannot say what it is judged by."""
    past = seen.pasts[0] if seen.pasts else None
    config = _settings_before(seen)
    since = past.moment() if past is not None and past.is_release else ""
    return court_of(governance, circumstances_of(config.registry, config.default_branch, seen.now, governance, since))


def _settings_before(seen: Seen) -> Config:
    """Give the settings of what the past is; those of now where it has none that hold."""
    past = seen.pasts[0] if seen.pasts else None
    return (settings_of(past.tree, seen.validators) if past is not None else None) or seen.config


def _recorded(seen: Seen, view: View) -> dict[str, str]:
    """Give the highest risk that each ID has, or had where others may have got it, in any major."""
    records = [e for r in releases_among(seen.sight.blobs) for e in view.definitions("release", r.version)]
    return known_risks(view, Ledger(tuple(map(release_of, records))), _compared_risks(seen.comparisons))


def _compared_risks(comparisons: Iterable[Comparison]) -> Iterator[tuple[str, str]]:
    """Yield what others rely on in what is compared with, under the name that it has now, with its risk there."""
    for comparison in comparisons:
        successions = [(before, after.facts.id) for before, after in comparison.succession()]
        successions += [(guess.before, guess.after.facts.id) for guess in comparison.guesses]
        successions += [(gone, gone.facts.id) for gone in (*comparison.gone, *comparison.excused)]
        for before, id in successions:
            if before.is_published and before.facts.risk in RISKS:
                yield id, before.facts.risk


def _touched(seen: Seen, past: Past | None, lights: Iterable[Subject]) -> dict[str, list[str]]:
    """List by file of a definition those whose authors wrote what it says now.

    They are its own, under its former name too, and those of the files that it refers to that changed.
    """
    if past is None or past.is_release:
        return {}
    former: dict[str, set[str]] = {}
    for before, after in (pair for comparison in seen.comparisons for pair in comparison.succession()):
        if before.facts.path != after.facts.path:
            former.setdefault(after.facts.path, set()).add(before.facts.path)
    found: dict[str, list[str]] = {}
    for path in {light.place[0] for light in lights}:
        own = {path, *former.get(path, ())} if seen.sight.blobs.get(path) != past.blobs.get(path) else set()
        uses = {used for used, blob in seen.sight.workspace.contribution(path).uses
                if past.blobs.get(used, "") != blob}  # fmt: skip
        if own or uses:
            found[path] = sorted(own | uses)
    return found
