"""Bundles as folders and tar archives: written whole or not at all, read without trust."""

import hashlib
import io
import json
import os
import stat
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.archives import NoBundle, TarFiles
from alvara.adapters.bundles import FolderFiles, Occupied, open_bundle, write_folder, write_tar
from alvara.bundle.layout import MANIFEST
from alvara.bundle.verify import HeldFiles, verify
from alvara.identity.digests import canonical
from tests.bundle.conftest import FILES, VALIDATORS, bundle

TODAY = "2026-09-01"
OTHER = bundle({**FILES, "docs/en/deadline.md": "# Another\n"})


def held(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_folder_holds_what_was_written(little: dict[str, bytes], tmp_path: Path) -> None:
    write_folder(little, os.fspath(tmp_path / "deep/down/bundle"))

    assert held(tmp_path / "deep/down/bundle") == little
    assert verify(FolderFiles(os.fspath(tmp_path / "deep/down/bundle")), TODAY, VALIDATORS).holds


def test_modes_do_not_depend_on_the_umask(little: dict[str, bytes], tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_folder(little, os.fspath(tmp_path / "bundle"))
    finally:
        os.umask(before)
    written = [tmp_path / "bundle", *(tmp_path / "bundle").rglob("*")]
    modes = {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in written}

    assert modes == {(True, 0o755), (False, 0o644)}


def test_an_older_bundle_is_replaced_whole(little: dict[str, bytes], tmp_path: Path) -> None:
    manifest = json.loads(OTHER[MANIFEST])
    manifest["files"] = sorted([*manifest["files"], ["public/old.json", 0, hashlib.sha256(b"").hexdigest()]])
    write_folder({**OTHER, MANIFEST: canonical(manifest), "public/old.json": b""}, os.fspath(tmp_path / "bundle"))
    write_folder(little, os.fspath(tmp_path / "bundle"))

    assert held(tmp_path) == {f"bundle/{path}": data for path, data in little.items()}


def test_an_empty_folder_is_taken(little: dict[str, bytes], tmp_path: Path) -> None:
    write_folder(little, os.fspath(tmp_path))

    assert held(tmp_path) == little


def _folder(place: Path) -> None:
    place.mkdir()
    (place / "precious.txt").write_text("mine")


def _file(place: Path) -> None:
    place.write_text("mine")


def _link(place: Path) -> None:
    place.with_name("elsewhere").mkdir()
    place.symlink_to("elsewhere")


def _more_than_a_bundle(place: Path) -> None:
    write_folder(OTHER, os.fspath(place))
    (place / "precious.txt").write_text("mine")


def _only_the_name_of_a_bundle(place: Path) -> None:
    (place / ".git").mkdir(parents=True)
    (place / ".git" / "HEAD").write_text("mine")
    (place / "agent-manifest.json").touch()


@pytest.mark.parametrize("occupy", [_folder, _file, _link, _more_than_a_bundle, _only_the_name_of_a_bundle])
def test_what_is_no_bundle_is_left_alone(
    occupy: Callable[[Path], None], little: dict[str, bytes], tmp_path: Path
) -> None:
    occupy(tmp_path / "bundle")
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(Occupied):
        write_folder(little, os.fspath(tmp_path / "bundle"))
    assert sorted(tmp_path.rglob("*")) == before


def test_a_write_that_fails_leaves_nothing_behind(
    little: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(OTHER, os.fspath(tmp_path / "there"))
    before = held(tmp_path)

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fchmod", full)
    for place in ("there", "new/place"):
        with pytest.raises(OSError, match="No space"):
            write_folder(little, os.fspath(tmp_path / place))
    with pytest.raises(OSError, match="No space"):
        write_tar(little, os.fspath(tmp_path / "bundle.tar"))

    assert held(tmp_path) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["there"]


def test_a_move_that_fails_puts_the_older_bundle_back(
    little: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(OTHER, os.fspath(tmp_path / "bundle"))
    rename = os.rename

    def failing(source: str, target: str) -> None:
        if Path(target) == tmp_path / "bundle" and held(Path(source)) == little:
            raise OSError(5, "Input/output error")
        rename(source, target)

    monkeypatch.setattr(os, "rename", failing)
    with pytest.raises(OSError, match="Input/output"):
        write_folder(little, os.fspath(tmp_path / "bundle"))

    assert held(tmp_path) == {f"bundle/{path}": data for path, data in OTHER.items()}


def test_runs_that_write_the_same_place_leave_one_whole_bundle(little: dict[str, bytes], tmp_path: Path) -> None:
    def write(files: dict[str, bytes]) -> None:
        for _ in range(5):
            write_folder(files, os.fspath(tmp_path / "bundle"))

    threads = [threading.Thread(target=write, args=(files,)) for files in (little, OTHER)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert held(tmp_path / "bundle") in (little, OTHER)
    assert [p.name for p in tmp_path.iterdir()] == ["bundle"]


def test_an_archive_holds_what_was_written_and_is_always_the_same(little: dict[str, bytes], tmp_path: Path) -> None:
    for name, files in (("a.tar", little), ("b.tar", dict(reversed(little.items())))):
        write_tar(files, os.fspath(tmp_path / name))

    assert verify(TarFiles(os.fspath(tmp_path / "a.tar")), TODAY, VALIDATORS).holds
    assert (tmp_path / "a.tar").read_bytes() == (tmp_path / "b.tar").read_bytes()


@pytest.mark.parametrize("occupy", [_folder, _file, _link, _more_than_a_bundle, _only_the_name_of_a_bundle])
def test_an_archive_does_not_take_the_place_of_anything_else(
    occupy: Callable[[Path], None], little: dict[str, bytes], tmp_path: Path
) -> None:
    occupy(tmp_path / "bundle")
    before = {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")}

    with pytest.raises(Occupied):
        write_tar(little, os.fspath(tmp_path / "bundle"))
    assert {path: path.is_file() and path.read_bytes() for path in tmp_path.rglob("*")} == before


def test_an_archive_takes_the_place_of_an_older_one(little: dict[str, bytes], tmp_path: Path) -> None:
    write_tar(OTHER, os.fspath(tmp_path / "b.tar"))
    write_tar(little, os.fspath(tmp_path / "b.tar"))

    assert verify(TarFiles(os.fspath(tmp_path / "b.tar")), TODAY, VALIDATORS) == verify(
        HeldFiles(little), TODAY, VALIDATORS
    )


def test_an_archive_made_by_others_holds_too(little: dict[str, bytes], tmp_path: Path) -> None:
    write_folder(little, os.fspath(tmp_path / "bundle"))
    with tarfile.open(tmp_path / "b.tar", "w") as archive:
        archive.add(tmp_path / "bundle", ".")

    assert verify(TarFiles(os.fspath(tmp_path / "b.tar")), TODAY, VALIDATORS).holds


def archive_of(path: Path, files: dict[str, bytes], *others: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
        for other in others:
            archive.addfile(other, io.BytesIO(b"x" * other.size))
    return path


def _member(name: str, type: bytes = tarfile.REGTYPE, link: str = "", size: int = 0) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.size = type, link, size
    return member


HOSTILE = {
    "a name above the archive": _member("../evil"),
    "a name with a way up in it": _member("public/../../evil"),
    "an absolute name": _member("/etc/evil"),
    "a symbolic link": _member("public/link", tarfile.SYMTYPE, "/etc/passwd"),
    "a hard link": _member("public/link", tarfile.LNKTYPE, "index.json"),
    "a pipe": _member("public/pipe", tarfile.FIFOTYPE),
    "a device": _member("public/device", tarfile.CHRTYPE),
    "a name that comes twice": _member("index.json", size=3),
    "an extra file": _member("public/extra.json", size=3),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_an_archive_with_something_odd_in_it_does_not_hold(case: str, little: dict[str, bytes], tmp_path: Path) -> None:
    files = TarFiles(os.fspath(archive_of(tmp_path / "b.tar", little, HOSTILE[case])))

    assert not verify(files, TODAY, VALIDATORS).holds


def test_an_archive_that_was_cut_short_does_not_hold(little: dict[str, bytes], tmp_path: Path) -> None:
    whole = archive_of(tmp_path / "whole.tar", little).read_bytes()
    for length in range(512, len(whole) - 12_000, 3_001):
        (tmp_path / "cut.tar").write_bytes(whole[:length])
        try:
            held = verify(open_bundle(os.fspath(tmp_path / "cut.tar")), TODAY, VALIDATORS).holds
        except NoBundle:
            held = False

        assert not held


@pytest.mark.parametrize("mode", ["w:gz", "w:xz"])
def test_a_compressed_archive_is_refused(mode: str, little: dict[str, bytes], tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar", mode) as archive:  # type: ignore[call-overload]
        archive.addfile(tarfile.TarInfo(MANIFEST))

    with pytest.raises(NoBundle, match="plain tar"):
        open_bundle(os.fspath(tmp_path / "b.tar"))


@pytest.mark.parametrize("content", [b"", b"hello", b"\0" * 4096], ids=["empty", "text", "zeros"])
def test_a_file_that_is_no_archive_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.tar").write_bytes(content)

    with pytest.raises(NoBundle):
        open_bundle(os.fspath(tmp_path / "b.tar"))


def test_a_folder_without_any_part_of_a_bundle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")

    with pytest.raises(NoBundle, match=MANIFEST):
        open_bundle(os.fspath(tmp_path))


def test_links_and_pipes_in_a_folder_are_found_and_not_opened(little: dict[str, bytes], tmp_path: Path) -> None:
    place = tmp_path / "bundle"
    write_folder(little, os.fspath(place))
    (place / "index.json").unlink()
    (place / "index.json").symlink_to("/dev/zero")
    os.mkfifo(place / "pipe")
    (place / "public/loop").symlink_to(place)
    found = {
        (d.file, d.message.split(";")[0]) for d in verify(FolderFiles(os.fspath(place)), TODAY, VALIDATORS).defects
    }

    assert found == {
        ("index.json", "is a symbolic link"),
        ("index.json", "is missing"),
        ("pipe", "is a device, a pipe or a socket"),
        ("public/loop", "is a symbolic link"),
    }


def test_the_same_bundle_again_leaves_the_files_where_they_are(little: dict[str, bytes], tmp_path: Path) -> None:
    place = tmp_path / "bundle"
    write_folder(little, os.fspath(place))
    before = {path: path.stat().st_ino for path in place.rglob("*")}
    write_folder(little, os.fspath(place))

    assert {path: path.stat().st_ino for path in place.rglob("*")} == before


def _other_bytes(place: Path) -> None:
    (place / "index.json").write_bytes((place / "index.json").read_bytes().replace(b"order", b"ardor"))


def _other_size(place: Path) -> None:
    (place / "index.json").write_bytes(b"")


def _missing(place: Path) -> None:
    (place / "index.json").unlink()


def _kept_shut(place: Path) -> None:
    (place / "index.json").chmod(0o600)


def _folder_kept_shut(place: Path) -> None:
    (place / "public").chmod(0o700)


@pytest.mark.parametrize("change", [_other_bytes, _other_size, _missing, _kept_shut, _folder_kept_shut])
def test_a_damaged_bundle_is_made_whole(
    change: Callable[[Path], None], little: dict[str, bytes], tmp_path: Path
) -> None:
    write_folder(little, os.fspath(tmp_path / "bundle"))
    change(tmp_path / "bundle")
    write_folder(little, os.fspath(tmp_path / "bundle"))
    modes = {(p.is_dir(), stat.S_IMODE(p.stat().st_mode)) for p in (tmp_path / "bundle").rglob("*")}

    assert held(tmp_path / "bundle") == little
    assert modes == {(True, 0o755), (False, 0o644)}
