"""What people have agreed on, judged for whatever a verb looked at. A registry without approvals imports none of it."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from alvara.app.check import Outcome
from alvara.app.library import Library
from alvara.cli.compared import Compared
from alvara.cli.errors import CannotLook
from alvara.cli.place import Place
from alvara.model.filekind import APPROVALS as APPROVALS_FOLDER
from alvara.model.filekind import GOVERNANCE as GOVERNANCE_FOLDER
from alvara.workspace.workspace import APPROVALS, GOVERNANCE, Answers, View, beyond_draft

if TYPE_CHECKING:
    from alvara.app.agreeing import Seen
    from alvara.app.agreement_turns import People
    from alvara.app.past import Past
    from alvara.app.shown import Shown
    from alvara.approvals.agreements import Agreements
    from alvara.approvals.authorship import Authored
    from alvara.documents.shape import Validators

_KEYS = (GOVERNANCE, APPROVALS, beyond_draft("capability", "high"), beyond_draft("capability", "critical"))


def with_agreements(place: Place, outcome: Outcome, compared: Compared, now: str) -> Compared:
    """Add what rules say of what people have agreed on. Raises `CannotLook` where a history it takes is not here."""
    if not concerns(outcome, compared):
        return compared
    from alvara.app.agreeing import judge_agreements
    from alvara.app.echoes import without_awaited

    seen, agreements = agreements_of(place, outcome, compared, now)
    past = seen.pasts[0] if seen.pasts else None
    before = Library(past.tree, seen.config).document if past is not None else (lambda path: None)
    view = View(seen.sight.workspace, now[:10])
    said = judge_agreements(agreements, view, before, Library(place.tree, seen.config).document)
    told = without_awaited(compared.diagnostics, said, compared.comparisons)
    return compared._replace(diagnostics=(*told, *said), agreed=(seen, agreements))


def agreements_of(place: Place, outcome: Outcome, compared: Compared, now: str) -> "tuple[Seen, Agreements]":
    """Judge what people have agreed on, as facts, unless that is done."""
    if compared.agreed is not None:
        return compared.agreed
    from alvara.app.agreeing import Seen, agree

    config, sight = place.settings.config, outcome.sight
    if config is None or sight is None:
        raise CannotLook("alvara.yaml does not hold; `alvara check` says why")
    root = str(place.root)
    seen = Seen(
        sight, place.tree, config, place.validators, now, compared.pasts, compared.comparisons,
        _authors_of(root, compared.pasts), _uncommitted(root),
    )  # fmt: skip
    return seen, agree(seen)


def concerns(outcome: Outcome, compared: Compared) -> bool:
    """Whether there is anything here, or where this work began, that people have to agree on."""
    if outcome.sight is None:
        return False
    workspace: Answers = outcome.sight.workspace
    if any(workspace.entities(key) for key in _KEYS):
        return True
    folders = (f"{GOVERNANCE_FOLDER}/", f"{APPROVALS_FOLDER}/")
    listings = (outcome.sight.blobs, *(past.blobs for past in compared.pasts))
    return any(path.startswith(folders) for blobs in listings for path in blobs)


def people_between(
    root: str, before: "Shown", after: "Shown", validators: "Validators", commits: tuple[str, str], *, is_one_work: bool
) -> "People | None":
    """Give what it takes to tell whose word counts on two sides; None where nobody governs either, or has signed.

    `commits` are those of the two, the second empty where that is no commit yet.
    """
    from alvara.bundle.layout import EVIDENCE  # `check` has no need of it

    folders = (f"{GOVERNANCE_FOLDER}/", f"{APPROVALS_FOLDER}/", EVIDENCE)
    listings = (side.bundle.files if side.bundle else side.survey.workspace.contributions for side in (before, after))
    if not any(path.startswith(folders) for listing in listings for path in listing):
        return None
    from alvara.app.agreement_turns import People

    first, second = commits
    found = People(validators, is_one_work, lambda: _moment(root, first))
    if is_one_work:
        found = found._replace(authors=_authors(root, first, second or "HEAD"))
    return found if second else found._replace(uncommitted=_uncommitted(root))


def _moment(root: str, commit: str) -> str:
    from alvara.adapters.revision import NoRevision, moment_at

    try:
        return moment_at(root, commit)
    except (NoRevision, ValueError) as error:
        raise CannotLook(f"when `{commit[:12]}` was committed cannot be told: {error}") from error


def _authors_of(root: str, pasts: "tuple[Past, ...]") -> "Callable[[Sequence[str]], Iterable[Authored]]":
    """Ask git who had a part in the commits since this work began; nothing where nothing is to be asked."""
    past = next((past for past in pasts if not past.is_release), None)
    return (lambda paths: ()) if past is None else _authors(root, past.base.commit, "HEAD")


def _authors(root: str, base: str, head: str) -> "Callable[[Sequence[str]], Iterable[Authored]]":
    def ask(paths: Sequence[str]) -> "Iterable[Authored]":
        if not paths:
            return ()
        from alvara.adapters.authors import HistoryMissing, authors

        try:
            return authors(root, base, head, paths)
        except HistoryMissing as error:
            raise CannotLook(f"who wrote what is to be approved cannot be told: {error}") from error

    return ask


def _uncommitted(root: str) -> Callable[[Sequence[str]], frozenset[str]]:
    """Tell which files HEAD does not have."""

    def ask(paths: Sequence[str]) -> frozenset[str]:
        from alvara.adapters.revision import NoRevision, Revision

        try:
            held = Revision(root, "HEAD").blobs()
        except NoRevision:
            return frozenset(paths)
        return frozenset(path for path in paths if path not in held)

    return ask
