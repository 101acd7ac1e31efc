"""The one place that knows the CEL library, and what is refused of its language before anything is evaluated."""

from functools import cache, lru_cache
from typing import Any

ROOTS = ("input", "resource", "principal", "context", "output", "before", "after", "steps")
"""The JSON values that an expression may read. `now` is a timestamp beside them."""

MOST_SOURCE = 2048
"""Bytes of an expression. One that needs more is several conditions."""


class NotCompiled(ValueError):
    """An expression is not CEL, or names what does not exist. `offset` counts characters from its start."""

    def __init__(self, message: str, offset: int = 0) -> None:
        """Say what is wrong, and where."""
        super().__init__(message)
        self.message, self.offset = message, offset


def compiled(source: str, names: tuple[str, ...] = (), *, checked: bool = True) -> Any:
    """Compile an expression, ready to be evaluated. `names` are variables beside the roots. Raises `NotCompiled`.

    One that is not `checked` takes no time where its syntax has been read.
    """
    if len(source.encode("utf-8", "surrogatepass")) > MOST_SOURCE:
        raise NotCompiled(f"the expression is longer than {MOST_SOURCE} bytes; write it as several conditions")
    try:
        found = environment(names).compile(source) if checked else _read(source)
    except Exception as error:
        raise _not_compiled(source, str(error), names) from None
    _check_literals(source)
    return found


def parsed(source: str) -> bytes:
    """Give the syntax of an expression as the library writes it down (`decoding.py` reads that).

    The bytes differ from run to run: nobody keeps or compares them. Raises `NotCompiled`.
    """
    try:
        written: bytes = _read(source).serialize()
    except Exception as error:
        raise _not_compiled(source, str(error), ()) from None
    _check_literals(source)
    return written


@lru_cache(2048)
def _read(source: str) -> Any:
    """Read the syntax of an expression, for those who take it apart and those who try it."""
    return environment(()).compile(source, disable_check=True)


def library() -> tuple[str, str]:
    """Give the name and version of the library, for traces and manifests."""
    from importlib.metadata import version

    return "cel-expr-python", version("cel-expr-python")


@cache
def _library() -> Any:
    from cel_expr_python import cel

    return cel


@cache
def types() -> Any:
    """Give the types of the library."""
    return _library().Type


@cache
def environment(names: tuple[str, ...]) -> Any:
    """Give what expressions are compiled in: the roots, `now`, and variables beside them."""
    known = types()
    variables = dict.fromkeys((*ROOTS, *names), known.DYN)
    return _library().NewEnv(variables={**variables, "now": known.TIMESTAMP})


def _check_literals(source: str) -> None:
    """Raise `NotCompiled` where a pattern or a time zone is none, is too much of one, or comes out of the data."""
    if "matches" not in source and "get" not in source:
        return
    from alvara.conditions.matching import is_zone, patterns, zones
    from alvara.conditions.tokens import tokens

    words = tokens(source)
    for call, literal in patterns(words):
        if literal is None:
            raise NotCompiled("`matches` takes a pattern that is written out in quotes", call.offset)
        _check_pattern(_literal(literal.text), literal.offset)
    for call, literal in zones(words):
        if literal is None:
            raise NotCompiled(f"`{call.text}` takes a time zone that is written out in quotes", call.offset)
        zone = _literal(literal.text)
        if isinstance(zone, str) and not is_zone(zone):
            raise NotCompiled("this is no time zone such as `America/Sao_Paulo` or `-03:00`", literal.offset)


def _check_pattern(pattern: Any, offset: int) -> None:
    from alvara.conditions.matching import MOST_REPEATED, repeated

    if not isinstance(pattern, str):
        return
    if repeated(pattern) > MOST_REPEATED:
        raise NotCompiled(f"the pattern repeats more than {MOST_REPEATED} times", offset)
    tried = _matcher().eval(environment(()).Activation({"input": pattern}))
    if tried.type() == types().ERROR:
        why = str(tried.value()).rpartition("expression: ")[2].partition(": ")[0]
        raise NotCompiled(f"the pattern is no regular expression (RE2): {why}", offset)


def _literal(text: str) -> Any:
    """Give the value of a literal, as the library reads it."""
    return environment(()).compile(text).eval().value()


@cache
def _matcher() -> Any:
    return environment(()).compile("''.matches(input)")


def _not_compiled(source: str, said: str, names: tuple[str, ...]) -> NotCompiled:
    from alvara.conditions.complaints import complaint

    return NotCompiled(*complaint(source, said, (*ROOTS, *names, "now")))
