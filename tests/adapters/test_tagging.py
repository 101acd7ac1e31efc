"""Tags as the text that they are, with git and ssh-keygen as oracles in both directions."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from alvara.adapters.tagging import NoTag, Tag, is_tag_name, read_tag, tag_object, write_tag
from tests.adapters.commits import change, try_git
from tests.bundle.repository import git

TAGGER, MOMENT = "Ana <ana@example.com>", "2026-09-01T12:00:00Z"
ARMOR = "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n"


@pytest.fixture
def key(root: Path) -> Path:
    """A key that git takes for Ana's."""
    path = root / ".git/key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    public = path.with_suffix(".pub").read_text()
    (root / ".git/allowed").write_text(f'ana@example.com namespaces="git" {public}')
    for name, value in (("gpg.format", "ssh"), ("gpg.ssh.allowedSignersFile", f"{root}/.git/allowed")):
        git(root, "config", name, value)
    return path


def _head(root: Path) -> str:
    return git(root, "rev-parse", "HEAD")


def _object(root: Path, name: str = "v1", message: str = "Release 1\n\nIt is out.") -> bytes:
    return tag_object(name, _head(root), TAGGER, MOMENT, message)


def _signed(key: Path, data: bytes) -> bytes:
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", "git", "-f", key]
    return data + subprocess.run(command, input=data, capture_output=True, check=True).stdout


def _put(root: Path, data: bytes, name: str = "v1") -> str:
    """Store whatever bytes as a tag, and call it by a name."""
    command = ["git", "hash-object", "-t", "tag", "-w", "--stdin", "--literally"]
    made = subprocess.run(command, cwd=root, input=data, capture_output=True, check=True).stdout.decode().strip()
    (root / ".git/refs/tags" / name).write_text(f"{made}\n")  # git itself refuses some
    return made


def _reason(root: Path, name: str = "v1") -> str:
    with pytest.raises(NoTag) as raised:
        read_tag(str(root), name)
    return str(raised.value)


# Written here, judged by git


def test_object_is_what_git_writes(root: Path) -> None:
    people = {f"GIT_COMMITTER_{key}": value for key, value in (("NAME", "Ana"), ("EMAIL", "ana@example.com"))}
    for number, message in enumerate(("Release 1", "Release 1\n\nIt is out.\n\n", "é — ü\n\n\tset in\n")):
        name = f"v{number}"
        assert try_git(root, "tag", "-a", "-m", message, name, **people, GIT_COMMITTER_DATE=MOMENT) == ("", 0)
        command = ["git", "cat-file", "tag", name]
        made = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
        assert tag_object(name, _head(root), TAGGER, MOMENT, message) == made


def test_git_verifies_what_was_signed_here(root: Path, key: Path) -> None:
    assert write_tag(str(root), "v1", _signed(key, _object(root))) == ""

    git(root, "verify-tag", "v1")
    git(root, "fsck", "--strict")
    assert git(root, "rev-parse", "v1^{commit}") == _head(root)
    tag = read_tag(str(root), "v1")
    assert tag.signed == _object(root)
    assert tag.signature.startswith("-----BEGIN SSH SIGNATURE-----\n")
    assert tag[:6] == ("v1", "commit", _head(root), TAGGER, MOMENT, "Release 1\n\nIt is out.\n")


def test_unsigned_tag_is_read_and_git_does_not_verify_it(root: Path, key: Path) -> None:
    assert write_tag(str(root), "v1", _object(root)) == ""

    assert read_tag(str(root), "v1") == Tag(
        "v1", "commit", _head(root), TAGGER, MOMENT, "Release 1\n\nIt is out.\n", "", _object(root)
    )
    assert try_git(root, "verify-tag", "v1")[1] != 0


def test_tag_that_is_there_is_never_moved(root: Path) -> None:
    for existing, make in (("v1", ["tag", "v1"]), ("v2", ["symbolic-ref", "refs/tags/v2", "refs/heads/main"])):
        git(root, *make)
        before = (root / f".git/refs/tags/{existing}").read_bytes()
        reason = write_tag(str(root), existing, _object(root, existing))
        assert reason == f"there is a tag `{existing}` already, and a tag is never moved"
        assert (root / f".git/refs/tags/{existing}").read_bytes() == before

    assert "cannot create" in write_tag(str(root), "v1/x", _object(root, "v1/x"))


def test_name_that_leads_to_another_one_is_not_followed(root: Path) -> None:
    git(root, "symbolic-ref", "refs/tags/v1", "refs/heads/nowhere")

    assert write_tag(str(root), "v1", _object(root)) == ""
    assert read_tag(str(root), "v1").signed == _object(root)
    assert not (root / ".git/refs/heads/nowhere").exists()


def test_nothing_that_would_not_be_read_is_written(root: Path) -> None:
    for name, data in (("v2", _object(root)), ("v1", b"tag"), ("v1", _object(root).replace(b"commit\n", b"tree\n", 1))):
        assert write_tag(str(root), name, data) != ""
    assert "type" in write_tag(str(root), "v1", _object(root).replace(_head(root).encode(), b"z" * 40))
    assert git(root, "tag") == "base"


def test_folder_that_is_no_repository_gets_no_tag(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = str(tmp_path_factory.mktemp("elsewhere"))

    assert "not a git repository" in write_tag(elsewhere, "v1", _object(root))
    with pytest.raises(NoTag, match="not a git repository"):
        read_tag(elsewhere, "v1")


def test_hooks_of_the_repository_are_not_run(root: Path) -> None:
    hook = root / ".git/hooks/reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)

    assert try_git(root, "tag", "v0")[1] != 0
    assert write_tag(str(root), "v1", _object(root)) == ""


def test_huge_message_goes_there_and_back(root: Path, key: Path) -> None:
    message = "".join(f"line {number}\n" for number in range(300_000))
    assert write_tag(str(root), "v1", _signed(key, _object(root, message=message))) == ""

    git(root, "verify-tag", "v1")
    assert read_tag(str(root), "v1").message == message


@pytest.mark.parametrize(
    ("name", "commit", "tagger", "moment", "message", "why"),
    [
        ("v1\ntag v2", "", "", "", "", "as git writes"),
        ("v 1", "", "", "", "", "no name"),
        ("-v1", "", "", "", "", "no name"),
        ("", "", "", "", "", "no name"),
        ("v1", "main", "", "", "", "as git writes"),
        ("v1", "0" * 39, "", "", "", "as git writes"),
        ("v1", "", "Ana", "", "", "as git writes"),
        ("v1", "", "Ana <a@x> <b@x>", "", "", "as git writes"),
        ("v1", "", "Ana\rBob <a@x>", "", "", "as git writes"),
        ("v1", "", "Ana <a@x> 0 +0000\ntagger Bob <b@x>", "", "", "as git writes"),
        ("v1", "", "", "2026-09-01", "", "moment"),
        ("v1", "", "", "soon", "", "moment"),
        ("v1", "", "", "", " \n", "says something"),
        ("v1", "", "", "", "a\0b", "says something"),
        ("v1", "", "", "", "a\rb", "says something"),
        ("v1", "", "", "", "a\x1b[2Kb", "says something"),
        ("v1", "", "", "", f"x\n{ARMOR}", "another way"),
        ("v1", "", "", "", "-----BEGIN PGP SIGNATURE-----", "another way"),
        ("v1", "", "", "", "\ud800", "another way"),
    ],
)
def test_what_could_be_read_in_another_way_is_not_written(
    name: str, commit: str, tagger: str, moment: str, message: str, why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        tag_object(name, commit or "0" * 40, tagger or TAGGER, moment or MOMENT, message or "Release")
    assert tag_object("v1", "0" * 40, TAGGER, MOMENT, "Release")


# Made by git, read here


def test_tag_that_git_signed_is_read(root: Path, key: Path) -> None:
    people = {"GIT_COMMITTER_NAME": "José", "GIT_COMMITTER_EMAIL": "j@x", "GIT_COMMITTER_DATE": "1788264000 -0300"}
    assert try_git(root, "-c", f"user.signingKey={key}", "tag", "-s", "-m", "Out", "v1", **people) == ("", 0)

    tag = read_tag(str(root), "v1")
    assert tag[:6] == ("v1", "commit", _head(root), "José <j@x>", "2026-09-01T12:00:00Z", "Out\n")
    (root / ".git/signature").write_text(tag.signature)
    verify = ["ssh-keygen", "-Y", "verify", "-n", "git", "-f", ".git/allowed", "-I", "ana@example.com"]
    assert _runs(root, [*verify, "-s", ".git/signature"], tag.signed)
    assert not _runs(root, [*verify, "-s", ".git/signature"], tag.signed + b"\n")


def _runs(root: Path, command: list[str], given: bytes) -> bool:
    return subprocess.run(command, cwd=root, input=given, capture_output=True).returncode == 0


def test_bare_carriage_return_in_a_message_is_read_as_it_is(root: Path, key: Path) -> None:
    _put(root, _signed(key, _object(root).replace(b"It is out.", b"a\rb\r\nc")))

    git(root, "verify-tag", "v1")
    assert read_tag(str(root), "v1").message == "Release 1\n\na\rb\r\nc\n"


def test_substitutes_are_not_read(root: Path, key: Path) -> None:
    made = _put(root, _signed(key, _object(root)))
    other = _put(root, _object(root, message="other"), "v2")
    git(root, "update-ref", f"refs/replace/{made}", other)

    assert git(root, "cat-file", "tag", "v1").endswith("other")
    assert read_tag(str(root), "v1").message == "Release 1\n\nIt is out.\n"


# What is no tag


def test_names_for_a_commit_are_told_from_tags_with_the_command_that_helps(root: Path) -> None:
    git(root, "tag", "v1")

    assert _reason(root).startswith("the tag `v1` here is only a name for a commit, without a message or a signature;")
    assert _reason(root).endswith(": git fetch --force origin +refs/tags/v1:refs/tags/v1")


def test_command_helps_where_a_checkout_put_the_commit_in_place_of_the_tag(root: Path, key: Path) -> None:
    write_tag(str(root), "v1", _signed(key, _object(root)))
    clone = root.parent / f"{root.name}-clone"
    git(root, "init", "-q", str(clone))
    git(clone, "remote", "add", "origin", f"file://{root}")
    git(clone, "fetch", "-q", "--depth", "1", "--no-tags", "origin", f"+{_head(root)}:refs/tags/v1")

    command = _reason(clone).partition("comes with: ")[2].split(" ")
    git(clone, *command[1:])
    assert read_tag(str(clone), "v1") == read_tag(str(root), "v1")


def test_tag_that_is_not_here_is_said_with_the_command_that_fetches_it(root: Path) -> None:
    command = "git fetch --force origin +refs/tags/v1:refs/tags/v1"

    assert _reason(root) == f"there is no tag `v1` here; what the remote has comes with: {command}"
    assert _reason(root, "a'b;$(c)").endswith(" '+refs/tags/a'\"'\"'b;$(c):refs/tags/a'\"'\"'b;$(c)'")


@pytest.mark.parametrize(
    "name", ["", "-v1", "v1^{commit}", "v1~1", "HEAD:f", "a..b", "@{1}", "v1\n", "../heads/main", "@"]
)
def test_what_is_no_name_is_not_looked_up(root: Path, name: str) -> None:
    git(root, "tag", "v1")

    assert not is_tag_name(name)
    assert _reason(root, name) == f"`{name}` is no name that a tag can have"


def test_tags_of_other_things_are_told(root: Path) -> None:
    _put(root, _object(root))
    git(root, "tag", "-a", "-m", "nested", "v2", "v1")
    git(root, "tag", "-a", "-m", "of a folder", "v3", "HEAD^{tree}")
    git(root, "update-ref", "refs/tags/v4", git(root, "rev-parse", "HEAD^{tree}"))

    assert _reason(root, "v2") == "the tag `v2` stands for another tag, not for a commit"
    assert _reason(root, "v3") == "the tag `v3` stands for a tree, not for a commit"
    assert _reason(root, "v4") == "the tag `v4` stands for a tree, not for a commit"


def test_tag_under_another_name_is_told_though_git_verifies_it(root: Path, key: Path) -> None:
    git(root, "update-ref", "refs/tags/v9", _put(root, _signed(key, _object(root))))

    git(root, "verify-tag", "v9")
    assert _reason(root, "v9") == "the tag `v9` calls itself `v1`: it was put under a name that is not its own"


def test_tag_that_only_says_that_it_is_of_a_commit_is_told(root: Path) -> None:
    inner = _put(root, _object(root, "inner"), "inner")
    _put(root, _object(root).replace(_head(root).encode(), inner.encode()))
    assert _reason(root) == f"the tag `v1` says that it stands for a commit, and {inner[:12]} is a tag"

    _put(root, _object(root).replace(_head(root).encode(), b"1" * 40))
    assert _reason(root).startswith("the commit 111111111111 that the tag `v1` stands for is not here; ")


def _crafted() -> Iterator[tuple[bytes, bytes]]:
    yield b"tag v1\n", b"tag v1\ntag v2\n"
    yield b"tag v1\n", b"tag v2\ntag v1\n"
    yield b"tag v1\n", b"tag v1\nencoding latin-1\n"
    yield b"tag v1\n", b"tag v1\ngpgsig-sha256 x\n y\n"
    yield b"tag v1\n", b""
    yield b"tag v1\n", b"tag v1\r\n"
    yield b"type commit\n", b"type commit\ntype commit\n"
    yield b"type commit\n", b""
    yield b"type commit\ntag v1\n", b"tag v1\ntype commit\n"
    yield b"object ", b"object  "
    yield b"object ", b"x y\nobject "
    yield b"tagger Ana <ana@example.com>", b"tagger Ana <a@x> <b@x>"
    yield b"tagger Ana <ana@example.com>", b"tagger Ana\rBob <b@x>"
    yield b"tagger Ana <ana@example.com>", b"tagger Ana"
    yield b"tagger Ana <ana@example.com> 1788264000 +0000\n", b""
    yield b" 1788264000 +0000", b" soon"
    yield b" 1788264000 +0000", b" 999999999999 +0000"
    yield b" 1788264000 +0000\n\n", b" 1788264000 +0000\n"
    yield b" 1788264000 +0000\n\nRelease 1\n\nIt is out.\n", b" 1788264000 +0000"
    yield b"It is out", b"It \xff is out"
    yield b"It is out", b"It \0 is out"
    yield b"It is out", b"It is\n" + ARMOR.encode() * 2 + b"out"
    yield b"\n\nRelease", b"\n-----BEGIN SSH SIGNATURE-----\n\nRelease"


@pytest.mark.parametrize(("old", "new"), [*_crafted()])
@pytest.mark.parametrize("is_signed", [False, True])
def test_text_that_could_be_read_in_two_ways_is_no_tag(
    root: Path, key: Path, old: bytes, new: bytes, is_signed: bool
) -> None:
    data = _object(root)
    assert old in data
    data = data.replace(old, new, 1)
    _put(root, _signed(key, data) if is_signed else data)

    assert _reason(root).startswith("the tag `v1` ")
    assert write_tag(str(root), "v1", data) != ""


def test_what_follows_a_signature_belongs_to_it(root: Path, key: Path) -> None:
    """Nothing can be added behind a signature without being in what is verified as one."""
    _put(root, _signed(key, _object(root)) + b"and more\n")

    tag = read_tag(str(root), "v1")
    assert tag.signature.endswith("-----END SSH SIGNATURE-----\nand more\n")
    assert tag.signed + tag.signature.encode() == _signed(key, _object(root)) + b"and more\n"


def test_readers_environment_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(root, "later\n", "Bob")
    write_tag(str(root), "v1", _object(root))
    expected = read_tag(str(root), "v1")
    for name, value in (("GIT_DIR", "/nowhere"), ("GIT_NAMESPACE", "x"), ("TZ", "Asia/Tokyo"), ("LC_ALL", "pt_BR")):
        monkeypatch.setitem(os.environ, name, value)

    assert read_tag(str(root), "v1") == expected
    assert tag_object("v1", expected.object, TAGGER, MOMENT, expected.message) == expected.signed
