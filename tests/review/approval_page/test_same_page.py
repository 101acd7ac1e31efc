"""The same bytes for the same content, on any machine: a record keeps the digest of the page."""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from alvara.review.approval_page import RENDERER, Page, render
from tests.review.approval_page.pages import ROOT, changed, present
from tests.review.approval_page.test_everything_is_shown import FULL, POLICY

PRINT = """
from alvara.review.approval_page import render
from tests.review.approval_page.pages import changed, present
before = changed("capabilities/work-permit/approve.yaml", ("risk: high", "risk: medium"), ("comment:", "remark:"))
import sys
for locale in ("en", "pt-BR"):
    for id in ("workPermit.clone", "workPermit.hazard.confirm"):
        sys.stdout.buffer.write(render(present().page(id), locale).encode())
    sys.stdout.buffer.write(render(present().page("workPermit.approve", before), locale).encode())
"""
MACHINES: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LANG": "C", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "4294967295", "TZ": "Asia/Tokyo", "LANG": "pt_BR.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "40"},
]


def turned(value: Any) -> Any:
    """Write the same JSON value with its keys in another order."""
    if isinstance(value, Mapping):
        return {key: turned(value[key]) for key in reversed(list(value))}
    return [turned(item) for item in value] if isinstance(value, list) else value


def test_page_is_the_same_on_another_machine() -> None:
    pages = [
        subprocess.run(
            [sys.executable, "-c", PRINT], cwd=ROOT, env={**os.environ, **machine}, capture_output=True, check=True,
            timeout=120,
        ).stdout
        for machine in MACHINES
    ]  # fmt: skip

    assert pages[0] == pages[1]
    assert "Permissão".encode() in pages[0]


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
def test_order_of_keys_and_of_what_decides_is_no_content(locale: str) -> None:
    policies = present().policies("workPermit.delete")
    page = Page("capability", FULL, "critical", (POLICY, *policies), present().steps())
    other = page._replace(definition=turned(FULL), policies=tuple(map(turned, reversed(page.policies))))

    assert render(other, locale) == render(page, locale)


def test_order_of_properties_is_that_of_the_required_ones() -> None:
    schema = {"type": "object", "required": ["z", "a"], "properties": {"m": True, "a": True, "z": True}}

    written = render(Page("capability", {**FULL, "inputSchema": schema}, "low"), "en")

    assert written.index("- z (required)") < written.index("- a (required)") < written.index("- m (optional)")


@pytest.mark.parametrize("locale", ["pt", "pt-BR", "pt-PT", "PT_br"])
def test_every_portuguese_is_portuguese(locale: str) -> None:
    written = render(present().page("workPermit.delete"), locale)

    assert "O QUE ELA FAZ" in written
    assert "Excluir de vez o rascunho" in written[: written.index("DETALHES")]


@pytest.mark.parametrize("locale", ["en", "en-GB", "fr", "", "xx-pt"])
def test_any_other_locale_is_english(locale: str) -> None:
    written = render(present().page("workPermit.delete"), locale)

    assert "WHAT IT DOES" in written
    assert "Delete the draft" in written[: written.index("TECHNICAL")]


def test_text_is_shown_in_the_locale_asked_for_where_there_is_one() -> None:
    body = {**FULL, "description": {"fr": "En français.", "en": "A description."}}

    written = render(Page("capability", body, "low"), "fr")

    assert written.index("| En français.") < written.index("WHO MAY USE IT") < written.index("| A description.")


def test_change_of_status_alone_is_no_change() -> None:
    page = present().page("workPermit.approve", present())
    moved = changed("capabilities/work-permit/approve.yaml", ("status: active", "status: draft"))

    assert "- Nothing that this page tells has changed.\n" in render(page, "en")
    assert render(present().page("workPermit.approve", moved), "en") == render(page, "en")


def test_renderer_has_a_name() -> None:
    assert RENDERER == "alvara.page/1"
