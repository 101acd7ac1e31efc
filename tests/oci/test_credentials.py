"""A real registry with accounts, and one with a certificate: who is let in, and who is believed."""

import json
from base64 import b64encode
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import bcrypt
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from alvara.adapters.oci.client import Client
from alvara.adapters.oci.credentials import Credentials, read_credentials
from alvara.adapters.oci.references import parse_repository
from alvara.adapters.oci.transport import NoAnswer
from tests.oci.bundles import first, pull, push, unpacked
from tests.oci.conftest import QUICK
from tests.oci.registry_server import RegistryServer, serving


@pytest.fixture(scope="module")
def locked(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RegistryServer]:
    """A registry that lets in Ana."""
    hashed = bcrypt.hashpw(b"secret", bcrypt.gensalt(4)).decode()
    with serving(tmp_path_factory.mktemp("locked"), f"ana:{hashed}\n") as running:
        yield running


def client_of(address: str) -> Client:
    at = parse_repository(f"oci://{address}/shop")
    return Client(at, read_credentials(at.origin), QUICK)


def log_in(home: Path, address: str, password: str) -> None:
    (home / ".docker").mkdir(parents=True)
    auth = b64encode(f"ana:{password}".encode()).decode()
    (home / ".docker/config.json").write_text(json.dumps({"auths": {address: {"auth": auth}}}))


def test_who_has_logged_in_is_let_in(locked: RegistryServer, home: Path) -> None:
    log_in(home, locked.address, "secret")
    client = client_of(locked.address)
    push(client, first())

    assert unpacked(pull(client, "1") or b"") == first()


def test_who_has_not_logged_in_is_told_how(locked: RegistryServer) -> None:
    with pytest.raises(NoAnswer, match=r"wants to know who asks: UNAUTHORIZED .*; `docker login` writes"):
        client_of(locked.address).tagged("1")


def test_a_wrong_password_is_told_and_not_printed(locked: RegistryServer, home: Path) -> None:
    log_in(home, locked.address, "hunter2")
    with pytest.raises(NoAnswer, match="does not take the name and password") as caught:
        push(client_of(locked.address), first())

    assert "hunter2" not in str(caught.value)
    assert b64encode(b"ana:hunter2").decode() not in str(caught.value)


def test_a_registry_is_believed_by_its_certificate(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = certify(tmp_path)
    with serving(tmp_path / "registry", tls=certificate) as running:
        at = parse_repository(f"oci://{running.address}/shop")
        client = Client(at._replace(origin=at.origin._replace(tls=True)), Credentials(), QUICK)
        with pytest.raises(NoAnswer, match=r"its certificate is not trusted: .*; SSL_CERT_FILE may name"):
            push(client, first())
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        push(client, first())

        assert unpacked(pull(client, "1") or b"") == first()


def certify(folder: Path) -> tuple[Path, Path]:
    """Make a certificate of this machine's address that vouches for itself, and its key."""
    key = generate_private_key(SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "registry")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(Encoding.PEM))
    paths[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return paths
