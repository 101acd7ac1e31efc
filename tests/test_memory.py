"""What a run remembers changes its speed, never what it says."""

import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from alvara.adapters.memory import folder
from alvara.app.check import Outcome, examine
from alvara.app.recollection import Recollection
from alvara.app.settings import read_settings
from alvara.cli.main import main
from alvara.files.tree import DictTree
from alvara.workspace.snapshot import Damaged, Memory, Snapshot
from tests.case import NOW, VALIDATORS, extract_all, judge, judged, reopened
from tests.rules.test_rules import CASES, HERE

ROOT = Path(__file__).parent.parent
FOLDERS = ("capabilities", "semantic-ids", "policies", "scenarios", "docs", "schemas/records")
Files = dict[str, bytes]


def _own_files() -> Files:
    """The files of this repository's own registry, the generated pages left out."""
    paths = [ROOT / "alvara.yaml"]
    for top in FOLDERS:
        paths += [p for p in (ROOT / top).rglob("*") if p.is_file() and "rules" not in p.parts[-2:-1]]
    return {p.relative_to(ROOT).as_posix(): p.read_bytes() for p in sorted(paths)}


def _look(files: Files, known: Snapshot | None = None, today: str = NOW[:10]) -> Outcome:
    tree = DictTree(files)
    return examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, today, extract_all, known)


def _open(memory: Memory | None) -> Snapshot:
    snapshot = reopened(memory)
    assert snapshot is not None
    return snapshot


@cache
def _remembered() -> Memory:
    """What is remembered of this repository's own registry."""
    memory = _look(_own_files()).memory
    assert memory is not None
    return memory


@pytest.mark.parametrize("case", CASES, ids=lambda p: p.relative_to(HERE).as_posix())
def test_case_says_the_same_with_a_memory_of_itself(case: Path) -> None:
    cold = judged(case / "current")
    recollection = Recollection(cold.recollected.get)
    warm, _ = judge(case / "current", cold.snapshot, recollection)

    assert cold.findings == warm
    assert not recollection.has_grown


def _delete(files: Files, dice: random.Random) -> None:
    del files[dice.choice([p for p in files if p != "alvara.yaml" and not p.endswith("principal.json")])]


def _break_syntax(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".yaml") and p != "alvara.yaml"])
    files[path] += b"\n  : [\n"


def _swap(files: Files, dice: random.Random) -> None:
    one, other = dice.sample([p for p in files if p.endswith(".yaml") and p != "alvara.yaml"], 2)
    files[one], files[other] = files[other], files[one]


def _copy(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".yaml") and p != "alvara.yaml"])
    files[path.replace(".yaml", "-copy.yaml")] = files[path]


def _rename_an_id(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".yaml") and b"\nid: " in files[p]])
    head, _, rest = files[path].partition(b"\nid: ")
    files[path] = head + b"\nid: other." + rest


def _shift_lines(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".yaml") and p != "alvara.yaml"])
    files[path] = b"# one more line\n" + files[path]


def _change_status(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if b"status: active" in files[p]])
    files[path] = files[path].replace(b"status: active", b"status: draft")


def _change_a_schema(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".json") and b"additionalProperties" in files[p]])
    files[path] = files[path].replace(b'"additionalProperties": false', b'"additionalProperties": true')


def _share_a_word(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if p.endswith(".yaml") and b"pt-BR: [" in files[p]])
    files[path] = files[path].replace(b"pt-BR: [", b"pt-BR: [palavra comum, ")


def _rename_a_field_of_the_record(files: Files, dice: random.Random) -> None:
    path, name = "schemas/records/work-permit.json", dice.choice([b'"status"', b'"validityDays"', b'"components"'])
    files[path] = files[path].replace(name, b'"renamed"')


def _rename_a_role_or_a_channel(files: Files, dice: random.Random) -> None:
    for path in ("schemas/records/principal.json", "schemas/records/context.json"):
        for word in dice.sample([b'"supervisor"', b'"safetyEngineer"', b'"voice"', b'"automation"'], 2):
            files[path] = files[path].replace(word, b'"renamed"')


def _mistype_in_a_condition(files: Files, dice: random.Random) -> None:
    path = dice.choice([p for p in files if b"resource." in files[p] and b"expr:" in files[p]])
    files[path] = files[path].replace(b"resource.", b"resource.x", 1)


CHANGES = (
    _delete, _break_syntax, _swap, _copy, _rename_an_id, _shift_lines, _change_status, _change_a_schema, _share_a_word,
    _rename_a_field_of_the_record, _rename_a_role_or_a_channel, _mistype_in_a_condition,
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
@pytest.mark.parametrize("seed", range(12))
def test_changed_registry_is_judged_as_if_from_scratch(
    change: Callable[[Files, random.Random], None], seed: int
) -> None:
    files, dice = _own_files(), random.Random(seed)
    snapshot = _open(_remembered())
    change(files, dice)

    expected, said = _look(files), _look(files, snapshot)

    assert expected.diagnostics == said.diagnostics
    assert expected.summary == said.summary
    assert expected.referred == said.referred


@pytest.mark.parametrize("seed", range(6))
def test_several_changes_in_a_row_are_judged_as_if_from_scratch(seed: int) -> None:
    files, dice = _own_files(), random.Random(seed)
    snapshot = _open(_remembered())
    for _ in range(6):
        dice.choice(CHANGES)(files, dice)
        expected, said = _look(files), _look(files, snapshot)

        assert (expected.diagnostics, expected.summary) == (said.diagnostics, said.summary)
        snapshot = _open(said.memory) if said.memory else snapshot


def test_a_page_is_judged_again_when_an_endpoint_moves_to_what_it_names() -> None:
    files = _own_files()
    page, capability = "docs/work-permit/validity.md", "capabilities/work-permit/update-validity.yaml"
    files[page] += b"\nSee /permits/:id/days.\n"
    snapshot = _open(_look(files).memory)
    before = _look(files, snapshot)
    files[capability] = files[capability].replace(
        b"/work-permits/{workPermitId}/validity", b"/permits/{workPermitId}/days"
    )

    expected, said = _look(files), _look(files, snapshot)

    assert [d.file for d in said.diagnostics if d.rule == "endpoint-in-public-text"] == [page]
    assert expected.diagnostics == said.diagnostics
    assert not before.diagnostics


def test_another_day_is_judged_as_if_from_scratch() -> None:
    files = _own_files()
    snapshot = _open(_remembered())

    assert _look(files, today="2031-01-01").diagnostics == _look(files, snapshot, today="2031-01-01").diagnostics
    assert _look(files, today="2031-01-01").diagnostics != _look(files).diagnostics


def test_damaged_piece_is_noticed_before_it_is_believed() -> None:
    files = _own_files()
    snapshot = Snapshot(*_remembered()[:6], lambda start, length: bytes(length))
    files["semantic-ids/safety.yaml"] += b"# changed\n"

    with pytest.raises(Damaged):
        _look(files, snapshot)


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "registry"
    for path, data in _own_files().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)
    target = root / "capabilities/work-permit/update.yaml"
    target.write_bytes(target.read_bytes().replace(b"workPermit.details", b"workPermit.detials"))
    return root


def _run(root: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> tuple[int, bytes]:
    code = main(["-C", str(root), "check", "--now", NOW])
    return code, capfdbinary.readouterr().out


@pytest.mark.parametrize("seed", range(10))
def test_vandalised_cache_is_as_good_as_none(
    registry: Path, seed: int, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    dice = random.Random(seed)
    expected = _run(registry, capfdbinary)
    for remembered in Path(folder()).iterdir():
        data = bytearray(remembered.read_bytes())
        for _ in range(dice.choice([1, 8, 200])):
            data[dice.randrange(len(data))] = dice.randrange(256)
        cut = len(data) if seed % 2 else dice.randrange(len(data))
        remembered.write_bytes(data[:cut])
    (registry / "semantic-ids/safety.yaml").write_bytes((registry / "semantic-ids/safety.yaml").read_bytes() + b"\n")

    assert expected == _run(registry, capfdbinary)


def test_read_only_cache_folder_goes_unnoticed(
    registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    expected = _run(registry, capfdbinary)
    (tmp_path / "a-file").write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a-file"))

    assert expected == _run(registry, capfdbinary)


def test_memory_of_another_folder_with_the_same_files_is_not_taken(
    registry: Path, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    _run(registry, capfdbinary)
    shutil.copytree(registry, tmp_path / "copy")
    (tmp_path / "copy/semantic-ids/safety.yaml").unlink()

    assert _run(registry, capfdbinary) != _run(tmp_path / "copy", capfdbinary)


def test_counts_of_the_files_add_up_to_the_pairs_of_the_bundle() -> None:
    from alvara.app.bundling import bindings_of
    from alvara.app.models import read_definitions

    files = _own_files()
    tree = DictTree(files)
    definitions = read_definitions(tree, read_settings(tree, VALIDATORS), VALIDATORS)

    assert _look(files).summary.bindings == len(bindings_of(definitions))
