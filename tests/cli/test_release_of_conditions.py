"""`alvara release` of what nobody can decide by: there is none, whatever is switched off."""

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.releases import READ, make_repository


@pytest.mark.parametrize("settings", ["", "severity: {condition-syntax: off}\n"], ids=["judged", "switched off"])
def test_releases_nothing_that_nobody_can_decide_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run, settings: str
) -> None:
    registry = make_repository(tmp_path, monkeypatch)
    (registry / "alvara.yaml").write_text((registry / "alvara.yaml").read_text() + settings)
    draft = (
        'id: order.count\nversion: "0.1.0"\ndescription: Counts.\naction: get\nrisk: read\nauthorization: {}\n'
        'inputSchema: {type: object, additionalProperties: false}\npreconditions: [{expr: "input.x =="}]\n'
    )
    READ.with_name("count.yaml").write_text(draft)

    prepared = run("release", "prepare", "1")
    said = "/preconditions/0/expr` cannot be evaluated" if settings else "error[condition-syntax]"

    assert prepared.code == 1
    assert said in prepared.out + prepared.err
    assert not Path("ledger/releases").exists()
