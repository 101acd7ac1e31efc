"""What a store holds, as it tells those who ask."""

from dataclasses import dataclass

from alvara.bundle.defects import Defect
from alvara.store.pins import Pin
from alvara.store.pointer import Pointer
from alvara.store.published import Published


@dataclass(frozen=True, slots=True)
class Status:
    """The active bundle, if any; all versions that were ever published, in order; the bundles that are here; the pins.

    `held` are digests: those of versions whose bundle was taken away are missing.
    """

    active: Pointer | None
    versions: tuple[Published, ...]
    held: frozenset[str]
    pins: tuple[Pin, ...]

    def version_of(self, digest: str) -> str | None:
        """Give the version that a bundle was published under."""
        return next((one.version for one in self.versions if one.digest == digest), None)


@dataclass(frozen=True, slots=True)
class Publication:
    """A bundle that is in the store; `new` unless it was there already."""

    version: Published
    new: bool


@dataclass(frozen=True, slots=True)
class Activation:
    """The pointer after it, that before it, and what is to be known of the bundle."""

    pointer: Pointer
    before: Pointer | None
    warnings: tuple[Defect, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether another bundle is active now."""
        return self.before is None or self.before.digest != self.pointer.digest
