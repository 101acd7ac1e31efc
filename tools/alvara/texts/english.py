"""What a poisoned text says to a model, in English. Each phrase has the attack that it is about."""

from alvara.texts.clauses import COMMANDS, CONDITIONS, NEGATIONS
from alvara.texts.phrase import BETRAY, CONCEAL, NO_POLICY, NOT_ASK, PUSH, ROLE, SET_ASIDE, Phrase

_IGNORE = (
    "(?:ignore|ignoring|disregard|disregarding|forget|forgetting|override|overriding|overrule|bypass|circumvent"
    "|neglect|discard|dismiss|pay no attention to|do not follow|don ?t follow|do not obey|don ?t obey"
    "|stop following|stop obeying|set aside|throw away)"
)
_USER = "(?:the (?:end )?(?:user|human|operator|customer|client)|anyone|anybody|users)"
_NOT_A_NOUN = r"(?! (?:s|list|names?|ids?|accounts?|interface|table|menu|records?|profile|data|passwords?|e ?mails?)\b)"

PHRASES = (
    # The classic: an injected text cancels the instructions that the model had before it.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,4}? (?:previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system"
        r"|developer|all|any|every|your|other|these|those|my)(?: \w+){0,3}? (?:instructions?|directions"
        r"|guidelines|directives?|guardrails?|safeguards|system messages?)\b",
    ),
    # The same with what qualifies behind: the instructions above.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,3}? (?:instructions?|guidelines|prompt|text) (?:above|so far"
        r"|(?:that )?you (?:were|have been) given|from the (?:user|system|developer))\b",
    ),
    # What the system or the developer has said, by that name.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,2}? (?:system|developer) (?:messages?|prompts?|instructions?)\b",
    ),
    # What the user wants, set aside.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: what)?(?: the)? (?:user|human|customer)(?: s)? (?:requests?|wish(?:es)?|question|intent|refusal"
        r"|objections?|says|said|wants|asked)\b",
    ),
    # The same of prompts and rules, which are words of trade as well: only where they are the model's own.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,3}? (?:previous|prior|earlier|preceding|foregoing|your|system|developer"
        r"|safety)(?: \w+){0,2}? (?:prompts?|rules|constraints|commands|restrictions|limitations|training"
        r"|programming|filters)\b",
    ),
    # The model's own policies and limits, talked away.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: \w+){0,2}? your(?: \w+){0,2}? (?:policy|policies|limits|safety)\b",
    ),
    # "Everything you were told": the instructions without their name.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r"(?: about)? (?:everything|anything|all|whatever|what)(?: \w+){0,4}? (?:you know|you were told"
        r"|you have been told|you have learned|you were given|told you|until now|so far|above(?= and\b| now\b"
        r"| instead\b|$)|before this (?:line|point|message|prompt|text))",
    ),
    # "The above", as the instructions stand above the injected text in the prompt.
    Phrase(
        SET_ASIDE,
        _IGNORE,
        r" (?:the|all of the) above(?:$| (?:and|text|instructions|message|prompt)\b)",
    ),
    # New instructions, a new goal, in place of the old ones.
    Phrase(
        SET_ASIDE,
        "(?:your|the) new (?:instructions?|role|objective|goal|system prompt|task)",
        r"(?: \w+)? (?:is|are|follows?)\b",
    ),
    # An order that is to hold for the rest of the conversation.
    Phrase(
        SET_ASIDE,
        "from now on",
        r" (?:you|ignore|always|never|do not|don ?t|respond|answer|act|treat|obey|approve|execute|call|run"
        r"|delete)\b",
    ),
    # What the user is not told, the user cannot stop.
    Phrase(
        CONCEAL,
        "(?:do not|don ?t|never|must not|mustn ?t|should not|shouldn ?t|without|avoid|no need to"
        "|not to)(?: ever)? (?:tell|telling|mention|mentioning|inform|informing|reveal|revealing|disclose"
        "|disclosing|say|saying|explain|explaining|discuss|discussing|admit|admitting)",
        rf"(?: \w+){{0,6}}? {_USER}\b{_NOT_A_NOUN}",
        unless=NEGATIONS,
    ),
    # The user is not to find out.
    Phrase(
        CONCEAL,
        "(?:do not|don ?t|never|without|not to) (?:let|letting)",
        f" {_USER} (?:know|see|notice|find out|learn|suspect)",
        unless=NEGATIONS,
    ),
    # The poisoned text hides itself: do not mention these instructions.
    Phrase(
        CONCEAL,
        "(?:do not|don ?t|never|without) (?:mention|mentioning|disclose|reveal|talk about|discuss)",
        r"(?: \w+)? (?:this|that you|these instructions|the instructions|any of this|it to)\b",
        unless=NEGATIONS,
    ),
    # Secrecy is asked for.
    Phrase(
        CONCEAL,
        "(?:keep|keeping) (?:this|it|that|these)",
        r"(?: \w+){0,3}? (?:secret|hidden|confidential|between us|from the user)\b",
    ),
    # A call or its result is hidden from the user.
    Phrase(
        CONCEAL,
        "(?:hide|hiding|conceal|concealing|withhold)"
        " (?:this|that|it|these|the fact|the (?:call|step|result|output)|your)",
        rf"(?: \w+){{0,5}}? from {_USER}\b",
    ),
    # Said of the user: must not know.
    Phrase(
        CONCEAL,
        "the (?:end )?(?:user|human|operator|customer) (?:must|should|need|is) (?:not|never)",
        r"(?: to)?(?: ever)? (?:know|be told|be informed|notice|find out|be aware|learn)\b",
    ),
    # Something is done behind the user's back.
    Phrase(
        CONCEAL,
        "without the (?:user|human|operator|customer)",
        r" (?:s )?(?:knowledge|knowing|noticing|awareness|being (?:told|informed|aware))\b",
        unless=NEGATIONS,
    ),
    # A confirmation that the text talks the model out of.
    Phrase(
        NOT_ASK,
        "(?:do not|don ?t|never|no need to|avoid|stop|skip) (?:ask|asking|prompt|prompting)",
        r"(?: \w+){0,5}? (?:confirmations?|to confirm|consent|permission|approval|confirm)\b",
        unless=NEGATIONS,
    ),
    # The confirmation as something that is not needed.
    Phrase(
        NOT_ASK,
        "(?:don ?t|do not|no) need to (?:ask|confirm|request|wait)",
        r"(?: \w+){0,4}? (?:confirmation|permission|consent|with the user)\b",
    ),
    # The same with waiting and requesting; approvals are matters of business, so only the user's own count.
    Phrase(
        NOT_ASK,
        "(?:do not|don ?t|never|no need to|avoid|stop) (?:request|requesting|seek|seeking|wait|waiting"
        "|require|obtain|get)",
        r"(?: \w+){0,4}? (?:confirmations?|consent|(?:user|human|user s) (?:approval|permission))\b",
        unless=NEGATIONS,
    ),
    # Done without asking, where it is an order and no description.
    Phrase(
        NOT_ASK,
        "without (?:ask|prompt|request|wait|requir|seek)ing",
        "(?:$| (?:the user|the human|first|for (?:confirmation|permission|approval|consent)|anyone))",
        unless=NEGATIONS,
        needs=COMMANDS,
    ),
    # The confirmation as a step to be left out.
    Phrase(
        NOT_ASK,
        "(?:skip|skipping|bypass|bypassing|omit|suppress|circumvent|disable)",
        r"(?: \w+){0,3}? (?:confirmations?|consent|(?:user|human) approval)\b",
        unless=NEGATIONS,
        sign="(?:confirmations?|consent|(?:user|human) approval)",
    ),
    # A confirmation that never took place is to be taken for given.
    Phrase(
        NOT_ASK,
        "(?:assume|presume|pretend|suppose|consider|treat|act as if|act as though)(?: that)?(?: the| every| any| all)?"
        " (?:user|human|operator|customer|request|action|call|this|it|everything)",
        r"(?: \w+){0,4}? (?:confirmed|approved|agreed|consented|authori[sz]ed|accepted|confirms)\b",
    ),
    # The model is to answer in the user's place.
    Phrase(
        NOT_ASK,
        "(?:confirm|approve|accept|agree|answer yes)",
        r"(?: \w+){0,4}? (?:on behalf of|in place of|in the name of) the user\b",
        unless=NEGATIONS,
        sign="(?:on behalf of|in place of|in the name of)",
    ),
    # The model is to go on without the confirmation.
    Phrase(
        NOT_ASK,
        "(?:proceed|continue|go ahead|execute|run|act|perform)",
        r"(?: \w+){0,4}? without(?: \w+){0,3}? (?:confirmation|confirming|consent|asking)\b",
        unless=NEGATIONS,
        sign="(?:confirmation|confirming|consent|asking)",
    ),
    # The text claims that the user has confirmed.
    Phrase(
        NOT_ASK,
        "the (?:user|human|operator|customer) (?:has already|already has|already|has previously)",
        r"(?: given| granted)?(?: \w+){0,2}? (?:confirmed|approved|agreed|consented|authori[sz]ed|consent"
        r"|approval)\b",
        unless=CONDITIONS,
    ),
    # A policy to be got round.
    Phrase(
        NO_POLICY,
        "(?:bypass|circumvent|evade)",
        r"(?: \w+){0,3}? polic(?:y|ies)\b",
        unless=NEGATIONS,
    ),
    # A denial that is declared void.
    Phrase(
        NO_POLICY,
        "even (?:if|when)",
        r"(?: \w+){0,2}? (?:polic(?:y|ies)|rules?|permissions?|user|guardrails?) (?:den(?:y|ies)|forbids?"
        r"|blocks?|disallows?|refuses?|says? no|objects?|declines?)\b",
        unless=NEGATIONS,
    ),
    # A check that is left out by order.
    Phrase(
        NO_POLICY,
        "without (?:check|verify|validat|consult|evaluat)ing",
        r"(?: \w+){0,2}? (?:permissions?|authori[sz]ation|polic(?:y|ies))\b",
        unless=NEGATIONS,
        needs=COMMANDS,
    ),
    # A new identity, under which the old rules are said not to hold.
    Phrase(
        ROLE,
        "you are (?:now|no longer)",
        r" (?:an?|the|in|free|my|called|bound|restricted|limited|required|subject)\b",
    ),
    # The same as play-acting.
    Phrase(
        ROLE,
        "pretend",
        r" (?:to be|you are|that you)\b",
    ),
    # The same as a role with more power than the user has.
    Phrase(
        ROLE,
        "act as",
        r" (?:if you|though you|an? (?:unrestricted|admin\w*|root|super\w*|system|different|new)|the (?:system"
        r"|admin\w*))\b",
        sign="act as (?:if you|though you|an? (?:unrestricted|admin|root|super|system|different|new)"
        "|the (?:system|admin))",
    ),
    # Names of well-known jailbreaks.
    Phrase(
        ROLE,
        "(?:(?:dan|god|jailbreak|unrestricted) mode|you are (?:dan|root|god))",
    ),
    # Authority that nobody has given: as the administrator I order.
    Phrase(
        ROLE,
        "as (?:the|your) (?:system|administrator|developer|creator|owner)",
        r"(?: \w+){0,3}? (?:i|we) (?:authori[sz]e|order|instruct|command|grant|require)\b",
    ),
    # The system prompt is wanted, as the first step of the next attack.
    Phrase(
        BETRAY,
        "(?:reveal|print|repeat|output|show|display|include|send|return|leak|append|recite|paste|copy)",
        r"(?: \w+){0,4}? (?:system prompt|hidden instructions|initial instructions|your instructions"
        r"|instructions (?:above|you were given)|developer message)\b",
        unless=NEGATIONS,
        sign="(?:system prompt|(?:hidden|initial|your) instructions|instructions (?:above|you)|developer message)",
    ),
    # A capability wants to be called first, whatever the user has asked for.
    Phrase(
        PUSH,
        "(?:call|use|invoke|run|execute|query|consult)",
        r"(?: \w+){1,8}? (?:before|prior to)(?: (?:calling|using|invoking|running|executing|making"
        "|taking))? (?:any|every|all|each|anything|everything)(?: of)?(?: the)?(?: other)?(?: (?:tools?"
        r"|functions?|capabilit\w+|actions?|calls?|requests?|responses?|answers?|operations?|steps?|messages?"
        r"|else)\b|$)",
        sign="(?:any|every|all|each) (?:other )?(?:tool|func|capab|action|call|request|response|answer|operat|step"
        "|message)|(?:before|prior to)(?: [a-z]+)? (?:all|anything|everything)",
    ),
    # The same the other way round: before any answer, call this.
    Phrase(
        PUSH,
        "(?:before|prior to) (?:calling|using|invoking|running|executing|doing|answering|taking)",
        r" (?:any|every|all|each|anything|everything)(?: other)?(?: \w+)? (?:always |you must |first "
        r"|must )*(?:call|use|invoke|run|execute|read|send)\b",
    ),
    # A capability wants to replace all others.
    Phrase(
        PUSH,
        "(?:instead of|rather than|in place of|in preference to|over)",
        r"(?: using| calling)? (?:any|all|every|the) other (?:tools?|functions?|capabilit\w+)\b",
        sign="other (?:tool|function|capabilit)",
    ),
    # The others are spoken ill of.
    Phrase(
        PUSH,
        "(?:do not|don ?t|never) (?:use|call|invoke|trust)",
        r"(?: any| the| all)*? other (?:tools?|functions?|capabilit\w+)\b",
    ),
)
