"""The page on scenarios and utterances: both have their shape, its commands are ones, its links lead somewhere."""

import re

from alvara.decode.scenario import suite
from alvara.decode.utterances import utterances
from alvara.documents.load import load_text
from alvara.model.scenario import FROM
from alvara.scenarios.rehearsal import lay_out
from tests.case import VALIDATORS
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT

PAGE = (ROOT / "docs/testing.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
YAML = [block for language, block in BLOCKS if language == "yaml"]


def test_every_command_is_one() -> None:
    commands = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]
    for words in commands:
        accept(words)

    assert {words[0] for words in commands} == {"test"}


def test_the_suite_has_its_shape_and_everything_in_it_lays_out() -> None:
    text, _ = YAML
    value = load_text("scenarios/order/postpone.yaml", text).value
    assert VALIDATORS.of("scenario").accepts(value)
    found = suite(value, "scenarios/order/postpone.yaml")
    rehearsal = lay_out(found, [(found.path, ("fixtures",), found.fixtures)])

    assert rehearsal.troubles == ()
    assert [len(act.cases) for act in rehearsal.acts] == [1, 1, 6]
    assert FROM in text


def test_the_utterances_have_their_shape() -> None:
    _, text = YAML
    value = load_text("scenarios/order/language.yaml", text).value

    assert VALIDATORS.of("utterances").accepts(value)
    assert [one.expected.outcome for one in utterances(value)] == ["resolved", "ambiguous"]


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
