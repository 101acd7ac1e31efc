"""Expressions evaluated. Whatever goes wrong in the library comes out as an error, never as an answer."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Self

from alvara.conditions.canonical import longest_list, measured, plain
from alvara.conditions.library import MOST_SOURCE, ROOTS, NotCompiled, compiled, environment, library, parsed, types
from alvara.conditions.syntax import Node
from alvara.conditions.truth import ERROR, FAILS, HOLDS, Result

__all__ = ["MOST_SOURCE", "ROOTS", "NotCompiled", "Program", "Scope", "library", "parsed", "together"]

MOST_NESTING = 2
"""Loops within one another: macros such as `all`."""

MOST_ITEMS = 1000
"""Of any list that is given where there is a loop: `map` and `filter` copy what they have for each item."""

MOST_WALKED = 1 << 18
"""Bytes of all that is given where there is a loop, since it may look through all of it for each item."""

_MACRO = re.compile("all|exists|filter|map")
_SEARCH = re.compile("matches|contains")


class Scope:
    """The values that some expressions are evaluated over, laid out once for all of them."""

    __slots__ = ("_large", "activation", "values")

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
        self.values = values
        self._large: bool | None = None
        given = values
        if now is not None:
            if now.tzinfo is None:
                raise ValueError("`now` has no time zone")
            given = {**values, "now": now}
        try:
            self.activation = environment(names).Activation(given)
        except Exception:
            raise ValueError("it cannot be laid out for conditions") from None

    def is_large(self) -> bool:
        """Whether there is more than loops may go over. That is looked at only where there is one."""
        if self._large is None:
            size = sum([measured(value)[1] for value in self.values.values()])
            self._large = size > MOST_WALKED or longest_list(list(self.values.values())) > MOST_ITEMS
        return self._large


class Program:
    """An expression that was compiled. `names` are variables that it may read beside the roots.

    Where what it is given decides how much work it makes, it is `costly`, by its syntax.
    """

    __slots__ = ("_evaluate", "_names", "_walks", "costly", "source")

    def __init__(self, source: str, names: tuple[str, ...] = (), *, checked: bool = True) -> None:
        """Compile. Raises `NotCompiled`.

        One that is not `checked` takes no time where its syntax has been read, and comes to the same wherever the other
        compiles. It decides nothing: what the library refuses comes to something else here than to an error.
        """
        self.source, self._names = source, names
        self._evaluate = compiled(source, names, checked=checked).eval
        self._walks = _MACRO.search(source) is not None and _walks(source)
        self.costly = _syntax(source) if self._walks or _SEARCH.search(source) else None

    def judge(self, scope: Scope) -> Result:
        """Tell whether the expression holds: only a boolean `true` does."""
        if self.costly is not None and (refused := self._too_much(scope)):
            return refused
        try:
            answer = self._evaluate(scope.activation)
            found = answer.value()
            if found is True:
                return HOLDS
            if found is False:
                return FAILS
            kind = answer.type()
            if kind == types().ERROR:
                return _failure(str(found), self.source)
            return _not_boolean(kind.name())
        except Exception as error:
            return _failure(str(error), self.source)

    def value(self, scope: Scope) -> Any:
        """Give the JSON value that the expression comes to; a timestamp is written as RFC 3339.

        Raises `ValueError` where there is none, with a message that repeats nothing of the data.
        """
        if self.costly is not None and (refused := self._too_much(scope)):
            raise ValueError(refused.message)
        try:
            answer = self._evaluate(scope.activation)
            found = answer.value() if answer.type() == types().ERROR else None
            given = answer.plain_value() if found is None else None
        except Exception as error:
            raise ValueError(_failure(str(error), self.source).message) from None
        if found is not None:
            raise ValueError(_failure(str(found), self.source).message)
        return plain(_written(given))

    def _too_much(self, scope: Scope) -> Result | None:
        """Tell why this is not evaluated over a scope; None where it is."""
        from alvara.conditions.cost import MOST_STEPS, steps

        if self._walks and scope.is_large():
            return _LARGE
        return _COSTLY if self.costly and steps(self.costly, scope.values) > MOST_STEPS else None


def together(programs: Sequence[Program]) -> Callable[[Scope], list[Result] | None] | None:
    """Make one evaluation of several programs, compiled with the same names: it gives what each comes to.

    It gives None where any of them comes to neither true nor false: which one it was, and why, each has to be asked.
    There is no such evaluation, and None instead, where the library does not take them as one expression.
    """
    listed = ", ".join([f"({program.source}\n)" for program in programs])  # a comment may end an expression
    try:
        evaluate, count = environment(programs[0]._names).compile(f"[{listed}]").eval, len(programs)
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


def _walks(source: str) -> bool:
    """Whether an expression that compiles has loops. Raises `NotCompiled` where they are nested too deeply."""
    from alvara.conditions.tokens import nesting, tokens

    depth, beyond = nesting(tokens(source), MOST_NESTING)
    if beyond:
        most = f"no more than {MOST_NESTING} stand within one another"
        raise NotCompiled(f"`{beyond.text}` loops within {MOST_NESTING} loops, and {most}", beyond.offset)
    return depth > 0


def _syntax(source: str) -> Node:
    from alvara.conditions.decoding import parse

    return parse(source)


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
_COSTLY = Result(
    ERROR, "too_many_steps", "it takes too many steps over texts and lists as long as those that are given"
)
