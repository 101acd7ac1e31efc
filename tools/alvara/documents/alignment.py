"""Where each character of a value stands in the text that was written for it."""

_BLANK = " \t\n\r"
_LONG = {"x": 4, "u": 6, "U": 10}
"""How many characters the escapes of a text in double quotes have, where those are not two."""


def aligned(text: str, start: int, style: str, value: str) -> list[int] | None:
    """Give for each character of a value, and for its end, where in the text it was written.

    `start` is where the scalar begins, its quote or `|` included. Line ends and indentation may be fewer or more in the
    value, the other characters come in the same order. None where they do not: then something else was written.
    """
    i = start
    if style in ("|", ">"):
        i = min((at for end in "\n\r" if (at := text.find(end, start)) >= 0), default=len(text))
    elif style:
        i += 1
    found: list[int] = []
    for character in value:
        i = _begin(text, i, style, character)
        found.append(i)
        long = width(text, i, style)
        if long == 1 and i < len(text) and text[i] != character and not (text[i] in _BLANK and character in " \n"):
            return None
        i += long
    return [*found, i] if i <= len(text) else None


def width(text: str, i: int, style: str) -> int:
    """Count the characters that were written for one."""
    if style == '"' and text[i : i + 1] == "\\":
        return _LONG.get(text[i + 1 : i + 2], 2)
    return 2 if style == "'" and text[i : i + 2] == "''" else 1


def _begin(text: str, i: int, style: str, character: str) -> int:
    """Skip what a value does not have: blanks before anything else, and line ends that were taken back."""
    while i < len(text):
        if style == '"' and text[i] == "\\" and text[i + 1 : i + 2] in ("\n", "\r"):
            i += 2
        elif text[i] in _BLANK and character not in _BLANK:
            i += 1
        else:
            break
    return i
