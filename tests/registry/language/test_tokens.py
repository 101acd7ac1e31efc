"""A text as words."""

import pytest

from alvara.registry.language.tokens import composed, tokens, words_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Veja a PT WP-10231.", [("veja", "word"), ("a", "word"), ("pt", "word"), ("wp-10231", "record")]),
        ("workPermit.validityPeriod", [("workpermit.validityperiod", "identifier")]),
        ("o updateValidity?", [("o", "word"), ("updatevalidity", "identifier")]),
        ("para 30,5 dias", [("para", "word"), ("30,5", "number"), ("dias", "word")]),
        ("até 1º de março", [("ate", "word"), ("1o", "number"), ("de", "word"), ("marco", "word")]),
        ('Título: "Solda no silo"', [("titulo", "word"), ('"solda no silo"', "quote")]),
        ("don't", [("not", "word")]),
        ("I'd like João's", [("i", "word"), ("would", "word"), ("like", "word"), ("joao", "word")]),
        ("🦜", []),
        ("fim. Depois", [("fim", "word"), ("depois", "word")]),
    ],
)  # fmt: skip
def test_words_numbers_and_names_of_things_are_told_apart(text: str, found: list[tuple[str, str]]) -> None:
    assert [(token.word, token.sort) for token in tokens(text)] == found


def test_each_token_knows_where_it_stands() -> None:
    first, second, third = tokens("Cancele, João's — agora!")

    assert (first.opens, second.opens, third.opens) == (True, False, False)
    assert (second.pauses, third.pauses) == (True, True)
    assert (second.owns, third.owns) == (True, False)
    assert [("Cancele, João's — agora!")[token.start : token.end] for token in (first, third)] == ["Cancele", "agora"]


def test_letters_in_two_code_points_are_as_those_in_one() -> None:
    assert composed("permissa\u0303o") == "permissão"
    assert words_of("Permissão-de_TRABALHO") == ["permissao", "de", "trabalho"]
