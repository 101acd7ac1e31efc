"""What a poisoned text says: the phrases, in English and in Portuguese, by which a text gives orders to a model.

`head` is plain enough for the one automaton that all texts go through (letters, blanks, groups); `tail` is looked at
where a head was found. Both see the text in plain lower-case words, one blank between two.
"""

from typing import NamedTuple

NEGATIONS = frozenset(
    "never not no nothing nobody none cannot forbidden nao nunca nada nenhum nenhuma ninguem jamais nem".split()
)
"""Words before a phrase that turn it into its harmless opposite: never go on without asking."""

CONDITIONS = frozenset("if whether when once until after unless that se quando caso apos depois ate indica".split())
"""Words before a phrase that make it a question and no claim: whether the user has confirmed."""

COMMANDS = frozenset(
    "always must immediately directly just simply then and call run execute proceed continue use invoke act perform do"
    " approve send sempre deve imediatamente direto diretamente entao e chame execute rode prossiga siga use invoque aplique"
    " apague exclua faca aja aprove confirme envie altere".split()
)
"""Words before a phrase that make it an order: without them it may merely describe what a capability does."""


class Phrase(NamedTuple):
    """One way to give an order. `unless` and `needs` are words that must not, or must, stand close before it."""

    meaning: str
    head: str
    tail: str = ""
    unless: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()


_SET_ASIDE = "tells a model to set its instructions aside"
_CONCEAL = "tells a model to keep something from the user"
_NOT_ASK = "tells a model to go ahead without asking"
_NO_POLICY = "tells a model to go ahead against the policies"
_ROLE = "gives a model another role"
_BETRAY = "asks a model for its own instructions"
_PUSH = "pushes a capability before all others"

_EN_IGNORE = (
    "(?:ignore|ignoring|disregard|disregarding|forget|forgetting|override|overriding|overrule|bypass|circumvent|neglect"
    "|discard|dismiss|pay no attention to|do not follow|don ?t follow|do not obey|don ?t obey|stop following|stop obeying"
    "|set aside|throw away)"
)
_PT_IGNORE = (
    "(?:ignore|ignorem|ignora|ignorar|ignorando|desconsidere|desconsiderem|desconsidera|desconsiderar|desconsiderando"
    "|esqueca|esquecam|esquece|esquecer|desobedeca|desobedecer|descarte|despreze|desrespeite|anule|revogue|burle|contorne"
    "|passe por cima|nao siga|nao sigas|nao obedeca|nao cumpra|nao respeite|nao leve em conta|deixe de seguir"
    "|pare de seguir|sobrescreva)"
)
_EN_USER = "(?:the (?:end )?(?:user|human|operator|customer|client)|anyone|anybody|users)"
_NOT_A_NOUN = "(?! (?:s|list|names?|ids?|accounts?|interface|table|menu|records?|profile|data|passwords?|e ?mails?)\\b)"
_PT_USER = "(?:usuarios?|clientes?|operador|humano|solicitante)"

PHRASES = (
    # The classic: an injected text cancels whatever the model was told before it.
    Phrase(
        _SET_ASIDE, _EN_IGNORE,
        "(?: \\w+){0,4}? (?:previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system|developer|all"
        "|any|every|your|other|these|those|my)(?: \\w+){0,3}? (?:instructions?|guidelines|directives?|guardrails?|safeguards"
        "|system messages?)\\b",
    ),
    # The same about prompts and rules, which are also words of trade: only where they are the model's own.
    Phrase(
        _SET_ASIDE, _EN_IGNORE,
        "(?: \\w+){0,3}? (?:previous|prior|earlier|preceding|foregoing|your|system|developer|safety)(?: \\w+){0,2}?"
        " (?:prompts?|rules|constraints|commands|restrictions|limitations|training|programming|filters)\\b",
    ),
    Phrase(_SET_ASIDE, _EN_IGNORE, "(?: \\w+){0,2}? your(?: \\w+){0,2}? (?:policy|policies|limits|safety)\\b"),
    # "Everything above", "what you were told": the instructions without their name.
    Phrase(
        _SET_ASIDE, _EN_IGNORE,
        "(?: about)? (?:everything|anything|all|whatever|what)(?: \\w+){0,4}? (?:you know|you were told|you have been told"
        "|you have learned|you were given|told you|until now|so far|above(?= and\\b| now\\b| instead\\b|$)"
        "|before this (?:line|point|message|prompt|text))",
    ),
    Phrase(_SET_ASIDE, _EN_IGNORE, " (?:the|all of the) above(?:$| (?:and|text|instructions|message|prompt)\\b)"),
    Phrase(
        _SET_ASIDE, "(?:your|the) new",
        " (?:instructions?|role|objective|goal|system prompt|task)(?: \\w+)? (?:is|are|follows?)\\b",
    ),
    Phrase(_SET_ASIDE, "from now on", " (?:you|ignore|always|never|do not|don ?t|respond|answer|act|treat|obey)\\b"),
    # Portuguese puts what is qualified first: instruções anteriores, regras do sistema.
    Phrase(
        _SET_ASIDE, _PT_IGNORE,
        "(?: \\w+){0,3}? (?:instruc(?:ao|oes)|diretrizes?|orientac(?:ao|oes)|prompts?|salvaguardas|mensagens?|comandos|regras"
        "|restricoes|politicas|limites|limitacoes)(?: \\w+){0,2}? (?:(?:anterior(?:es)?|previas?)(?! (?:a|ao|aos|as)"
        " (?!est|iss|ess|mensag|partir))|acima|precedentes?|do sistema|do desenvolvedor|que (?:voce )?(?:recebeu|tem)"
        "|recebidas?|que (?:lhe|te) deram|originais|iniciais|ate aqui|ate agora)\\b",
    ),
    Phrase(
        _SET_ASIDE, _PT_IGNORE,
        "(?: \\w+){0,2}? (?:todas?|todos|quaisquer|qualquer|suas?|seus?|tuas?|teus?|minhas|demais|outras?)(?: as| os| suas| de"
        "| das)*? (?:instruc(?:ao|oes)|diretrizes?|orientac(?:ao|oes)|prompts?|salvaguardas)\\b",
    ),
    Phrase(_SET_ASIDE, _PT_IGNORE, "(?: \\w+){0,2}? (?:suas|seus|tuas|teus) (?:regras|restricoes|limites|politicas)\\b"),
    Phrase(
        _SET_ASIDE, _PT_IGNORE,
        "(?: \\w+){0,2}? (?:tudo|o que)(?: \\w+){0,4}? (?:acima(?! d| \\d)|que voce sabe|aprendeu|lhe disseram|te disseram"
        "|foi dito|ate agora|ate aqui)\\b",
    ),
    Phrase(_SET_ASIDE, "(?:sua nova|suas novas|seu novo)", " (?:instruc(?:ao|oes)|tarefa|objetivo|papel|prompt)\\b"),
    Phrase(
        _SET_ASIDE, "(?:a partir de agora|de agora em diante|daqui em diante)",
        " (?:voce|ignore|sempre|nunca|responda|aja|trate|obedeca|desconsidere|nao (?:siga|peca|conte|diga|obedeca))\\b",
    ),
    # What the user is not told, the user cannot stop.
    Phrase(
        _CONCEAL,
        "(?:do not|don ?t|never|must not|mustn ?t|should not|shouldn ?t|without|avoid|no need to|not to)(?: ever)? (?:tell"
        "|telling|mention|mentioning|inform|informing|reveal|revealing|disclose|disclosing|say|saying|explain|explaining"
        "|discuss|discussing|admit|admitting)",
        f"(?: \\w+){{0,6}}? {_EN_USER}\\b{_NOT_A_NOUN}", NEGATIONS,
    ),
    Phrase(
        _CONCEAL, "(?:do not|don ?t|never|without|not to) (?:let|letting)",
        f" {_EN_USER} (?:know|see|notice|find out|learn|suspect)", NEGATIONS,
    ),
    Phrase(
        _CONCEAL, "(?:do not|don ?t|never|without) (?:mention|mentioning|disclose|reveal|talk about|discuss)",
        "(?: \\w+)? (?:this|that you|these instructions|the instructions|any of this|it to)\\b", NEGATIONS,
    ),
    Phrase(
        _CONCEAL, "(?:keep|keeping)",
        " (?:this|it|that|these)(?: \\w+){0,3}? (?:secret|hidden|confidential|between us|from the user)\\b",
    ),
    Phrase(
        _CONCEAL, "(?:hide|hiding|conceal|concealing|withhold)",
        f" (?:this|that|it|these|the fact|the (?:call|step|result|output)|your)(?: \\w+){{0,5}}? from {_EN_USER}\\b",
    ),
    Phrase(
        _CONCEAL, "the (?:end )?(?:user|human|operator|customer)",
        " (?:must|should|need|is) (?:not|never)(?: to)?(?: ever)? (?:know|be told|be informed|notice|find out|be aware|learn)\\b",
    ),
    Phrase(
        _CONCEAL, "without the (?:user|human|operator|customer)",
        " (?:s )?(?:knowledge|knowing|noticing|awareness|being (?:told|informed|aware))\\b", NEGATIONS,
    ),
    Phrase(
        _CONCEAL,
        "(?:nao|nunca|jamais|sem|evite)(?: lhe)? (?:conte|contar|diga|dizer|fale|falar|mencione|mencionar|avise|avisar|revele"
        "|revelar|comente|comentar|comunique|explique|deixe)",
        f"(?: \\w+){{0,6}}? (?:(?:ao|aos|para o|para os|pro|o|a|com o) {_PT_USER}|a ninguem|para ninguem|nada disso)\\b",
        NEGATIONS,
    ),
    # "Informe" also means to fill in, so only what is told to somebody counts.
    Phrase(
        _CONCEAL, "(?:nao|nunca|jamais|sem|evite) (?:informe|informar|notifique|mostre|mostrar)",
        f"(?: \\w+){{0,5}}? (?:isso|isto|esta|este|essa|esse|nada)(?: \\w+){{0,4}}? (?:ao|aos|para o) {_PT_USER}\\b", NEGATIONS,
    ),
    Phrase(_CONCEAL, "sem (?:informar|notificar)", f" (?:ao|aos|o|os) {_PT_USER}\\b", NEGATIONS, COMMANDS),
    Phrase(
        _CONCEAL, "sem (?:que o|o conhecimento do|o consentimento do)",
        f" {_PT_USER}(?: (?:saiba|perceba|veja|note|descubra|desconfie)\\b)?", NEGATIONS,
    ),
    Phrase(
        _CONCEAL, "(?:esconda|oculte|omita|disfarce|encubra)",
        " (?:isto|isso|este|esta|essa|esse|estas|estes|o resultado|a chamada|o fato|a acao|a operacao)(?: \\w+){0,5}?"
        f" d(?:o|os) {_PT_USER}\\b",
    ),
    Phrase(
        _CONCEAL, "(?:mantenha|guarde|deixe)",
        " (?:isto|isso|est\\w+|ess\\w+)(?: \\w+){0,3}? (?:em segredo|em sigilo|oculto|oculta|entre nos|escondid\\w)\\b",
    ),
    Phrase(
        _CONCEAL, f"o {_PT_USER} (?:nao|nunca|jamais)",
        " (?:deve|pode|precisa|podera|devera)(?: \\w+){0,2}? (?:saber(?: d\\w+)?$|saber d|perceber|ser (?:informado|avisado)"
        "|descobrir|desconfiar|ficar sabendo)",
    ),
    # A confirmation that a text talks the model out of.
    Phrase(
        _NOT_ASK, "(?:do not|don ?t|never|no need to|avoid|stop|skip) (?:ask|asking|prompt|prompting)",
        "(?: \\w+){0,5}? (?:confirmations?|to confirm|consent|permission|approval|confirm)\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK,
        "(?:do not|don ?t|never|no need to|avoid|stop) (?:request|requesting|seek|seeking|wait|waiting|require|obtain|get)",
        "(?: \\w+){0,4}? (?:confirmations?|consent|(?:user|human|user s) (?:approval|permission))\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "without (?:ask|prompt|request|wait|requir|seek)ing",
        "(?:$| (?:the user|the human|first|for (?:confirmation|permission|approval|consent)|anyone))", NEGATIONS, COMMANDS,
    ),
    Phrase(
        _NOT_ASK, "(?:skip|skipping|bypass|bypassing|omit|suppress|circumvent|disable)",
        "(?: \\w+){0,3}? (?:confirmations?|consent|(?:user|human) approval)\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "(?:assume|presume|pretend|suppose|consider|treat|act as if|act as though)",
        "(?: that)?(?: (?:the|every|any|all))? (?:user|human|operator|customer|request|action|call|this|it|everything)"
        "(?: \\w+){0,4}? (?:confirmed|approved|agreed|consented|authori[sz]ed|accepted|confirms)\\b",
    ),
    Phrase(
        _NOT_ASK, "(?:confirm|approve|accept|agree|answer yes)",
        "(?: \\w+){0,4}? (?:on behalf of|in place of|in the name of) the user\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "(?:proceed|continue|go ahead|execute|run|act|perform)",
        "(?: \\w+){0,4}? without(?: \\w+){0,3}? (?:confirmation|confirming|consent|asking)\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "the (?:user|human|operator|customer) (?:has already|already has|already|has previously)",
        "(?: given| granted)?(?: \\w+){0,2}? (?:confirmed|approved|agreed|consented|authori[sz]ed|consent|approval)\\b", CONDITIONS,
    ),
    Phrase(
        _NOT_ASK,
        "(?:nao|nunca|jamais|evite) (?:peca|pedir|solicite|solicitar|exija|exigir|aguarde|aguardar|espere|esperar|pergunte"
        "|perguntar)",
        "(?: \\w+){0,5}? (?:confirmac(?:ao|oes)|consentimento|confirmar|permissao(?! de)|autorizacao(?! de)"
        "|aprovacao (?:do|ao|humana)|se (?:pode|deve))\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "sem (?:pedir|solicitar|exigir|aguardar|esperar|perguntar|confirmar)",
        "(?:$|(?: \\w+){0,4}? (?:confirmac(?:ao|oes)|consentimento|permissao(?! de)|autorizacao(?! de)|nada|antes"
        f"|(?:ao|com o|o) {_PT_USER})\\b)", NEGATIONS, COMMANDS,
    ),
    Phrase(
        _NOT_ASK, "(?:pule|pular|salte|dispense|dispensar|omita|burle|contorne|suprima|desative|ignore)",
        "(?: \\w+){0,4}? confirmac(?:ao|oes)\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, "(?:considere|assuma|presuma|suponha|finja|trate|aja como se)",
        f"(?: que)?(?: o {_PT_USER}(?: \\w+){{0,3}}? (?:confirmou|aprovou|autorizou|concordou|consentiu|aceitou)"
        "|(?: \\w+)? (?:pedido|acao|chamada|isto|isso|tudo|resposta)(?: \\w+){0,2}? (?:confirmad|aprovad|autorizad|consentid)\\w)",
    ),
    Phrase(
        _NOT_ASK, "(?:prossiga|continue|execute|rode|va em frente|aja|faca|aplique|chame|use|invoque)",
        "(?: \\w+){0,5}? sem(?: \\w+){0,2}? (?:confirmac(?:ao|oes)|confirmar|consentimento|perguntar)\\b", NEGATIONS,
    ),
    Phrase(
        _NOT_ASK, f"o {_PT_USER} ja (?:confirmou|aprovou|autorizou|concordou|consentiu|deu)", "", CONDITIONS,
    ),
    Phrase(_NOT_ASK, "(?:confirme|aprove|aceite)", f"(?: \\w+){{0,4}}? (?:em nome|no lugar) do {_PT_USER}\\b", NEGATIONS),
    # A policy that a text declares void.
    Phrase(
        _NO_POLICY, "even (?:if|when)",
        "(?: \\w+){0,2}? (?:polic(?:y|ies)|rules?|permissions?|user|guardrails?) (?:den(?:y|ies)|forbids?|blocks?|disallows?"
        "|refuses?|says? no|objects?|declines?)\\b", NEGATIONS,
    ),
    Phrase(
        _NO_POLICY, "without (?:check|verify|validat|consult|evaluat)ing",
        "(?: \\w+){0,2}? (?:permissions?|authori[sz]ation|polic(?:y|ies))\\b", NEGATIONS, COMMANDS,
    ),
    Phrase(
        _NO_POLICY, "mesmo (?:que|se|quando)",
        "(?: \\w+){0,2}? (?:politicas?|regras?|permissoes|usuario) (?:negu?e\\w*|negar\\w*|proib\\w+|bloque\\w+|recus\\w+|impec\\w+"
        "|impedir\\w*|diga nao)\\b", NEGATIONS,
    ),
    Phrase(
        _NO_POLICY, "sem (?:verificar|checar|validar|consultar|avaliar)",
        "(?: \\w+){0,2}? (?:permiss(?:ao|oes)(?! de)|autorizac(?:ao|oes)(?! de)|politicas?)\\b", NEGATIONS, COMMANDS,
    ),
    # A new identity, under which the old rules are said not to hold.
    Phrase(_ROLE, "you are (?:now|no longer)", " (?:an?|the|in|free|my|called|bound|restricted|limited|required|subject)\\b"),
    Phrase(_ROLE, "pretend", " (?:to be|you are|that you)\\b"),
    Phrase(
        _ROLE, "act as", " (?:if you|though you|an? (?:unrestricted|admin\\w*|root|super\\w*|system|different|new)|the (?:system|admin\\w*))\\b",
    ),
    Phrase(_ROLE, "(?:dan|god|jailbreak|unrestricted) mode"),
    Phrase(
        _ROLE, "as (?:the|your) (?:system|administrator|developer|creator|owner)",
        "(?: \\w+){0,3}? (?:i|we) (?:authori[sz]e|order|instruct|command|grant|require)\\b",
    ),
    Phrase(_ROLE, "(?:voce agora e|agora voce e|voce e agora|voce nao e mais|voce nao esta mais|voce esta livre)"),
    Phrase(_ROLE, "(?:finja|faca de conta)", " (?:ser|que (?:e|voce))\\b"),
    Phrase(_ROLE, "(?:aja|comporte se|responda) como", " (?:se (?:fosse|voce)|o (?:sistema|administrador)|um(?:a)? (?:administrador|outro|outra|ia|root)\\w*)\\b"),
    Phrase(_ROLE, "assuma (?:o papel|a identidade)", " de\\b"),
    # The model's own instructions, wanted for the next attack.
    Phrase(
        _BETRAY, "(?:reveal|print|repeat|output|show|display|include|send|return|leak|append|recite|paste|copy)",
        "(?: \\w+){0,4}? (?:system prompt|hidden instructions|initial instructions|your instructions|instructions (?:above|you were given)"
        "|developer message)\\b", NEGATIONS,
    ),
    Phrase(
        _BETRAY, "(?:revele|mostre|imprima|repita|inclua|envie|exiba|escreva|copie|cole|devolva)",
        "(?: \\w+){0,4}? (?:prompt (?:do|de) sistema|instrucoes (?:internas|ocultas|do sistema|acima|iniciais|que (?:voce )?recebeu)"
        "|suas instrucoes)\\b", NEGATIONS,
    ),
    # A capability that wants to be called whatever the user asked for.
    Phrase(
        _PUSH, "(?:call|use|invoke|run|execute|query|consult)",
        "(?: \\w+){1,8}? (?:before|prior to)(?: (?:calling|using|invoking|running|executing|making|taking))?"
        " (?:any|every|all|each|anything|everything)(?: of)?(?: the)?(?: other)?"
        "(?: (?:tools?|functions?|capabilit\\w+|actions?|calls?|requests?|responses?|answers?|operations?|steps?|messages?|else)\\b|$)",
    ),
    Phrase(
        _PUSH, "(?:before|prior to) (?:calling|using|invoking|running|executing|doing|answering|taking)",
        " (?:any|every|all|each|anything|everything)(?: other)?(?: \\w+)? (?:always |you must |first |must )*(?:call|use|invoke|run|execute|read|send)\\b",
    ),
    Phrase(
        _PUSH, "(?:instead of|rather than|in place of|in preference to|over)",
        "(?: using| calling)? (?:any|all|every|the) other (?:tools?|functions?|capabilit\\w+)\\b",
    ),
    Phrase(
        _PUSH, "(?:do not|don ?t|never) (?:use|call|invoke|trust)",
        "(?: any| the| all)*? other (?:tools?|functions?|capabilit\\w+)\\b",
    ),
    Phrase(
        _PUSH, "(?:sempre|voce deve|primeiro)(?: sempre)? (?:chame|chamar|use|usar|utilize|invoque|execute|executar|rode|acione|consulte)",
        "(?: \\w+){1,8}? antes de (?:qualquer|quaisquer|todas?|todos|cada|tudo|responder)\\b",
    ),
    Phrase(
        _PUSH, "(?:chame|use|utilize|invoque|execute|rode|acione)",
        "(?: \\w+){1,8}? antes de (?:(?:qualquer|todas as|cada)(?: outras?| outro)? (?:ferramentas?|capacidades?|funcao|funcoes"
        "|acao|acoes|chamadas?|operac\\w+|respostas?|coisa)|tudo)\\b",
    ),
    Phrase(
        _PUSH, "antes de (?:qualquer|cada|toda|todas)",
        "(?: as)?(?: outras?| outro)? (?:ferramentas?|capacidades?|acao|acoes|chamadas?|respostas?|operac\\w+|coisa)"
        " (?:sempre )?(?:chame|use|utilize|execute|invoque|leia|envie)\\b",
    ),
    Phrase(
        _PUSH, "em vez d(?:e|as)", " (?:qualquer outra|todas as outras|as outras|outras) (?:ferramentas?|capacidades?|funcoes)\\b",
    ),
    Phrase(
        _PUSH, "nao (?:use|chame|utilize|invoque)", "(?: nenhuma| as| quaisquer| qualquer)? outras? (?:ferramentas?|capacidades?|func\\w+)\\b",
    ),
)  # fmt: skip


class Mark(NamedTuple):
    """One way to pose as somebody else by punctuation. `pattern` sees the plain lower-case text as it is laid out."""

    meaning: str
    head: str
    pattern: str


_POSE = "poses as a message of the system"
_COMMENT = "holds a comment, which people do not see"
_TAGS = (
    "system|assistant|important|importante|instructions?|instruc(?:ao|oes)|sistema|assistente|im_start|im_end|endoftext"
    "|tool_response|function_results?"
)
_ORDERS = (
    "you|ignore|disregard|always|never|do not|from now|new|the user|call|execute|override|voce|desconsidere|sempre|nunca|nao"
    "|o usuario|chame|nova|a partir"
)

MARKS = (
    # Tags and tokens with which chat templates set the system's words apart from the user's.
    Mark(_POSE, "<[/!|]? ?(?:system|assistant|important|instru|sistema|assistente|im_|endof|tool_resp|function_res)",
         f"<\\s*[/!|]?\\s*(?:{_TAGS})\\b[^<>]{{0,80}}>"),
    Mark(_POSE, "</ ?(?:secret|hidden|prompt|admin|developer|critical|urgent|segredo|oculto|urgente)",
         "</\\s*(?:secret|hidden|prompt|admin|developer|critical|urgent|segredo|oculto|urgente)\\s*>"),
    Mark(_POSE, "<[|]", "<\\|[a-z_]+\\|>"),
    Mark(_POSE, "\\[/?(?:inst|sys|system|sistema|assistant|assistente)\\]",
         "\\[/?(?:inst|sys|system|sistema|assistant|assistente)\\]"),
    Mark(_POSE, "<< ?/?sys", "<<\\s*/?sys\\s*>>"),
    Mark(_POSE, "&lt;/? ?(?:system|assistant|important|instru|sistema|assistente)", f"&lt;\\s*/?\\s*(?:{_TAGS})\\s*&gt;"),
    # Headings and role names at the start of a line, as transcripts have them.
    Mark(_POSE, "##+ ?(?:system|sistema|instru|new task|nova tarefa|assistant)",
         "##+\\s*(?:system|sistema|instruc\\w+|instruction|new task|nova tarefa|assistant)\\b"),
    Mark(_POSE, "(?:system|assistant|developer|sistema|assistente|desenvolvedor) ?:",
         f"(?:^|[\\n.!?]\\s*)(?:system|assistant|developer|sistema|assistente|desenvolvedor)\\s*:\\s*(?:{_ORDERS})\\b"),
    Mark(_POSE, "(?:human|user|usuario) ?:", "\\n\\s*(?:human|user|usuario)\\s*:[^\\n]*\\n\\s*(?:assistant|assistente|ai|ia)\\s*:"),
    Mark(_POSE, "(?:system|developer|admin|administrator) (?:message|override|notice|prompt|instruction|command|directive)s? ?:",
         "\\b(?:system|developer|admin|administrator) (?:message|override|notice|prompt|instruction|command|directive)s?\\s*:"),
    Mark(_POSE, "new (?:system )?(?:instruction|prompt)s? ?:", "\\bnew (?:system )?(?:instruction|prompt)s?\\s*:"),
    Mark(_POSE, "(?:mensagem|aviso|instrucao|instrucoes|comando|ordem) d[oe] (?:sistema|administrador|desenvolvedor) ?:",
         "\\b(?:mensagem|aviso|instruc(?:ao|oes)|comando|ordem) d[oe] (?:sistema|administrador|desenvolvedor)\\s*:"),
    Mark(_POSE, "nov(?:a instrucao|as instrucoes|o prompt) ?:", "\\bnov(?:a instrucao|as instrucoes|o prompt)\\s*:"),
    Mark(_POSE, "\"role\" ?:", "\"role\"\\s*:\\s*\"(?:system|assistant|developer)\""),
    Mark(_ROLE, "you are (?:an?|the) (?:helpful|ai|assistant|agent|language|unrestricted|autonomous|expert|powerful)",
         "(?:^|[.!?:\\n]\\s*)you are (?:an?|the) (?:helpful|ai|assistant|agent|language|unrestricted|autonomous|expert|powerful)\\b"),
    Mark(_ROLE, "voce e (?:o|a|um|uma) (?:assistente|agente|ia|modelo|administrador|robo|especialista)",
         "(?:^|[.!?:\\n]\\s*)voce e (?:o|a|um|uma) (?:assistente|agente|ia|modelo|administrador|robo|especialista)\\b"),
    # A comment shows in no rendered page and in every prompt.
    Mark(_COMMENT, "<!--", "<!--"),
    # An order about the order of calls: "always call x first", at the end of a clause.
    Mark(_PUSH, "always (?:call|use|invoke|run|execute|query|consult|start with|begin with)",
         "\\balways (?:call|use|invoke|run|execute|query|consult)\\s[^\\n!?]{1,80}?(?<!the )(?<! a )\\bfirst\\b"
         "(?=\\s*(?:[.,;:!)\\n]|$|to |and |before |then |when |if |even |no matter ))"),
    Mark(_PUSH, "sempre (?:chame|use|utilize|invoque|execute|rode|acione|consulte|comece)",
         "\\bsempre (?:chame|use|utilize|invoque|execute|rode|acione|consulte|comece)\\s[^\\n!?]{1,80}?"
         "\\bprimeiro\\b(?=\\s*(?:[.,;:!)\\n]|$|para |e |antes |quando |se |mesmo ))"),
    # One tool that changes what another one does.
    Mark(_PUSH, "is (?:called|used|invoked)",
         "\\bwhen(?:ever)? (?:the )?[\\w.]+ (?:tool |capability )?is (?:called|used|invoked),? (?:you must|always|also|instead|do not|send"
         "|change|replace|set|redirect|append|add)\\b"),
)  # fmt: skip
