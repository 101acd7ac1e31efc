"""Files of keys: read, or refused with a reason that fits behind the name."""

import os
from pathlib import Path

import pytest

from alvara.adapters.key_files import read_private_key, read_public_key_file
from alvara.signatures.keys import BadKey
from tests.signatures.signers import plain_key

KEY = plain_key().public


def reason(path: Path | str, read: object = read_private_key) -> str:
    with pytest.raises(BadKey) as caught:
        read(str(path))  # type: ignore[operator]
    return str(caught.value)


@pytest.fixture
def private(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_bytes(b"OPENSSH PRIVATE KEY")
    path.chmod(0o600)
    return path


def test_private_key_is_read_through_a_link_too(private: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(private)
    private.chmod(0o400)

    assert read_private_key(str(private)) == read_private_key(str(tmp_path / "link")) == b"OPENSSH PRIVATE KEY"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o601])
def test_private_key_that_others_may_read_is_refused_with_the_way_out(private: Path, mode: int) -> None:
    private.chmod(mode)

    assert "`chmod 600`" in reason(private)


def test_nobody_is_asked_to_close_what_is_no_key(private: Path) -> None:
    private.write_bytes(b"name: shop\n")
    private.chmod(0o644)

    assert read_private_key(str(private)) == b"name: shop\n"


def test_what_is_no_file_to_read_is_refused(private: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    (tmp_path / "large").write_bytes(b"x" * 70_000)
    (tmp_path / "large").chmod(0o600)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")

    assert reason(tmp_path / "none") == "there is no such file"
    assert reason(tmp_path) == "it is a folder"
    assert reason(tmp_path / "pipe") == "it is not a regular file"
    assert reason(private / "below") == "Not a directory"
    assert reason(tmp_path / "large") == "it is too large for a key"
    assert reason("a\0b") == "it cannot be opened"
    assert reason(tmp_path / "loop") == "Too many levels of symbolic links"


def test_device_without_an_end_is_refused() -> None:
    assert reason("/dev/zero") == "it is not a regular file"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_file_that_nobody_may_read_is_refused(private: Path) -> None:
    private.chmod(0)

    assert reason(private) == "Permission denied"


def test_public_key_may_be_read_by_all_and_end_its_line_as_windows_does(private: Path) -> None:
    public = private.with_name("key.pub")
    public.write_text(KEY.text + " somebody\r\n")
    public.chmod(0o644)

    assert read_public_key_file(str(public)) == KEY


def test_public_key_that_does_not_hold_is_refused(private: Path) -> None:
    public = private.with_name("key.pub")
    assert reason(public, read_public_key_file) == "there is no such file"
    for content, words in ((b"", "one line"), (b"\xff\xfe", "not the text"), (b"ssh-rsa AAAA", "`ssh-rsa`")):
        public.write_bytes(content)

        assert words in reason(public, read_public_key_file)
    public.unlink()
    public.symlink_to("nowhere")
    assert reason(public, read_public_key_file) == "there is no such file"
