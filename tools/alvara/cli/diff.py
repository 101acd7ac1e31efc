"""`alvara diff`: what a change means."""

from importlib import import_module
from typing import TYPE_CHECKING

import click

from alvara.adapters.bases import Found, Missing, Refs, Unrelated, Unusable, explicit_base
from alvara.adapters.cache import Cache
from alvara.adapters.directory import DirectoryTree
from alvara.adapters.processes import spread_extraction
from alvara.adapters.revision import NoRevision, Revision
from alvara.app.diffing import diff
from alvara.app.library import Library
from alvara.app.settings import Settings, read_settings
from alvara.app.shown import Shown
from alvara.app.survey import Survey, survey
from alvara.cli.agreeing import people_between
from alvara.cli.bundle_names import is_bundle, no_bundle_either
from alvara.cli.errors import CannotLook
from alvara.cli.moments import asked_moment, asked_or_committed
from alvara.cli.output import say, tell_refused
from alvara.cli.place import Place, find_place, find_staged
from alvara.cli.streams import put
from alvara.compare.bases import Base
from alvara.files.held import HeldTree
from alvara.files.tree import DictTree, FileTree, Unreadable
from alvara.model.filekind import CONFIG, folders_of
from alvara.workspace.snapshot import Damaged

if TYPE_CHECKING:
    from alvara.bundle.unpacking import Unpacked  # most runs compare revisions of git

_FORMATS = {"text": "text", "markdown": "markdown", "html": "html", "json": "json_v1"}


@click.command("diff", short_help="Show what a change means.")
@click.argument("base", metavar="[BASE]", required=False)
@click.argument("head", metavar="[HEAD]", required=False)
@click.option("--staged", is_flag=True, help="Show what is staged for the next commit, not what lies on disk.")
@click.option("--format", "style", type=click.Choice(list(_FORMATS)), default="text", help="How to print.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Judge as of this moment, not HEAD's commit date.")
@click.pass_obj
def command(directory: str, base: str | None, head: str | None, staged: bool, style: str, moment: str) -> int:
    """Show what changed between two revisions, for whoever is to judge it.

    What came, went or has another name; then, for each thing, what the change does: it *breaks* (what worked before may
    fail), *opens* (more may be done), *tightens* (less may be done), *adds*, or *changes* words and machinery only. The
    smallest version that is legal after it stands beside each capability and policy.

    Where people have to agree, whose agreement ends with the change stands first, with the reason and who is to sign.
    Without BASE, or with `A...B`, whoever had a part in the commits cannot agree to them.

    BASE is a revision, by default the point where this work left the main branch; HEAD is one, by default the files on
    disk. `A..B` and `A...B` mean what they mean to git. Either may be the folder of a bundle, as seen from the root of
    the registry; where a revision has the same name, the bundle is meant.

    \b
    Examples:
      alvara diff                          this work, as the pull request will show it
      alvara diff v2026.09.01 v2026.10.01  two releases
      alvara diff --staged                 what the next commit would change
      alvara diff dist/bundle              since a bundle was made
      alvara diff --format markdown        a comment for a pull request
      alvara diff --format html            a page for a browser, or for paper

    Exit codes: 0 shown, also where nothing changed; 2 could not look.
    """
    place = find_staged(directory) if staged else find_place(directory)
    base, head = _ends(str(place.root), base, head)
    if staged and head is not None:
        raise CannotLook(f"`{head}` and what is staged cannot both be shown; leave out the one or --staged")
    if place.settings.config is None:
        where, way = (", as it is staged,", " --staged") if staged else ("", "")
        raise CannotLook(f"{CONFIG}{where} does not hold; `alvara check{way}` says why")
    found = _bundle(place, base) or _base(place, base)
    later = None if head is None else _bundle(place, head) or _revision(str(place.root), head)
    now = _moment(moment, place, later)
    after = _after(place, later, head, now)
    if isinstance(found, Found):
        before = _in_revision(place, _revision(str(place.root), found.commit), f"`{found.ref}`", now, after)
        named = Base("pull-request" if base is None else "explicit", found.ref, found.commit)
    else:
        from alvara.cli.bundled import base_of

        before, named = _in_bundle(place, found, str(base), now), base_of(str(base), found)
    commits = named.commit, later.commit if isinstance(later, Revision) else ""
    one_work = base is None or "..." in base
    people = people_between(str(place.root), before, after, place.validators, commits, is_one_work=one_work)
    review = diff(named, before, after, now, people)
    put(import_module(f"alvara.review.{_FORMATS[style]}").render(review))
    if style == "json":
        for note in review.notes:
            say(note)
    refused = sorted({word for side in (before, after) for word in side.survey.refused})
    tell_refused(refused)
    return 2 if refused else 0


def _ends(root: str, base: str | None, head: str | None) -> tuple[str | None, str | None]:
    """Take `A..B` and `A...B` apart; for the second the base stays whole, since it means where B left A."""
    if base is None or head is not None or ".." not in base or is_bundle(root, base):
        return base, head
    start, _, end = base.partition("...") if "..." in base else base.partition("..")
    return (base if "..." in base else start or "HEAD"), end or None


def _bundle(place: Place, name: str | None) -> "Unpacked | None":
    """Open the bundle that is meant; None where something else is."""
    root = str(place.root)
    if name is None or not is_bundle(root, name):
        return None
    from alvara.cli.bundled import open_verified

    return open_verified(root, name, place.validators)


def _base(place: Place, base: str | None) -> Found:
    config, root = place.settings.config, str(place.root)
    assert config is not None, "settings that do not hold stop a run before this"
    try:
        if base is None:
            found = Refs(root, config.default_branch, config.release_tag_prefix).fork_point()
        else:
            found = explicit_base(root, base)
    except Unusable as error:
        way = "; name the revision to compare with: alvara diff BASE" if isinstance(error, Unrelated) else ""
        raise CannotLook(f"{error}{no_bundle_either(root, base or '')}{way}") from error
    if isinstance(found, Missing):
        raise CannotLook(found.note)
    return found


def _revision(root: str, name: str) -> Revision:
    try:
        revision = Revision(root, name)
        revision.blobs()
    except NoRevision as error:
        raise CannotLook(f"`{name}`: {error}{no_bundle_either(root, name)}") from error
    return revision


def _moment(given: str, place: Place, head: "Revision | Unpacked | None") -> str:
    if head is None or isinstance(head, Revision):
        return asked_or_committed(given, str(place.root), head)
    return asked_moment(given) if given else head.manifest.as_of


def _after(place: Place, later: "Revision | Unpacked | None", head: str | None, now: str) -> Shown:
    if later is None:
        return _in_place(place, now)
    if isinstance(later, Revision):
        return _in_revision(place, later, f"`{head}`", now, None)
    return _in_bundle(place, later, str(head), now)


def _in_place(place: Place, now: str) -> Shown:
    """Lay out what the next commit may hold: the files on disk, or what is staged of them."""
    on_disk = isinstance(place.tree, DirectoryTree)
    tree = HeldTree(place.tree)
    parts = (tree, place.settings, place.validators, now[:10], spread_extraction)
    try:
        known = Cache(str(place.root), place.settings.digest, place.began).load()
        found = survey(*parts, known if known is None or on_disk else known.by_blob())
    except Damaged:
        found = survey(*parts)
    return _shown("the files on disk" if on_disk else "what is staged", tree, place.settings, found)


def _in_bundle(place: Place, bundle: "Unpacked", name: str, now: str) -> Shown:
    from alvara.app.bundled_side import show_bundle
    from alvara.cli.bundled import doubts

    for doubt in doubts(name, bundle):
        say(doubt)
    called = f"the bundle in `{name}`, version {bundle.manifest.version}"
    return show_bundle(called, bundle, place.validators, now[:10])


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
    return Shown(name, found, settings, Library(tree, config).document, tree=tree)
