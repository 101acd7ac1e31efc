"""Forms of a word that are one, and words that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.registry.language.stems import root, stem

ONE = [
    ("aprovacao", "aprovacoes"), ("nivel", "niveis"), ("material", "materiais"), ("perfil", "perfis"),
    ("item", "itens"), ("token", "tokens"), ("permission", "permissions"), ("company", "companies"), ("mes", "meses"),
    ("pais", "paises"), ("vez", "vezes"), ("aprovado", "aprovada"), ("componente", "component"), ("gas", "gases"),
    ("mao", "maos"), ("box", "boxes"), ("serie", "series"), ("facil", "faceis"), ("pt", "pts"), ("azul", "azuis"),
    ("analise", "analises"), ("risk", "risks"), ("person", "people"), ("anzol", "anzois"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "many"), ONE)
def test_numbers_and_genders_come_together(one: str, many: str) -> None:
    assert stem(one) == stem(many)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("aprovar", "aprovacao"), ("status", "estado"), ("risco", "risca do chao"), ("data", "dado"),
        ("valid", "validity"), ("access", "acesso"),
    ],
)  # fmt: skip
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(alphabet="abcdeilmnorstuyz", max_size=20))
def test_a_stem_is_never_longer_and_never_nothing(word: str) -> None:
    stemmed = stem(word)

    assert len(stemmed) <= max(len(word), 9)
    assert bool(stemmed) == bool(word)


def test_a_verb_and_its_noun_share_a_root() -> None:
    assert "vencimento".startswith(root("vencem"))
    assert "expiry".startswith(root("expires"))
