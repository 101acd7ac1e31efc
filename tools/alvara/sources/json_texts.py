"""The texts of a JSON file, keys among them; comments, which some tools allow, are no texts."""

import re

from alvara.sources.stretches import Stretch, Stretches

_TOKEN = re.compile(
    r'"(?P<text>(?:[^"\\\n\r]|\\[^\n\r])*)(?:"|(?=[\n\r])|\Z)|//[^\n\r]*|/\*.*?(?:\*/|\Z)|(?P<sign>[{}\[\],:])',
    re.DOTALL,
)


def json_texts(text: str) -> Stretches:
    """Yield every text with the key that it stands under; a key stands under none."""
    levels: list[tuple[bool, str, bool]] = [(False, "", False)]
    """Of every level: whether it is an object, its last key, and whether a key comes next."""
    for token in _TOKEN.finditer(text):
        sign, (is_object, key, at_key) = token["sign"], levels[-1]
        if sign in ("{", "["):
            levels.append((sign == "{", "" if sign == "{" else key, True))
        elif sign in ("}", "]"):
            if len(levels) > 1:
                levels.pop()
        elif sign is not None:
            levels[-1] = (is_object, key, sign == ",")
        elif token["text"] is not None:
            is_key = is_object and at_key
            yield Stretch(token.start("text"), token.end("text"), "whole", "" if is_key else key)
            if is_key:
                levels[-1] = (True, token["text"], True)
