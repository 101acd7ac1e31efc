"""A tree as what questions are put to: what is read, and what is left out."""

from collections import Counter

import pytest

from alvara.app.extraction import Extractor
from alvara.app.held_tree import hold_tree
from tests.cli.conftest import FILES
from tests.registry.held import survey_of


def test_a_file_is_read_once_however_much_it_defines(monkeypatch: pytest.MonkeyPatch) -> None:
    found = survey_of(FILES)
    read, definitions = Counter[str](), Extractor.definitions
    monkeypatch.setattr(
        Extractor, "definitions", lambda self, path: (read.update([path]), definitions(self, path))[1]
    )  # fmt: skip

    held, left_out = hold_tree(found)

    assert left_out == []
    assert read["semantic-ids/order.yaml"] == 1
    assert set(read.values()) == {1}
    assert set(held.ids("resource")) == {"item", "order", "order.deadline", "ui.order"}


@pytest.mark.parametrize("path", ["capabilities/order/list.yaml", "semantic-ids/item.yaml"])
def test_what_spells_out_an_endpoint_is_left_out(path: str) -> None:
    secret = {"path: /postpone": 'path: "/orders/{orderId}/postpone"'}
    files = {**FILES, "capabilities/order/postpone.yaml": _with(FILES["capabilities/order/postpone.yaml"], secret)}
    said = "description: See PATCH /orders/{orderId}/postpone.\nstatus: active\n"
    kept = "\n".join(line for line in files[path].splitlines() if not line.startswith("description"))
    files[path] = f"{kept}\n{said}"

    _, left_out = hold_tree(survey_of(files))

    assert len(left_out) == 1
    assert left_out[0].startswith(f"{path}: `")
    assert "which is private to `order.postpone`" in left_out[0]


def _with(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text
