"""Questions back, in sound Portuguese and English."""

import pytest

from alvara.registry.language.english import ENGLISH
from alvara.registry.language.portuguese import PORTUGUESE
from tests.registry.holding import capability, registry, resource

LABELS = [
    ("o", "campo"), ("o", "início do trabalho"), ("o", "grau do risco"), ("o", "local"), ("o", "nome"), ("o", "mapa"),
    ("o", "problema"), ("o", "padrão"), ("o", "status"), ("o", "mês"), ("o", "solicitante"), ("o", "programa"),
    ("a", "validade"), ("a", "permissão"), ("a", "situação da permissão"), ("a", "data"), ("a", "matrícula"),
    ("a", "análise"), ("a", "versão"), ("a", "origem"), ("a", "equipe"), ("a", "lista"), ("a", "viagem"),
    ("os", "componentes"), ("os", "itens"), ("os", "documentos obrigatórios"), ("os", "riscos"), ("os", "materiais"),
    ("as", "aprovações"), ("as", "datas"), ("as", "imagens"), ("as", "observações"), ("as", "assinaturas"),
]  # fmt: skip


@pytest.mark.parametrize(("article", "label"), LABELS)
def test_articles_follow_the_gender_and_the_number_of_a_label(article: str, label: str) -> None:
    assert PORTUGUESE.phrases.the(label) == f"{article} {label}"
    assert PORTUGUESE.phrases.of(label, "X-1") == f"d{article} {label} X-1"


def test_english_has_one_article_and_none_before_the_number_of_a_record() -> None:
    assert ENGLISH.phrases.the("validity") == "the validity"
    assert ENGLISH.phrases.of("work permit", "WP-1") == "of work permit WP-1"
    assert ENGLISH.phrases.of("work permit", "") == "of the work permit"


def test_labels_are_written_as_within_a_sentence_and_abbreviations_stay() -> None:
    resources = [
        resource("a", labels={"pt-BR": "Nota", "en": "Note"}),
        resource("b", labels={"pt-BR": "PT"}, synonyms={"pt-BR": ["nota"], "en": ["note"]}),
        resource("c", name="Note of c", synonyms={"pt-BR": ["nota"], "en": ["note"]}),
    ]
    found = registry(resources).resolve("mude a nota", locale="pt-BR")

    assert found.clarification == "Você quer dizer nota, PT ou note of c?"
    assert registry(resources).resolve("change the note").clarification == "Do you mean note, PT or note of c?"


def test_of_many_possibilities_a_few_are_named() -> None:
    labels = {"pt-BR": "Nota"}
    changes = [
        capability(f"a.n{number}", semanticIds=["a"], labels={"pt-BR": f"Mexer em {number}"}) for number in range(9)
    ]
    things = [resource(f"a{letter}", labels=labels, synonyms=[f"nota {letter}"]) for letter in "bcdefghij"]

    asked = registry([resource("a", labels=labels)], changes).resolve("mexer na nota").clarification
    assert asked == "Posso alterar a nota. O que você deseja modificar?"
    assert len(registry(things).resolve("nota").matches) == 8
