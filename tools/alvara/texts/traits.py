"""What makes a text worth a second look without making it an attack."""

import re
from functools import cache
from typing import NamedTuple

from alvara.texts.clauses import NEGATIONS, NEVER, Clauses, commands_never
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


_PLACES = "names a place where secrets are kept"
_ENCODED = "holds a long run of letters and digits, which may carry a hidden message"
_ADDRESS = "names an address on the network"
_TERMINAL = "spells out a control sequence of a terminal"
_SPEAKS = "speaks to the model"

TRAITS = (
    # Files in which keys and passwords are kept: what stolen data usually starts with.
    Trait(
        _PLACES,
        r"(?:\.ssh|id_rsa|id_ed25519|\.env|\.aws|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.kube|/etc/"
        r"|mcp\.json|known_hosts)",
        r"\.ssh\b|\bid_(?:rsa|ed25519)\b|(?<!\w)\.env\b|\.aws/|\.netrc\b|\.npmrc\b"
        r"|\.pypirc\b|\.git-credentials\b|\.kube/|/etc/(?:passwd|shadow|sudoers)\b|\bmcp\.json\b"
        r"|\bknown_hosts\b",
    ),
    # Base64 and its like, in which anything can be written.
    Trait(
        _ENCODED,
        "[a-z0-9+/]{40}",
        "[A-Za-z0-9+/_-]{40,}={0,2}",
        as_written=True,
    ),
    # An address to send data to, or to fetch further orders from; examples and local hosts aside.
    Trait(
        _ADDRESS,
        "(?:https?|ftp|wss?|file)://|data:[a-z]|javascript:",
        r"\b(?:https?|ftp|wss?|file)://(?!(?:[\w.-]+\.)?(?:example(?:\.com|\.org|\.net)?|test|invalid"
        r"|localhost)(?![\w.-]))\S+|\bdata:[a-z]+/[a-z0-9.+-]+[;,]|\bjavascript:\S",
    ),
    # An escape sequence spelled out, for a terminal or a log to carry out.
    Trait(
        _TERMINAL,
        r"\\(?:x1b|u001b|033|e\[)",
        r"\\(?:x1b|u001b|033|e(?=\[))",
    ),
    # The model is spoken to.
    Trait(
        _SPEAKS,
        "you (?:must|should always|should never|are required|have to|are an?|need to)",
        r"\byou (?:must|should (?:always|never)|are required to|have to|need to|are an?)\b",
        spoken=True,
    ),
    # Orders about calls and answers.
    Trait(
        _SPEAKS,
        "(?:always|never|first|must|only) (?:call|use|invoke|run|execute|ask|reply|respond|answer|trust|send)",
        r"\b(?:always|never|first|must|only) (?:call|use|invoke|run|execute|ask|reply|respond|answer|trust"
        r"|send)\b",
        spoken=True,
    ),
    # The same in the third person.
    Trait(
        _SPEAKS,
        "(?:the|this) (?:agent|assistant|model|llm|ai) (?:must|should|shall|has to|needs to)",
        r"\b(?:agent|assistant|model|llm|ai) (?:must|should|shall|has to|needs to)\b",
        spoken=True,
    ),
    # Shouting, which poisoned texts do for weight.
    Trait(
        _SPEAKS,
        "(?:important|critical|warning|attention|mandatory|urgent|atencao|importante|urgente|obrigatorio) ?[:!]",
        r"\b(?:important|critical|mandatory|urgent|importante|urgente|obrigatorio)\s{0,9}[:!]",
        spoken=True,
    ),
    # Orders about the order of calls.
    Trait(
        _SPEAKS,
        "before (?:using|calling|invoking|running)",
        r"\bbefore (?:using|calling|invoking|running) (?:this|the|any|it)\b",
        spoken=True,
    ),
    # What may describe, and may be an order.
    Trait(
        _SPEAKS,
        "without (?:notifying|informing|asking|confirmation|prompting)",
        r"\bwithout (?:(?:notifying|informing) the (?:user|customer)|asking|confirmation|prompting)\b",
        spoken=True,
    ),
    # Something kept from the user, perhaps.
    Trait(
        _SPEAKS,
        "(?:do not|don'?t|never) (?:notify|show|alert|warn)",
        r"\b(?:do not|don'?t|never) (?:notify|show|alert|warn)(?: \w+){0,4}? the (?:user|customer|human)\b",
        spoken=True,
    ),
    # The conversation, sent along.
    Trait(
        _SPEAKS,
        "(?:conversation|chat|previous|earlier) (?:history|transcript|messages|log)|entire conversation"
        "|whole conversation",
        r"\b(?:send|include|pass|copy|append|forward|put|fill)\b[^.\n]{0,60}\b(?:(?:conversation"
        "|chat) (?:history|transcript|log)|(?:previous|earlier) messages|(?:entire|whole"
        r"|full) conversation)\b",
        spoken=True,
    ),
    # Policies and earlier instructions that are said not to count.
    Trait(
        _SPEAKS,
        "(?:ignore|override|disregard) (?:the |all |any )?polic"
        "|(?:previous|prior|earlier) (?:instruction|rule)s? (?:are|is|no)",
        r"\b(?:ignore|override|disregard) (?:\w+ ){0,2}polic(?:y|ies)\b"
        r"|\b(?:previous|prior|earlier) (?:instruction|rule)s?"
        r" (?:are|is|no longer) (?:\w+ )?(?:void|invalid|cancell?ed|obsolete|revoked|overridden|appl\w+|valid)\b",
        spoken=True,
    ),
    Trait(
        _SPEAKS,
        "(?:ignore|desconsidere) (?:a|as|qualquer|toda) politica|(?:instrucoes|regras) anteriores (?:nao|fora|esta)",
        r"\b(?:ignore|desconsidere) (?:a|as|qualquer|toda) politicas?\b"
        r"|\b(?:instrucoes|regras) anteriores (?:nao|foram|estao)\b",
        spoken=True,
    ),
    # A confirmation that is said not to be needed.
    Trait(
        _SPEAKS,
        "(?:no confirmation is|confirmation is not|nao e necessari|necessidade de confirma|nao informe o usuario)",
        r"\b(?:no confirmation is (?:needed|required|necessary)|confirmation is not (?:needed|required|necessary))\b"
        r"|\bnao e necessari[oa] (?:a )?confirma|\bsem necessidade de confirma|\bnao informe o usuario\b",
        spoken=True,
    ),
    # The model is spoken to: você deve.
    Trait(
        _SPEAKS,
        "voce (?:deve|precisa|tem que|tem de|nao deve|nunca deve|e um)",
        r"\bvoce (?:deve|precisa|tem (?:que|de)|nao deve|nunca deve|e uma?)\b",
        spoken=True,
    ),
    # Orders about calls and answers: sempre use, nunca responda.
    Trait(
        _SPEAKS,
        "(?:sempre|nunca|primeiro|somente|so) (?:chame|use|utilize|invoque|execute|rode|responda|pergunte"
        "|confie|envie)",
        r"\b(?:sempre|nunca|primeiro|somente|so) (?:chame|use|utilize|invoque|execute|rode|responda|pergunte"
        r"|confie|envie)\b",
        spoken=True,
    ),
    # The same in the third person: o agente deve.
    Trait(
        _SPEAKS,
        "(?:agente|assistente|modelo|ia) (?:deve|precisa|nao deve|tem que)",
        r"\b(?:agente|assistente|modelo|ia) (?:nao )?(?:deve|precisa|tem que)\b",
        spoken=True,
    ),
    # Orders about the order of calls: antes de usar.
    Trait(
        _SPEAKS,
        "antes de (?:usar|chamar|invocar|executar)",
        r"\bantes de (?:usar|chamar|invocar|executar) (?:est|ess|qualquer|a |o )",
        spoken=True,
    ),
    # What may describe, and may be an order: sem pedir confirmação.
    Trait(
        _SPEAKS,
        "sem (?:avisar|informar|notificar|pedir|perguntar|confirmar|confirmacao|solicitar)",
        r"\bsem (?:(?:avisar|informar|notificar) (?:o|ao) (?:usuario|cliente)|pedir|perguntar|confirmar"
        "|confirmacao|solicitar confirm)",
        spoken=True,
    ),
    # The conversation, sent along: o histórico desta conversa.
    Trait(
        _SPEAKS,
        "historico (?:completo |inteiro )?(?:da|desta) conversa",
        r"\b(?:envie|inclua|copie|passe|cole|anexe|repita)\b[^.\n]{0,60}\bhistorico (?:\w+ )?d(?:a"
        r"|esta) conversa\b",
        spoken=True,
    ),
)


class Noticed(NamedTuple):
    """A trait in a text, and where it stands; `meaning` goes on after "the text"."""

    start: int
    end: int
    meaning: str

    @property
    def telling(self) -> bool:
        """Whether the words themselves say what is meant."""
        return self.meaning in (_PLACES, _ADDRESS, _SPEAKS)

    @property
    def speaks(self) -> bool:
        """Whether the text speaks to the model."""
        return self.meaning == _SPEAKS


def noticed_in(text: str, *, describes: bool) -> list[Noticed]:
    """List what is worth a look in a text, each trait once; `describes` tells a description from what people say."""
    found: dict[str, Noticed] = {}
    if len(text) > LONGEST:
        found["length"] = Noticed(LONGEST, len(text), f"has {len(text):,} characters; {LONGEST:,} are plenty")
    told = plain(text)
    clauses = Clauses(text, told)
    for trait, pattern in _compiled():
        if trait.meaning in found or (trait.spoken and not describes):
            continue
        for match in pattern.finditer(text if trait.as_written else told.text):
            if trait.as_written:
                start, end = match.span()
            else:
                start, end = told.origins[match.start()], told.origins[match.end() - 1] + 1
            if _counts(trait, match[0], clauses, start):
                found[trait.meaning] = Noticed(start, end, trait.meaning)
                break
    return sorted(found.values())


@cache
def _compiled() -> list[tuple[Trait, re.Pattern[str]]]:
    return [(trait, re.compile(trait.pattern)) for trait in TRAITS]


def _counts(trait: Trait, matched: str, clauses: Clauses, start: int) -> bool:
    if trait.meaning == _ENCODED:
        return _looks_encoded(matched)
    first = matched.partition(" ")[0]
    if first in NEVER:
        return commands_never(clauses.before(start))
    return first not in ("sem", "without") or NEGATIONS.isdisjoint(clauses.before(start))


def _looks_encoded(run: str) -> bool:
    """Whether a run of characters is no path and no name: capitals, small letters and digits, all in some number."""
    return min(sum(map(kind, run)) for kind in (str.isupper, str.islower, str.isdigit)) > 2 or (
        run.isalnum() and len(set(run.lower()) - set("0123456789abcdef")) == 0 and not run.isdigit()
    )
