"""A real registry for the run, an empty repository of it for each test, and bundles."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from alvara.adapters.oci.client import Client
from alvara.adapters.oci.credentials import Credentials
from alvara.adapters.oci.references import parse_repository
from alvara.adapters.oci.transport import Patience
from tests.oci.registry_server import RegistryServer, Unavailable, find_program, serving

_NUMBERS = count(1)
QUICK = Patience(silence=2, whole=5)


@pytest.fixture(scope="session")
def program() -> str:
    """The registry's program; without it the test is skipped, and says why."""
    try:
        return find_program()
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def server(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RegistryServer]:
    """A registry that lets everybody in."""
    with serving(tmp_path_factory.mktemp("registry")) as running:
        yield running


@pytest.fixture
def repository(server: RegistryServer) -> str:
    """A repository that nobody has used yet."""
    return f"oci://{server.address}/shop/registry{next(_NUMBERS)}"


@pytest.fixture
def client(repository: str) -> Client:
    """A client of that repository."""
    return Client(parse_repository(repository), Credentials(), QUICK)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without any docker configuration."""
    monkeypatch.delenv("DOCKER_CONFIG", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"
