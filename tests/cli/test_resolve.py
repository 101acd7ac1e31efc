"""`alvara resolve`."""

import json
import os
from pathlib import Path

import jsonschema
import pytest

from tests.cli.conftest import Run
from tests.this_registry import ROOT

PERMITS = ("-C", os.fspath(ROOT), "resolve")
SCHEMA = json.loads((ROOT / "schemas/output/resolution-1.schema.json").read_text(encoding="utf-8"))


def test_the_ambiguous_command_of_the_seeds_as_json(run: Run) -> None:
    found = run(
        *PERMITS, "Altere isso.", "--page", "workPermit", "--selection", "WP-10231", "--focus", "components",
        "--format", "json",
    )  # fmt: skip

    assert found.code == 0
    assert found.json == {
        "format": "alvara.resolution/1",
        "outcome": "ambiguous",
        "intent": "unclear",
        "matches": [{"id": "workPermit.components", "kind": "resource", "step": "graph", "score": 0.7}],
        "capabilities": [
            "workPermit.components.add", "workPermit.components.remove", "workPermit.components.update",
        ],
        "clarification": "Posso alterar os componentes da permissão WP-10231. O que você deseja modificar?",
    }  # fmt: skip


@pytest.mark.parametrize("text", ["altere o prazo", "nome", "qual é a capital da França?", ""])
def test_each_answer_has_the_published_shape(run: Run, text: str) -> None:
    jsonschema.validate(run(*PERMITS, text, "--format", "json").json, SCHEMA)


def test_shows_what_was_understood(run: Run) -> None:
    found = run(*PERMITS, "Coloque", "a", "validade", "para", "30", "dias.", "--page", "workPermit")

    assert found.code == 0
    assert found.out.splitlines() == [
        "resolved, a command",
        "",
        "ID                   KIND      STEP     SCORE",
        "workPermit.validity  resource  synonym  0.902",
        "",
        "by workPermit.updateValidity",
    ]


def test_shows_what_to_ask_back(run: Run) -> None:
    assert run(*PERMITS, "bom dia").out.splitlines() == [
        "unknown, neither question nor command",
        "",
        "ask: Não encontrei nada com essas palavras. Do que se trata?",
    ]


def test_says_that_nothing_does_what_a_clear_command_asks_for(run: Run) -> None:
    found = run(*PERMITS, "Altere a validade para 30 dias", "--permissions", "")

    assert found.out.splitlines()[0] == "resolved, a command"
    assert found.out.splitlines()[-1] == "by no capability"


def test_a_bundle_answers_as_the_tree_does(bundled: Path, run: Run) -> None:
    for asked in (["adie o pedido"], ["prazo de entrega", "--page", "order"], ["mude isso", "--focus", "order.due"]):
        tree = run("resolve", *asked, "--format", "json")
        bundle = run("resolve", *asked, "--format", "json", "--bundle", "dist/bundle")

        assert tree.json["outcome"] == "resolved"
        assert tree == bundle


def test_what_the_caller_may_not_use_is_not_named(run: Run) -> None:
    asked = (*PERMITS, "Altere a validade para 30 dias", "--format", "json")

    assert run(*asked, "--permissions", "workPermit.update").json["capabilities"] == ["workPermit.updateValidity"]
    for caller in (["--permissions", "workPermit.read"], ["--permissions", ""], ["--tenant", ""]):
        assert run(*asked, *caller).json["capabilities"] == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--page", "workPermits"], "there is no page `workPermits`; did you mean"),
        (["--focus", "workPermit.validty"], "did you mean `workPermit.validity`?"),
        (["--locale", "xx"], "there is no locale `xx`; there are `pt-BR`, `en`"),
        (["--bundle", "nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_looked_at_is_exit_2_with_a_way_out(run: Run, options: list[str], said: str) -> None:
    found = run(*PERMITS, "altere isso", *options)

    assert (found.code, found.out) == (2, "")
    assert said in found.err


def test_hidden_characters_of_a_selection_are_not_printed(run: Run) -> None:
    found = run(*PERMITS, "altere isso", "--page", "workPermit", "--selection", "\x1b[31mWP\u202e")

    assert found.code == 0
    assert "\x1b" not in found.out
    assert "\u202e" not in found.out


def test_without_a_sentence_there_is_nothing_to_look_at(run: Run) -> None:
    assert run(*PERMITS).code == 2
