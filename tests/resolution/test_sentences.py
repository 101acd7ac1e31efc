"""The sentences themselves: enough of them, of both languages, no one twice, and about things that exist."""

import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from alvara.bundle.public import PublicCapability, PublicResource
from alvara.identity.fold import fold
from tests.resolution.sentences import HELD_BACK, TUNING, Sentence, read, this_registry
from tests.this_registry import ROOT

BOTH = [*read(TUNING), *read(HELD_BACK)]
EACH_FILE = pytest.mark.parametrize("path", [TUNING, HELD_BACK], ids=lambda path: path.stem)


def test_there_are_enough_and_a_third_is_held_back() -> None:
    assert len(BOTH) >= 150
    assert abs(len(read(HELD_BACK)) - len(BOTH) / 3) <= 1


def test_both_languages_are_there_and_many_are_ambiguous() -> None:
    locales = [each.where.get("locale") for each in BOTH]

    assert locales.count("pt-BR") >= 0.55 * len(BOTH)
    assert locales.count("en") >= 0.35 * len(BOTH)
    assert sum(each.outcome == "ambiguous" for each in BOTH) >= 30


def test_no_sentence_stands_twice_in_one_file_or_in_both() -> None:
    assert len({fold(each.say) for each in BOTH}) == len(BOTH)
    assert len({each.id for each in BOTH}) == len(BOTH)


def test_every_kind_of_sentence_is_in_both() -> None:
    tuned, held = ({each.id.rpartition("-")[0] for each in read(path)} for path in (TUNING, HELD_BACK))

    assert tuned == held


@EACH_FILE
def test_a_file_could_stand_among_the_scenarios(path: Path) -> None:
    schema = json.loads((ROOT / "schemas/utterances.schema.json").read_text(encoding="utf-8"))

    jsonschema.validate(yaml.safe_load(path.read_text(encoding="utf-8")), schema)


@pytest.mark.parametrize("sentence", BOTH, ids=lambda each: each.id)
def test_what_is_named_exists(sentence: Sentence) -> None:
    registry, where = this_registry(), sentence.where
    page = f"ui.{where.get('page', 'workPermit')}"
    screens = [page, f"{page}.{where['tab']}"] if "tab" in where else [page]

    assert all(_is(registry.get_resource(id), id) for id in (*screens, where.get("focus", page)))
    assert all(_is(registry.get_capability(id), id) for id in sentence.capabilities or ())
    assert all(
        _is(registry.get_resource(id), id) or _is(registry.get_capability(id), id) for id in sentence.matches or ()
    )


@pytest.mark.parametrize("sentence", BOTH, ids=lambda each: each.id)
def test_what_is_expected_agrees_with_itself(sentence: Sentence) -> None:
    assert (sentence.outcome == "resolved") == bool(sentence.matches) or sentence.outcome == "ambiguous"
    assert not sentence.capabilities or sentence.intent == "command"
    assert sentence.capabilities == frozenset() or (sentence.outcome, sentence.intent) != ("resolved", "question")


def _is(found: PublicResource | PublicCapability | None, id: str) -> bool:
    return found is not None and found.id == id
