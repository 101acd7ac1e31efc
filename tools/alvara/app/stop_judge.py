"""Out of a bundle, what a list of stops is judged by: who governs, and what it knows of capabilities."""

from collections.abc import Iterator, Mapping
from json import loads
from typing import NamedTuple
from urllib.parse import quote, unquote

from alvara.app.held_bundle import hold_bundle
from alvara.bundle.evidence import evidence_in
from alvara.bundle.held import Shapes
from alvara.bundle.layout import EVIDENCE, FOLDERS
from alvara.bundle.manifest import Manifest
from alvara.decode.governance import governance
from alvara.identity.suggestions import did_you_mean
from alvara.registry.holdings import Holdings
from alvara.store.voices import Bench, bench_of, weighed_in
from alvara.workspace.subjects import Body

_ENDED = "ledger/tombstones/capability/"
WANTED = (f"{EVIDENCE}governance/", _ENDED)
"""The beginnings of the paths that are read, beside what questions are answered from."""


class Judge(NamedTuple):
    """The bundle that judges a list of stops, and the names that things have in it. `ended` are IDs that there were."""

    bench: Bench
    holdings: Holdings
    ended: frozenset[str]

    def meant(self, name: str) -> str | None:
        """Give the ID of a capability that there is, or was; None for a name that nothing ever had."""
        return self.holdings.meant("capability", name) or (name if name in self.ended else None)

    def also(self, id: str) -> tuple[str, ...]:
        """Give what a capability is called besides, and was before, sorted."""
        named = (self.holdings.aliases["capability"], self.holdings.former["capability"])
        return tuple(sorted({name for names in named for name, other in names.items() if other == id} - {id}))

    def hint(self, name: str) -> str:
        """Say which name may have been meant, or nothing."""
        return did_you_mean(name, {*self.holdings.ids("capability"), *self.holdings.aliases["capability"]})


def judge_in(manifest: Manifest, files: Mapping[str, bytes], shapes: Shapes) -> Judge:
    """Take it out of the files of a bundle that was verified when it became active.

    Raises `LookupError`, `TypeError` or `ValueError` where they are not what a bundle holds there.
    """
    holdings = hold_bundle(manifest, files, shapes)
    evidence = evidence_in({path: data for path, data in files.items() if path.startswith(EVIDENCE)})
    governing = governance(evidence.governance) if evidence.governs else None
    ended = (unquote(path.removeprefix(_ENDED).removesuffix(".json")) for path in files if path.startswith(_ENDED))
    bench = bench_of(
        holdings.about.registry, governing, lambda name: holdings.meant("capability", name),
        lambda name: weighed_in(_majors(files, name), governing),
    )  # fmt: skip
    return Judge(bench, holdings, frozenset(ended))


def _majors(files: Mapping[str, bytes], id: str) -> Iterator[Body]:
    """Decode every major of a capability."""
    stem = f"private/{FOLDERS['capability']}/{quote(id, safe='')}"
    for path, data in files.items():
        if path == f"{stem}.json" or path.startswith(f"{stem}@"):
            yield loads(data)
