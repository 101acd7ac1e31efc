"""What a reviewer is shown of changes such as people make; `pytest --update` writes it anew."""

import re
from pathlib import Path

import pytest

from tests.bundle.repository import commit
from tests.cli.conftest import Run, run  # noqa: F401 - a fixture
from tests.review.changes import CHANGES, copy_registry

GOLDEN = Path(__file__).parent / "golden"
ENDINGS = {"text": "txt", "markdown": "md", "html": "html", "json": "json"}


@pytest.mark.parametrize("style", ENDINGS)
@pytest.mark.parametrize("change", CHANGES)
def test_change_is_shown_as_ever(
    change: str, style: str, tmp_path: Path, run: Run, request: pytest.FixtureRequest  # noqa: F811
) -> None:  # fmt: skip
    registry = copy_registry(tmp_path)
    commit(registry)
    CHANGES[change](registry)

    shown = run("-C", str(registry), "diff", "HEAD", "--format", style)

    assert (shown.code, shown.err) == (0, "")
    assert style != "json" or shown.json["changes"]
    text = re.sub(r"\b[0-9a-f]{12}\b", "0123456789ab", shown.out)
    expected = GOLDEN / f"{change}.{ENDINGS[style]}"
    if request.config.getoption("--update"):
        expected.write_text(text, encoding="utf-8", newline="\n")
    assert text == expected.read_text(encoding="utf-8")
