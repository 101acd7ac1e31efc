"""Patterns so plain that nothing can speak against them: most are, and need no automaton."""

import re

LONGEST = 100

_ATOM = r"(?:[A-Za-z0-9_ :;,@#%&'\"<>=!~`-]|\\[dws.]|\[(?:a-z|A-Z|0-9|a-f|A-F|[A-Za-z0-9_ .:])+-?\])"
_COUNT = r"(?:\?|\{(?:[01],)?(?:[1-9]|[1-5]\d)\})?"
_PLAIN = rf"\^?(?:{_ATOM}{_COUNT})*(?:{_ATOM}[*+](?:{_ATOM}{_COUNT})*)?\$?"


def is_plain(pattern: str) -> bool:
    """Whether a pattern is sound at a glance: characters and sets in a row, of which one at most repeats without end.

    What competes for characters is either counted, or alone. It may deny that of a sound pattern, never the other way.
    """
    return len(pattern) <= LONGEST and re.fullmatch(_PLAIN, pattern, re.ASCII) is not None
