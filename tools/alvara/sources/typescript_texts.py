"""The texts, attributes and comments of a TypeScript file, with JSX or without.

It is no parser: what it has to tell apart is texts from code, and where it cannot be sure it says that something is
open. Letters in code are never taken for a text.
"""

import re

from alvara.sources.stretches import Stretch, Stretches

_WORD_BEFORE_TEXT = frozenset(
    {"return", "case", "from", "import", "in", "of", "typeof", "new", "else", "do", "void", "delete", "throw", "yield",
     "await", "as", "extends", "default", "export", "instanceof", "keyof", "is", "satisfies", "require"}
)  # fmt: skip
_TOKEN = re.compile(
    r"(?P<line>(?<!:)//(?P<said>[^\n\r]*))"
    r"|(?P<block>/\*(?P<told>.*?)(?:\*/|\Z))"
    r"|(?P<single>'(?:[^'\\\n\r]|\\(?:\r\n|.))*(?:'|(?=[\n\r])|\Z))"
    r'|(?P<double>"(?:[^"\\\n\r]|\\(?:\r\n|.))*(?:"|(?=[\n\r])|\Z))'
    r"|(?P<sign>[`{}/])",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([A-Za-z_$][\w$-]*)[ \t\r\n]*[=:][ \t\r\n]*\{?[ \t\r\n]*\Z")
_EXPRESSION = re.compile(r"/(?![*/>])(?:[^/\\\n\r\[]|\\[^\n\r]|\[(?:[^\]\\\n\r]|\\[^\n\r]){0,100}\]){1,200}/[A-Za-z]*")
"""A regular expression; its length is limited so that a line full of slashes takes no time."""

_TEMPLATE = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_LAST_WORD = re.compile(r"[\w$]+\Z")
_LOOK_BACK = 80
"""Characters before a text in which the name of its attribute is looked for."""


def typescript_texts(text: str) -> Stretches:
    """Yield every text, attribute value and comment."""
    position, depth = 0, 0
    templates: list[int] = []
    """At how many braces each template is open whose inserted code is being read."""
    while (token := _TOKEN.search(text, position)) is not None:
        position = token.end()
        if token["line"] is not None:
            yield Stretch(token.start("said"), token.end("said"), "words")
        elif token["block"] is not None:
            yield Stretch(token.start("told"), token.end("told"), "words")
        elif token["sign"] is None:
            quote, said = text[token.start()], token.group()
            if _is_prose(text, token.start()):
                position = token.start() + 1
            elif len(said) > 1 and said.endswith(quote):
                yield Stretch(token.start() + 1, token.end() - 1, "words", _attribute(text, token.start()))
            else:  # nothing closes it on its line
                yield Stretch(token.start() + 1, token.end(), "open")
        elif token["sign"] == "`":
            end, inserted = _template(text, position)
            yield Stretch(position, end, "open" if inserted else "words")
            position = end + (2 if inserted else 1)
            if inserted:
                templates.append(depth)
        elif token["sign"] == "{":
            depth += 1
        elif token["sign"] == "}":
            if templates and templates[-1] == depth:
                end, inserted = _template(text, position)
                yield Stretch(position, end, "open")
                position = end + (2 if inserted else 1)
                if not inserted:
                    templates.pop()
            else:
                depth -= 1
        elif _begins_expression(text, token.start()):
            found = _EXPRESSION.match(text, token.start())
            if found is not None:
                yield Stretch(found.start() + 1, found.end(), "open")
                position = found.end()


def _template(text: str, start: int) -> tuple[int, bool]:
    """Find where the text of a template ends, and whether code is inserted there."""
    found = _TEMPLATE.match(text, start)
    end = found.end() if found else start
    return end, text.startswith("${", end)


def _is_prose(text: str, start: int) -> bool:
    """Whether a quote is an apostrophe in the text of an element: one that follows a word opens nothing in code."""
    if not start or not (text[start - 1].isalnum() or text[start - 1] in "_$"):
        return False
    word = _LAST_WORD.search(text, max(0, start - _LOOK_BACK), start)
    return word is not None and word.group() not in _WORD_BEFORE_TEXT


def _attribute(text: str, start: int) -> str:
    if not text[max(0, start - _LOOK_BACK) : start].rstrip().endswith(("=", ":", "{")):
        return ""
    found = _ATTRIBUTE.search(text, max(0, start - _LOOK_BACK), start)
    return found.group(1) if found else ""


def _begins_expression(text: str, start: int) -> bool:
    """Whether a slash stands where a value begins, and not behind one, where it divides."""
    before = text[max(0, start - _LOOK_BACK) : start].rstrip()
    if not before or before.endswith("=>"):
        return True
    if before[-1] in "(,=:[!&|?{};+-*%~^":
        return True
    word = _LAST_WORD.search(before)
    return word is not None and word.group() in _WORD_BEFORE_TEXT
