"""This repository's own registry, and a bundle of it, for decisions as their users make them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alvara.adapters.bundles import write_folder, write_tar
from alvara.adapters.directory import DirectoryTree
from tests.bundle.conftest import FOLDERS, OWN_ORIGIN, bundle_tree
from tests.cli.conftest import Run, run
from tests.ran import Ran
from tests.this_registry import copy_registry

__all__ = ["run"]

NOW = "2026-05-01T09:00:00Z"
SUPERVISOR = {
    "id": "ana", "tenant": "t1", "roles": ["supervisor", "safetyEngineer"],
    "permissions": ["workPermit.update", "workPermit.approve", "workPermit.delete"],
}  # fmt: skip
PERMIT: dict[str, Any] = {
    "id": "WP-1", "tenant": "t1", "revision": 3, "status": "PENDING", "workType": "GENERAL", "title": "Repair a pump",
    "description": "Replace the seal.", "location": "Hall 2", "requestedBy": "bruno",
    "startDate": "2026-05-01T00:00:00Z", "validityDays": 20, "validUntil": "2026-05-21T00:00:00Z",
    "allRequiredDocuments": True, "responsiblePersonAssigned": True, "components": [],
    "risks": [{"riskId": "R-1", "description": "Heat.", "level": "LOW", "control": "Gloves."}], "approvals": [],
}  # fmt: skip
THIRTY = {"workPermitId": "WP-1", "validityDays": 30}


@pytest.fixture(scope="session")
def pilot_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the registry with a bundle of it in `dist/bundle`, and a tar of that beside; not to be changed."""
    root = copy_registry(tmp_path_factory.mktemp("pilot") / "registry")
    files = bundle_tree(DirectoryTree(str(root), FOLDERS), OWN_ORIGIN)
    (root / "dist").mkdir()
    write_folder(files, str(root / "dist/bundle"))
    write_tar(files, str(root / "dist/bundle.tar"))
    return root


@pytest.fixture
def pilot(pilot_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That copy, which is the current folder."""
    monkeypatch.chdir(pilot_folder)
    return pilot_folder


@pytest.fixture
def changed_pilot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one's own, which is the current folder."""
    root = copy_registry(tmp_path / "registry")
    monkeypatch.chdir(root)
    return root


Decide = Callable[..., Ran]


@pytest.fixture
def decide(run: Run, tmp_path: Path) -> Decide:
    """Run `alvara decide` with values in files; `None` leaves a file out, bytes are written as they are."""

    def command(
        capability: str = "workPermit.updateValidity", input: Any = THIRTY, principal: Any = SUPERVISOR,
        resource: Any = PERMIT, *options: str, **more: Any,
    ) -> Ran:  # fmt: skip
        given = {"input": input, "principal": principal, "resource": resource, **more}
        arguments = []
        for name, value in given.items():
            if value is None:
                continue
            path = tmp_path / f"{name}.json"
            path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
            arguments += [f"--{name}", str(path)]
        moment = () if "--now" in options else ("--now", NOW)
        return run("decide", capability, *arguments, *moment, *options)

    return command
