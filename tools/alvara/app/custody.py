"""What became of the records and of the governance that others have, and what this work brings of either."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.app.check import Sight
from alvara.app.governing import read_governance
from alvara.app.models import Incomplete
from alvara.app.past import Past
from alvara.approvals.agreements import Loss
from alvara.approvals.erasure import erased
from alvara.approvals.root_chain import versions_of
from alvara.approvals.roots import pin_of
from alvara.documents.load import load
from alvara.documents.shape import Validators
from alvara.files.tree import FileTree
from alvara.model.config import Config
from alvara.model.filekind import DEFINING, GOVERNING, IN_LEDGER, kind_of
from alvara.model.governance import Governance

_RESTORE = "restore it from the base: what has ended is closed with a date, `until`, and never deleted"
_NEXT_ROOT = "restore it from the base; what governs now takes a next version: alvara root prepare"
_KEEP_REVOKED = "put it back as it was: what is added here stays, and a key is revoked for longer by one more entry"
_CONTENT = DEFINING | IN_LEDGER | {"domain", "approval"}


def governance_of(tree: FileTree, validators: Validators) -> Governance | None:
    """Read what governs; None where there is nothing, or where not all of it can be read, which is told elsewhere."""
    try:
        return read_governance(tree, validators)
    except Incomplete:
        return None


class Custody(NamedTuple):
    """A tree beside what it is compared with, the one that weighs most first."""

    sight: Sight
    tree: FileTree
    config: Config
    validators: Validators
    pasts: tuple[Past, ...]

    def changes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """List the governing files that differ from where this work began, and those of content that do.

        Content is what is defined, with the files that are read together with it, and what is recorded.
        """
        past = self.pasts[0] if self.pasts else None
        if past is None or past.is_release:
            return (), ()
        now = {**self.sight.used, **self.sight.blobs}
        changed = sorted(
            path for path in now.keys() | past.blobs.keys() if now.get(path, "") != past.blobs.get(path, "")
        )
        kinds = {path: kind_of(path, self.config) for path in changed}
        governing = [path for path in changed if kinds[path] in GOVERNING]
        content = [path for path in changed if kinds[path] in _CONTENT or path in self.sight.used]
        return tuple(self._differing(past, governing)), tuple(self._differing(past, content))

    def rewritten(self) -> tuple[str, ...]:
        """List the records of approvals that others have and that are gone, or say something else."""
        found: dict[str, None] = {}
        for past in self.pasts:
            held = past.files_of(("approval",), self.config)
            moved = [path for path in held if self.sight.blobs.get(path) != past.blobs[path]]
            found.update(dict.fromkeys(self._differing(past, moved)))
        return tuple(found)

    def lost(self) -> tuple[Loss, ...]:
        """Say what was taken out of the governance that others have, the first of each file."""
        found: dict[str, Loss] = {}
        for past in self.pasts:
            for loss in self._lost_since(past):
                found.setdefault(loss.path, loss)
        return tuple(found[path] for path in sorted(found))

    def _lost_since(self, past: Past) -> Iterator[Loss]:
        held = past.governing(self.config)
        gone = [path for path in held if path not in self.sight.blobs]
        if gone and len(gone) == len(held):
            yield Loss(gone[0], "all that governs approvals is gone", "base", _RESTORE)
            return
        yield from (Loss(path, "the file is gone", "base", _RESTORE) for path in gone)
        if not any(self.sight.blobs.get(path) != past.blobs[path] for path in held):
            return
        yield from self._rewritten_roots(past, [path for path in held if path not in gone])
        before, after = (governance_of(tree, self.validators) for tree in (past.tree, self.tree))
        if before is not None and after is not None:
            for path, words in erased(before, after):
                yield Loss(path, words, "current", _KEEP_REVOKED if path.endswith("/revocations.yaml") else "")

    def _rewritten_roots(self, past: Past, held: Iterable[str]) -> Iterator[Loss]:
        """Tell which versions of the root were complete: whoever pinned one would not find it again."""
        paths = {
            int(path.rpartition("/")[2].removesuffix(".json")): path
            for path in held
            if kind_of(path, self.config) == "root"
        }
        roots = {number: past.tree.read(path) for number, path in paths.items()}
        for version in versions_of(roots):
            path = paths[version.number]
            kept = version.root is None or version.lacking or self.sight.blobs.get(path) == past.blobs[path]
            if not kept and pin_of(self.tree.read(path)) != version.pin:
                yield Loss(path, f"version {version.number} was complete, and its file is another one", "current",
                           _NEXT_ROOT)  # fmt: skip

    def _differing(self, past: Past, paths: Iterable[str]) -> Iterator[str]:
        """Yield the files that say something else: line ends and layout may be another checkout's doing."""
        yield from (path for path in paths if not self._says_the_same(past, path))

    def _says_the_same(self, past: Past, path: str) -> bool:
        if path not in past.blobs or not (self.sight.blobs.get(path) or self.sight.used.get(path)):
            return False
        now, before = self.sight.extractor.document(path), load(path, past.tree.read(path))
        return now is not None and now.readable and before.readable and now.value == before.value
