"""The texts and the comments of a Python file, found without parsing it: a file that is half written has them too."""

import re

from alvara.sources.stretches import Stretch, Stretches

_TOKEN = re.compile(
    r"#(?P<comment>[^\r\n]*)"
    r"|(?P<prefix>(?<!\w)[A-Za-z]{1,2})?"
    r"(?:'''(?P<long_single>(?:[^\\]|\\.)*?)(?:'''|\Z)"
    r'|"""(?P<long_double>(?:[^\\]|\\.)*?)(?:"""|\Z)'
    r"|'(?P<single>(?:[^'\\\r\n]|\\(?:\r\n|.))*)(?:'|(?=[\r\n])|\Z)"
    r'|"(?P<double>(?:[^"\\\r\n]|\\(?:\r\n|.))*)(?:"|(?=[\r\n])|\Z))',
    re.DOTALL,
)
_QUOTED = ("long_single", "long_double", "single", "double")
_FORMATTED = re.compile(r"[fFtT]")


def python_texts(text: str) -> Stretches:
    """Yield every text and comment; one that is put together when it is used is open."""
    for token in _TOKEN.finditer(text):
        if token["comment"] is not None:
            yield Stretch(token.start("comment"), token.end("comment"), "words")
            continue
        name = next(name for name in _QUOTED if token[name] is not None)
        formatted = token["prefix"] is not None and _FORMATTED.search(token["prefix"])
        yield Stretch(token.start(name), token.end(name), "open" if formatted else "words")
