"""`alvara diff`: what a change means."""

from importlib import import_module

import click

from alvara.adapters.bases import Found, Missing, Refs, Unusable, explicit_base
from alvara.adapters.cache import Cache
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.processes import spread_extraction
from alvara.adapters.revision import NoRevision, Revision
from alvara.app.diffing import Shown, diff
from alvara.app.library import Library
from alvara.app.settings import Settings, read_settings
from alvara.app.survey import Survey, survey
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_or_committed
from alvara.cli.output import refusal, say
from alvara.cli.place import Place, find_place
from alvara.cli.streams import put, put_error
from alvara.compare.bases import Base
from alvara.files.held import HeldTree
from alvara.files.tree import DictTree, FileTree, Unreadable
from alvara.model.filekind import CONFIG, folders_of
from alvara.workspace.snapshot import Damaged

_FORMATS = {"text": "text", "markdown": "markdown", "json": "json_v1"}


@click.command("diff", short_help="Show what a change means.")
@click.argument("base", metavar="[BASE]", required=False)
@click.argument("head", metavar="[HEAD]", required=False)
@click.option("--format", "style", type=click.Choice(list(_FORMATS)), default="text", help="How to print.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Judge as of this moment, not HEAD's commit date.")
@click.pass_obj
def command(directory: str, base: str | None, head: str | None, style: str, moment: str) -> int:
    """Show what changed between two revisions, for whoever is to judge it.

    What came, went or has another name; then, for each thing, what the change does: it *breaks* (what worked before may
    fail), *opens* (more may be done), *tightens* (less may be done), *adds*, or *changes* words and machinery only. The
    smallest version that is legal after it stands beside each capability and policy.

    BASE is a revision, by default the point where this work left the main branch; HEAD is one, by default the files on
    disk. `A..B` and `A...B` mean what they mean to git.

    \b
    Examples:
      alvara diff                          this work, as the pull request will show it
      alvara diff v2026.09.01 v2026.10.01  two releases
      alvara diff --format markdown        a comment for a pull request

    Exit codes: 0 shown, also where nothing changed; 2 could not look.
    """
    place = find_place(directory)
    base, head = _ends(base, head)
    found = _base(place, base)
    later = None if head is None else _revision(str(place.root), head)
    now = asked_or_committed(moment, str(place.root), later)
    after = _on_disk(place, now) if later is None else _in_revision(place, later, f"`{head}`", now, None)
    before = _in_revision(place, _revision(str(place.root), found.commit), f"`{found.ref}`", now, after)
    named = Base("pull-request" if base is None else "explicit", found.ref, found.commit)
    review = diff(named, before, after, now)
    put(import_module(f"alvara.review.{_FORMATS[style]}").render(review))
    if style == "json":
        for note in review.notes:
            say(note)
    refused = sorted({word for side in (before, after) for word in side.survey.refused})
    for word in refused:
        put_error(refusal(word))
    return 2 if refused else 0


def _ends(base: str | None, head: str | None) -> tuple[str | None, str | None]:
    """Take `A..B` and `A...B` apart; for the second the base stays whole, since it means where B left A."""
    if base is None or head is not None or ".." not in base:
        return base, head
    start, _, end = base.partition("...") if "..." in base else base.partition("..")
    return (base if "..." in base else start or "HEAD"), end or None


def _base(place: Place, base: str | None) -> Found:
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    root = str(place.root)
    try:
        if base is None:
            found = Refs(root, config.default_branch, config.release_tag_prefix).fork_point()
        else:
            found = explicit_base(root, base)
    except Unusable as error:
        raise CannotLook(str(error)) from error
    if isinstance(found, Missing):
        raise CannotLook(found.note)
    return found


def _revision(root: str, name: str) -> Revision:
    try:
        revision = Revision(root, name)
        revision.blobs()
    except NoRevision as error:
        raise CannotLook(f"`{name}`: {error}") from error
    return revision


def _on_disk(place: Place, now: str) -> Shown:
    tree = HeldTree(DirectoryTree(place.root, folders_of(place.settings.config)))
    parts = (tree, place.settings, place.validators, now[:10], spread_extraction)
    try:
        found = survey(*parts, Cache(str(place.root), place.settings.digest, place.began).load())
    except Damaged:
        found = survey(*parts)
    return _shown("the files on disk", tree, place.settings, found)


def _in_revision(place: Place, revision: Revision, name: str, now: str, beside: Shown | None) -> Shown:
    """Lay out a commit; `beside` is the other side, where that is laid out already."""
    name = f"{name} at {revision.commit[:12]}"
    tree: FileTree = revision.tree(())
    try:
        settings = read_settings(tree, place.validators)
        tree = revision.tree(folders_of(settings.config))
    except KeyError:
        say(f"there is no {CONFIG} in {name}: everything is new")
        settings, tree = place.settings._replace(digest="", value=None), DictTree({})
    except Unreadable as error:
        raise CannotLook(f"{name}: {error.filename or CONFIG}: {error.strerror}") from error
    if settings.config is None:
        raise CannotLook(f"the {CONFIG} in {name} does not hold, so that nothing there can be read")
    shared = beside.survey if beside is not None and beside.settings.digest == settings.digest else None
    found = survey(tree, settings, place.validators, now[:10], spread_extraction, beside=shared)
    return _shown(name, tree, settings, found)


def _shown(name: str, tree: FileTree, settings: Settings, found: Survey) -> Shown:
    config = settings.config
    assert config is not None, "settings that do not hold stop a run before this"
    return Shown(name, found, settings, Library(tree, config).document)
