"""English: small words, verbs, and how to ask back."""

from collections.abc import Iterator

from alvara.registry.language.grammar import Grammar, Phrases, listed, sequences

_DEEDS = {
    "change": (
        "change update edit modify alter set correct fix adjust replace rename extend prolong shorten increase decrease"
        " reduce raise lower renew move postpone reschedule delay transfer make put switch swap turn amend revise fill"
        " bring"
    ),
    "add": "add include insert attach append put register",
    "remove": "remove delete drop detach discard take erase",
    "create": "create issue make generate open start raise draft register prepare",
    "copy": "duplicate copy clone replicate repeat",
    "delete": "delete erase discard destroy remove",
    "approve": "approve release authorise authorize sign accept validate",
    "reject": "reject refuse decline deny return",
    "cancel": "cancel revoke suspend annul",
    "close": "close end finish conclude",
    "submit": "submit send forward",
    "show": "show display view see read look get check consult give",
    "open": "open access enter",
    "list": "list enumerate",
    "search": "search find look filter locate",
    "go": "go navigate return take back bring",
    "explain": "explain tell describe clarify detail summarise summarize teach",
    "know": "know understand learn ask",
    "do": "execute run do perform apply",
}


def _inflect(verb: str) -> Iterator[str]:
    """Yield the forms in which a verb asks for something: English has the infinitive, and the gerund after a plea."""
    yield verb
    root = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    yield f"{root}ing"
    yield f"{root}{root[-1]}ing"


_NOUNS = {
    "approve": "approval",
    "remove": "removal",
    "renew": "renewal",
    "modify": "modification",
    "delete": "deletion",
}


def _nouns(verb: str) -> Iterator[str]:
    yield _NOUNS.get(verb, verb)


def _is_infinitive(word: str) -> bool:
    return False


def _of(label: str, name: str) -> str:
    return f"of {label}{f' {name}' if name else ''}" if name else f"of the {label}"


ENGLISH = Grammar(
    function=listed(
        "i you we a an the of in on at to for from by with and or this that these those it its my your our their his"
        " her me us them they he she is are was were be been am there here as so just also then about please"
    ),
    asking=listed("what how why when where who whom whose which whats hows whos"),
    helping=listed("can could may might must should shall am is are was were do does did has have had will would"),
    pleas=sequences(
        "can you, could you, would you, will you, can you please, could you please, would you please, would you mind,"
        "please, i want to, i want you to, i would like to, i would like you to, i need to, i need you to, i want,"
        "i would like, i need, we need to, we need, we want to, we have to, i have to, let us, lets, help me,"
        "i wish to, you can, you may, you should, go ahead and, you need to, kindly, you are to, we must,"
        "help me to, i must, id like to, time to, feel free to"
    ),
    fillers=listed(
        "hi hello hey ok okay now please thanks thank kindly just yes yeah sure then well so asap right quickly"
        " immediately back dear there morning afternoon good"
    ),
    pointing=listed("it this that these those them"),
    showing=listed("this that these those"),
    negations=listed("not never no dont"),
    reasons=sequences("because, cause, due to"),
    becoming=listed("to into"),
    joining=listed("and then also"),
    numbers=listed(
        "two three four five six seven eight nine ten twelve fifteen twenty thirty forty fifty sixty ninety"
        " hundred thousand"
    ),
    units=listed(
        "day days week weeks month months year years hour hours minute minutes second seconds metre metres meter meters"
        " m cm km kg kilo kilos gram grams litre litres unit units percent time times piece pieces"
    ),
    times=listed(
        "today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april"
        " june july august september october november december"
    ),
    vague=listed("everything all something anything nothing some any thing things stuff everyone whatever"),
    fresh=listed("new another"),
    deeds=_DEEDS,
    inflect=_inflect,
    nouns=_nouns,
    is_infinitive=_is_infinitive,
    phrases=Phrases(
        change="I can change {the}{of}. What would you like to change?",
        deed="What would you like to do with {the}{of}?",
        choose="There is more than one way: {these}. What would you like to do?",
        meant="Do you mean {these}?",
        nothing="I found nothing by these words. What is it about?",
        one_at_a_time="These are several wishes at once. Which one comes first?",
        too_long="This message is too long. Say in one sentence what you would like.",
        empty="What would you like?",
        last="or",
        of=_of,
        the=lambda label: f"the {label}",
    ),
)
