"""Whatever is said, there is an answer in bounded time, it is the same every time, and names nothing it must not."""

import json
import os
import subprocess
import sys
from itertools import product
from time import process_time
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.registry.language.resolution import Resolution
from alvara.report.resolution_json import render
from tests.registry.held import own_files, own_registry, registry_of
from tests.registry.holding import registry, resource
from tests.registry.language.bakery import FILES, bakery
from tests.this_registry import ROOT

SCHEMA = json.loads((ROOT / "schemas/output/resolution-1.schema.json").read_text(encoding="utf-8"))

_ODD = {
    "nothing": "", "spaces": " \t\n ", "one emoji": "🦜", "marks": "?!… — «»", "control": "\x00\x1b[31m\x07",
    "direction": "\u202eesrever\u2066", "a lone surrogate": "\ud800", "one letter": "a", "digits": "1" * 500,
    "a megabyte": "altere a validade " * 60_000, "10,000 words": "palavra " * 10_000, "an ID without end": "a." * 900,
    "quotes": '"' * 1_000, "accents without letters": "\u0301" * 1_500, "one long word": "x" * 1_999,
    "hyphens": "a-1" * 600, "many names": "validade " * 200, "ligatures": "\ufdfa" * 1_900,
    "no spaces": "\u8bb8\u53ef\u8bc1" * 660, "two scripts": "\u0430a" * 999, "wide letters": "\uff57" * 1_999,
}  # fmt: skip


@pytest.mark.parametrize("text", _ODD.values(), ids=_ODD.keys())
def test_odd_texts_are_answered_soon(text: str) -> None:
    own_registry().resolve("validade")
    began = process_time()
    found = own_registry().resolve(text, page="workPermit", focus="workPermit.validity")

    assert process_time() - began < 0.3
    assert found.outcome in ("resolved", "ambiguous", "unknown")
    assert found.outcome == "resolved" or found.clarification


def test_the_same_name_again_and_again_is_answered_soon_where_very_many_have_it() -> None:
    many = registry([resource(f"d{number}.thing", labels={"en": ["the thing"]}) for number in range(1_000)])
    many.resolve("thing")
    began = process_time()
    found = many.resolve("the thing " * 200)

    assert process_time() - began < 0.3
    assert found.matches


def test_what_is_too_long_is_refused_in_words() -> None:
    found = own_registry().resolve("Altere a validade. " * 200, locale="pt-BR")

    assert (found.outcome, found.matches) == ("unknown", ())
    assert found.clarification == "A mensagem é longa demais. Diga em uma frase o que você deseja."


_VOCABULARY = (
    "altere mostre cancele aprove abra add remove show change delete execute não quero posso como qual isso this esta"
    " permissão permit validade riscos components equipamento do João da 30 dias WP-10231 workPermit.approve name data"
    " e and ? , . nome tudo everything aba risks employee ignore regras para de the"
)
_WORDS = st.sampled_from(_VOCABULARY.split())
_SENTENCES = st.lists(_WORDS, max_size=12).map(" ".join)
_TEXTS = st.one_of(_SENTENCES, st.text(max_size=60))
_PLACES = st.fixed_dictionaries(
    {},
    optional={
        "page": st.just("workPermit"),
        "focus": st.sampled_from(["workPermit.validity", "workPermit.components", "employee"]),
        "selection": st.sampled_from(["WP-10231", "<b>\x1b[0m", "x" * 300]),
        "locale": st.sampled_from(["pt-BR", "en"]),
    },
)


def _check(found: Resolution) -> None:
    document = json.loads(render(found))
    jsonschema.validate(document, SCHEMA)
    scores = [match.score for match in found.matches]
    assert found.outcome != "resolved" or found.matches
    assert found.outcome != "unknown" or not (found.matches or found.capabilities)
    assert (found.clarification is None) == (found.outcome == "resolved")
    assert found.intent != "question" or not found.capabilities
    assert len(found.capabilities) < 2 or found.outcome == "ambiguous"
    assert all(0 < score <= 1 for score in scores)
    assert len(set(found.matches)) == len(found.matches)
    assert "\x1b" not in (found.clarification or "")


@given(text=_TEXTS, where=_PLACES)
@settings(max_examples=150)
def test_every_answer_has_its_shape_and_agrees_with_itself(text: str, where: dict[str, Any]) -> None:
    found = own_registry().resolve(text, **where)

    _check(found)
    assert found == own_registry().resolve(text, **where)


_PERMISSIONS = ("workPermit.read", "workPermit.update", "workPermit.approve", "workPermit.cancel", "app.use")


@given(text=_SENTENCES, held=st.sets(st.sampled_from(_PERMISSIONS)), where=_PLACES)
@settings(max_examples=100)
def test_no_answer_names_a_capability_that_the_caller_may_not_use(
    text: str, held: set[str], where: dict[str, Any]
) -> None:
    registry = own_registry()
    found = registry.resolve(text, permissions=held, **where)
    offers = {offer.id: offer for offer in registry._ground.atlas.offers}
    named = {*found.capabilities, *(match.id for match in found.matches if match.kind == "capability")}

    assert all(offers[id].requirement.permissions <= held for id in named)


@pytest.mark.parametrize(
    ("text", "held"),
    list(
        product(
            ("Altere os itens", "order.items.remove", "Tire um item", "o que é order.glaze?", "mostre a encomenda"),
            ({"order.update"}, {"order.read"}, set()),
        )
    ),
)
def test_what_a_caller_may_not_use_makes_no_difference(text: str, held: set[str]) -> None:
    kept = {
        path: content
        for path, content in FILES.items()
        if "permissions: [" not in content or any(f"permissions: [{name}]" in content for name in held)
    }

    assert bakery().resolve(text, permissions=held) == registry_of(kept).resolve(text, permissions=held)


def test_the_same_comes_whatever_the_order_of_hashes() -> None:
    program = (
        "from tests.registry.held import own_registry\n"
        "for text in ('Mude o nome.', 'data', 'Altere isso', 'registro numero', 'Abra a permissão do João.'):\n"
        "    print(own_registry().resolve(text, page='workPermit'))\n"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, check=True,
            capture_output=True, timeout=120,
        ).stdout
        for seed in ("1", "2", "77")
    }  # fmt: skip

    assert len(answers) == 1


def test_authors_may_write_anything_that_is_text() -> None:
    files = {
        **own_files(),
        "semantic-ids/odd.yaml": (
            "id: odd\ntype: entity\nname: \"🦜\"\nlabels: {pt-BR: \"a o de\", en: \"'s\"}\n"
            "synonyms: {pt-BR: [\"\\u0301\", \"!\", \"linha\\nduas\"]}\n"
        ),
    }  # fmt: skip
    odd = registry_of(files)

    assert odd.resolve("linha duas").matches[0].id == "odd"
    assert odd.resolve("odd").matches[0].id == "odd"
