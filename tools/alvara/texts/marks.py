"""How a poisoned text poses as somebody else by punctuation, in English and in Portuguese."""

from alvara.texts.phrase import COMMENT, POSE, PUSH, ROLE, Mark

_TAGS = (
    "system|assistant|important|importante|instructions?|instruc(?:ao|oes)|sistema|assistente|im_start|im_end"
    "|endoftext|tool_response|function_results?"
)
_ORDERS = (
    "you|ignore|disregard|always|never|do not|from now|new|the user|call|execute|override|voce|desconsidere"
    "|sempre|nunca|nao|o usuario|chame|nova|a partir"
)

MARKS = (
    # Tags by which chat templates set the system's words apart from the user's.
    Mark(
        POSE,
        "< [/!|]? (?:system|assistant|important|instru|sistema|assistente|im_|endof|tool_resp|function_res)",
        rf"<\s{{0,9}}[/!|]?\s{{0,9}}(?:{_TAGS})(?:_\w+)?\b[^<>]{{0,80}}>",
    ),
    # Tags that only make sense as the end of a secret block.
    Mark(
        POSE,
        "< / (?:secret|hidden|prompt|admin|developer|critical|urgent|segredo|oculto|urgente)",
        r"</\s{0,9}(?:secret|hidden|prompt|admin|developer|critical|urgent|segredo|oculto|urgente)\s{0,9}>",
    ),
    # Tokens of chat templates.
    Mark(
        POSE,
        "<[|]",
        r"<\|[a-z_]+\|>",
    ),
    # The same in brackets.
    Mark(
        POSE,
        r"\[/?(?:inst|sys|system|sistema|assistant|assistente)\]",
        r"\[/?(?:inst|sys|system|sistema|assistant|assistente)\]",
    ),
    # The same in double angles.
    Mark(
        POSE,
        "<< /?sys",
        r"<<\s{0,9}/?sys\s{0,9}>>",
    ),
    # The same, escaped for HTML.
    Mark(
        POSE,
        "&lt; /? (?:system|assistant|important|instru|sistema|assistente)",
        rf"&lt;\s{{0,9}}/?\s{{0,9}}(?:{_TAGS})\s{{0,9}}&gt;",
    ),
    # A heading as prompts have them.
    Mark(
        POSE,
        "## (?:system|sistema|instru|new task|nova tarefa|assistant)",
        r"(?<!#)##++\s{0,9}(?:system|sistema|instruc\w+|instruction|new task|nova tarefa|assistant)\b",
    ),
    # A role's name at the start of a line, and an order after it.
    Mark(
        POSE,
        "(?:system|assistant|developer|sistema|assistente|desenvolvedor) :",
        rf"(?:^|[\n.!?]\s{{0,9}})(?:system|assistant|developer|sistema|assistente|desenvolvedor)\s{{0,9}}:\s{{0,9}}(?:{_ORDERS}"
        r")\b",
    ),
    # A made-up conversation.
    Mark(
        POSE,
        "(?:human|user|usuario) :",
        r"\n\s{0,9}(?:human|user|usuario)\s{0,9}:[^\n]*\n\s{0,9}(?:assistant|assistente|ai|ia)\s{0,9}:",
    ),
    # A made-up notice from above.
    Mark(
        POSE,
        "(?:system|developer|admin|administrator) (?:message|override|notice|prompt|instruction|command|directive)s? :",
        r"\b(?:system|developer|admin|administrator) (?:message|override|notice|prompt|instruction|command"
        r"|directive)s?\s{0,9}:",
    ),
    # Made-up instructions.
    Mark(
        POSE,
        "new (?:system )?(?:instruction|prompt)s? :",
        r"\bnew (?:system )?(?:instruction|prompt)s?\s{0,9}:",
    ),
    # A made-up notice from above: mensagem do sistema.
    Mark(
        POSE,
        "(?:mensagem|aviso|instrucao|instrucoes|comando|ordem) d[oe] (?:sistema|administrador|desenvolvedor) :",
        r"\b(?:mensagem|aviso|instruc(?:ao|oes)|comando|ordem) d[oe] (?:sistema|administrador"
        r"|desenvolvedor)\s{0,9}:",
    ),
    # Made-up instructions: novas instruções.
    Mark(
        POSE,
        "nov(?:a instrucao|as instrucoes|o prompt) :",
        r"\bnov(?:a instrucao|as instrucoes|o prompt)\s{0,9}:",
    ),
    # A message in the form that chat interfaces take.
    Mark(
        POSE,
        '"role" :',
        r'"role"\s{0,9}:\s{0,9}"(?:system|assistant|developer)"',
    ),
    # The first sentence of many a system prompt.
    Mark(
        ROLE,
        "you are (?:an?|the) (?:helpful|ai|assistant|agent|language|unrestricted|autonomous|expert|powerful)",
        r"(?:^|[.!?:\n]\s{0,9})you are (?:an?|the) (?:helpful|ai|assistant|agent|language|unrestricted|autonomous"
        r"|expert|powerful)\b",
    ),
    # The same: você é o assistente.
    Mark(
        ROLE,
        "voce e (?:o|a|um|uma) (?:assistente|agente|ia|modelo|administrador|robo|especialista)",
        r"(?:^|[.!?:\n]\s{0,9})voce e (?:o|a|um|uma) (?:assistente|agente|ia|modelo|administrador|robo"
        r"|especialista)\b",
    ),
    # A comment shows in no rendered page and in every prompt.
    Mark(
        COMMENT,
        "<!--",
        "<!--",
    ),
    # "Always call x first", at the end of a clause.
    Mark(
        PUSH,
        "always (?:call|use|invoke|run|execute|query|consult|start with|begin with)",
        r"\balways (?:call|use|invoke|run|execute|query"
        r"|consult)\s[^\n!?]{1,80}?(?<!the )(?<! a )\bfirst\b(?=\s{0,9}(?:[.,;:!)\n]|$|to |and |before |then "
        "|when |if |even |no matter ))",
    ),
    # The same: sempre chame x primeiro.
    Mark(
        PUSH,
        "sempre (?:chame|use|utilize|invoque|execute|rode|acione|consulte|comece)",
        r"\bsempre (?:chame|use|utilize|invoque|execute|rode|acione|consulte"
        r"|comece)\s[^\n!?]{1,80}?\bprimeiro\b(?=\s{0,9}(?:[.,;:!)\n]|$|para |e |antes |quando |se |mesmo ))",
    ),
    # One capability that changes what another one does.
    Mark(
        PUSH,
        "is (?:called|used|invoked)",
        r"\bwhen(?:ever)? (?:the )?[\w.]+ (?:tool |capability )?is (?:called|used|invoked),? (?:you must"
        r"|always|also|instead|do not|send|change|replace|set|redirect|append|add)\b",
    ),
)
