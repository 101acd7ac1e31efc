"""What somebody else put into a store is refused with words, and nothing of it is followed, run or believed."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara import BadStore, DamagedBundle, NotInStore, Registry, Store
from alvara.adapters.durable import locked
from alvara.identity.digests import canonical
from tests.cli.conftest import Run
from tests.store.releases import NOW, digest_of, release

Change = Callable[[Path], object]


def pointing(**changes: object) -> Change:
    """Change what the pointer says."""

    def change(root: Path) -> None:
        said = json.loads((root / "active.json").read_text())
        (root / "active.json").write_bytes(canonical({**said, **changes}))

    return change


def holding(path: str, data: bytes) -> Change:
    """Put bytes into a file."""
    return lambda root: (root / path).write_bytes(data)


def linking(path: str, target: str) -> Change:
    """Put a link in the place of something."""

    def change(root: Path) -> None:
        (root / path).rename(root.parent / "aside")
        (root / path).symlink_to(target)

    return change


def piping(path: str) -> Change:
    """Put a pipe in the place of a file, which nobody ever writes to."""

    def change(root: Path) -> None:
        (root / path).unlink()
        os.mkfifo(root / path)

    return change


ONE = digest_of(release(1)).removeprefix("sha256:")
PIN = {"execution": "E1", "version": "1", "digest": f"sha256:{ONE}", "since": NOW, "until": None}
REFUSED: dict[str, tuple[Change, str]] = {
    "a pointer out of the store": (pointing(digest="sha256:../../../etc"), "active.json has a `digest` that is none"),
    "a pointer with a path for a version": (pointing(version="../1"), "active.json has a `version` that is none"),
    "a pointer with a key more": (pointing(endpoint="http://x"), "has a key that is not known here, `endpoint`"),
    "a pointer of another format": (pointing(format="alvara.store-pointer/2"), "`alvara.store-pointer/1`, which this"),
    "a pointer with a huge number": (pointing(sequence=2.5e300), "active.json has a `sequence` that is none"),
    "a pointer with a flag for a number": (pointing(sequence=True), "active.json has a `sequence` that is none"),
    "a pointer that was cut short": (holding("active.json", b'{"format":'), "active.json is not JSON"),
    "a pointer of nothing": (holding("active.json", b""), "active.json is not JSON"),
    "a pointer that is a list": (holding("active.json", b"[]"), "active.json is not a map"),
    "a pointer in another spelling": (holding("active.json", b"{ }"), "active.json is not canonical JSON"),
    "a pointer without end": (holding("active.json", b" " * 70_000), "active.json has more than the 65,536 bytes"),
    "a deep pointer": (holding("active.json", b"[" * 60_000), "active.json is not JSON"),
    "a link for a pointer": (linking("active.json", "/etc/passwd"), "active.json is a link"),
    "a pipe for a pointer": (piping("active.json"), "active.json is no plain file"),
    "a link for the bundles": (linking("bundles", "/tmp"), "bundles is no folder; a store holds no links"),
    "a link for a version": (linking("versions/1.json", "2.json"), "versions/1.json is a link"),
    "a version about another": (holding("versions/1.json", canonical({
        "format": "alvara.store-version/1", "version": "2", "sequence": 2, "digest": f"sha256:{ONE}"})),
        "versions/1.json is about `2`"),
    "a version that no file may have": (holding("versions/-x.json", b"{}"), "versions/-x.json is of no version"),
    "a pin of another execution": (holding("pins/E2.json", canonical({"format": "alvara.store-pin/1", **PIN})),
        "pins/E2.json is the pin of `E1`"),
    "a pin with a day for an end": (holding("pins/E1.json", canonical({
        "format": "alvara.store-pin/1", **PIN, "until": "2026-09-01"})), "pins/E1.json has a `until` that is none"),
    "a pin that is no text": (holding("pins/E1.json", b"\xff\xfe"), "pins/E1.json is not JSON"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "words"), REFUSED.values(), ids=REFUSED)
@pytest.mark.parametrize("verb", ["status", "gc"])
def test_what_belongs_nowhere_is_refused(
    run: Run, store: Store, place: str, verb: str, change: Change, words: str
) -> None:
    change(Path(place))

    done = run("store", verb, "--store", place, "--now", NOW)

    assert done.code == 2
    assert done.out == ""
    assert words in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("change", [change for change, _ in list(REFUSED.values())[:15]], ids=list(REFUSED)[:15])
def test_a_bad_pointer_answers_no_question(store: Store, place: str, change: Change) -> None:
    change(Path(place))

    with pytest.raises(BadStore):
        Registry.from_store(place)


def test_a_link_for_a_bundle_is_not_followed(run: Run, store: Store, place: str) -> None:
    folder = Path(place) / "bundles" / ONE
    folder.rename(Path(place).parent / "aside")
    folder.symlink_to(Path(place).parent / "aside")

    done = run("store", "activate", "1", "--store", place, "--now", NOW)

    assert done.code == 2
    assert "is no folder; a store holds no links" in done.err
    with pytest.raises(BadStore, match="holds no links"):
        Registry.from_store(place)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "a bit": flip,
    "a missing file": Path.unlink,
    "half of it": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "a link": lambda path: (path.rename(path.parent / "x"), path.symlink_to("x")),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("harm", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("name", ["private/capabilities/*.json", "agent-manifest.json", "registry.json"])
def test_a_damaged_bundle_is_noticed_and_the_active_one_stays(
    run: Run, store: Store, place: str, name: str, harm: Callable[[Path], object]
) -> None:
    folder = Path(place) / "bundles" / digest_of(release(2)).removeprefix("sha256:")
    harm(next(folder.glob(name)))

    done = run("store", "activate", "2", "--store", place, "--now", NOW)

    assert done.code == 1
    assert "`2` does not hold, and is not activated" in done.err
    assert Registry.from_store(place).version == "1"
    with pytest.raises((DamagedBundle, OSError)):
        Registry.from_store(place, "2")


def test_a_bundle_that_calls_itself_another_version_is_damaged(run: Run, store: Store, place: str) -> None:
    manifest = Path(place) / "bundles" / ONE / "agent-manifest.json"
    manifest.write_bytes(manifest.read_bytes().replace(b'"version":"1"', b'"version":"2"'))

    done = run("store", "activate", "1", "--store", place, "--now", NOW)

    assert done.code == 1
    with pytest.raises(DamagedBundle, match="calls itself `2`, and was not published as that"):
        Registry.from_store(place)


def test_a_whole_bundle_under_the_name_of_another_is_none(run: Run, store: Store, place: str) -> None:
    one, two = (Path(place) / "bundles" / digest_of(release(n)).removeprefix("sha256:") for n in (1, 2))
    two.rename(Path(place).parent / "aside")
    one.rename(two)

    done = run("store", "activate", "2", "--store", place, "--now", NOW)

    assert done.code == 1
    assert "`2` is damaged: in its place lies another bundle" in done.err
    with pytest.raises(DamagedBundle, match="holds another bundle than its name says"):
        Registry.from_store(place, "2")


@pytest.mark.parametrize("which", ["../1", "1/../1", "sha256:" + "0" * 64, "", "4", "\x1b[31m", "x" * 300, "1\n"])
def test_what_was_never_published_is_not_there(run: Run, store: Store, place: str, which: str) -> None:
    done = run("store", "activate", which, "--store", place)

    assert done.code == 2
    assert "\x1b" not in done.err
    with pytest.raises(NotInStore):
        Registry.from_store(place, which)


@pytest.mark.parametrize("execution", ["../E1", "", ".x", "a/b", "x" * 129, "é", "E1\n", "a b"])
def test_an_execution_has_a_name_that_a_file_can_have(run: Run, store: Store, place: str, execution: str) -> None:
    pinned, unpinned = (run("store", verb, execution, "--store", place) for verb in ("pin", "unpin"))

    assert (pinned.code, unpinned.code) == (2, 2)
    assert "cannot name an execution" in pinned.err
    assert list((Path(place) / "pins").iterdir()) == []


def test_what_alvara_did_not_make_is_left_alone(run: Run, store: Store, place: str) -> None:
    for name in ("bundles/README", "pins/notes.txt", "versions/.keep", "mine.txt"):
        (Path(place) / name).write_text("mine")
    (Path(place) / "bundles" / "folder").mkdir()
    for number in "23":
        store.activate(number, now=NOW)

    done = run("store", "gc", "--store", place, "--now", "2027-01-01T00:00:00Z")

    assert done.code == 0
    assert (Path(place) / "bundles/folder").is_dir()
    assert {name for name in ("bundles/README", "pins/notes.txt", "versions/.keep", "mine.txt")
            if (Path(place) / name).read_text() == "mine"} == {
        "bundles/README", "pins/notes.txt", "versions/.keep", "mine.txt"}  # fmt: skip


def test_leftovers_go_once_they_are_old_and_nobody_writes_them(run: Run, store: Store, place: str) -> None:
    incoming = Path(place) / "incoming"
    for name in ("ended", "written"):
        (incoming / name).mkdir()
        (incoming / name / "file").touch()
    (incoming / "pointer").touch()

    young = run("store", "gc", "--store", place, "--format", "json").json["leftovers"]
    with locked(str(incoming / "written"), 0):
        old = run("store", "gc", "--store", place, "--now", "2100-01-01T00:00:00Z", "--format", "json")

    assert (young, old.json["leftovers"]) == (0, 2)
    assert [path.name for path in incoming.iterdir()] == ["written"]
