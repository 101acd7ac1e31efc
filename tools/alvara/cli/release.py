"""`alvara release`: the record of what is published, and the tag that publishes it."""

import os
import re

import click

from alvara.adapters.bundles import write_folder
from alvara.adapters.revision import UNKNOWN, NoRevision, Revision
from alvara.adapters.tagging import is_tag_name, make_tag, read_tag, uncommitted
from alvara.adapters.writing import create
from alvara.app.evidence import read_proof
from alvara.app.models import Incomplete, read_definitions
from alvara.app.releasing import (
    count_changes,
    differences,
    make_known_bundle,
    read_releases,
    record_of,
    without,
    write_out,
)
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest, Source, parse_manifest
from alvara.bundle.wire import parse_json
from alvara.cli.asking import Asked
from alvara.cli.bundle_place import USUAL_PLACE, holds, put_bundle
from alvara.cli.checking import examine_and_compare, stands_in_the_way
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground, judge, on_revision
from alvara.cli.moments import asked_or_now, moment_of
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.place import Place, find_place
from alvara.cli.release_gate import check_order, check_standing, not_on_branch, published_ids
from alvara.cli.release_signing import (
    Releaser,
    Wanted,
    check_wanted,
    opened,
    releaser_of,
    signed_bundle,
    write_signed_tag,
)
from alvara.cli.streams import put
from alvara.model.config import Config
from alvara.model.filekind import CONFIG, GOVERNANCE, folders_of
from alvara.model.ledger import Ledger, Recorded, Release, releases_among
from alvara.report.bundle_text import count
from alvara.report.escape import one_line
from alvara.workspace.definitions import Definitions

_NAME = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,63}")
_MOST = 10


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
    put(f"wrote {record.path}\n{_changes(record, ledger)}\nnext: commit it, then run `alvara release {version}`\n")
    return 0


def _release(place: Place, config: Config, version: str, now: str, wanted: Wanted) -> int:
    root = str(place.root)
    revision = _head(root)
    record = _committed(place, revision, version)
    governed = any(path.startswith(f"{GOVERNANCE}/") for path in revision.blobs())
    check_wanted(wanted, governed=governed)
    tag = f"{config.release_tag_prefix}{version}"
    standing_tag = _tagged(root, tag)
    if standing_tag not in (None, revision.commit):
        raise CannotLook(f"there is a tag `{tag}` already, at {str(standing_tag)[:12]}; choose another name for this "
                         "release")  # fmt: skip
    ground = on_revision(root, revision.commit, now)
    releaser: Releaser | None = None
    if governed:
        if (side := not_on_branch(root, revision.commit, config.default_branch)) is not None:
            say(side)
            return 1
        check_order(root, config, version, moment_of(revision), now, ground)
        ids = published_ids(read_releases(ground.tree, ground.validators))
        if standing_tag is None or wanted.key or wanted.person:
            releaser = releaser_of(wanted, ground, ids, (moment_of(revision), now))
    if standing_tag is not None:
        if governed:
            check_standing(root, tag, revision, ground)
        put(f"{tag} is there already, at {revision.commit[:12]}\n")
        return 0 if releaser is None else _make_again(root, tag, revision, now, ground, releaser, wanted.pin)
    _check_clean(root, config)
    asked = Asked(against_release=record.sequence > 1, but=version)
    checked = examine_and_compare(place, asked, now, wanted.pin)
    code = stands_in_the_way(checked, now)
    if code:
        return code
    last = next((past for past in checked.compared.pasts if past.is_release), None)
    code = judge(ground, "text", last, [c for c in checked.compared.comparisons if c.base.kind == "published"])
    if code:
        return code
    definitions = read_definitions(ground.tree, ground.settings, ground.validators)
    ledger = read_releases(ground.tree, ground.validators)
    before = without(ledger, version)
    made = next(release for release in ledger.releases if release.version == version)
    strays = list(differences(made, record_of(version, before, definitions)))
    if strays:
        more = f" and {len(strays) - _MOST} more" if len(strays) > _MOST else ""
        say(f"the registry is not what {record.path} says, in {', '.join(strays[:_MOST])}{more}")
        say(f"delete the record and make it again: alvara release prepare {version}")
        return 1
    files = _bundle_of(revision, config, ground, definitions)
    if not holds(files, now, ground.validators):
        return 1
    manifest = parse_manifest(parse_json(files[MANIFEST]))
    message = _message(made, before, manifest)
    if releaser is not None:
        releaser = opened(releaser)
        files = signed_bundle(files, tag, releaser)
        if not holds(files, now, ground.validators, wanted.pin):
            return 1
        put_bundle(write_folder, files, os.path.join(root, USUAL_PLACE))
        reason = write_signed_tag(root, tag, revision.commit, now, message, releaser)
    else:
        put_bundle(write_folder, files, os.path.join(root, USUAL_PLACE))
        reason = make_tag(root, tag, revision.commit, message)
    if reason:
        raise CannotLook(f"git made no tag `{tag}`: {reason}")
    signed = "" if releaser is None else f", signed by {releaser.person.id}"
    done = f"tagged {tag} at {revision.commit[:12]}, bundle in {USUAL_PLACE}{signed}"
    put(f"{done}\n{_changes(made, before)}\nnext: git push origin {tag}\n")
    return 0


def _bundle_of(revision: Revision, config: Config, ground: Ground, definitions: Definitions) -> dict[str, bytes]:
    ledger, proof = read_releases(ground.tree, ground.validators), read_proof(ground.tree, config, ground.validators)
    return make_known_bundle(definitions, ledger, moment_of(revision), Source(revision.commit, dirty=False), proof)


def _make_again(
    root: str, tag: str, revision: Revision, now: str, ground: Ground, releaser: Releaser, pin: str
) -> int:  # fmt: skip
    """Make and sign the bundle of a release that is out, where it was lost: only the one that its tag names."""
    definitions = read_definitions(ground.tree, ground.settings, ground.validators)
    files = _bundle_of(revision, definitions.config, ground, definitions)
    digest = parse_manifest(parse_json(files[MANIFEST])).digest
    if f"\nbundle {digest}\n".encode() not in read_tag(root, tag).signed:
        raise CannotLook(f"{revision.commit[:12]} makes the bundle {digest} here, and `{tag}` names another: use the "
                         "alvara that it was released with")  # fmt: skip
    files = signed_bundle(files, tag, releaser)
    if not holds(files, now, ground.validators, pin):
        return 1
    put_bundle(write_folder, files, os.path.join(root, USUAL_PLACE))
    put(f"bundle in {USUAL_PLACE}, signed by {releaser.person.id}\n")
    return 0


def _head(root: str) -> Revision:
    try:
        revision = Revision(root, "HEAD")
        revision.blobs()
    except NoRevision as error:
        why = "there is none yet" if str(error) == UNKNOWN else f"HEAD cannot be read: {error}"
        raise CannotLook(f"a release is a tag on a commit, and {why}") from error
    return revision


def _committed(place: Place, revision: Revision, version: str) -> Recorded:
    """Find the record of a release in HEAD, and see that it is the last one and that approvals are not passed over."""
    paths = list(revision.blobs())
    record = _record_called(version, paths)
    if record is None:
        on_disk = _record_called(version, [entry.path for entry in place.tree.entries()])
        if on_disk is not None:
            raise CannotLook(f"{on_disk.path} is not committed yet; commit it, and try again")
        raise CannotLook(f"{version} is not prepared; run: alvara release prepare {version}")
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


def _changes(release: Release, before: Ledger) -> str:
    new, changed, gone = count_changes(release, before)
    since = "" if release.previous is None else f" since {release.previous}"
    counts = f"{new} new, {changed} changed, {gone} gone{since}"
    return one_line(f"release {release.version}, number {release.sequence}: {counts}")


def _message(release: Release, before: Ledger, manifest: Manifest) -> str:
    held = (
        count(manifest.capabilities, "capability", "capabilities"), count(manifest.semantic_resources, "resource"),
        count(manifest.policies, "policy", "policies"), count(manifest.bindings, "binding"),
    )  # fmt: skip
    return f"Release {release.version}\n\n{_changes(release, before)}\n{', '.join(held)}\nbundle {manifest.digest}\n"
