"""What is asked of a bundle before a store, wherever it is, takes it in or makes it active."""

from typing import TYPE_CHECKING

from alvara.adapters.clock import parse_moment, system_moment
from alvara.bundle.manifest import Manifest
from alvara.runtime.verification import verify_files
from alvara.store.activation import needs_root, objection, pointer_to
from alvara.store.pointer import Pointer
from alvara.store.published import Published
from alvara.store.refusing import NotInStore, Refused, Unrooted
from alvara.store.wire import is_version

if TYPE_CHECKING:
    from alvara.bundle.verify import Verdict


def read_moment(given: str | None) -> str:
    """Give a moment that was given, or what the system's clock says."""
    return system_moment() if given is None else parse_moment(given)


def published_as(manifest: Manifest) -> Published:
    """Give the version that a bundle takes, for ever."""
    return Published(manifest.version, manifest.sequence, manifest.digest)


def admit(bundle: str) -> tuple[Manifest, dict[str, bytes]]:
    """Verify a bundle that is to be published, and give its files. Raises `Refused`, and `OSError`."""
    from alvara.adapters.bundles import open_bundle

    verdict, files = verify_files(open_bundle(bundle), "", None)
    manifest = verdict.manifest
    if manifest is None or not verdict.holds:
        raise Refused("the bundle does not hold, and is not taken in", verdict.defects)
    if not is_version(manifest.version):
        raise Refused(f"`{manifest.version}` is no version that a store can name a file by")
    return manifest, files


def judge_activation(
    published: Published, verdict: "Verdict", active: Pointer | None, now: str, root: str | None, *, rollback: bool
) -> Pointer:  # fmt: skip
    """Give the pointer to a bundle that may become active. Raises `Refused`, and `Unrooted`."""
    manifest, name = verdict.manifest, f"`{published.version}`"
    if manifest is not None and root is None and needs_root(manifest, active):
        raise Unrooted(f"who may agree to what is in {name} is vouched for by a root of trust; start from one, with "
                       "--root SHA256 or ALVARA_ROOT (`alvara root show` prints those of a registry)")  # fmt: skip
    if manifest is None or not verdict.holds:
        raise Refused(f"{name} does not hold, and is not activated", verdict.defects)
    if manifest.digest != published.digest:
        raise Refused(f"{name} is damaged: in its place lies another bundle, {manifest.digest}")
    if not verdict.together:
        raise Refused(f"{name} has a newer format, `{manifest.format}`, and cannot be verified in full by this alvara",
                      verdict.defects)  # fmt: skip
    if verdict.lapsed:
        raise Refused(f"what people agreed on in {name} does not hold any more as of {now}, and it is not activated: "
                      "it has to be agreed on again, and released", verdict.lapsed)  # fmt: skip
    if why := objection(manifest, active, rollback=rollback):
        raise Refused(why)
    return pointer_to(manifest, active, now, rollback=rollback)


def previous(active: Pointer | None) -> str:
    """Give the digest of what was active before. Raises `NotInStore` where nothing is known of that."""
    if active is None or not active.before:
        raise NotInStore("nothing is known that was active before; name the version to go back to")
    return active.before[0]


def overtaken(there: Pointer | None, version: str) -> Refused:
    """Say that somebody else was faster, who made something else active than a version."""
    now_active = "nothing" if there is None else f"`{there.version}`"
    return Refused(f"{now_active} was made active by somebody else meanwhile; look at it, and activate `{version}` "
                   "again if it still should be")  # fmt: skip
