"""Portuguese, as it is spoken in Brazil to a machine: small words, verbs, and how to ask back."""

from collections.abc import Iterator

from alvara.registry.language.grammar import Grammar, Phrases, listed, sequences

_DEEDS = {
    "change": (
        "alterar mudar trocar editar atualizar corrigir ajustar modificar definir redefinir colocar botar por deixar"
        " marcar substituir renomear fixar estabelecer configurar prorrogar estender esticar aumentar diminuir reduzir"
        " encurtar ampliar adiar antecipar postergar renovar transferir mover passar preencher arrumar acertar mexer"
        " reagendar remarcar"
    ),
    "add": "adicionar incluir acrescentar inserir anexar colocar botar por somar juntar agregar cadastrar registrar",
    "remove": "remover retirar tirar excluir apagar desvincular descartar eliminar",
    "create": "criar emitir gerar abrir fazer cadastrar registrar lancar iniciar montar preparar",
    "copy": "duplicar copiar clonar replicar repetir",
    "delete": "excluir apagar deletar eliminar descartar remover",
    "approve": "aprovar liberar autorizar assinar aceitar validar homologar",
    "reject": "rejeitar reprovar recusar negar devolver",
    "cancel": "cancelar suspender revogar interromper anular",
    "close": "encerrar finalizar fechar concluir terminar",
    "submit": "enviar submeter encaminhar",
    "show": (
        "mostrar ver exibir consultar visualizar olhar apresentar ler conferir verificar trazer abrir"
    ),
    "open": "abrir acessar entrar",
    "list": "listar relacionar enumerar",
    "search": "procurar buscar pesquisar encontrar localizar achar filtrar",
    "go": "ir voltar navegar levar retornar",
    "explain": "explicar dizer contar falar esclarecer descrever informar detalhar resumir ensinar",
    "know": "saber entender conhecer compreender perguntar",
    "do": "executar rodar fazer realizar efetuar aplicar",
}  # fmt: skip

_IRREGULAR = {
    "por": "ponha poe ponham pondo poem",
    "ir": "va vai vamos vao indo",
    "ver": "veja ve vejam vendo vejo",
    "ler": "leia le leiam lendo",
    "fazer": "faca faz facam fazendo faco",
    "trazer": "traga traz tragam trazendo",
    "dizer": "diga diz digam dizendo fala",
    "saber": "saiba sabe saibam sabendo sei",
    "descrever": "descreva descreve",
    "repetir": "repita repete repitam repetindo",
    "inserir": "insira insere insiram inserindo",
    "transferir": "transfira transfere transfiram transferindo",
    "conferir": "confira confere confiram conferindo",
    "submeter": "submeta submete",
    "incluir": "inclua inclui incluam incluindo",
    "excluir": "exclua exclui excluam excluindo",
    "substituir": "substitua substitui substituam substituindo",
    "diminuir": "diminua diminui",
    "reduzir": "reduza reduz reduzam reduzindo",
    "mexer": "mexa mexe mexam mexendo",
    "perguntar": "pergunte pergunta",
    "registrar": "registre registra registrem registrando",
}
"""Forms that the rules of `_inflect` do not give."""


def _inflect(verb: str) -> Iterator[str]:
    """Yield the forms in which a verb asks for something: infinitive, imperatives, gerund, and with a pronoun."""
    if verb != "por":  # without its accent, it is the preposition
        yield verb
    if verb in _IRREGULAR:
        yield from _IRREGULAR[verb].split()
        return
    root, ending = verb[:-2], verb[-2:]
    if verb.endswith("ear"):
        yield from (root + "ie", root + "iem", root + "ia", root + "ando")
    elif ending == "ar":
        soft = root[:-1] + "qu" if root.endswith("c") else root
        soft = f"{root}u" if root.endswith("g") else soft
        # A cedilla is a plain c once accents are aside: lançar has lance, trocar has troque.
        forms = {soft + "e", soft + "em", root + "e", root + "em"} if root.endswith("c") else {soft + "e", soft + "em"}
        yield from sorted(forms)
        yield from (root + "a", root + "ando", soft + "emos")
    elif ending == "er":
        hard = f"{root[:-1]}j" if root.endswith("g") else root
        yield from (hard + "a", hard + "am", root + "e", root + "endo")
    elif ending == "ir":
        hard = f"{root[:-1]}j" if root.endswith("g") else root
        yield from (hard + "a", hard + "am", root + "e", root + "indo")


_NOUNS = {
    "copiar": "copia", "mudar": "mudanca", "trocar": "troca", "incluir": "inclusao", "excluir": "exclusao",
    "remover": "remocao", "editar": "edicao", "corrigir": "correcao", "adicionar": "adicao", "inserir": "insercao",
    "ajustar": "ajuste", "cadastrar": "cadastro", "buscar": "busca", "pesquisar": "pesquisa", "consultar": "consulta",
    "aumentar": "aumento", "reduzir": "reducao", "transferir": "transferencia", "cancelar": "cancelamento",
    "emitir": "emissao", "suspender": "suspensao", "explicar": "explicacao", "adiar": "adiamento",
}  # fmt: skip
"""What a verb is called that is done: faça uma cópia."""


def _nouns(verb: str) -> Iterator[str]:
    yield _NOUNS[verb] if verb in _NOUNS else f"{verb[:-2]}acao" if verb.endswith("ar") else verb


def _is_infinitive(word: str) -> bool:
    return len(word) > 3 and word.endswith(("ar", "er", "ir"))


def _of(label: str, name: str) -> str:
    """Say that something is of a thing: da permissão WP-10231."""
    return f"d{_article(label)} {label}{f' {name}' if name else ''}"


def _the(label: str) -> str:
    return f"{_article(label)} {label}"


def _article(label: str) -> str:
    """Guess the article of a noun from the ending of its first word; most words of business are regular."""
    word = label.split()[0].lower()
    plural = word.endswith("s") and word not in ("ônibus", "status", "vírus", "lápis", "atlas", "gás", "mês", "país")
    single = word[:-1] if plural else word
    feminine = (
        single.endswith(("a", "ã", "ção", "são", "ssão", "stão", "gião", "dade", "tude", "agem", "ice", "gem", "ez"))
        or word.endswith(("ções", "sões", "stões", "giões", "agens", "gens"))
        or single in ("ordem", "base", "fase", "classe", "rede", "parte", "chave", "data", "lista", "análise", "equipe")
    ) and not single.endswith(("ema", "oma", "ograma", "eta de dia", "dia", "mapa"))
    return ("as" if plural else "a") if feminine else ("os" if plural else "o")


PORTUGUESE = Grammar(
    function=listed(
        "a o as os um uma uns umas de do da dos das em no na nos nas ao aos pelo pela pelos pelas por para pra pro pras"
        " pros com e ou que se me te lhe nos meu minha meus minhas seu sua seus suas nosso nossa nossos nossas num numa"
        " dum duma desse dessa desses dessas deste desta destes destas daquele daquela nesse nessa nesses nessas neste"
        " nesta nestes nestas naquele naquela este esta estes estas esse essa esses essas aquele aquela aqueles aquelas"
        " isso isto aquilo disso disto nisso nisto ele ela eles elas dele dela deles delas nele nela ai aqui la ja so"
        " ha foi ser sao e eh esta estao estar estou tem ter tenho mesmo mesma tambem ainda entao sobre"
    ),
    asking=listed("como qual quais quem quando onde porque quanto quanta quantos quantas cade aonde"),
    helping=listed("posso podemos podem pode consigo devo devemos existe existem sera serve tem ha precisa preciso")
    - {"pode", "tem", "preciso", "precisa", "ha"},
    pleas=sequences(
        "por favor, voce pode, voce poderia, voce consegue, vc pode, vc consegue, pode, poderia, podia, consegue,"
        "da para, da pra, daria para, daria pra, tem como, teria como, sera que voce pode, sera que da pra,"
        "sera que voce consegue, quero, queria, quero que, queria que, eu quero, eu queria, gostaria de, gostaria que,"
        "eu gostaria de, preciso, preciso de, preciso que, eu preciso, preciso que voce, quero que voce, necessito,"
        "tenho que, tenho de, temos que, precisamos, precisamos de, vamos, me ajuda a, me ajude a, ajuda a, ajude a,"
        "faz favor de, desejo, e para, e pra, bora, pode por favor, sera que pode, poderia por favor, precisava"
    ),
    fillers=listed(
        "sim claro oi ola opa bom boa dia tarde noite favor gentileza pfv pf pff obrigado obrigada valeu agora entao"
        " olha bem certo ok beleza logo ai voce vc ei rapido urgente so ja imediatamente cara meu amigo pessoal gente"
    ),
    pointing=listed(
        "isso isto aquilo disso disto nisso nisto ele ela eles elas nele nela esse essa este esta"
        " aquele aquela esses essas estes estas"
    ),
    showing=listed(
        "este esta estes estas esse essa esses essas aquele aquela aqueles aquelas deste desta destes destas desse"
        " dessa desses dessas daquele daquela neste nesta nestes nestas nesse nessa nesses nessas"
    ),
    negations=listed("nao nunca jamais nem"),
    reasons=sequences("porque, pois, por causa, ja que, visto que, uma vez que"),
    becoming=listed("para pra pro p"),
    joining=listed("e depois tambem"),
    numbers=listed(
        "um uma dois duas tres quatro cinco seis sete oito nove dez doze quinze vinte trinta quarenta cinquenta"
        " sessenta setenta oitenta noventa cem duzentos trezentos mil meia"
    )
    - {"um", "uma"},
    units=listed(
        "dia dias semana semanas mes meses ano anos hora horas minuto minutos segundo segundos metro metros m cm km kg"
        " quilo quilos grama gramas litro litros l unidade unidades por cento real reais vez vezes peca pecas"
    )
    - {"por", "cento"},
    times=listed(
        "hoje amanha ontem feira segunda terca quarta quinta sexta sabado domingo janeiro fevereiro marco abril maio"
        " junho julho agosto setembro outubro novembro dezembro"
    ),
    vague=listed(
        "tudo todo toda todos todas algo alguma algum alguns algumas coisa coisas nada negocio troco qualquer mais"
    ),
    fresh=listed("nova novo novas novos outra outro"),
    deeds=_DEEDS,
    inflect=_inflect,
    nouns=_nouns,
    is_infinitive=_is_infinitive,
    phrases=Phrases(
        change="Posso alterar {the}{of}. O que você deseja modificar?",
        deed="O que você deseja fazer com {the}{of}?",
        choose="Aqui há mais de uma possibilidade: {these}. O que você deseja fazer?",
        meant="Você quer dizer {these}?",
        nothing="Não encontrei nada com essas palavras. Do que se trata?",
        one_at_a_time="São vários pedidos de uma vez. Qual deles vem primeiro?",
        too_long="A mensagem é longa demais. Diga em uma frase o que você deseja.",
        empty="O que você deseja?",
        last="ou",
        of=_of,
        the=_the,
    ),
)
