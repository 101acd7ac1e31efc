"""An office, and the verbs that its people use."""

import shutil
from pathlib import Path

import pytest

from tests.approvals.office import make_office
from tests.cli.conftest import Run, run

__all__ = ["run"]


@pytest.fixture(scope="session")
def first_office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A registry with people, for tests to have copies of."""
    return make_office(tmp_path_factory.mktemp("first") / "office")


@pytest.fixture
def office(first_office: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A registry with people, which is the current folder."""
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.delenv("ALVARA_ROOT", raising=False)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Ana")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "ana@example.com")
    root = Path(shutil.copytree(first_office, tmp_path / "office"))
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def approved(office: Path, run: Run) -> Path:
    """The same, where everybody has agreed who has to, and the capability is approved; not committed yet."""
    from tests.approvals.office import CANCEL, signing
    from tests.cli.releases import change

    assert run("approve", *signing("tom")).code == 0
    assert run("approve", *signing("bia")).code == 0
    change(office / CANCEL, ("status: review", "status: approved"))
    return office
