"""The pages on approvals: every command is one, every rule that they name is there, every link leads somewhere."""

import re

import click
import pytest
import yaml

from alvara.rules import rule_names
from tests.case import VALIDATORS
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT

PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8") for name in ("docs/approving.md", "docs/trust.md", "ci/README.md")
}
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGES["docs/approving.md"], re.DOTALL)
SHAPES = {"name": "person", "levels": "approval-policy", "revocations": "revocations"}
"""The schema of each example, by the first key in it."""


def test_every_command_of_the_guide_is_one() -> None:
    commands = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]
    told = re.findall(r"`(alvara [a-z]+(?: [^`]*)?)`", " ".join(PAGES.values()).replace("\n", " "))
    for words in commands:
        accept(words)
    for command in told:
        _accept_in_part(command)

    assert {words[0] for words in commands} == {"approvals", "approve", "reject", "revoke", "root"}


def _accept_in_part(command: str) -> None:
    """Accept what a sentence says of a command, which need not be all that it takes."""
    try:
        accept([word for word in command.split()[1:] if not word.isupper()])
    except (click.MissingParameter, click.BadOptionUsage):
        return


def test_a_command_that_is_none_would_be_noticed() -> None:
    with pytest.raises(click.UsageError):
        accept(["approve", "workPermit.approve", "--rol", "business"])
    with pytest.raises(click.UsageError):
        accept(["approve", "workPermit.approve", "--role", "boss"])
    with pytest.raises(click.UsageError):
        accept(["aprove", "workPermit.approve"])


def test_examples_have_their_shape() -> None:
    examples = [yaml.safe_load(block) for language, block in BLOCKS if language == "yaml"]
    person = next(one for one in examples if "name" in one)
    examples = [person | one if "delegations" in one else one for one in examples]

    assert len(examples) >= 4
    assert [one for one in examples if not VALIDATORS.of(SHAPES[next(iter(one))]).accepts(one)] == []


def test_trust_names_rules_that_there_are() -> None:
    rows = [line for line in PAGES["docs/trust.md"].splitlines() if line.startswith("| ") and line.count("|") == 4]
    named = {name for row in rows for name in re.findall(r"`([a-z]+(?:-[a-z]+)+)`", row.split("|")[3])}

    assert len(rows) > 25
    assert named - set(rule_names()) == set()
    assert {name for name in rule_names() if name.startswith("approval-")} - {"approval-expiring"} <= named


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGES[page])

    assert links
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
