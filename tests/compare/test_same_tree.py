"""A tree compared with itself: everything is on both sides, nothing has changed, and no rule has anything to say."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.app.check import examine
from alvara.app.comparing import Other, compare_with, judge_comparison
from alvara.app.library import Library
from alvara.app.settings import read_settings
from alvara.compare.bases import Base
from alvara.compare.capability import compare_capability
from alvara.compare.comparison import Comparison
from alvara.compare.pairing import Pair
from alvara.compare.policy import compare_policy
from alvara.compare.resource import compare_resource
from alvara.compare.sides import sides_of
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import FileTree
from alvara.model.filekind import folders_of
from tests.bundle.repository import write
from tests.case import VALIDATORS, extract_all

ROOT = Path(__file__).resolve().parents[2]
DAY = "2026-09-01"
Judged = tuple[Comparison, list[Diagnostic]]
KINDS = {"capability": compare_capability, "policy": compare_policy, "resource": compare_resource}
SMALL = {
    "alvara.yaml": "registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11\nname: shop\n",
    "semantic-ids/order.yaml": "id: order\ntype: entity\nname: Order\n",
    "ledger/tombstones/resource/item.yaml": 'id: item\nkind: resource\nsince: "2026-01-01"\nreason: Not sold.\n',
}


@pytest.fixture(scope="module", params=["own", "generated"])
def itself(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """The repository's own registry compared with itself, and some domains of one with every key that there is."""
    folder = ROOT if request.param == "own" else generated(tmp_path_factory.mktemp("generated"))
    return compared(opened(folder), opened(folder), unknown(opened(folder)))


GENERATE = """
import sys
from pathlib import Path
import generate as g
out = Path(sys.argv[1])
for path, text in {"alvara.yaml": g.CONFIG, "schemas/records/principal.json": g.render_principal(),
                   "schemas/records/context.json": g.render_context()}.items():
    g.write(out / path, text)
for number in range(4):
    for path, text in g.render_domain(g.design(1, number), "resource"):
        g.write(out / path, text)
"""


def generated(folder: Path) -> Path:
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "benchmarks")}
    subprocess.run([sys.executable, "-c", GENERATE, folder], check=True, capture_output=True, env=surroundings)
    return folder


def opened(folder: Path) -> DirectoryTree:
    settings = read_settings(DirectoryTree(folder, ()), VALIDATORS)
    return DirectoryTree(folder, folders_of(settings.config))


def compared(now: FileTree, then: FileTree, blobs: Mapping[str, str]) -> Judged:
    settings = read_settings(now, VALIDATORS)
    config = settings.config
    assert config is not None
    outcome = examine(now, settings, VALIDATORS, DAY, extract_all, None)
    assert outcome.sight is not None
    other = Other(Base("explicit", "main", "0" * 40), blobs, then)
    comparison, view, before = compare_with(other, outcome.sight, config, VALIDATORS, DAY)
    return comparison, judge_comparison(comparison, view, before, Library(now, config).document)


def unknown(tree: FileTree) -> dict[str, str]:
    """Give every file a name by which nobody can tell that it is the same, so that all are read."""
    return {entry.path: "0" * 40 for entry in tree.entries() if entry.kind == "file"}


def test_everything_is_on_both_sides_and_nothing_is_told(itself: Judged) -> None:
    comparison, findings = itself

    assert len(comparison.compared) > 10
    assert [one.after.facts.id for one in comparison.compared if one.changes] == []
    assert (comparison.gone, comparison.new, comparison.renames, comparison.guesses, comparison.rewritten) == ((),) * 5
    assert findings == []


def test_no_key_differs_from_itself_where_every_one_is_looked_at(itself: Judged) -> None:
    comparison, _ = itself
    sides = [sides_of(Pair(one.before, one.after)) for one in comparison.compared]
    changes = [change for pair in sides if pair is not None for change in KINDS[str(pair.after.facts.kind)](pair)]

    assert None not in sides
    assert changes == []


def test_files_whose_bytes_have_the_same_name_are_not_read(tmp_path: Path) -> None:
    tree = opened(write(tmp_path, SMALL))
    settings = read_settings(tree, VALIDATORS)
    outcome = examine(tree, settings, VALIDATORS, DAY, extract_all, None)
    assert outcome.sight is not None
    read: list[str] = []

    class Watched(DirectoryTree):
        def read(self, path: str) -> bytes:
            read.append(path)
            return super().read(path)

    comparison, findings = compared(tree, Watched(tmp_path, tree.folders), outcome.sight.blobs)

    assert (comparison.compared, findings) == ((), [])
    assert set(read) <= {"alvara.yaml"}


def test_line_ends_of_another_checkout_change_nothing(tmp_path: Path) -> None:
    here, there = write(tmp_path / "here", SMALL), tmp_path / "there"
    write(there, {path: text.replace("\n", "\r\n") for path, text in SMALL.items()})
    comparison, findings = compared(opened(there), opened(here), unknown(opened(here)))

    assert comparison.rewritten == ()
    assert findings == []


def test_record_with_other_words_is_rewritten_whatever_its_line_ends(tmp_path: Path) -> None:
    here, there = write(tmp_path / "here", SMALL), write(tmp_path / "there", SMALL)
    record = there / "ledger/tombstones/resource/item.yaml"
    record.write_bytes(record.read_bytes().replace(b"Not sold", b"Sold").replace(b"\n", b"\r\n"))
    _, findings = compared(opened(there), opened(here), unknown(opened(here)))

    assert [(finding.rule, finding.file) for finding in findings] == [
        ("ledger-rewritten", "ledger/tombstones/resource/item.yaml")
    ]
