"""A store in words: what it holds, and what was done to it."""

from alvara.report.bundle_text import count, list_defects
from alvara.report.escape import in_lines
from alvara.store.collecting import Collection
from alvara.store.pins import Pin
from alvara.store.pointer import Pointer
from alvara.store.status import Activation, Publication, Status


def published(publication: Publication, now: str) -> str:
    """Say that a bundle is in the store."""
    version = publication.version
    word = "published" if publication.new else "here already"
    return in_lines([f"as of: {now}", f"{word}: {version.version}, number {version.sequence}, {version.digest}"])


def activated(activation: Activation, now: str) -> str:
    """Say what is active now."""
    was = activation.before
    change = "active already" if not activation.changed else f"active, after {was.version if was else 'nothing'}"
    return list_defects(activation.warnings) + in_lines([f"as of: {now}", f"{_named(activation.pointer)}: {change}"])


def described(status: Status, now: str) -> str:
    """Write what a store holds: the active bundle, then every version and every pin, a line each."""
    active = status.active
    lines = [f"as of: {now}"]
    lines.append("active: nothing" if active is None else f"active: {_named(active)}, since {active.activated_at}")
    if active is not None and active.root is not None:
        lines.append(f"root: version {active.root.version}, {active.root.sha256}")
    before = [status.version_of(digest) or digest for digest in (active.before if active else ())]
    if before:
        lines.append(f"before: {', '.join(before)}")
    width = max((len(one.version) for one in status.versions), default=0)
    for one in status.versions:
        notes = [] if one.digest in status.held else ["taken away"]
        if active is not None and one.digest == active.digest:
            notes.append("active")
        if pins := sum(pin.digest == one.digest and pin.holds(now) for pin in status.pins):
            notes.append(f"pinned by {count(pins, 'execution')}")
        lines.append(f"{one.version:<{width}}  {one.digest}{'  ' if notes else ''}{', '.join(notes)}")
    return in_lines([*lines, *(f"pin: {_leased(pin, now)}" for pin in status.pins)])


def pinned(pin: Pin, now: str) -> str:
    """Say what an execution runs on."""
    return in_lines([f"as of: {now}", _leased(pin, now)])


def unpinned(execution: str, pin: Pin | None, now: str) -> str:
    """Say that an execution has let go."""
    done = "was not pinned" if pin is None else f"let go of {pin.version}"
    return in_lines([f"as of: {now}", f"{execution}: {done}"])


def collected(collection: Collection, status: Status, now: str, *, dry_run: bool) -> str:
    """Say what was taken away, or would be, and what stays for which reason."""
    word = "would go" if dry_run else "gone"

    def name(digest: str) -> str:
        return status.version_of(digest) or "never published"

    lines = [f"as of: {now}"]
    lines += [f"stays: {name(kept.digest)}, {kept.digest}: {kept.reason}" for kept in collection.kept]
    lines += [f"{word}: {name(digest)}, {digest}" for digest in collection.bundles]
    lines += [f"{word}: the pin of {pin.execution}, which ended by {pin.until}" for pin in collection.pins]
    lines += [f"{word}: {count(collection.leftovers, 'leftover')} of runs that were ended"] * bool(collection.leftovers)
    return in_lines(lines if len(lines) > 1 else [*lines, "there is no bundle here"])


def _named(pointer: Pointer) -> str:
    return f"{pointer.version}, number {pointer.sequence}, {pointer.digest}"


def _leased(pin: Pin, now: str) -> str:
    end = "until it is let go" if pin.until is None else f"{'until' if pin.holds(now) else 'ended by'} {pin.until}"
    return f"{pin.execution} runs on {pin.version}, {pin.digest}, since {pin.since}, {end}"
