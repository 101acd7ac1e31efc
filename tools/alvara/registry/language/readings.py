"""What a sentence wants, by its small words and verbs alone: to know something, or to have something done."""

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Literal, NamedTuple

from alvara.registry.language.english import ENGLISH
from alvara.registry.language.grammar import Deed
from alvara.registry.language.portuguese import PORTUGUESE
from alvara.registry.language.tokens import Token
from alvara.registry.language.verbs import GRAMMARS, Verbs

Intent = Literal["question", "command", "unclear"]

_ASKING = frozenset().union(*(grammar.asking for grammar in GRAMMARS))
_HELPING = frozenset().union(*(grammar.helping for grammar in GRAMMARS))
_AUXILIARY = frozenset({"pode", "podem", "tem", "ha", "precisa", "precisam", "preciso", "vai", "vou", "get", "let"})
_PLEAS = frozenset().union(*(grammar.pleas for grammar in GRAMMARS))
_LONGEST_PLEA = max(map(len, _PLEAS))
_FILLERS = frozenset().union(*(grammar.fillers for grammar in GRAMMARS))
_FUNCTION = frozenset().union(*(grammar.function for grammar in GRAMMARS))
_NEGATIONS = frozenset().union(*(grammar.negations for grammar in GRAMMARS))
_REASONS = frozenset().union(*(grammar.reasons for grammar in GRAMMARS))
_REASON_BEGINS = frozenset(reason[0] for reason in _REASONS)
_BECOMING = frozenset().union(*(grammar.becoming for grammar in GRAMMARS))
_JOINING = frozenset().union(*(grammar.joining for grammar in GRAMMARS))
_POINTING = frozenset().union(*(grammar.pointing for grammar in GRAMMARS))
_SHOWING = frozenset().union(*(grammar.showing for grammar in GRAMMARS))
_VAGUE = frozenset().union(*(grammar.vague for grammar in GRAMMARS))
_FRESH = frozenset().union(*(grammar.fresh for grammar in GRAMMARS))
_QUANTITIES = frozenset().union(*(grammar.numbers | grammar.units | grammar.times for grammar in GRAMMARS))

_BEFORE_QUESTION = frozenset(
    {"o", "por", "para", "pra", "em", "de", "a", "com", "no", "do", "about", "in", "on", "for", "with"}
)
_BEFORE_VERB = _JOINING | _FILLERS | frozenset({"to", "que", "para", "pra", "you", "voce", "ja"})
_ONE = frozenset({"um", "uma", "a", "an", "one", "mais"})
_SUBJECTS = frozenset({"i", "you", "we", "they", "the", "these", "those", "my", "our", "all"})
"""What follows an English "do" that asks; a Portuguese "do" stands before a name."""

_CLITICS = frozenset({"me", "nos", "te"})
_IDLE = frozenset({("take", "care"), ("deal", "with"), ("da", "jeito"), ("de", "jeito")})
_TELLING = frozenset({"explain", "know"})


class Reading(NamedTuple):
    """A sentence as it sounds. `verbs` are the infinitives that its verb may be, `at` is where that stands, or -1.

    `deeds` are what it asks for; none where it says only that something is to be done. `points` where it says "this"
    instead of a name, `valued` where it gives a number, a date or a quotation. `several` where it has several wishes,
    `vague` where it says everything, something, or only the name of a deed.
    """

    intent: Intent
    verbs: tuple[str, ...] = ()
    deeds: frozenset[Deed] = frozenset()
    at: int = -1
    negated: bool = False
    several: bool = False
    points: bool = False
    valued: bool = False
    vague: bool = False
    used: frozenset[int] = frozenset()


def read(tokens: Sequence[Token], verbs: Verbs, text: str, named: Set[int], begun: Set[int]) -> Reading:
    """Tell what a sentence wants. `named` are the places of words that name things, `begun` where a name begins."""
    sentence = _Sentence(tokens, verbs, named, begun)
    return sentence.read(text.rstrip(" \"'»”)").endswith("?"))


def language_of(tokens: Iterable[Token]) -> str:
    """Guess the language of a sentence from its small words; empty where they say nothing."""
    counts = [0, 0]
    for token in tokens:
        for number, grammar in enumerate((PORTUGUESE, ENGLISH)):
            counts[number] += (
                token.word in grammar.function
                or token.word in grammar.asking
                or (token.word in grammar.helping or token.word in grammar.fillers)
            )
    return "" if counts[0] == counts[1] else ("en" if counts[1] > counts[0] else "pt")


def is_content(token: Token) -> bool:
    """Whether a word may name something: it is no small word, no question, no greeting and no quantity."""
    return token.sort == "word" and not (
        token.word in _FUNCTION
        or token.word in _ASKING
        or token.word in _HELPING
        or token.word in _AUXILIARY
        or token.word in _VAGUE
        or token.word in _FILLERS
        or token.word in _NEGATIONS
        or token.word in _QUANTITIES
        or token.word in _FRESH
        or len(token.word) < 2
    )


class _Sentence:
    """A sentence that is read from left to right."""

    def __init__(self, tokens: Sequence[Token], verbs: Verbs, named: Set[int], begun: Set[int]) -> None:
        self.words = [token.word for token in tokens]
        self.tokens = tokens
        self.verbs = verbs
        self.named = named
        self.begun = begun
        self.used: set[int] = set()

    def read(self, asks: bool) -> Reading:
        at = self._skip(0, _FILLERS)
        negated = False
        if self._is_negation(at):
            negated, at = True, at + 1 + (self.words[at] == "do")
        pleaded = False
        while not negated and (length := self._plea(at)):
            self.used.update(range(at, at + length))
            at, pleaded = self._skip(at + length, _FILLERS), True
            if self._is_negation(at):
                negated, at = True, at + 1
        if self._word(at) in _CLITICS and self._is_verb(at + 1):
            at += 1
        helps = self._word(at) in _HELPING and (self._word(at) != "do" or self._word(at + 1) in _SUBJECTS)
        if self._asks(at) or (helps and not pleaded and not negated):
            return self._reading("question", self._verb_after(at), asks)
        found = at if self._is_verb(at) and not self._is_name(at) else -1
        if found < 0 and pleaded:
            beyond = self._skip(at, _FUNCTION | _FILLERS)
            found = beyond if self._is_verb(beyond) and beyond not in self.begun else -1
        if found < 0 and not pleaded:
            found = self._later(at)
        negated = negated or self._denied(found)
        if asks and not pleaded:
            return self._reading("question", found, asks)
        if found < 0:
            if not pleaded:
                return self._reading("unclear", -1, asks)
            fresh = bool({self._word(at), self._word(at + 1)} & (_ONE | _FRESH))
            wanted = frozenset({"create"} if fresh else {"show", "open"})
            return self._reading("command", -1, asks)._replace(deeds=wanted)
        return self._command(found, negated, asks)

    def _command(self, at: int, negated: bool, asks: bool) -> Reading:
        verbs, at = self._meant(at)
        deeds = frozenset(deed for verb in verbs for deed in self.verbs.deeds.get(verb, ()))
        reading = self._reading("command", at, asks)
        if self._is_verb(at - 1):  # "execute delete" says what, and not to what
            reading = reading._replace(vague=True)
        follows = self._word(at + 1)
        if deeds & _TELLING and not deeds - _TELLING:
            return reading._replace(intent="question", verbs=(), deeds=frozenset())
        if any(self._asks(place) for place in range(at + 1, min(at + 4, len(self.words)))) and deeds <= {
            "show",
            "open",
            "search",
        }:
            return reading._replace(intent="question", verbs=(), deeds=frozenset())
        if (self.words[at], follows) in _IDLE:
            self.used.update((at, at + 1))
            return reading._replace(verbs=(), deeds=frozenset(), used=frozenset(self.used))
        nothing_new = self._word(at + 1) not in _ONE
        if "do" in deeds and ((reading.points and nothing_new) or deeds == {"do"}):
            deeds, verbs = deeds & frozenset(), ()
        several = any(
            self.words[place - 1] in _JOINING and self._is_verb(place) and self._differs(place, verbs)
            for place in range(at + 2, len(self.words))
            if place not in self.named
        )
        return reading._replace(verbs=verbs, deeds=deeds - {"do"}, negated=negated, several=several and bool(deeds))

    def _meant(self, at: int) -> tuple[tuple[str, ...], int]:
        """Give the verb that is meant: what is to be run, or the noun of something that is to be made."""
        verbs = self.verbs.forms[self.words[at]]
        self.used.add(at)
        if not any("do" in self.verbs.deeds.get(verb, ()) for verb in verbs) and self.words[at] not in (
            "make",
            "de",
            "da",
        ):
            return verbs, at
        for place in range(at + 1, min(at + 4, len(self.words))):
            if place in self.begun:
                break
            word = self.words[place]
            if word in self.verbs.nouns or (word in self.verbs.forms and word not in _FUNCTION and place == at + 1):
                self.used.add(place)
                return self.verbs.nouns.get(word) or self.verbs.forms[word], place
        return verbs, at

    def _differs(self, at: int, verbs: Sequence[str]) -> bool:
        other = self.verbs.forms[self.words[at]]
        deeds = {deed for verb in other for deed in self.verbs.deeds.get(verb, ("own",))}
        return bool(deeds - _TELLING) and not set(other) & set(verbs)

    def _reading(self, intent: Intent, at: int, asks: bool) -> Reading:
        points = any(self._points(place) for place in range(len(self.words)))
        valued = any(
            token.sort in ("number", "quote") or (token.word in _QUANTITIES and place not in self.named)
            for place, token in enumerate(self.tokens)
        )
        verbs = self.verbs.forms.get(self._word(at), ()) if at >= 0 else ()
        if at >= 0:
            self.used.add(at)
        vague = any(word in _VAGUE for word in self.words)
        return Reading(intent, verbs, at=at, points=points, valued=valued, vague=vague, used=frozenset(self.used))

    def _points(self, at: int) -> bool:
        """Whether a word stands for a thing, and not before the name of one."""
        word = self._word(at)
        if word not in _POINTING or (word in ("one",) and self._word(at - 1) not in ("this", "that")):
            return False
        if word not in _SHOWING:
            return True
        following = self._skip(at + 1, _FILLERS)
        beyond = self._word(following)
        return not beyond or beyond == "one" or (beyond in _FUNCTION and beyond not in _SHOWING) or beyond in _HELPING

    def _later(self, at: int) -> int:
        """Find the first verb that begins a clause or is joined to one."""
        for place in range(at + 1, len(self.words)):
            begins = self.tokens[place].opens or self.tokens[place].pauses or self.words[place - 1] in _BEFORE_VERB
            if begins and self._is_verb(place) and place not in self.named:
                return place
        return -1

    def _verb_after(self, at: int) -> int:
        for place in range(at + 1, len(self.words)):
            if self._is_verb(place) and place not in self.named:
                return place
        return -1

    def _is_verb(self, at: int) -> bool:
        word = self._word(at)
        return (
            word in self.verbs.forms and self.tokens[at].sort == "word" and (word not in _FUNCTION or self._is_do(at))
        )

    def _is_do(self, at: int) -> bool:
        """Whether this is the English verb, and not what stands before a name in Portuguese."""
        return at == 0 and self.words[at] == "do" and self._word(at + 1) in _POINTING

    def _is_name(self, at: int) -> bool:
        """Whether a word that could be a verb begins a name of several words: `start date`."""
        return at in self.begun and (at + 1 in self.named or len(self.words) == 1)

    def _asks(self, at: int) -> bool:
        word = self._word(at)
        if word in _ASKING:
            return True
        if word == "que":
            return at == 0 or self._word(at - 1) in _BEFORE_QUESTION
        return word in _BEFORE_QUESTION and (self._word(at + 1) in ("que", *_ASKING))

    def _is_negation(self, at: int) -> bool:
        return self._word(at) in _NEGATIONS or (self._word(at) == "do" and self._word(at + 1) == "not")

    def _denied(self, at: int) -> bool:
        """Whether a negation stands before a verb, in its clause."""
        for place in range(at - 1, -1, -1):
            if self._is_negation(place):
                return True
            if self.tokens[place + 1].pauses or self.tokens[place + 1].opens:
                return False
        return False

    def _plea(self, at: int) -> int:
        for length in range(_LONGEST_PLEA, 0, -1):
            if tuple(self.words[at : at + length]) in _PLEAS and at + length < len(self.words):
                return length
        return 0

    def _skip(self, at: int, words: Set[str]) -> int:
        while at < len(self.words) and self.words[at] in words and at not in self.begun:
            at += 1
        return at

    def _word(self, at: int) -> str:
        return self.words[at] if 0 <= at < len(self.words) else ""


def plural(token: Token) -> bool:
    """Whether a word is meant for several."""
    return token.word.endswith("s") and not token.word.endswith(("ss", "us", "is")) and len(token.word) > 2


def becomes(tokens: Sequence[Token], start: int, end: int) -> int:
    """Give the place where it is said what something is changed to, between two places; the second where it is not."""
    return next((at for at in range(start, end) if tokens[at].word in _BECOMING), end)


def showing(tokens: Sequence[Token], at: int) -> bool:
    """Whether "this" or the like stands before the word at a place."""
    return at > 0 and tokens[at - 1].word in _SHOWING


def reason_in(tokens: Sequence[Token], at: int) -> int:
    """Give the place, beyond another, where a sentence goes on to say why; its length where it does not."""
    for place in range(at + 1, len(tokens)):
        if tokens[place].word in _REASON_BEGINS:
            words = tuple(token.word for token in tokens[place:])
            if any(words[: len(reason)] == reason for reason in _REASONS):
                return place
    return len(tokens)


def owners(tokens: Sequence[Token], named: Set[int], known: Set[str]) -> Iterator[int]:
    """Yield the places of names of people that something is said to belong to: do João, of Carlos, João's."""
    for at, token in enumerate(tokens):
        if token.sort != "word" or at in named:
            continue
        before = tokens[at - 1].word if at else ""
        capital = token.text[:1].isupper()
        definite = before in ("do", "da", "dos", "das") and token.word not in known
        if (
            (token.owns and (capital or at + 1 in named))
            or (capital and before in ("of", "de"))
            or (definite and (capital or is_content(token)))
        ):
            yield at
