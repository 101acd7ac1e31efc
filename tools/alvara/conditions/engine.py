"""The one place that knows the CEL library. Whatever goes wrong in it comes out as an error, never as an answer."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, Self

from alvara.conditions.canonical import plain
from alvara.conditions.truth import ERROR, FAILS, HOLDS, Result

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


class Scope:
    """The values that some expressions are evaluated over, laid out once for all of them."""

    __slots__ = ("activation",)

    @classmethod
    def of_plain(cls, values: Mapping[str, Any], now: datetime, names: tuple[str, ...] = ()) -> Self:
        """Lay out values that `canonical.plain` gave, each by itself. Raises `ValueError`."""
        scope = cls.__new__(cls)
        scope._lay_out({**values, "now": now}, names)
        return scope

    def __init__(self, values: Mapping[str, Any], now: datetime | None = None, names: tuple[str, ...] = ()) -> None:
        """Lay out JSON values by root. What is not given is an error to read, not a default.

        Raises `ValueError` for what is no JSON value.
        """
        data = plain(dict(values))
        if now is not None:
            data["now"] = now
        self._lay_out(data, names)

    def _lay_out(self, data: dict[str, Any], names: tuple[str, ...]) -> None:
        try:
            self.activation = _environment(names).Activation(data)
        except (RuntimeError, TypeError, ValueError, OverflowError) as error:
            raise ValueError(_words(error)) from None


class Program:
    """An expression that was compiled. `names` are variables that it may read beside the roots."""

    __slots__ = ("_expression", "source")

    def __init__(self, source: str, names: tuple[str, ...] = ()) -> None:
        """Compile. Raises `NotCompiled`."""
        self.source = source
        if len(source.encode("utf-8", "surrogatepass")) > MOST_SOURCE:
            raise NotCompiled(f"the expression is longer than {MOST_SOURCE} bytes")
        try:
            self._expression = _environment(names).compile(source)
        except (RuntimeError, TypeError, ValueError) as error:
            raise _not_compiled(str(error)) from None

    def judge(self, scope: Scope) -> Result:
        """Tell whether the expression holds: only a boolean `true` does."""
        try:
            answer = self._expression.eval(scope.activation)
            type = answer.type()
            if type == _types().BOOL:
                return HOLDS if answer.value() is True else FAILS
            if type == _types().ERROR:
                return _error(str(answer.value()))
        except (RuntimeError, TypeError, ValueError, OverflowError, RecursionError) as error:
            return _error(str(error))
        return Result(ERROR, "not_a_boolean", f"it came to a {type.name()}, and not to true or false")

    def value(self, scope: Scope) -> Any:
        """Give the JSON value that the expression comes to. Raises `ValueError`."""
        try:
            answer = self._expression.eval(scope.activation)
            if answer.type() == _types().ERROR:
                raise ValueError(_error(str(answer.value())).message)
            return answer.plain_value()
        except (RuntimeError, TypeError, OverflowError, RecursionError) as error:
            raise ValueError(_words(error)) from None


def parsed(source: str) -> bytes:
    """Give the syntax of an expression as the library writes it down (`decoding.py` reads that).

    The bytes differ from run to run: nobody keeps or compares them. Raises `NotCompiled`.
    """
    try:
        written: bytes = _environment(()).compile(source, disable_check=True).serialize()
    except (RuntimeError, TypeError, ValueError) as error:
        raise _not_compiled(str(error)) from None
    return written


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


def _not_compiled(text: str) -> NotCompiled:
    return NotCompiled(text)


def _error(text: str) -> Result:
    return Result(ERROR, "evaluation_error", text)


def _words(error: Exception) -> str:
    return str(error)
