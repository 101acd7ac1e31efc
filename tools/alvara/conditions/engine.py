"""The one place that knows the CEL library. Whatever goes wrong in it comes out as an error, never as an answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any, Self

from alvara.conditions.canonical import longest_list, measured, plain
from alvara.conditions.truth import ERROR, FAILS, HOLDS, Result

ROOTS = ("input", "resource", "principal", "context", "output", "before", "after", "steps")
"""The JSON values that an expression may read. `now` is a timestamp beside them."""

MOST_SOURCE = 2048
"""Bytes of an expression. One that needs more is several conditions."""

MOST_NESTING = 2
"""Loops within one another: macros such as `all`."""

MOST_ITEMS = 1000
"""Of any list that is given where there is a loop: `map` and `filter` copy what they have for each item."""

MOST_WALKED = 1 << 18
"""Bytes of all that is given where there is a loop, since it may look through all of it for each item."""

_MACRO = re.compile("all|exists|filter|map")


class NotCompiled(ValueError):
    """An expression is not CEL, or names what does not exist. `offset` counts characters from its start."""

    def __init__(self, message: str, offset: int = 0) -> None:
        """Say what is wrong, and where."""
        super().__init__(message)
        self.message, self.offset = message, offset


class Scope:
    """The values that some expressions are evaluated over, laid out once for all of them."""

    __slots__ = ("_large", "_values", "activation")

    def __init__(self, values: Mapping[str, Any], now: datetime | None = None, names: tuple[str, ...] = ()) -> None:
        """Lay out JSON values by root. What is not given is an error to read, not a default; so is `now`.

        `names` are those that the programs were compiled with. Raises `ValueError` for what is no JSON value, for a
        root that does not exist, and for a `now` without a time zone.
        """
        if unknown := next((root for root in values if root not in ROOTS and root not in names), None):
            raise ValueError(f"`{unknown}` is no root of an expression")
        self._lay_out({root: plain(value) for root, value in values.items()}, now, names)

    @classmethod
    def of_plain(cls, values: Mapping[str, Any], now: datetime | None = None, names: tuple[str, ...] = ()) -> Self:
        """Lay out values that `canonical.plain` gave, each by itself. Raises `ValueError`."""
        scope = cls.__new__(cls)
        scope._lay_out(values, now, names)
        return scope

    def _lay_out(self, values: Mapping[str, Any], now: datetime | None, names: tuple[str, ...]) -> None:
        self._values = values
        self._large: bool | None = None
        given = values
        if now is not None:
            if now.tzinfo is None:
                raise ValueError("`now` has no time zone")
            given = {**values, "now": now}
        try:
            self.activation = _environment(names).Activation(given)
        except Exception:
            raise ValueError("it cannot be laid out for conditions") from None

    def is_large(self) -> bool:
        """Whether there is more than loops may go over. That is looked at only where there is one."""
        if self._large is None:
            size = sum([measured(value)[1] for value in self._values.values()])
            self._large = size > MOST_WALKED or longest_list(list(self._values.values())) > MOST_ITEMS
        return self._large


class Program:
    """An expression that was compiled. `names` are variables that it may read beside the roots.

    It `walks` where it has loops.
    """

    __slots__ = ("_evaluate", "_names", "source", "walks")

    def __init__(self, source: str, names: tuple[str, ...] = (), *, checked: bool = True) -> None:
        """Compile. Raises `NotCompiled`.

        One that is not `checked` takes no time where its syntax has been read, and comes to the same wherever the other
        compiles. It decides nothing: what the library refuses comes to something else here than to an error.
        """
        self.source, self._names = source, names
        if len(source.encode("utf-8", "surrogatepass")) > MOST_SOURCE:
            raise NotCompiled(f"the expression is longer than {MOST_SOURCE} bytes; write it as several conditions")
        try:
            self._evaluate = (_environment(names).compile(source) if checked else _read(source)).eval
        except Exception as error:
            raise _not_compiled(source, str(error), names) from None
        _check_patterns(source)
        self.walks = _MACRO.search(source) is not None and _walks(source)

    def judge(self, scope: Scope) -> Result:
        """Tell whether the expression holds: only a boolean `true` does."""
        if self.walks and scope.is_large():
            return _LARGE
        try:
            answer = self._evaluate(scope.activation)
            found = answer.value()
            if found is True:
                return HOLDS
            if found is False:
                return FAILS
            kind = answer.type()
            if kind == _types().ERROR:
                return _failure(str(found), self.source)
            return _not_boolean(kind.name())
        except Exception as error:
            return _failure(str(error), self.source)

    def value(self, scope: Scope) -> Any:
        """Give the JSON value that the expression comes to; a timestamp is written as RFC 3339.

        Raises `ValueError` where there is none, with a message that repeats nothing of the data.
        """
        if self.walks and scope.is_large():
            raise ValueError(_LARGE.message)
        try:
            answer = self._evaluate(scope.activation)
            found = answer.value() if answer.type() == _types().ERROR else None
            given = answer.plain_value() if found is None else None
        except Exception as error:
            raise ValueError(_failure(str(error), self.source).message) from None
        if found is not None:
            raise ValueError(_failure(str(found), self.source).message)
        return plain(_written(given))


def together(programs: Sequence[Program]) -> Callable[[Scope], list[Result] | None] | None:
    """Make one evaluation of several programs, compiled with the same names: it gives what each comes to.

    It gives None where any of them comes to neither true nor false: which one it was, and why, each has to be asked.
    There is no such evaluation, and None instead, where the library does not take them as one expression.
    """
    listed = ", ".join([f"({program.source}\n)" for program in programs])  # a comment may end an expression
    try:
        evaluate, count = _environment(programs[0]._names).compile(f"[{listed}]").eval, len(programs)
    except Exception:
        return None

    def judge(scope: Scope) -> list[Result] | None:
        try:
            given = evaluate(scope.activation).plain_value()
        except Exception:
            return None
        if given.__class__ is not list or len(given) != count:
            return None
        found = [HOLDS if each is True else FAILS for each in given if each is True or each is False]
        return found if len(found) == count else None

    return judge


def parsed(source: str) -> bytes:
    """Give the syntax of an expression as the library writes it down (`decoding.py` reads that).

    The bytes differ from run to run: nobody keeps or compares them. Raises `NotCompiled`.
    """
    try:
        written: bytes = _read(source).serialize()
    except Exception as error:
        raise _not_compiled(source, str(error), ()) from None
    _check_patterns(source)
    return written


@lru_cache(2048)
def _read(source: str) -> Any:
    """Read the syntax of an expression, for those who take it apart and those who try it."""
    return _environment(()).compile(source, disable_check=True)


def library() -> tuple[str, str]:
    """Give the name and version of the library, for traces and manifests."""
    from importlib.metadata import version

    return "cel-expr-python", version("cel-expr-python")


@cache
def _library() -> Any:
    from cel_expr_python import cel

    return cel


@cache
def _types() -> Any:
    return _library().Type


@cache
def _environment(names: tuple[str, ...]) -> Any:
    types = _types()
    variables = dict.fromkeys((*ROOTS, *names), types.DYN)
    return _library().NewEnv(variables={**variables, "now": types.TIMESTAMP})


def _walks(source: str) -> bool:
    """Whether an expression that compiles has loops. Raises `NotCompiled` where they are nested too deeply."""
    from alvara.conditions.tokens import nesting, tokens

    depth, beyond = nesting(tokens(source), MOST_NESTING)
    if beyond:
        most = f"no more than {MOST_NESTING} stand within one another"
        raise NotCompiled(f"`{beyond.text}` loops within {MOST_NESTING} loops, and {most}", beyond.offset)
    return depth > 0


def _check_patterns(source: str) -> None:
    """Raise `NotCompiled` where `matches` is given what is no pattern, is too much of one, or comes out of the data."""
    if "matches" not in source:
        return
    from alvara.conditions.matching import MOST_REPEATED, patterns, repeated
    from alvara.conditions.tokens import tokens

    for call, literal in patterns(tokens(source)):
        if literal is None:
            raise NotCompiled("`matches` takes a pattern that is written out in quotes", call.offset)
        pattern = _environment(()).compile(literal.text).eval().value()
        if not isinstance(pattern, str):
            continue
        if repeated(pattern) > MOST_REPEATED:
            raise NotCompiled(f"the pattern repeats more than {MOST_REPEATED} times", literal.offset)
        tried = _matcher().eval(_environment(()).Activation({"input": pattern}))
        if tried.type() == _types().ERROR:
            why = str(tried.value()).rpartition("expression: ")[2].partition(": ")[0]
            raise NotCompiled(f"the pattern is no regular expression (RE2): {why}", literal.offset)


@cache
def _matcher() -> Any:
    return _environment(()).compile("''.matches(input)")


def _written(value: Any) -> Any:
    """Write what only CEL knows as JSON. Raises `ValueError` for what JSON has no form for."""
    if isinstance(value, list):
        return [_written(item) for item in value]
    if isinstance(value, dict):
        return {key: _written(item) for key, item in value.items()}
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise ValueError("it comes to what is no JSON value; write `string(…)` for a text")


def _not_compiled(source: str, said: str, names: tuple[str, ...]) -> NotCompiled:
    from alvara.conditions.complaints import complaint

    return NotCompiled(*complaint(source, said, (*ROOTS, *names, "now")))


def _failure(said: str, source: str) -> Result:
    from alvara.conditions.failures import failure

    return failure(said, source)


def _not_boolean(type: str) -> Result:
    from alvara.conditions.failures import worded

    return Result(ERROR, "not_a_boolean", f"it comes to {worded(type.lower())}, and not to true or false")


_LARGE = Result(
    ERROR,
    "too_many_steps",
    f"loops go over {MOST_WALKED // 1024} KiB with {MOST_ITEMS} items in a list at most",
)
