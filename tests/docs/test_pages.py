"""Every page of the docs that people write: its commands are ones, its links lead somewhere, its examples are true."""

import re

import pytest

from alvara.cli.main import main
from tests.docs.commands import accept
from tests.docs.generate import ROOT
from tests.docs.page import read_page

PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
WALKED = "tutorial"
"""The page of which another test walks through all commands, with what is written between them."""

ASKED = ("context", "discovery", "language")
"""The pages that begin with a question to this registry, its answer, and the same in Python."""

_LINK = re.compile(r"\]\(([^)#]+)\)")


@pytest.mark.parametrize("name", [name for name in PAGES if name != WALKED])
def test_every_command_is_one(name: str) -> None:
    for words in read_page(name).commands:
        accept(words)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_somewhere(name: str) -> None:
    links = _LINK.findall(read_page(name).text)

    assert [link for link in links if "://" not in link and not (ROOT / "docs" / link).exists()] == []


def test_pages_have_commands_and_links() -> None:
    pages = [read_page(name) for name in PAGES if name != WALKED]

    assert sum(bool(page.commands) for page in pages) > len(pages) / 2
    assert sum(bool(_LINK.search(page.text)) for page in pages) > len(pages) / 2


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("name", ASKED)
def test_the_first_command_prints_what_the_page_shows(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    page = read_page(name)
    (shown,) = page.blocks("")

    assert main(["-C", str(ROOT), *page.commands[0]]) == 0
    assert capfd.readouterr().out == shown


@pytest.mark.usefixtures("beside_bundle")
@pytest.mark.parametrize("name", ASKED)
def test_the_programs_of_a_page_run_one_after_the_other(name: str) -> None:
    programs = read_page(name).blocks("python")

    assert programs
    exec("\n".join(programs), {})
