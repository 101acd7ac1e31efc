"""Bundles made to harm whoever looks at them: never a traceback, a hang, or more memory than a bundle takes."""

import io
import os
import random
import resource
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.archives import NoBundle, TarFiles
from alvara.adapters.bundles import FolderFiles, write_folder, write_tar
from alvara.bundle.layout import MANIFEST
from alvara.bundle.verify import verify
from tests.bundle.conftest import FILES, VALIDATORS, bundle
from tests.bundle.running import Run

MADE = bundle(FILES)
TODAY = "2026-09-01"


def header(name: bytes = b"x", size: bytes = b"0", kind: bytes = b"0", magic: bytes = b"ustar\0" + b"00") -> bytes:
    """One header with a right checksum, whatever it says."""
    head = name.ljust(100, b"\0") + b"0000644\0" + b"0000000\0" * 2 + size.rjust(11, b"0")[:11] + b"\0"
    head += b"00000000000\0" + b" " * 8 + kind + bytes(100) + magic
    head = head.ljust(512, b"\0")
    return head[:148] + b"%06o\0 " % sum(head) + head[156:]


def filled(data: bytes) -> bytes:
    """Bytes, filled up to whole blocks."""
    return data + bytes(-len(data) % 512)


def extended(*records: bytes, kind: bytes = b"x") -> bytes:
    data = b"".join(records)
    return header(b"more", b"%o" % len(data), kind) + filled(data)


def record(key: bytes, value: bytes) -> bytes:
    length = len(key) + len(value) + 3
    while len(b"%d" % length) + len(key) + len(value) + 3 != length:
        length = len(b"%d" % length) + len(key) + len(value) + 3
    return b"%d %b=%b\n" % (length, key, value)


def binary(size: int) -> bytes:
    """A header with a size in base 256, as GNU tar writes what is larger than octal digits can say."""
    head = bytearray(header())
    head[124:136] = (
        b"\x80" + size.to_bytes(11, "big", signed=size < 0) if size >= 0 else size.to_bytes(12, "big", signed=True)
    )
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head)


LONG = record(b"path", b"p" * 70_000)
HOSTILE = {
    "a size of 2^60": binary(2**60),
    "a size below zero": binary(-5),
    "a size below zero in digits": header(size=b"-5"),
    "a size that is no number": header(size=b"0x10"),
    "a size in an extended header": extended(record(b"size", b"%d" % 2**60)) + header(),
    "a size below zero in an extended header": extended(record(b"size", b"-5")) + header(),
    "a sparse file": extended(record(b"GNU.sparse.major", b"1"), record(b"GNU.sparse.realsize", b"9" * 15)) + header(),
    "a link in an extended header": extended(record(b"linkpath", b"/etc/passwd")) + header(),
    "a path for all entries": extended(record(b"path", b"x"), kind=b"g") + header(),
    "many extended headers": extended(record(b"path", b"x")) * 20_000 + header(),
    "many long names": (header(b"L", b"2", b"L") + filled(b"x\0")) * 20_000 + header(),
    "a long name and an extended header": header(b"L", b"2", b"L") + filled(b"x\0") + extended(record(b"path", b"y")),
    "a long name that is too long": header(b"L", b"1000000", b"L") + bytes(262_144) + header(),
    "a long name larger than the archive": header(b"L", b"77777777777", b"L"),
    "an extended header that is too long": extended(LONG) + header(),
    "an extended header with no length": extended(b"path=x\n") + header(),
    "an extended header with a length of nothing": extended(b"0 path=x\n") + header(),
    "an extended header longer than it is": extended(b"99 path=x\n") + header(),
    "an extended header with a long length": extended(b"9" * 5_000 + b" path=x\n") + header(),
    "a long name before another": header(b"L", b"2", b"L") + filled(b"x\0") + header(b"L", b"2", b"L") + filled(b"x\0"),
    "a link with bytes": header(size=b"1000", kind=b"2") + bytes(512),
    "a file larger than the archive": header(size=b"77777777777"),
    "a wrong checksum": header()[:148] + b"000000\0 " + header()[156:],
    "no checksum": header()[:148] + bytes(8) + header()[156:],
}  # fmt: skip


def archive(place: Path, *, before: bytes = b"", after: bytes = b"") -> Path:
    """A bundle as an archive, with something put before or after its entries."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as made:
        for name, data in MADE.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made.addfile(member, io.BytesIO(data))
        end = made.offset
    place.write_bytes(before + whole.getvalue()[:end] + after + bytes(1024))
    return place


def test_the_archive_holds_without_anything_in_it(tmp_path: Path) -> None:
    assert verify(TarFiles(os.fspath(archive(tmp_path / "b.tar"))), TODAY, VALIDATORS).holds


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_header_is_refused(case: str, tmp_path: Path, run: Run) -> None:
    for put in ({"before": HOSTILE[case]}, {"after": HOSTILE[case]}):
        place = archive(tmp_path / "b.tar", **put)
        for command in (["verify"], ["inspect"]):
            ran = run(*command, os.fspath(place))

            assert ran.code == 2, (ran.out, ran.err)
            assert "not a plain tar archive" in ran.err


def test_an_extended_header_at_the_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoBundle, match="does not come"):
        TarFiles(os.fspath(archive(tmp_path / "b.tar", after=extended(record(b"path", b"x")))))


def test_an_entry_under_another_name_is_known_by_that(tmp_path: Path) -> None:
    renamed = extended(record(b"path", b"../evil")) + header(b"index.json")

    assert TarFiles(os.fspath(archive(tmp_path / "b.tar", after=renamed))).oddities() == {
        "../evil": "a name that leads out of the archive"
    }


@pytest.mark.parametrize("kind", [b"S", b"V", b"M", b"7", b"D", b"K", b"\xff"])
def test_an_entry_of_another_kind_is_odd(kind: bytes, tmp_path: Path, run: Run) -> None:
    ran = run("verify", os.fspath(archive(tmp_path / "b.tar", after=header(b"odd", b"5", kind) + filled(b"bytes"))))

    assert ran.code == 1
    assert ran.out.startswith("odd: error: is a link, a device or something else")


def test_bytes_after_the_end_are_refused(tmp_path: Path) -> None:
    place = archive(tmp_path / "b.tar")
    for more in (header() + bytes(1024), b"x", bytes(2 << 20)):
        (tmp_path / "more.tar").write_bytes(place.read_bytes() + more)
        with pytest.raises(NoBundle, match="more after its end"):
            TarFiles(os.fspath(tmp_path / "more.tar"))


@pytest.mark.parametrize("seed", range(40))
def test_damaged_archives_are_refused_or_do_not_hold(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    whole = archive(tmp_path / "b.tar").read_bytes()
    for _ in range(25):
        changed = bytearray(whole)
        for _ in range(dice.randint(1, 3)):
            # Bytes in headers do more than those in files.
            block = dice.randrange(len(whole) // 512) * 512
            place = block + dice.choice((0, 99, 124, 135, 148, 155, 156, 157, 257, 345, dice.randrange(512)))
            changed[place] = dice.choice((0, 32, 48, 55, 57, 76, 103, 120, 128, 255))
        (tmp_path / "c.tar").write_bytes(changed)
        try:
            files = TarFiles(os.fspath(tmp_path / "c.tar"))
        except NoBundle:
            continue
        held = {path: files.read(path) for path in files.sizes()}
        assert verify(files, TODAY, VALIDATORS).holds == (held == MADE and not files.oddities())


@pytest.mark.parametrize("style", [tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT])
@pytest.mark.parametrize("length", [99, 100, 101, 155, 200, 250])
def test_long_names_are_read_as_others_write_them(style: int, length: int, tmp_path: Path) -> None:
    name = ("n" * 50 + "/") * 9
    name = name[: length - 6].rstrip("/").ljust(length - 6, "m") + ".json"
    with tarfile.open(tmp_path / "b.tar", "w", format=style) as made:
        member = tarfile.TarInfo(name)
        member.size, member.mtime = 3, 1.5 if style == tarfile.PAX_FORMAT else 1
        made.addfile(member, io.BytesIO(b"abc"))
    files = TarFiles(os.fspath(tmp_path / "b.tar"))

    assert dict(files.sizes()) == {name: 3}
    assert files.read(name) == b"abc"


@pytest.mark.parametrize("length", [90, 100, 101, 160, 256, 257, 900, 5_000])
@pytest.mark.parametrize("slashes", [False, True])
def test_what_is_written_is_read_whatever_its_names(slashes: bool, length: int, tmp_path: Path) -> None:
    name = "".join("/" if slashes and i % 60 == 59 else "n" for i in range(length - 1)) + "z"
    write_tar({**MADE, name: b"abc"}, os.fspath(tmp_path / "b.tar"))
    files = TarFiles(os.fspath(tmp_path / "b.tar"))

    assert {path: files.read(path) for path in files.sizes()} == {**MADE, name: b"abc"}
    assert files.oddities() == {}


def _deep(place: Path, levels: int, name: str) -> None:
    """Folders within folders, with a file at the bottom."""
    handle = os.open(place, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=handle)
        below = os.open(name, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=handle))
    os.close(handle)


@pytest.fixture
def removal(tmp_path: Path) -> object:
    """Takes away what Python's own removal would not get to the end of."""
    yield
    os.system(f"rm -rf '{tmp_path}'")


@pytest.mark.usefixtures("removal")
def test_folders_without_end_are_found(tmp_path: Path, run: Run) -> None:
    write_folder(MADE, os.fspath(tmp_path / "bundle"))
    _deep(tmp_path / "bundle" / "public", 1_200, "deep")
    ran = run("verify", os.fspath(tmp_path / "bundle"))

    assert ran.code == 1
    assert ": error: is a folder too deep to look into" in ran.out
    assert run("inspect", os.fspath(tmp_path / "bundle")).code == 0


@pytest.mark.usefixtures("removal")
def test_folders_that_a_path_can_say_are_walked(tmp_path: Path) -> None:
    _deep(tmp_path, 1_200, "a")

    assert FolderFiles(os.fspath(tmp_path)).sizes() == {"a/" * 1_200 + "file": 0}


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _link_to_a_pipe(place: Path) -> None:
    os.mkfifo(f"{place}.pipe")
    place.symlink_to(f"{place}.pipe")


def _link_to_a_device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def in_time(work: Callable[[], None]) -> None:
    """Do something that must not wait."""
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(30)
    assert not worker.is_alive(), "it waits"


@pytest.mark.parametrize("make", [_pipe, _link_to_a_pipe, _link_to_a_device])
def test_what_is_no_file_is_refused_at_once(make: Callable[[Path], None], shop: Path, run: Run) -> None:
    make(shop / "odd")
    codes = {}

    def look() -> None:
        for command in (["verify", "odd"], ["inspect", "odd"], ["build", "--tar", "odd"], ["build", "--out", "odd"]):
            codes[" ".join(command)] = run(*command).code

    in_time(look)
    assert set(codes.values()) == {2}
    assert len(codes) == 4


@pytest.mark.parametrize("make", [_pipe, _link_to_a_pipe, _link_to_a_device])
@pytest.mark.parametrize("path", [MANIFEST, "index.json"])
def test_what_is_no_file_in_a_bundle_is_told(path: str, make: Callable[[Path], None], shop: Path, run: Run) -> None:
    run("build")
    (shop / "dist/bundle" / path).unlink()
    make(shop / "dist/bundle" / path)
    codes: list[int] = []

    def look() -> None:
        codes.extend(run(*command).code for command in (["verify", "dist/bundle"], ["inspect"], ["build"]))

    in_time(look)
    # A listed file of another kind is replaced with the bundle; where the manifest is none, nothing is.
    assert codes[:2] == ([1, 2] if path == MANIFEST else [1, 0])
    assert codes[2] == 2 or path != MANIFEST


@pytest.mark.parametrize("path", [MANIFEST, "index.json"])
def test_a_file_full_of_holes_is_not_read(path: str, shop: Path, run: Run) -> None:
    run("build")
    os.truncate(shop / "dist/bundle" / path, 100 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    codes: list[int] = []
    in_time(lambda: codes.extend(run(*command).code for command in (["verify", "dist/bundle"], ["inspect"])))

    assert codes == ([1, 2] if path == MANIFEST else [1, 0])
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000
