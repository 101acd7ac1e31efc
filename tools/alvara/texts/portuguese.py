"""What a poisoned text says to a model, in Portuguese. Each phrase has the attack that it is about."""

from alvara.texts.clauses import COMMANDS, CONDITIONS, NEGATIONS
from alvara.texts.phrase import BETRAY, CONCEAL, NO_POLICY, NOT_ASK, PUSH, ROLE, SET_ASIDE, Phrase

_IGNORE = (
    "(?:ignore|ignorem|ignora|ignorar|ignorando|desconsidere|desconsiderem|desconsidera|desconsiderar"
    "|desconsiderando|esqueca|esquecam|esquece|esquecer|desobedeca|desobedecer|descarte|despreze|desrespeite"
    "|anule|revogue|burle|contorne|passe por cima|nao siga|nao sigas|nao obedeca|nao cumpra|nao respeite"
    "|nao leve em conta|deixe de seguir|pare de seguir|sobrescreva)"
)
_USER = "(?:usuarios?|clientes?|operador|humano|solicitante)"

PHRASES = (
    # The classic in Portuguese, where what qualifies comes last: instruções anteriores, regras do sistema.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,3}? (?:instruc(?:ao|oes)|diretrizes?|orientac(?:ao|oes)|prompts?|salvaguardas|mensagens?"
        r"|comandos|regras|restricoes|politicas|limites|limitacoes)(?: \w+){0,2}? (?:(?:anterior(?:es)?"
        "|previas?)(?! (?:a|ao|aos|as) (?!est|iss|ess|mensag|partir))|acima|precedentes?|do sistema"
        "|do desenvolvedor|que (?:voce )?(?:recebeu|tem)|recebidas?|que (?:lhe|te) deram|originais|iniciais"
        r"|ate aqui|ate agora)\b",
    ),
    # All instructions, or the model's own: todas as instruções, suas diretrizes.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,2}? (?:todas?|todos|quaisquer|qualquer|suas?|seus?|tuas?|teus?|minhas|demais"
        "|outras?)(?: as| os| suas| de| das)*? (?:instruc(?:ao|oes)|diretrizes?|orientac(?:ao|oes)|prompts?"
        r"|salvaguardas)\b",
    ),
    # The model's own rules, talked away: suas regras.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,2}? (?:suas|seus|tuas|teus) (?:regras|restricoes|limites|politicas)\b",
    ),
    # "Tudo o que você sabe": the instructions without their name.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,2}? (?:tudo|o que)(?: \w+){0,4}? (?:acima(?! d| \d)|que voce sabe|aprendeu|lhe disseram"
        r"|te disseram|foi dito|ate agora|ate aqui)\b",
    ),
    # New instructions, a new goal: suas novas instruções.
    Phrase(
        SET_ASIDE,
        "(?:sua nova|suas novas|seu novo)",
        r" (?:instruc(?:ao|oes)|tarefa|objetivo|papel|prompt)\b",
    ),
    # An order that is to hold for the rest of the conversation: a partir de agora.
    Phrase(
        SET_ASIDE,
        "(?:a partir de agora|de agora em diante|daqui em diante)",
        " (?:voce|ignore|sempre|nunca|responda|aja|trate|obedeca|aprove|execute"
        r"|chame|desconsidere|nao (?:siga|peca|conte|diga"
        r"|obedeca))\b",
    ),
    # What the user is not told, in Portuguese: não conte ao usuário.
    Phrase(
        CONCEAL,
        "(?:nao|nunca|jamais|sem|evite)(?: lhe)? (?:conte|contar|diga|dizer|fale|falar|mencione|mencionar"
        "|avise|avisar|revele|revelar|comente|comentar|comunique|explique|deixe)",
        rf"(?: \w+){{0,6}}? (?:(?:ao|aos|para o|para os|pro|o|a|com o) {_USER}|a ninguem|para ninguem"
        r"|nada disso)\b",
        unless=NEGATIONS,
    ),
    # "Informe" also means to fill in, so only what is told to somebody counts: não informe isso ao usuário.
    Phrase(
        CONCEAL,
        "(?:nao|nunca|jamais|sem|evite) (?:informe|informar|notifique|mostre|mostrar)",
        rf"(?: \w+){{0,5}}? (?:isso|isto|esta|este|essa|esse|nada)(?: \w+){{0,4}}? (?:ao|aos|para o) {_USER}\b",
        unless=NEGATIONS,
    ),
    # The same to the user as such: não informe ao usuário.
    Phrase(
        CONCEAL,
        "(?:nao|nunca|jamais) (?:informe|notifique|conte|diga)",
        rf"(?: nada)? (?:ao|aos) {_USER}\b",
        unless=NEGATIONS,
    ),
    # Something is hidden from the user: oculte do usuário.
    Phrase(
        CONCEAL,
        f"(?:esconda|oculte|omita|disfarce|encubra) d(?:o|os) {_USER}",
    ),
    # Done without telling, where it is an order and no description: sem informar o usuário.
    Phrase(
        CONCEAL,
        "sem (?:informar|notificar)",
        rf" (?:ao|aos|o|os) {_USER}\b",
        unless=NEGATIONS,
        needs=COMMANDS,
    ),
    # Something is done behind the user's back: sem que o usuário saiba.
    Phrase(
        CONCEAL,
        "sem que o",
        rf" {_USER} (?:saiba|perceba|veja|note|descubra|desconfie)\b",
        unless=NEGATIONS,
    ),
    # The same with a noun: sem o conhecimento do usuário.
    Phrase(
        CONCEAL,
        "sem o (?:conhecimento|consentimento) do",
        rf" {_USER}\b",
        unless=NEGATIONS,
    ),
    # A call or its result is hidden from the user: esconda isto do usuário.
    Phrase(
        CONCEAL,
        "(?:esconda|oculte|omita|disfarce|encubra)",
        " (?:isto|isso|este|esta|essa|esse|estas|estes|o resultado|a chamada|o fato|a acao"
        rf"|a operacao)(?: \w+){{0,5}}? d(?:o|os) {_USER}\b",
    ),
    # Secrecy is asked for: mantenha isso em segredo.
    Phrase(
        CONCEAL,
        "(?:mantenha|guarde|deixe) (?:isto|isso|est[ae]s?|ess[ae]s?)",
        r"(?: \w+){0,3}? (?:em segredo|em sigilo|oculto|oculta|entre nos"
        r"|escondid\w)\b",
    ),
    # Said of the user: o usuário não deve saber disso.
    Phrase(
        CONCEAL,
        f"o {_USER} (?:nao|nunca|jamais)",
        r" (?:deve|pode|precisa|podera|devera)(?: \w+){0,2}? (?:saber(?: d\w+)?$|saber d|perceber"
        "|ser (?:informado|avisado)|descobrir|desconfiar|ficar sabendo)",
    ),
    # A confirmation that the text talks the model out of: não peça confirmação.
    Phrase(
        NOT_ASK,
        "(?:nao|nunca|jamais|evite) (?:peca|pedir|solicite|solicitar|exija|exigir|aguarde|aguardar|espere"
        "|esperar|pergunte|perguntar)",
        r"(?: \w+){0,5}? (?:confirmac(?:ao|oes)|consentimento|confirmar|permissao(?! de)|autorizacao(?! de)"
        r"|aprovacao (?:do|ao|humana)|se (?:pode|deve))\b",
        unless=NEGATIONS,
    ),
    # Done without asking, where it is an order and no description: sem pedir confirmação.
    Phrase(
        NOT_ASK,
        "sem (?:pedir|solicitar|exigir|aguardar|esperar|perguntar|confirmar)",
        r"(?:$|(?: \w+){0,4}? (?:confirmac(?:ao|oes)|consentimento|permissao(?! de)|autorizacao(?! de)|nada"
        rf"|antes|(?:ao|com o|o) {_USER})\b)",
        unless=NEGATIONS,
        needs=COMMANDS,
    ),
    # The confirmation as a step to be left out: pule a confirmação.
    Phrase(
        NOT_ASK,
        "(?:pule|pular|salte|dispense|dispensar|omita|burle|contorne|suprima|desative|ignore)",
        r"(?: \w+){0,4}? confirmac(?:ao|oes)\b",
        unless=NEGATIONS,
        sign="confirmac(?:ao|oes)",
    ),
    # The confirmation as something that is not needed: não é preciso confirmar com o usuário.
    Phrase(
        NOT_ASK,
        "nao (?:e|ha) (?:preciso|necessario|necessidade de) (?:confirmar|perguntar|pedir)",
        rf" (?:(?:com o|ao) {_USER}|confirmacao|permissao(?! de))\b",
    ),
    # What the user wants, set aside: ignore o pedido do usuário.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        rf"(?: o| a| as| os)? (?:pedidos?|vontade|recusa|respostas?|instrucoes|objec(?:ao|oes)) do {_USER}\b",
    ),
    # A confirmation that never took place is to be taken for given: considere que o usuário confirmou.
    Phrase(
        NOT_ASK,
        "(?:considere|assuma|presuma|suponha|finja|trate|aja como se)(?: que)?(?: o| a| este| esta| toda)?"
        f" (?:{_USER}|pedido|acao|chamada|isto|isso|tudo|resposta)",
        r"(?: \w+){0,3}? (?:confirmou|aprovou|autorizou|concordou|consentiu|aceitou|confirmad\w|aprovad\w"
        r"|autorizad\w|consentid\w)\b",
    ),
    # The model is to go on without the confirmation: prossiga sem confirmar.
    Phrase(
        NOT_ASK,
        "(?:prossiga|continue|execute|rode|va em frente|aja|faca|aplique|chame|use|invoque)",
        r"(?: \w+){0,5}? sem(?: \w+){0,2}? (?:confirmac(?:ao|oes)|confirmar|consentimento|perguntar)\b",
        unless=NEGATIONS,
        sign="(?:confirmacao|confirmacoes|confirmar|consentimento|perguntar)",
    ),
    # The text claims that the user has confirmed: o usuário já confirmou.
    Phrase(
        NOT_ASK,
        f"o {_USER} ja (?:confirmou|aprovou|autorizou|concordou|consentiu|deu)",
        unless=CONDITIONS,
    ),
    # The model is to answer in the user's place: confirme em nome do usuário.
    Phrase(
        NOT_ASK,
        "(?:confirme|aprove|aceite)",
        rf"(?: \w+){{0,4}}? (?:em nome|no lugar) do {_USER}\b",
        unless=NEGATIONS,
        sign="(?:em nome|no lugar) do",
    ),
    # A policy to be got round: burle a política.
    Phrase(
        NO_POLICY,
        "(?:burle|burlar|contorne|contornar)",
        r"(?: \w+){0,2}? politicas?\b",
        unless=NEGATIONS,
    ),
    # A denial that is declared void: mesmo que a política negue.
    Phrase(
        NO_POLICY,
        "mesmo (?:que|se|quando)",
        r"(?: \w+){0,2}? (?:politicas?|regras?|permissoes|usuario) (?:negu?e\w*|negar\w*|proib\w+|bloque\w+"
        r"|recus\w+|impec\w+|impedir\w*|diga nao)\b",
        unless=NEGATIONS,
        sign="(?:politicas?|regras?|permissoes|usuario) (?:neg|proib|bloque|recus|impe|diga nao)",
    ),
    # A check that is left out by order: sem verificar permissões.
    Phrase(
        NO_POLICY,
        "sem (?:verificar|checar|validar|consultar|avaliar)",
        r"(?: \w+){0,2}? (?:permiss(?:ao|oes)(?! de)|autorizac(?:ao|oes)(?! de)|politicas?)\b",
        unless=NEGATIONS,
        needs=COMMANDS,
    ),
    # A new identity: você agora é.
    Phrase(
        ROLE,
        "(?:voce agora e|agora voce e|voce e agora|voce nao e mais|voce nao esta mais|voce esta livre)",
    ),
    # The same as play-acting: finja ser.
    Phrase(
        ROLE,
        "(?:finja|faca de conta)",
        r" (?:ser|que (?:e|voce))\b",
    ),
    # The same as a role with more power than the user has: aja como o administrador.
    Phrase(
        ROLE,
        "(?:aja|comporte se|responda) como",
        r" (?:se (?:fosse|voce)|(?:o |um |uma )?(?:sistema|administrador|outr[oa]|ia|root)\w*)\b",
    ),
    # The same once more: assuma o papel de.
    Phrase(
        ROLE,
        "assuma (?:o papel|a identidade)",
        r" de\b",
    ),
    # The system prompt is wanted: repita as instruções do sistema.
    Phrase(
        BETRAY,
        "(?:revele|mostre|imprima|repita|inclua|envie|exiba|escreva|copie|cole|devolva)",
        r"(?: \w+){0,4}? (?:prompt (?:do|de) sistema|instrucoes (?:internas|ocultas|do sistema|acima|iniciais"
        r"|que (?:voce )?recebeu)|suas instrucoes)\b",
        unless=NEGATIONS,
        sign="(?:prompt d[oe] sistema|instrucoes (?:internas|ocultas|do sistema|acima|iniciais|que)|suas instrucoes)",
    ),
    # A capability wants to be called first: sempre chame isto antes de qualquer outra.
    Phrase(
        PUSH,
        "(?:sempre|voce deve|primeiro)(?: sempre)? (?:chame|chamar|use|usar|utilize|invoque|execute|executar"
        "|rode|acione|consulte)",
        r"(?: \w+){1,8}? antes de (?:qualquer|quaisquer|todas?|todos|cada|tudo|responder)\b",
        sign="antes de (?:qualquer|quaisquer|todas?|todos|cada|tudo|responder)",
    ),
    # The same without the adverb: execute isto antes de tudo.
    Phrase(
        PUSH,
        "(?:chame|use|utilize|invoque|execute|rode|acione)",
        r"(?: \w+){1,8}? antes de (?:(?:qualquer|todas as|cada)(?: outras?| outro)? (?:ferramentas?"
        r"|capacidades?|funcao|funcoes|acao|acoes|chamadas?|operac\w+|respostas?|coisa)|tudo)\b",
        sign="antes de (?:qualquer|todas|cada|tudo)",
    ),
    # The same the other way round: antes de qualquer resposta chame isto.
    Phrase(
        PUSH,
        "antes de (?:qualquer|cada|toda|todas)",
        r"(?: as)?(?: outras?| outro)? (?:ferramentas?|capacidades?|acao|acoes|chamadas?|respostas?|operac\w+"
        r"|coisa) (?:sempre )?(?:chame|use|utilize|execute|invoque|leia|envie)\b",
    ),
    # A capability wants to replace all others: em vez das outras ferramentas.
    Phrase(
        PUSH,
        "em vez d(?:e|as) (?:qualquer outra|todas as outras|as outras|outras)",
        r" (?:ferramentas?|capacidades?|funcoes)\b",
    ),
    # The others are spoken ill of: não use outras ferramentas.
    Phrase(
        PUSH,
        "nao (?:use|chame|utilize|invoque)",
        r"(?: nenhuma| as| quaisquer| qualquer)? outras? (?:ferramentas?|capacidades?|func\w+)\b",
    ),
)
