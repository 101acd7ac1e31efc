"""`alvara bundle`: make, verify and look into the files that are shipped."""

import os

import click

from alvara.adapters.bundles import open_bundle, write_folder, write_tar
from alvara.adapters.clock import system_moment
from alvara.adapters.published import read_schema
from alvara.app.evidence import read_proof
from alvara.app.models import Incomplete, read_definitions
from alvara.app.releasing import make_known_bundle, read_releases
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest, parse_manifest
from alvara.bundle.verify import BundleFiles, Verdict, read_manifest, verify
from alvara.bundle.wire import Malformed, parse_json
from alvara.cli.bundle_place import USUAL_PLACE, holds, put_bundle, unread
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground, judge, on_disk, on_revision, source_of
from alvara.cli.moments import asked_moment
from alvara.cli.output import say
from alvara.cli.pinning import asked_pin
from alvara.cli.place import find_root, seen_from
from alvara.cli.steps import Steps
from alvara.cli.streams import put
from alvara.documents.shape import Validators
from alvara.model.config import Config
from alvara.model.filekind import folders_of
from alvara.report.bundle_text import describe, list_defects, verified
from alvara.report.document_json import render

_style = click.option("--format", "style", type=click.Choice(("text", "json")), default="text", help="How to print.")


@click.group("bundle", cls=Steps, short_help="Make, verify and look into what is shipped.")
def command() -> None:
    """Make a bundle of the registry, verify one, or look into one. Paths are relative to the registry's root."""


@command.command("build", short_help="Make a bundle of the registry.")
@click.option("--out", metavar="DIR", default=USUAL_PLACE, show_default=True, help="Where to write it.")
@click.option("--tar", metavar="FILE", help="Write a plain tar archive of it too.")
@click.option("--rev", metavar="REF", help="Bundle this git revision instead of the files on disk.")
@click.option("--now", "moment", metavar="RFC3339", help="Judge as of this moment instead of the commit's date.")
@_style
@click.pass_obj
def build(directory: str, out: str, tar: str | None, rev: str | None, moment: str | None, style: str) -> int:
    """Check the registry and write its bundle: the same bytes for the same content, wherever it is made.

    It is of the moment of the commit, or of the last approval on disk that is not committed yet.

    \b
    Example:
      alvara bundle build --rev v2026.09.01 --out dist/bundle

    Exit codes: 0 written; 1 the registry has errors; 2 could not look, write, or find a capability.
    """
    root = os.fspath(find_root(directory))
    given = None if moment is None else asked_moment(moment)
    ground = on_disk(root, given) if rev is None else on_revision(root, rev, given)
    places = [os.path.join(root, place) for place in (out, tar) if place is not None]
    for place in places:
        _check_outside(root, place, ground.settings.config)
    if tar is not None and os.path.abspath(places[1]).startswith(f"{os.path.abspath(places[0])}/"):
        raise CannotLook(f"{tar}: lies in the bundle, which holds nothing but itself")
    code = judge(ground, style)
    if code:
        return code
    try:
        definitions = read_definitions(ground.tree, ground.settings, ground.validators)
        ledger = read_releases(ground.tree, ground.validators)
        proof = read_proof(ground.tree, definitions.config, ground.validators)
        files = make_known_bundle(definitions, ledger, ground.now, source_of(ground, definitions), proof)
    except Incomplete as error:
        for problem in error.problems:
            say(problem)
        return 1
    if proof.evidence.governs and not holds(files, ground.now, ground.validators):
        return 1
    for write, place in zip((write_folder, write_tar), places, strict=False):
        put_bundle(write, files, place)
    manifest = parse_manifest(parse_json(files[MANIFEST]))
    _announce(ground, manifest, places, style)
    return 0


@command.command("verify", short_help="Tell whether a bundle is whole.")
@click.argument("path", metavar="DIR|TAR")
@click.option("--now", "moment", metavar="RFC3339", help="Warn of what has expired by this moment.")
@click.option("--root", metavar="SHA256", default="", help="The root of trust to start from; else ALVARA_ROOT.")
@_style
@click.pass_obj
def verify_command(directory: str, path: str, moment: str | None, root: str, style: str) -> int:
    """Verify that a bundle has exactly the files that its manifest lists, and that they agree with each other.

    What people have to agree on is judged again from the approvals in the bundle, as of the moment that it was made:
    who has signed, with which key, in which role. What has expired since is a warning. Who wrote a definition is known
    only as far as it says so itself. A signature that is there is always checked.

    With --root, the governance in the bundle has to be what that root, or one that it leads to, vouches for, and
    somebody has to have signed the bundle who may release.

    A later minor version of the format may hold more than this alvara knows: a warning says what was not judged.

    \b
    Examples:
      alvara bundle verify dist/bundle
      alvara bundle verify bundle.tar --root SHA256 --format json

    Exit codes: 0 it is whole; 1 it is not; 2 could not look.
    """
    pin = asked_pin(root)
    now = system_moment() if moment is None else asked_moment(moment)
    files = _open(directory, path)
    try:
        verdict = verify(files, now, Validators(read_schema), pin or None)
    except OSError as error:
        raise CannotLook(f"{path}: {error.strerror or error}") from error
    _report(path, now, verdict, style, pin)
    return int(not verdict.holds)


@command.command("inspect", short_help="Show what a bundle says of itself.")
@click.argument("path", metavar="[DIR|TAR]", default=USUAL_PLACE)
@_style
@click.pass_obj
def inspect(directory: str, path: str, style: str) -> int:
    """Show the manifest of a bundle. Nothing is verified.

    Exit codes: 0 shown; 2 could not look.
    """
    files = _open(directory, path)
    try:
        manifest = read_manifest(files)
    except KeyError as error:
        raise CannotLook(f"{path}: there is no {MANIFEST}") from error
    except (Malformed, OSError) as error:
        raise CannotLook(f"{path}: {MANIFEST} {error}") from error
    put(render(manifest.as_json()) if style == "json" else describe(manifest))
    return 0


def _check_outside(root: str, place: str, config: Config | None) -> None:
    """Refuse to write over the registry, and where it is read from: the next bundle would have this one in it."""
    where = os.path.relpath(os.path.realpath(place), os.path.realpath(root))
    if not where.strip("./"):
        raise CannotLook(f"{place}: holds the registry itself; a bundle replaces the folder that it is written to")
    for folder in (".git", *folders_of(config)):
        if where == folder or where.startswith(f"{folder}/"):
            raise CannotLook(f"{place}: lies in `{folder}`, which belongs to the registry itself")


def _open(directory: str, path: str) -> BundleFiles:
    try:
        return open_bundle(os.path.join(seen_from(directory), path))
    except OSError as error:
        raise unread(path, error) from error


def _announce(ground: Ground, manifest: Manifest, places: list[str], style: str) -> None:
    shown = [os.path.relpath(place, ground.root) if place.startswith(f"{ground.root}/") else place for place in places]
    if style == "text":
        put(f"{'built':<9} {', '.join(shown)}\n{describe(manifest)}")
        return
    said = manifest.as_json()
    number = len(said.pop("files")) + 1
    put(render({
        "format": "alvara.bundle-build/1", "now": ground.now, "path": shown[0], "tar": shown[1] if shown[1:] else None,
        "files": number, "digest": manifest.digest, "manifest": said,
    }))  # fmt: skip


def _report(path: str, now: str, verdict: Verdict, style: str, pin: str) -> None:
    manifest, vouched = verdict.manifest, verdict.vouched
    if style == "json":
        put(render({
            "format": "alvara.bundle-verification/1", "now": now, "path": path, "holds": verdict.holds,
            "together": verdict.together, "root": pin or None, "rootVersion": vouched.root,
            "signed": list(vouched.signed),
            "digest": manifest.digest if manifest else None, "version": manifest.version if manifest else None,
            "asOf": manifest.as_of if manifest else None, "files": verdict.files,
            "findings": [{"severity": d.severity, "file": d.file, "message": d.message} for d in verdict.defects],
        }))  # fmt: skip
        return
    put(f"{list_defects(verdict.defects)}{verified(path, verdict, pin)}")
