"""What a release has to be besides whole, where there is a `governance/`: in its place and at its time."""

from datetime import timedelta

from alvara.adapters.bases import Found
from alvara.adapters.branches import side_of
from alvara.adapters.revision import Revision
from alvara.adapters.tagging import NoTag, read_tag
from alvara.app.governing import read_governance
from alvara.app.models import Incomplete
from alvara.app.releasing import read_releases
from alvara.approvals.validity import moved
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground
from alvara.cli.moments import moment_of
from alvara.cli.release_tags import Suspect, check_tag
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.config import Config
from alvara.model.ledger import Ledger, name_of

_LEEWAY = timedelta(minutes=5)
"""By how much the clocks of two machines may differ."""


def not_on_branch(root: str, commit: str, branch: str) -> str | None:
    """Say that a commit is not on the main branch, if so. Raises `CannotLook` where that cannot be told here."""
    side, why = side_of(root, commit, branch)
    if side == "untold":
        raise CannotLook(why)
    if side == "beside":
        return f"a release is made on `{branch}`, and {why}; check out `{branch}`, or merge this into it first"
    return None


def check_order(root: str, config: Config, version: str, committed: str, now: str, ground: Ground) -> None:
    """Refuse to date a release before what it is of, or before the last. Raises `CannotLook`."""
    if moved(now, _LEEWAY) < committed:
        raise CannotLook(f"it is {now}, and HEAD was committed on {committed}: one of the clocks is wrong")
    last = read_releases(ground.tree, ground.validators).without(version).last
    if last is None:
        return
    name = f"{config.release_tag_prefix}{last.version}"
    try:
        before = read_tag(root, name).moment
    except NoTag:
        return  # whether it has to be here is decided where it is compared with
    if now < before:
        raise CannotLook(f"it is {now}, and `{name}` was tagged on {before}: a release is not older than the last")


def check_made(root: str, tag: str, revision: Revision, ground: Ground) -> None:
    """Refuse to take a tag for a release that is out already, if it is none. Raises `CannotLook`."""
    governance, config = read_governance(ground.tree, ground.validators), ground.settings.config
    if governance is None or config is None:
        raise CannotLook(f"there is a tag `{tag}`, and nobody is named in `governance/` who may have made it")
    ids = published_ids(read_releases(ground.tree, ground.validators))
    try:
        check_tag(root, tag, revision.commit, moment_of(revision), governance, ids, config.default_branch)
    except Suspect as error:
        raise CannotLook(f"{error}; a release was not made by that") from error


def doubt_about_base(
    root: str, found: Found, committed: str, tree: FileTree, present: FileTree, config: Config, validators: Validators
) -> str:  # fmt: skip
    """Refuse to compare with the tag of a release that nobody made who may; only where its commit is governed.

    Keys that are revoked now were never good. Gives a note where something cannot be told here. Raises `CannotLook`.
    """
    try:
        governance = read_governance(tree, validators)
        if governance is None:
            return ""
        now = read_governance(present, validators)
        ids = published_ids(read_releases(tree, validators))
    except Incomplete as error:
        raise CannotLook(f"who may have made `{found.ref}` cannot be told: {error.problems[0]}") from error
    revoked = (*governance.revocations, *(now.revocations if now is not None else ()))
    governance = governance._replace(revocations=revoked)
    try:
        return check_tag(root, found.ref, found.commit, committed, governance, ids, config.default_branch)
    except Suspect as error:
        raise CannotLook(f"`{found.ref}` cannot be the release to compare with: {error}") from error


def published_ids(ledger: Ledger) -> list[str]:
    """List the IDs of the capabilities and policies that are published."""
    kinds_and_ids = (name_of(key) for key in ledger.published())
    return sorted({id for kind, id in kinds_and_ids if kind in ("capability", "policy")})
