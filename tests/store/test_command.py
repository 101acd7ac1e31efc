"""`alvara store`, as a release engineer uses it."""

import shutil
from pathlib import Path

import pytest

from alvara import Registry, Store
from alvara.adapters.bundles import write_tar
from alvara.bundle.layout import SIGNATURE
from tests.cli.conftest import Run
from tests.runtime.bundles import on_disk
from tests.store.conftest import Put
from tests.store.releases import ANOTHER_REGISTRY, NOW, digest_of, governed_pin, governed_release, release

LATER = "2027-05-01T00:00:00Z"


def test_a_bundle_is_published_activated_and_answered_from(run: Run, place: str, bundle: Put) -> None:
    published = run("store", "publish", bundle(1), "--store", place, "--now", NOW)
    activated = run("store", "activate", "1", "--store", place, "--now", NOW)
    digest = digest_of(release(1))

    assert (published.code, published.err) == (0, "")
    assert published.out == f"as of: {NOW}\npublished: 1, number 1, {digest}\n"
    assert (activated.code, activated.err) == (0, "")
    assert activated.out == f"as of: {NOW}\n1, number 1, {digest}: active, after nothing\n"
    assert Registry.from_store(place).digest == digest


def test_the_same_again_succeeds(run: Run, store: Store, place: str, bundle: Put) -> None:
    published = run("store", "publish", bundle(1), "--store", place, "--format", "json")
    activated = run("store", "activate", "1", "--store", place, "--format", "json")

    assert (published.code, published.json["new"], published.json["published"]) == (0, False, True)
    assert (activated.code, activated.json["changed"], activated.json["active"]["activatedAt"]) == (0, False, NOW)


def test_a_tar_archive_is_the_same_bundle(run: Run, tmp_path: Path, store: Store, place: str) -> None:
    write_tar(release(2), str(tmp_path / "bundle.tar"))

    done = run("store", "publish", str(tmp_path / "bundle.tar"), "--store", place, "--format", "json")

    assert (done.code, done.json["new"], done.json["digest"]) == (0, False, digest_of(release(2)))


def test_a_version_keeps_its_content(run: Run, tmp_path: Path, store: Store, place: str) -> None:
    other = on_disk(release(1, ANOTHER_REGISTRY), tmp_path / "other")

    done = run("store", "publish", other, "--store", place, "--format", "json")

    assert (done.code, done.json["published"]) == (1, False)
    assert f"`1` was published with other content, {digest_of(release(1))}" in done.err
    assert store.status().held == {digest_of(release(number)) for number in (1, 2, 3)}


def test_a_version_keeps_its_content_when_its_bundle_is_gone(
    run: Run, tmp_path: Path, store: Store, place: str
) -> None:
    for number in "23":
        store.activate(number, now=NOW)
    store.gc(NOW)

    done = run("store", "publish", on_disk(release(1, ANOTHER_REGISTRY), tmp_path / "other"), "--store", place)

    assert digest_of(release(1)) not in store.status().held
    assert done.code == 1


def test_what_does_not_hold_is_not_taken_in(run: Run, tmp_path: Path, place: str) -> None:
    damaged = release(1)
    path = next(path for path in damaged if path.startswith("private/"))

    done = run("store", "publish", on_disk({**damaged, path: damaged[path] + b" "}, tmp_path / "x"), "--store", place)

    assert done.code == 1
    assert done.out.startswith(f"{path}: error: has ")
    assert done.err == "alvara: the bundle does not hold, and is not taken in\n"
    assert not Path(place).exists()


def test_a_lower_number_becomes_active_by_rollback_alone(run: Run, store: Store, place: str) -> None:
    store.activate("2", now=NOW)

    refused = run("store", "activate", "1", "--store", place, "--format", "json")
    done = run("store", "rollback", "1", "--store", place)

    assert (refused.code, refused.json["activated"], refused.json["active"]["version"]) == (1, False, "2")
    assert "store rollback 1" in refused.err
    assert done.code == 0
    assert Registry.from_store(place).version == "1"


def test_rollback_goes_one_step_further_back_each_time(run: Run, store: Store, place: str) -> None:
    for number in "23":
        store.activate(number, now=NOW)

    codes = [run("store", "rollback", "--store", place).code for _ in range(2)]
    last = run("store", "rollback", "--store", place)

    assert codes == [0, 0]
    assert Registry.from_store(place).version == "1"
    assert last.code == 2
    assert "name the version to go back to" in last.err


def test_another_registry_takes_no_version_where_one_is_active(
    run: Run, tmp_path: Path, place: str, bundle: Put
) -> None:
    run("store", "publish", bundle(1), "--store", place)
    run("store", "activate", "1", "--store", place)

    foreign = run("store", "publish", on_disk(release(2, ANOTHER_REGISTRY), tmp_path / "other"), "--store", place)
    own = run("store", "publish", bundle(2), "--store", place)

    assert (foreign.code, own.code) == (1, 0)
    assert "each registry has a store of its own" in foreign.err


def test_another_registry_does_not_become_active(run: Run, tmp_path: Path, place: str, bundle: Put) -> None:
    run("store", "publish", bundle(1), "--store", place)
    run("store", "publish", on_disk(release(2, ANOTHER_REGISTRY), tmp_path / "other"), "--store", place)
    run("store", "activate", "1", "--store", place)

    done = run("store", "activate", "2", "--store", place)

    assert done.code == 1
    assert f"is of the registry {ANOTHER_REGISTRY}" in done.err
    assert Registry.from_store(place).version == "1"


def test_what_is_governed_takes_a_root(run: Run, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run("store", "publish", on_disk(governed_release(1), tmp_path / "bundle"), "--store", place)

    without = run("store", "activate", "1", "--store", place, "--now", NOW)
    wrong = run("store", "activate", "1", "--store", place, "--now", NOW, "--root", "0" * 64)
    monkeypatch.setenv("ALVARA_ROOT", governed_pin())
    right = run("store", "activate", "1", "--store", place, "--now", NOW, "--format", "json")

    assert (without.code, wrong.code, right.code) == (2, 1, 0)
    assert "--root SHA256 or ALVARA_ROOT" in without.err
    assert right.json["active"]["root"] == {"version": 1, "sha256": governed_pin()}


def test_after_what_is_governed_nothing_else_becomes_active(run: Run, tmp_path: Path, place: str, bundle: Put) -> None:
    run("store", "publish", on_disk(governed_release(1), tmp_path / "governed"), "--store", place)
    run("store", "activate", "1", "--store", place, "--now", NOW, "--root", governed_pin())
    run("store", "publish", bundle(2), "--store", place)

    without = run("store", "activate", "2", "--store", place, "--now", NOW)
    pinned = run("store", "activate", "2", "--store", place, "--now", NOW, "--root", governed_pin())

    assert (without.code, pinned.code) == (2, 1)
    assert Registry.from_store(place).digest == digest_of(governed_release(1))


@pytest.mark.parametrize("verb", ["activate", "rollback"])
def test_what_people_do_not_agree_on_any_more_is_not_activated(run: Run, tmp_path: Path, place: str, verb: str) -> None:
    run("store", "publish", on_disk(governed_release(1), tmp_path / "bundle"), "--store", place)

    done = run("store", verb, "1", "--store", place, "--now", LATER, "--root", governed_pin(), "--format", "json")

    assert (done.code, done.json["active"]) == (1, None)
    assert [one["message"] for one in done.json["findings"]] == [
        "since it was made: `order.cancel` 1.0.0 is active, high in risk, and what was signed as technical and as "
        "business expired on 2027-02-26"
    ]
    assert f"does not hold any more as of {LATER}" in done.err


def test_an_unsigned_bundle_is_activated_once_its_signature_was_published(run: Run, tmp_path: Path, place: str) -> None:
    signed = governed_release(1)
    unsigned = {path: data for path, data in signed.items() if path != SIGNATURE}
    activate = ("store", "activate", "1", "--store", place, "--now", NOW, "--root", governed_pin())
    run("store", "publish", on_disk(unsigned, tmp_path / "unsigned"), "--store", place)

    before = run(*activate)
    published = run("store", "publish", on_disk(signed, tmp_path / "signed"), "--store", place)
    again = run("store", "publish", str(tmp_path / "unsigned"), "--store", place)
    after = run(*activate)

    assert (before.code, published.code, again.code, after.code) == (1, 0, 0, 0)


def test_status_tells_what_is_active_what_there_is_and_who_runs_on_what(run: Run, store: Store, place: str) -> None:
    store.pin("E1", now=NOW)
    store.activate("2", now=NOW)
    store.pin("E2", until="2026-09-03T00:00:00Z", now=NOW)
    store.activate("3", now=NOW)
    store.unpin("E1")
    store.gc(NOW)

    done = run("store", "status", "--store", place, "--now", NOW, "--format", "json")
    text = run("store", "status", "--store", place, "--now", "2026-09-04T00:00:00Z")

    assert done.json["active"]["version"] == "3"
    assert [(one["version"], one["held"], one["pins"]) for one in done.json["versions"]] == [
        ("1", False, 0), ("2", True, 1), ("3", True, 0),
    ]  # fmt: skip
    one, two, three = (digest_of(release(number)) for number in (1, 2, 3))
    assert text.out == (
        f"as of: 2026-09-04T00:00:00Z\nactive: 3, number 3, {three}, since {NOW}\nbefore: 2, 1\n"
        f"1  {one}  taken away\n2  {two}\n3  {three}  active\n"
        f"pin: E2 runs on 2, {two}, since {NOW}, ended by 2026-09-03T00:00:00Z\n"
    )


@pytest.mark.parametrize(
    "verb", [("publish", "BUNDLE"), ("activate", "2"), ("status",), ("pin", "E1"), ("unpin", "E1"), ("gc", "--dry-run")]
)
def test_each_verb_says_as_of_when(run: Run, store: Store, place: str, bundle: Put, verb: tuple[str, ...]) -> None:
    asked = (*(bundle(1) if word == "BUNDLE" else word for word in verb), "--store", place, "--now", NOW)

    text = run("store", *asked)
    done = run("store", *asked, "--format", "json")

    assert (text.code, done.code, done.json["now"]) == (0, 0, NOW)
    assert text.out.startswith(f"as of: {NOW}\n")


def test_an_execution_stays_on_the_version_that_it_began_with(run: Run, store: Store, place: str) -> None:
    first = run("store", "pin", "E1", "--store", place, "--format", "json").json["pin"]
    for number in "23":
        store.activate(number, now=NOW)
    store.gc(NOW)

    again = run("store", "pin", "E1", "--store", place, "--format", "json").json["pin"]
    other = run("store", "pin", "E1", "2", "--store", place, "--format", "json")
    registry = Registry.from_store(place, again["digest"])

    assert again == first
    assert registry.version == "1"
    assert (other.code, other.json["pinned"]) == (1, False)
    assert "`E1` runs on `1` already" in other.err


def test_gc_says_what_goes_and_why_the_rest_stays(run: Run, store: Store, place: str) -> None:
    for number in "23":
        store.activate(number, now=NOW)
    dry = run("store", "gc", "--dry-run", "--store", place, "--now", NOW, "--format", "json")
    held = store.status().held

    done = run("store", "gc", "--store", place, "--now", NOW)

    assert [one["version"] for one in dry.json["removed"]] == ["1"]
    assert len(held) == 3
    one, two, three = (digest_of(release(number)) for number in (1, 2, 3))
    assert f"stays: 2, {two}: active before\n" in done.out
    assert f"stays: 3, {three}: active\n" in done.out
    assert f"gone: 1, {one}\n" in done.out
    assert store.status().held == {two, three}


def test_what_was_taken_away_is_published_again(run: Run, store: Store, place: str, bundle: Put) -> None:
    for number in "23":
        store.activate(number, now=NOW)
    store.gc(NOW)

    missing = run("store", "rollback", "1", "--store", place)
    done = run("store", "publish", bundle(1), "--store", place)
    back = run("store", "rollback", "1", "--store", place)

    assert (missing.code, done.code, back.code) == (2, 0, 0)
    assert "publish it" in missing.err


@pytest.mark.parametrize("verb", ["status", "activate 1", "rollback", "pin E1", "unpin E1", "gc"])
def test_where_there_is_no_store_nothing_is_made(run: Run, place: str, verb: str) -> None:
    done = run("store", *verb.split(), "--store", place)

    assert done.code == 2
    assert "there is no store yet; `alvara store publish` makes one" in done.err
    assert not Path(place).exists()


@pytest.mark.parametrize("mistyped", ["", "oci:", "oci:/localhost/permits"])
def test_no_folder_is_made_of_a_place_that_was_mistyped(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bundle: Put, mistyped: str
) -> None:
    source = bundle(1)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    done = run("store", "publish", source, "--store", mistyped)

    assert done.code == 2
    assert "a folder is, or `oci://HOST[:PORT]/REPOSITORY`" in done.err
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.parametrize("verb", ["bundle verify {}", "bundle inspect {}", "find --bundle {}", "get order --bundle {}"])
def test_a_bundle_in_a_registry_is_brought_here_first(run: Run, verb: str) -> None:
    done = run(*verb.format("oci://localhost:5000/permits:1").split())

    assert done.code == 2
    assert "`alvara store publish oci://localhost:5000/permits:1 --store DIR` brings it here" in done.err


def test_no_store_is_made_of_a_folder_that_holds_something_else(run: Run, tmp_path: Path, bundle: Put) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/to-ana.txt").touch()

    done = run("store", "publish", bundle(1), "--store", str(tmp_path / "letters"))

    assert done.code == 2
    assert "is no store, and not empty: it holds to-ana.txt" in done.err
    assert [path.name for path in (tmp_path / "letters").iterdir()] == ["to-ana.txt"]


def test_paths_are_seen_from_the_root_of_the_registry(run: Run, bundled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bundled / "docs").mkdir(exist_ok=True)
    monkeypatch.chdir(bundled / "docs")

    done = run("store", "publish", "--store", "dist/store")

    assert done.code == 0
    assert (bundled / "dist/store/bundles").is_dir()


def test_what_is_no_bundle_is_named(run: Run, tmp_path: Path, place: str) -> None:
    (tmp_path / "empty").mkdir()

    empty = run("store", "publish", str(tmp_path / "empty"), "--store", place)
    missing = run("store", "publish", str(tmp_path / "nowhere"), "--store", place)

    assert (empty.code, missing.code) == (2, 2)
    assert "empty: not a bundle" in empty.err
    assert "nowhere: No such file or directory; `alvara bundle build` makes one" in missing.err


def test_a_damaged_bundle_is_not_covered_up_by_publishing_it_again(
    run: Run, store: Store, place: str, bundle: Put
) -> None:
    folder = Path(place) / "bundles" / digest_of(release(2)).removeprefix("sha256:")
    shutil.rmtree(folder / "public")

    refused = run("store", "publish", bundle(2), "--store", place)
    shutil.rmtree(folder)
    done = run("store", "publish", bundle(2), "--store", place)

    assert (refused.code, done.code) == (1, 0)
    assert "is damaged" in refused.err
    assert "move it away, and publish it again" in refused.err
