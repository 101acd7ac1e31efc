"""What may become active after what: only what follows it, of the same registry, under no older root of trust."""

from alvara.bundle.layout import EVIDENCE
from alvara.bundle.manifest import Manifest
from alvara.store.pointer import MOST_BEFORE, Pointer
from alvara.store.published import is_release

_GOVERNANCE = f"{EVIDENCE}governance/"


def needs_root(manifest: Manifest, active: Pointer | None) -> bool:
    """Whether a bundle may only be activated from a pinned root: it, or what it would replace, is governed."""
    governed = manifest.root is not None or any(file.path.startswith(_GOVERNANCE) for file in manifest.files)
    return governed or (active is not None and active.root is not None)


def of_another(version: str, registry: str, active: Pointer | None) -> str | None:
    """Say that a bundle is of another registry than what is active; None where it is not."""
    if active is None or registry == active.registry:
        return None
    return (f"`{version}` is of the registry {registry}, and what is active here of {active.registry}; each registry "
            "has a store of its own")  # fmt: skip


def objection(manifest: Manifest, active: Pointer | None, *, rollback: bool) -> str | None:
    """Say why a bundle that is whole must not become active; None where it may."""
    if active is None or manifest.digest == active.digest:
        return None
    foreign = of_another(manifest.version, manifest.registry, active)
    if foreign is not None:
        return foreign
    if rollback:
        return None
    if manifest.sequence < active.sequence:
        return (f"`{manifest.version}` is release number {manifest.sequence}, and `{active.version}`, which is active, "
                f"number {active.sequence}; to go back on purpose: store rollback {manifest.version}")  # fmt: skip
    if manifest.sequence == active.sequence and is_release(manifest.version) and is_release(active.version):
        return (f"`{manifest.version}` and `{active.version}`, which is active, are both release number "
                f"{active.sequence}: one of them is not of this registry's main branch")  # fmt: skip
    if active.root is not None and (manifest.root is None or manifest.root.version < active.root.version):
        newest = "none" if manifest.root is None else str(manifest.root.version)
        return (f"`{manifest.version}` has version {newest} of the root of trust, and `{active.version}`, which is "
                f"active, version {active.root.version}: keys may have been taken away since")  # fmt: skip
    return None


def pointer_to(manifest: Manifest, active: Pointer | None, now: str, *, rollback: bool) -> Pointer:
    """Point to a bundle, and remember what was active before; the same again changes nothing.

    A rollback takes its target, and what came after that, off what is remembered: the next one goes further back. To
    what is newer than the active one there is no way back, whatever it was asked for by.
    """
    if active is not None and manifest.digest == active.digest:
        return active
    before: tuple[str, ...] = ()
    if active is not None and (not rollback or manifest.sequence > active.sequence):
        before = (active.digest, *active.before)[:MOST_BEFORE]
    elif active is not None and manifest.digest in active.before:
        before = active.before[active.before.index(manifest.digest) + 1 :]
    return Pointer(manifest.registry, manifest.sequence, manifest.version, manifest.digest, manifest.root, now, before)
