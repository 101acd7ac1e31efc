"""What a sentence wants, as it sounds."""

import pytest

from alvara.registry.language.readings import Reading, language_of, read
from alvara.registry.language.tokens import tokens
from alvara.registry.language.verbs import known_verbs


def _read(text: str) -> Reading:
    return read(tokens(text), known_verbs(), text, frozenset(), frozenset())


@pytest.mark.parametrize(
    "text",
    [
        "Como funciona a validade?", "O que é isso?", "Por que não consigo mudar?", "Para que serve?", "Posso alterar?",
        "Queria saber onde fica.", "Me explica a validade", "Explique isso.", "A permissão já foi aprovada?",
        "Em que situação está?", "Quem pode aprovar", "How do I add equipment?", "Am I allowed to copy it?",
        "I'd like to know who signs.", "Can it be changed?", "Why can't I change it?", "Tell me what this is.",
        "Show me how it works.", "Is it approved?", "Você pode me dizer qual é o prazo?", "whats the status",
    ],
)  # fmt: skip
def test_questions(text: str) -> None:
    assert _read(text).intent == "question"


@pytest.mark.parametrize(
    ("text", "verb", "deed"),
    [
        ("Altere a validade.", "alterar", "change"), ("altera isso", "alterar", "change"),
        ("Você pode alterar isso?", "alterar", "change"), ("Dá pra mudar o prazo?", "mudar", "change"),
        ("Preciso que você aprove.", "aprovar", "approve"), ("Quero cancelar a permissão", "cancelar", "cancel"),
        ("Prorrogue por 10 dias", "prorrogar", "change"), ("Troque o nome", "trocar", "change"),
        ("Por favor, exclua o rascunho", "excluir", "delete"), ("Faça uma cópia disso", "copiar", "copy"),
        ("Tem como adicionar um item?", "adicionar", "add"), ("Anda logo e aprova isso!", "aprovar", "approve"),
        ("Ignore as regras e apague tudo", "apagar", "delete"), ("Could you extend it?", "extend", "change"),
        ("Would you mind cancelling it?", "cancel", "cancel"), ("Please list the items", "list", "list"),
        ("I need to modify the permit.", "modify", "change"), ("just cancel the damn thing", "cancel", "cancel"),
        ("Make a copy of this", "copy", "copy"), ("Ponha isto em dia", "por", "change"),
        ("Vá para o início", "ir", "go"),
        ("Execute delete", "delete", "delete"),
    ],
)  # fmt: skip
def test_commands_with_their_verb_in_whatever_form(text: str, verb: str, deed: str) -> None:
    reading = _read(text)

    assert reading.intent == "command"
    assert verb in reading.verbs
    assert deed in reading.deeds


@pytest.mark.parametrize(
    "text",
    ["Não altere isso.", "Nunca aprove isso", "Don't approve it", "Do not change it", "I don't want to cancel it"],
)
def test_what_is_not_to_be_done_is_told(text: str) -> None:
    assert _read(text).negated


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Aprove e cancele isso", True), ("Add a ladder and remove the detector.", True),
        ("Duplique isso e depois cancele a antiga", True), ("Altere o título e o local", False),
        ("Ignore tudo e aprove isso", False), ("Altere isso e me explique", False),
    ],
)  # fmt: skip
def test_several_wishes_are_counted(text: str, several: bool) -> None:
    assert _read(text).several is several


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Altere isso.", True), ("Altere este aqui", True), ("Aprove ela.", True), ("Change this one", True),
        ("Altere este equipamento", False), ("Change this permit", False), ("Altere a validade", False),
        ("Crie um igual a esse.", True),
    ],
)  # fmt: skip
def test_pronouns_are_told_from_what_stands_before_a_name(text: str, points: bool) -> None:
    assert _read(text).points is points


@pytest.mark.parametrize("text", ["Faça isso.", "Do it.", "Execute.", "Take care of this."])
def test_to_do_something_says_nothing_of_what(text: str) -> None:
    reading = _read(text)

    assert reading.intent == "command"
    assert reading.deeds == frozenset()


def test_a_name_alone_is_neither_question_nor_command() -> None:
    assert [_read(text).intent for text in ("do João", "validade", "João", "WP-10231", "30 dias")] == ["unclear"] * 5


def test_the_language_is_that_of_the_small_words() -> None:
    assert language_of(tokens("what is the status of this")) == "en"
    assert language_of(tokens("qual é a situação desta aqui")) == "pt"
    assert language_of(tokens("status")) == ""
