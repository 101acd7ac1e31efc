"""What ssh-keygen signs holds here, what is signed here holds there, and what it refuses is refused."""

from pathlib import Path

import pytest

from alvara.signatures.keys import parse_public_key
from alvara.signatures.signing import private_key
from alvara.signatures.sshsig import BadSignature, signer_of, verify, write_armor
from tests.signatures.signers import Parts, SoftSecurityKey, armored, parts, plain_key
from tests.signatures.ssh_keygen import accepts, make_key, needs_ssh_keygen, sign

pytestmark = needs_ssh_keygen

MESSAGES = {
    "empty": b"",
    "a line": b"hello\n",
    "line ends": b"a\r\nb\rc\n",
    "binary": bytes(range(256)) * 9,
    "a megabyte": b"x" * 1_000_000,
}
NAMESPACES = ("alvara-approval@v1", "git", "a space", "ação")


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_key(tmp_path_factory.mktemp("key"))


def holds(armor: str, message: bytes, namespace: str, public: object) -> bool:
    try:
        verify(armor, message, namespace, public)  # type: ignore[arg-type]
    except BadSignature:
        return False
    return True


@pytest.mark.parametrize("hash", ["sha512", "sha256"])
@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_what_ssh_keygen_signs_holds_here(key: Path, message: bytes, hash: str) -> None:
    public = parse_public_key(key.with_suffix(".pub").read_text())
    for namespace in NAMESPACES:
        armor = sign(key, message, namespace, "-O", f"hashalg={hash}")

        verify(armor, message, namespace, public)
        assert signer_of(armor) == public
        assert not holds(armor, message + b".", namespace, public)


@pytest.mark.parametrize("message", MESSAGES.values(), ids=MESSAGES)
def test_what_is_signed_here_holds_there_and_is_the_same(key: Path, message: bytes, tmp_path: Path) -> None:
    signer = private_key(key.read_bytes())
    for namespace in NAMESPACES:
        armor = write_armor(signer, message, namespace)

        assert accepts(armor, message, namespace, signer.public, tmp_path)
        assert not accepts(armor, message + b".", namespace, signer.public, tmp_path)
        assert armor == sign(key, message, namespace)


@pytest.mark.parametrize("application", ["ssh:", "ssh:permits of the north"])
def test_security_key_holds_in_both_where_it_was_touched(application: str, tmp_path: Path) -> None:
    for flags in (0x01, 0x05):
        signer = SoftSecurityKey(flags=flags, application=application)
        armor = write_armor(signer, b"message", "purpose@v1")

        verify(armor, b"message", "purpose@v1", signer.public)
        assert accepts(armor, b"message", "purpose@v1", signer.public, tmp_path)
        assert signer_of(armor) == signer.public


@pytest.mark.parametrize("flags", [0x00, 0x04, 0xFE])
def test_security_key_that_nobody_touched_holds_there_and_not_here(flags: int, tmp_path: Path) -> None:
    untouched = SoftSecurityKey(flags=flags)
    armor = parts(untouched, b"message").armor

    assert accepts(armor, b"message", "purpose@v1", untouched.public, tmp_path)
    with pytest.raises(BadSignature, match="nobody touched"):
        verify(armor, b"message", "purpose@v1", untouched.public)
    with pytest.raises(BadSignature, match="nobody touched"):
        write_armor(untouched, b"message", "purpose@v1")


def variants() -> dict[str, str]:
    right = parts(plain_key(), b"message")
    other = parts(plain_key(2), b"message")
    touched = parts(SoftSecurityKey(), b"message")
    armor = right.armor
    made: dict[str, Parts] = {
        "version 0": right._replace(version=0),
        "version 2": right._replace(version=2),
        "magic": right._replace(magic=b"SSHSIH"),
        "reserved": right._replace(reserved=b"x"),
        "md5": right._replace(hash=b"md5"),
        "sha1": right._replace(hash=b"sha1"),
        "no hash": right._replace(hash=b""),
        "other hash": right._replace(hash=b"sha256"),
        "two hashes": right._replace(hash=b"sha512,sha256"),
        "tail": right._replace(tail=b"\0"),
        "namespace git": right._replace(namespace=b"git"),
        "no namespace": right._replace(namespace=b""),
        "prefix of the namespace": right._replace(namespace=b"purpose@v"),
        "longer namespace": right._replace(namespace=b"purpose@v10"),
        "namespace with a zero": right._replace(namespace=b"purpose@v1\0"),
        "foreign key in front": right._replace(public=other.public),
        "foreign signature": right._replace(signature=other.signature),
        "kind of a security key": right._replace(signature=touched.signature),
        "longer key": right._replace(public=right.public + b"\0"),
        "longer signature": right._replace(signature=right.signature + b"\0"),
        "shorter signature": right._replace(signature=right.signature[:-1]),
        "no signature": right._replace(signature=b""),
    }
    return {name: one.armor for name, one in made.items()} | {
        "right": armor,
        "76 columns": armored(right.blob, 76),
        "no newline at the end": armor[:-1],
        "64 columns": armored(right.blob, 64),
        "one line": armored(right.blob, 10_000),
        "CRLF": armor.replace("\n", "\r\n"),
        "lower case": armor.replace("BEGIN SSH SIGNATURE", "begin ssh signature"),
        "lower-case end": armor.replace("END SSH SIGNATURE", "end ssh signature"),
        "blank line first": "\n" + armor,
        "blank line after the head": armor.replace("SIGNATURE-----\n", "SIGNATURE-----\n\n", 1),
        "blank line before the foot": armor.replace("\n-----END", "\n\n-----END"),
        "blank line at the end": armor + "\n",
        "space in front": " " + armor,
        "space behind a line": armor.replace("\n", " \n", 2),
        "junk in front": "junk\n" + armor,
        "junk behind": armor + "junk\n",
        "twice": armor + armor,
        "no head": armor.split("\n", 1)[1],
        "no foot": armor.rsplit("-----END", 1)[0],
        "empty": "",
    }


@pytest.mark.parametrize("name", variants())
def test_what_ssh_keygen_refuses_is_refused(name: str, tmp_path: Path) -> None:
    armor, public = variants()[name], plain_key().public
    here = holds(armor, b"message", "purpose@v1", public)

    assert here == (name in {"right", "76 columns", "no newline at the end"})
    assert not here or accepts(armor, b"message", "purpose@v1", public, tmp_path)
