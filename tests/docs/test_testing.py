"""The page on scenarios and utterances: both have their shape."""

from alvara.decode.scenario import suite
from alvara.decode.utterances import utterances
from alvara.documents.load import load_text
from alvara.model.scenario import FROM
from alvara.scenarios.rehearsal import lay_out
from tests.case import VALIDATORS
from tests.docs.page import read_page

PAGE = read_page("testing")
YAML = PAGE.blocks("yaml")


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
