"""The bundle of a release and its tag: made of what HEAD holds, signed where somebody does, and made again."""

import os
from typing import NamedTuple

from alvara.adapters.bundles import write_folder
from alvara.adapters.revision import Revision
from alvara.adapters.tagging import make_tag, read_tag
from alvara.app.evidence import read_proof
from alvara.app.models import read_definitions
from alvara.app.releasing import (
    count_changes,
    differences,
    make_known_bundle,
    read_releases,
    record_of,
)
from alvara.bundle.layout import MANIFEST
from alvara.bundle.manifest import Manifest, Source, parse_manifest
from alvara.bundle.wire import parse_json
from alvara.cli.bundle_place import USUAL_PLACE, holds, put_bundle
from alvara.cli.errors import CannotLook
from alvara.cli.ground import Ground
from alvara.cli.moments import moment_of
from alvara.cli.output import say
from alvara.cli.release_signing import (
    Releaser,
    Wanted,
    opened,
    signed_bundle,
    write_signed_tag,
)
from alvara.cli.streams import put
from alvara.model.ledger import Ledger, Recorded, Release
from alvara.report.bundle_text import count
from alvara.report.escape import one_line
from alvara.workspace.definitions import Definitions

_MOST = 10


class Made(NamedTuple):
    """What is about to be released: its record, the releases before it, and the files of its bundle."""

    record: Release
    before: Ledger
    files: dict[str, bytes]


def made_of(record: Recorded, revision: Revision, ground: Ground) -> Made | None:
    """Make the bundle of HEAD; say why there is none where HEAD is not what its record says."""
    definitions = read_definitions(ground.tree, ground.settings, ground.validators)
    ledger = read_releases(ground.tree, ground.validators)
    before = ledger.without(record.version)
    release = next(one for one in ledger.releases if one.version == record.version)
    strays = list(differences(release, record_of(record.version, before, definitions)))
    if strays:
        more = f" and {len(strays) - _MOST} more" if len(strays) > _MOST else ""
        say(f"the registry is not what {record.path} says, in {', '.join(strays[:_MOST])}{more}")
        say(f"delete the record and make it again: alvara release prepare {record.version}")
        return None
    return Made(release, before, _bundle_of(revision, ground, definitions))


def publish(
    made: Made, tag: str, revision: Revision, ground: Ground, now: str, wanted: Wanted, releaser: Releaser | None
) -> int:
    """Sign the bundle where somebody does, write it, and make the tag."""
    root, files = str(ground.root), made.files
    message = _message(made.record, made.before, parse_manifest(parse_json(files[MANIFEST])))
    if releaser is not None:
        releaser = opened(releaser)
        files = signed_bundle(files, tag, releaser)
        if not holds(files, now, ground.validators, wanted.pin):
            return 1
    put_bundle(write_folder, files, os.path.join(root, USUAL_PLACE))
    if releaser is not None:
        reason = write_signed_tag(root, tag, revision.commit, now, message, releaser)
    else:
        reason = make_tag(root, tag, revision.commit, message)
    if reason:
        raise CannotLook(f"git made no tag `{tag}`: {reason}")
    signed = "" if releaser is None else f", signed by {releaser.person.id}"
    done = f"tagged {tag} at {revision.commit[:12]}, bundle in {USUAL_PLACE}{signed}"
    put(f"{done}\n{summary_of(made.record, made.before)}\nnext: git push origin {tag}\n")
    return 0


def _bundle_of(revision: Revision, ground: Ground, definitions: Definitions) -> dict[str, bytes]:
    ledger = read_releases(ground.tree, ground.validators)
    proof = read_proof(ground.tree, definitions.config, ground.validators)
    return make_known_bundle(definitions, ledger, moment_of(revision), Source(revision.commit, dirty=False), proof)


def make_again(
    root: str, tag: str, revision: Revision, now: str, ground: Ground, releaser: Releaser, pin: str
) -> int:  # fmt: skip
    """Make and sign the bundle of a release that is out, where it was lost: only the one that its tag names."""
    definitions = read_definitions(ground.tree, ground.settings, ground.validators)
    files = _bundle_of(revision, ground, definitions)
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


def summary_of(release: Release, before: Ledger) -> str:
    """Say in a line what a release brings."""
    new, changed, gone = count_changes(release, before)
    since = "" if release.previous is None else f" since {release.previous}"
    counts = f"{new} new, {changed} changed, {gone} gone{since}"
    return one_line(f"release {release.version}, number {release.sequence}: {counts}")


def _message(release: Release, before: Ledger, manifest: Manifest) -> str:
    held = (
        count(manifest.capabilities, "capability", "capabilities"), count(manifest.semantic_resources, "resource"),
        count(manifest.policies, "policy", "policies"), count(manifest.bindings, "binding"),
    )  # fmt: skip
    return f"Release {release.version}\n\n{summary_of(release, before)}\n{', '.join(held)}\nbundle {manifest.digest}\n"
