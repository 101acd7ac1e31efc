"""The shape of what is looked for in a text, and the words for what it means."""

from typing import NamedTuple

SET_ASIDE = "tells a model to set its instructions aside"
CONCEAL = "tells a model to keep something from the user"
NOT_ASK = "tells a model to go ahead without asking"
NO_POLICY = "tells a model to go ahead against the policies"
ROLE = "gives a model another role"
BETRAY = "asks a model for its own instructions"
PUSH = "pushes a capability before all others"
POSE = "poses as a message of the system"
COMMENT = "holds a comment, which people do not see"


class Phrase(NamedTuple):
    """One way to give an order; `meaning` goes on after "the text".

    `head` and `tail` see the text in plain lower-case words, one blank between two. The head, or the `sign` where the
    head is made of everyday words, is part of the automaton that all texts go through: letters, blanks, groups only.
    `unless` and `needs` are words that must not, or must, stand close before it.
    """

    meaning: str
    head: str
    tail: str = ""
    unless: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    sign: str = ""


class Mark(NamedTuple):
    """One way to pose as somebody else by punctuation. `pattern` sees the plain lower-case text as it is laid out.

    A blank in `head`, which is part of the automaton, stands for any number of blanks.
    """

    meaning: str
    head: str
    pattern: str
