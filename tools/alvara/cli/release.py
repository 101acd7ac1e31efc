"""`alvara release`: the record of what is published, and the tag that publishes it."""

import re

import click

from alvara.adapters.revision import UNKNOWN, NoRevision, Revision
from alvara.adapters.tagging import is_tag_name, uncommitted
from alvara.adapters.writing import create
from alvara.app.models import Incomplete, read_definitions
from alvara.app.releasing import (
    read_releases,
    record_of,
    write_out,
)
from alvara.cli.asking import Asked
from alvara.cli.bundle_place import holds
from alvara.cli.checking import examine_and_compare, stands_in_the_way
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground, judge, on_revision
from alvara.cli.moments import asked_or_now, moment_of
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.place import Place, find_place
from alvara.cli.release_gate import check_made, check_order, not_on_branch, published_ids
from alvara.cli.release_making import made_of, make_again, publish, summary_of
from alvara.cli.release_signing import (
    Releaser,
    Wanted,
    check_wanted,
    releaser_of,
)
from alvara.cli.streams import put
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, folders_of, is_governed
from alvara.model.ledger import Recorded, releases_among

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}")


@click.command("release", short_help="Record what is published, and tag it.")
@click.argument("words", metavar="[prepare] VERSION", nargs=-1, required=True)
@click.option("--key", metavar="FILE", default="", help="The key to sign with; else one that the agent holds.")
@click.option("--as", "person", metavar="PERSON", default="", help="Who signs; else whose key it is.")
@click.option("--root", "pin", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT.")
@click.option("--now", "moment", metavar="RFC3339", default="", help="Judge as of this moment, not of now.")
@click.pass_obj
def command(directory: str, words: tuple[str, ...], key: str, person: str, pin: str, moment: str) -> int:
    """Publish the registry as VERSION, in two steps: `prepare` writes its record, and without it the tag is made.

    The record in `ledger/releases/` says what has changed since the last release. Once it is committed, `alvara
    release VERSION` checks the registry against its bases, verifies the bundle that the commit makes, writes it to
    dist/bundle, and makes an annotated tag. It never commits and never pushes. The order of releases is that of their
    numbers, so any name will do.

    Where there is a governance/, a release starts from a pinned root of trust, and is made on the main branch. What
    people have agreed on is judged as of now, and records that came since the last release have to be of that time.
    Somebody who holds the role `release` signs the bundle and the tag: FILE is a private key of OpenSSH, or the public
    one (.pub) of a key that the agent holds. Without a governance/, git makes the tag as its settings say. Run again
    with --key or --as on the commit of the tag, it makes and signs the bundle anew.

    \b
      alvara release 2026.09.01 --key ~/.ssh/id_ed25519 --root SHA256

    \b
    Examples:
      alvara release prepare 2026.09.01
      alvara release 2026.09.01

    Exit codes: 0 written, or tagged; 1 the registry has errors, or is not what was prepared; 2 could not be done.
    """
    preparing = words[0] == "prepare" and len(words) > 1
    names = words[1:] if preparing else words
    if len(names) > 1 or names == ("prepare",):
        raise click.UsageError("name one release")
    version = names[0]
    if not _NAME.fullmatch(version):
        raise CannotLook(f"`{version}` is no name of a release: letters, digits, dots and hyphens, 64 at most")
    now = asked_or_now(moment)
    place = find_place(directory)
    config = place.settings.config
    if config is None:
        raise CannotLook(f"{CONFIG} does not hold; `alvara check` says why")
    tag = f"{config.release_tag_prefix}{version}"
    if not is_tag_name(tag):
        raise CannotLook(f"git takes no tag `{tag}`; choose another name")
    bare = version.removeprefix(config.release_tag_prefix)
    if bare != version and bare[:1].isdecimal():
        raise CannotLook(
            f"`{version}` is the tag of a release called {bare}; write {bare}, or its tag would be `{tag}`"
        )
    try:
        if preparing:
            return _prepare(place, config, version, now)
        return _release(place, config, version, now, Wanted(key, person, asked_pin(pin)))
    except Incomplete as error:
        for problem in error.problems:
            say(problem)
        return 1


def _prepare(place: Place, config: Config, version: str, now: str) -> int:
    paths = [entry.path for entry in place.tree.entries() if entry.kind == "file"]
    there = _record_called(version, paths)
    if there is not None:
        tag = f"{config.release_tag_prefix}{there.version}"
        if (standing := _tagged(str(place.root), tag)) is not None:
            raise CannotLook(f"{there.version} is out, as `{tag}` at {standing[:12]}; give this release another name")
        raise CannotLook(f"{version} is prepared in {there.path}; to prepare it anew before it is out, delete that")
    checked = examine_and_compare(place, Asked(), now)
    code = stands_in_the_way(checked, now)
    if code:
        return code
    definitions = read_definitions(place.tree, place.settings, place.validators)
    if not definitions.capabilities:
        raise CannotLook("there is no capability to release")
    ledger = read_releases(place.tree, place.validators)
    record = record_of(version, ledger, definitions)
    try:
        create(place.root, record.path, write_out(record))
    except OSError as error:
        raise CannotLook(f"{record.path}: {error.strerror}") from error
    put(f"wrote {record.path}\n{summary_of(record, ledger)}\nnext: commit it, then run `alvara release {version}`\n")
    return 0


def _release(place: Place, config: Config, version: str, now: str, wanted: Wanted) -> int:
    root = str(place.root)
    revision = _head(root)
    record = _committed(place, revision, version)
    governed = is_governed(revision.blobs())
    check_wanted(wanted, governed=governed)
    tag = f"{config.release_tag_prefix}{version}"
    there = _tagged(root, tag)
    if there not in (None, revision.commit):
        raise CannotLook(f"there is a tag `{tag}` already, at {str(there)[:12]}; choose another name for this "
                         "release")  # fmt: skip
    ground = on_revision(root, revision.commit, now)
    releaser: Releaser | None = None
    if governed:
        if (side := not_on_branch(root, revision.commit, config.default_branch)) is not None:
            say(side)
            return 1
        check_order(root, config, version, moment_of(revision), now, ground)
        ids = published_ids(read_releases(ground.tree, ground.validators))
        if there is None or wanted.key or wanted.person:
            releaser = releaser_of(wanted, ground, ids, (moment_of(revision), now))
    if there is not None:
        if governed:
            check_made(root, tag, revision, ground)
        put(f"{tag} is there already, at {revision.commit[:12]}\n")
        return 0 if releaser is None else make_again(root, tag, revision, now, ground, releaser, wanted.pin)
    _check_clean(root, config)
    code = _judged(place, record, now, wanted, ground)
    if code:
        return code
    made = made_of(record, revision, ground)
    if made is None or not holds(made.files, now, ground.validators):
        return 1
    return publish(made, tag, revision, ground, now, wanted, releaser)


def _judged(place: Place, record: Recorded, now: str, wanted: Wanted, ground: Ground) -> int:
    """Check what is there against its bases, and what HEAD holds by itself; print what stands in the way."""
    asked = Asked(against_release=record.sequence > 1, but=record.version)
    checked = examine_and_compare(place, asked, now, wanted.pin)
    code = stands_in_the_way(checked, now)
    if code:
        return code
    last = next((past for past in checked.compared.pasts if past.is_release), None)
    return judge(ground, "text", last, [c for c in checked.compared.comparisons if c.base.kind == "published"])


def _head(root: str) -> Revision:
    try:
        revision = Revision(root, "HEAD")
        revision.blobs()
    except NoRevision as error:
        why = "there is none yet" if str(error) == UNKNOWN else f"HEAD cannot be read: {error}"
        raise CannotLook(f"a release is a tag on a commit, and {why}") from error
    return revision


def _committed(place: Place, revision: Revision, version: str) -> Recorded:
    """Find the record of a release in HEAD, and see that it is the last one."""
    paths = list(revision.blobs())
    record = _record_called(version, paths)
    if record is None:
        on_disk = _record_called(version, [entry.path for entry in place.tree.entries()])
        if on_disk is not None:
            raise CannotLook(f"{on_disk.path} is not committed yet; commit it, and try again")
        raise CannotLook(f"{version} is not prepared; run: alvara release prepare {version}")
    if record.version != version:
        raise CannotLook(f"it is prepared as {record.version}, in {record.path}; write that")
    last = releases_among(paths)[-1]
    if last.path != record.path:
        raise CannotLook(f"{version} is not the last release in the ledger, which is {last.version}")
    return record


def _record_called(version: str, paths: list[str]) -> Recorded | None:
    """Find a record by its version; two that differ in case would be one file or one tag on some systems."""
    return next((r for r in releases_among(paths) if r.version.casefold() == version.casefold()), None)


def _tagged(root: str, tag: str) -> str | None:
    try:
        return Revision(root, f"refs/tags/{tag}").commit
    except NoRevision:
        return None


def _check_clean(root: str, config: Config) -> None:
    dirty = uncommitted(root, (CONFIG, *folders_of(config)))
    if dirty:
        others = f", and so are {len(dirty) - 1} more" if len(dirty) > 1 else ""
        raise CannotLook(f"{dirty[0]} is not committed{others}; a release is what a commit holds, and nothing else")
