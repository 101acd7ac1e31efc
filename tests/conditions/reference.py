"""A second evaluator, slow and plain, written from the definition of the language: the library has to agree with it."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from alvara.conditions.syntax import Call, Constant, ListOf, Macro, MapOf, Name, Node, Select


class Failed(Exception):
    """An expression came to an error."""


Values = Mapping[str, Any]


def evaluate(node: Node, values: Values) -> Any:
    """Work out what a node comes to: JSON. Raises `Failed`."""
    match node:
        case Constant(value=value):
            return value
        case Name(name=name):
            return _at(values, name)
        case Select(operand=operand, field=field, tested=tested):
            held = evaluate(operand, values)
            if not isinstance(held, dict):
                raise Failed
            return field in held if tested else _at(held, field)
        case ListOf(items=items):
            return [evaluate(item, values) for item in items]
        case MapOf(entries=entries):
            made = {_key(evaluate(key, values)): evaluate(value, values) for key, value in entries}
            if len(made) != len(entries):
                raise Failed
            return made
        case Macro():
            return _macro(node, values)
        case Call(function="_&&_" | "_||_" as joint, args=(one, other)):
            return _joined(joint == "_||_", [partial(evaluate, one, values), partial(evaluate, other, values)])
        case Call(function="_?_:_", args=(test, one, other)):
            return evaluate(one if _boolean(evaluate(test, values)) else other, values)
        case Call(function=function, target=target, args=args):
            given = [evaluate(each, values) for each in ((target, *args) if target else args)]
            return CALLS[function](*given)
    raise AssertionError(node)


def _at(held: Values, key: str) -> Any:
    if key not in held:
        raise Failed
    return held[key]


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Failed
    return value


def _joined(settling: bool, sides: Sequence[Callable[[], Any]]) -> bool:
    """Join as `||` where true settles, as `&&` where false does."""
    wrong = False
    for side in sides:
        try:
            if _boolean(side()) is settling:
                return settling
        except Failed:
            wrong = True
    if wrong:
        raise Failed
    return not settling


def _macro(node: Macro, values: Values) -> Any:
    held = evaluate(node.operand, values)
    if not isinstance(held, (list, dict)):
        raise Failed
    scopes = [{**values, node.variable: item} for item in held]
    *tests, last = [[partial(evaluate, arg, scope) for scope in scopes] for arg in node.args]
    if node.function in ("all", "exists"):
        return _joined(node.function == "exists", last)
    if node.function == "map":
        kept = [not tests or _boolean(tests[0][i]()) for i in range(len(scopes))]
        return [made() for made, keep in zip(last, kept, strict=True) if keep]
    found = [item for item, test in zip(held, last, strict=True) if _boolean(test())]
    return len(found) == 1 if node.function == "exists_one" else found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def equal(one: Any, other: Any) -> bool:
    """Tell whether two values are one: never an error, whatever they are."""
    if _is_number(one) and _is_number(other):
        return bool(one == other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return len(one) == len(other) and all(key in other and equal(one[key], other[key]) for key in one)
    return type(one) is type(other) and bool(one == other)


def _order(holds: Callable[[Any, Any], bool], one: Any, other: Any) -> bool:
    numbers = _is_number(one) and _is_number(other)
    if not (numbers or (type(one) is type(other) and isinstance(one, (str, bool)))):
        raise Failed
    return holds(one, other)


def _exact(value: Any) -> Any:
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise Failed
    return value


def _sum(work: Callable[[Any, Any], Any], kinds: tuple[type, ...], one: Any, other: Any) -> Any:
    if type(one) is not type(other) or type(one) not in kinds:
        raise Failed
    return _exact(work(one, other))


def _quotient(one: Any, other: Any) -> Any:
    if isinstance(one, float):
        return one / other if other else float("nan")  # what is not finite is no value in either
    if other == 0:
        raise Failed
    return abs(one) // abs(other) * (1 if (one < 0) == (other < 0) else -1)


def _rest(one: int, other: int) -> int:
    return one - other * int(_quotient(one, other))


def _negative(value: Any) -> Any:
    if not _is_number(value):
        raise Failed
    return _exact(-value)


def _key(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or isinstance(value, (float, list, dict)):
        raise Failed
    return value


def _index(held: Any, key: Any) -> Any:
    if isinstance(held, dict):
        return _at(held, _key(key))
    if not isinstance(held, list) or not _is_number(key) or key != int(key) or not 0 <= key < len(held):
        raise Failed
    return held[int(key)]


def _within(value: Any, held: Any) -> bool:
    if isinstance(held, list):
        return any(equal(value, item) for item in held)
    if not isinstance(held, dict):
        raise Failed
    return _key(value) in held


def _size(value: Any) -> int:
    if not isinstance(value, (str, list, dict)):
        raise Failed
    return len(value)


def _of_texts(ask: Callable[[str, str], bool], one: Any, other: Any) -> bool:
    if not (isinstance(one, str) and isinstance(other, str)):
        raise Failed
    return ask(one, other)


def _of(kinds: tuple[type, ...], make: Callable[[Any], Any], value: Any) -> Any:
    if type(value) not in kinds:
        raise Failed
    try:
        return _exact(make(value))
    except (ValueError, OverflowError):
        raise Failed from None


CALLS: dict[str, Callable[..., Any]] = {
    "_==_": equal,
    "_!=_": lambda one, other: not equal(one, other),
    "_<_": partial(_order, lambda a, b: a < b),
    "_<=_": partial(_order, lambda a, b: a <= b),
    "_>_": partial(_order, lambda a, b: a > b),
    "_>=_": partial(_order, lambda a, b: a >= b),
    "_+_": partial(_sum, lambda a, b: a + b, (int, float, str, list)),
    "_-_": partial(_sum, lambda a, b: a - b, (int, float)),
    "_*_": partial(_sum, lambda a, b: a * b, (int, float)),
    "_/_": partial(_sum, _quotient, (int, float)),
    "_%_": partial(_sum, _rest, (int,)),
    "-_": _negative,
    "!_": lambda value: not _boolean(value),
    "@in": _within,
    "_[_]": _index,
    "size": _size,
    "contains": partial(_of_texts, lambda a, b: b in a),
    "startsWith": partial(_of_texts, str.startswith),
    "endsWith": partial(_of_texts, str.endswith),
    "double": partial(_of, (int, float), float),
}
