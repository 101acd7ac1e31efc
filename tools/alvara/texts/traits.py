"""What makes a text worth a second look without making it an attack."""

import re
from functools import cache
from typing import NamedTuple

from alvara.texts.lookalikes import plain

LONGEST = 1024
"""Characters. Longer descriptions crowd out the user's own words, and hide things."""


class Trait(NamedTuple):
    """Something worth a look. `pattern` sees the plain lower-case text, or the text `as_written`.

    `spoken` traits concern the texts that describe, not those that people say or are told.
    """

    meaning: str
    head: str
    pattern: str
    spoken: bool = False
    as_written: bool = False


_SECRET = "names a place where secrets are kept"
_ENCODED = "holds a long run of letters and digits, which may carry a hidden message"
_ADDRESS = "names an address on the network"
_TERMINAL = "spells out a control sequence of a terminal"
_SPEAKS = "speaks to the model"

TRAITS = (
    Trait(_SECRET, "(?:\\.ssh|id_rsa|id_ed25519|\\.env|\\.aws|\\.netrc|\\.npmrc|\\.pypirc|\\.git-credentials|\\.kube|/etc/"
          "|mcp\\.json|known_hosts)",
          "(?:~|\\.|/)ssh/|\\.ssh\\b|\\bid_(?:rsa|ed25519)\\b|(?:^|[\\s/\"'`(])\\.env\\b|\\.aws/|\\.netrc\\b|\\.npmrc\\b|\\.pypirc\\b"
          "|\\.git-credentials\\b|\\.kube/|/etc/(?:passwd|shadow|sudoers)\\b|\\bmcp\\.json\\b|\\bknown_hosts\\b"),
    Trait(_ENCODED, "[a-z0-9+/_-]{40}", "[A-Za-z0-9+/_-]{40,}={0,2}", as_written=True),
    Trait(_ADDRESS, "(?:https?|ftp|wss?|file|data|javascript) ?:",
          "\\b(?:https?|ftp|wss?|file)://(?![^/\\s]*\\bexample\\.(?:com|org|net)\\b|[^/\\s]*\\.(?:example|test|invalid)\\b|localhost\\b)"
          "[^\\s<>\"'`)]+|\\bdata:[a-z]+/[a-z0-9.+-]+[;,]|\\bjavascript:\\S"),
    Trait(_TERMINAL, "\\\\(?:x1b|u001b|033|e\\[)", "\\\\(?:x1b|u001b|033|e(?=\\[))"),
    Trait(_SPEAKS, "you (?:must|should always|should never|are required|have to|are an?|need to)",
          "\\byou (?:must|should (?:always|never)|are required to|have to|need to|are an?)\\b", True),
    Trait(_SPEAKS, "(?:always|never|first|must|only) (?:call|use|invoke|run|execute|ask|reply|respond|answer|trust|send)",
          "\\b(?:always|never|first|must|only) (?:call|use|invoke|run|execute|ask|reply|respond|answer|trust|send)\\b", True),
    Trait(_SPEAKS, "(?:the|this) (?:agent|assistant|model|llm|ai) (?:must|should|shall|has to|needs to)",
          "\\b(?:agent|assistant|model|llm|ai) (?:must|should|shall|has to|needs to)\\b", True),
    Trait(_SPEAKS, "(?:important|critical|warning|attention|mandatory|urgent|atencao|importante|urgente|obrigatorio) ?[:!]",
          "\\b(?:important|critical|mandatory|urgent|importante|urgente|obrigatorio)\\s*[:!]", True),
    Trait(_SPEAKS, "before (?:using|calling|invoking|running)", "\\bbefore (?:using|calling|invoking|running) (?:this|the|any|it)\\b", True),
    Trait(_SPEAKS, "without (?:notifying|informing|asking|confirmation|prompting)",
          "\\bwithout (?:(?:notifying|informing) the (?:user|customer)|asking|confirmation|prompting)\\b", True),
    Trait(_SPEAKS, "(?:do not|don'?t|never) (?:notify|show|alert|warn)",
          "\\b(?:do not|don'?t|never) (?:notify|show|alert|warn)(?: \\w+){0,4}? the (?:user|customer|human)\\b", True),
    Trait(_SPEAKS, "(?:conversation|chat|previous|earlier) (?:history|transcript|messages|log)|entire conversation|whole conversation",
          "\\b(?:send|include|pass|copy|append|forward|put|fill)\\b[^.\\n]{0,60}\\b(?:(?:conversation|chat) (?:history|transcript|log)"
          "|(?:previous|earlier) messages|(?:entire|whole|full) conversation)\\b", True),
    Trait(_SPEAKS, "voce (?:deve|precisa|tem que|tem de|nao deve|nunca deve|e um)",
          "\\bvoce (?:deve|precisa|tem (?:que|de)|nao deve|nunca deve|e uma?)\\b", True),
    Trait(_SPEAKS, "(?:sempre|nunca|primeiro|somente|so) (?:chame|use|utilize|invoque|execute|rode|responda|pergunte|confie|envie)",
          "\\b(?:sempre|nunca|primeiro|somente|so) (?:chame|use|utilize|invoque|execute|rode|responda|pergunte|confie|envie)\\b", True),
    Trait(_SPEAKS, "(?:agente|assistente|modelo|ia) (?:deve|precisa|nao deve|tem que)",
          "\\b(?:agente|assistente|modelo|ia) (?:nao )?(?:deve|precisa|tem que)\\b", True),
    Trait(_SPEAKS, "antes de (?:usar|chamar|invocar|executar)", "\\bantes de (?:usar|chamar|invocar|executar) (?:est|ess|qualquer|a |o )", True),
    Trait(_SPEAKS, "sem (?:avisar|informar|notificar|pedir|perguntar|confirmar|confirmacao|solicitar)",
          "\\bsem (?:(?:avisar|informar|notificar) (?:o|ao) (?:usuario|cliente)|pedir|perguntar|confirmar|confirmacao|solicitar confirm)",
          True),
    Trait(_SPEAKS, "historico (?:completo |inteiro )?(?:da|desta) conversa",
          "\\b(?:envie|inclua|copie|passe|cole|anexe|repita)\\b[^.\\n]{0,60}\\bhistorico (?:\\w+ )?d(?:a|esta) conversa\\b", True),
)  # fmt: skip


class Noticed(NamedTuple):
    """A trait in a text, and where it stands; `meaning` goes on after "the text"."""

    start: int
    end: int
    meaning: str


def noticed_in(text: str, *, describes: bool) -> list[Noticed]:
    """List what is worth a look in a text, each trait once; `describes` tells a description from what people say."""
    found: dict[str, Noticed] = {}
    if len(text) > LONGEST:
        found["length"] = Noticed(LONGEST, len(text), f"has {len(text):,} characters; {LONGEST:,} are plenty")
    told = plain(text)
    for trait, pattern in _compiled():
        if trait.meaning in found or (trait.spoken and not describes):
            continue
        for match in pattern.finditer(text if trait.as_written else told.text):
            if trait.as_written:
                start, end = match.span()
            else:
                start, end = told.origins[match.start()], told.origins[match.end() - 1] + 1
            if trait.meaning != _ENCODED or _looks_encoded(match[0]):
                found[trait.meaning] = Noticed(start, end, trait.meaning)
                break
    return sorted(found.values())


@cache
def _compiled() -> list[tuple[Trait, re.Pattern[str]]]:
    return [(trait, re.compile(trait.pattern)) for trait in TRAITS]


def _looks_encoded(run: str) -> bool:
    """Whether a run of characters is no path and no name: capitals, small letters and digits, all in some number."""
    return min(sum(map(kind, run)) for kind in (str.isupper, str.islower, str.isdigit)) > 2 or (
        run.isalnum() and len(set(run.lower()) - set("0123456789abcdef")) == 0 and not run.isdigit()
    )
