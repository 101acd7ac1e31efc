"""What an expression is made of, as frozen values.

The language is a part of CEL: names, fields, positions, literals, lists, maps, operators, function calls and the five
macros over lists. Operators are calls by the names that CEL gives them (`_==_`, `_&&_`, `!_`, `_?_:_`, `_[_]`, `@in`).
"""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

Sort = Literal["null", "bool", "int", "uint", "double", "string", "bytes"]


class Name(NamedTuple):
    """A root, `now`, or the variable of a macro. Every node's `offset` is where the library sees it, in characters."""

    name: str
    offset: int


class Constant(NamedTuple):
    """A literal. A number that was written with its sign is one."""

    value: Any
    sort: Sort
    offset: int


class Select(NamedTuple):
    """A field of a value; with `tested`, the question `has()` whether it is there. The offset is that of the dot."""

    operand: "Node"
    field: str
    tested: bool
    offset: int


class Call(NamedTuple):
    """A function or an operator; `target` is what stands before the dot."""

    function: str
    target: "Node | None"
    args: tuple["Node", ...]
    offset: int


class ListOf(NamedTuple):
    """A list that is written out."""

    items: tuple["Node", ...]
    offset: int


class MapOf(NamedTuple):
    """A map that is written out."""

    entries: tuple[tuple["Node", "Node"], ...]
    offset: int


class Macro(NamedTuple):
    """`list.all(variable, argument)` and its like: `all`, `exists`, `exists_one`, `filter`, `map`.

    `filter` has the test as its argument. `map` has what it makes, and before that, where it has one, a test.
    """

    function: str
    operand: "Node"
    variable: str
    args: tuple["Node", ...]
    offset: int


Node: TypeAlias = Name | Constant | Select | Call | ListOf | MapOf | Macro

INFIX = {
    "_&&_": "&&", "_||_": "||", "_==_": "==", "_!=_": "!=", "_<_": "<", "_<=_": "<=", "_>_": ">", "_>=_": ">=",
    "_+_": "+", "_-_": "-", "_*_": "*", "_/_": "/", "_%_": "%", "@in": "in",
}  # fmt: skip
"""How the operators with two sides are written, by their names."""


def children(node: Node) -> tuple[Node, ...]:
    """Give what a node is made of, in the order of the text."""
    match node:
        case Select(operand=operand):
            return (operand,)
        case Call(target=target, args=args):
            return args if target is None else (target, *args)
        case ListOf(items=items):
            return items
        case MapOf(entries=entries):
            return tuple([part for entry in entries for part in entry])
        case Macro(operand=operand, args=args):
            return (operand, *args)
        case _:
            return ()


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything within, outermost first, in the order of the text."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


def path_of(node: Node) -> tuple[str, ...]:
    """Give the way of names that a node is, such as `resource`, `status`; empty where it is anything else.

    `resource["status"]` is the same way. Of `has(resource.status)` it is that of the field.
    """
    steps: list[str] = []
    while True:
        match node:
            case Select(operand=operand, field=field):
                steps.append(field)
                node = operand
            case Call(function="_[_]", args=(operand, Constant(value=str(key)))):
                steps.append(key)
                node = operand
            case Name(name=name):
                steps.append(name)
                return tuple(reversed(steps))
            case _:
                return ()


def spelled(node: Node) -> str:
    """Write a node the same way however it was spaced and bracketed: two with one spelling are one expression."""
    match node:
        case Name(name=name):
            return name
        case Constant(value=value, sort=sort):
            return _constant(value, sort)
        case Select(operand=operand, field=field, tested=tested):
            text = f"{_inner(operand)}.{field if field.isidentifier() else f'`{field}`'}"
            return f"has({text})" if tested else text
        case ListOf(items=items):
            return f"[{', '.join(map(spelled, items))}]"
        case MapOf(entries=entries):
            return f"{{{', '.join(f'{spelled(key)}: {spelled(value)}' for key, value in entries)}}}"
        case Macro(function=function, operand=operand, variable=variable, args=args):
            return f"{_inner(operand)}.{function}({', '.join([variable, *map(spelled, args)])})"
        case Call(function=function, args=args) if function in INFIX:
            chain = function if function in ("_&&_", "_||_") else ""
            return f" {INFIX[function]} ".join([_inner(arg, chain) for arg in args])
        case Call(function="!_" | "-_" as function, args=(arg,)):
            return function[0] + _inner(arg)
        case Call(function="_?_:_", args=(test, one, other)):
            return f"{_inner(test)} ? {_inner(one)} : {_inner(other)}"
        case Call(function="_[_]", args=(operand, key)):
            return f"{_inner(operand)}[{spelled(key)}]"
        case Call(function=function, target=target, args=args):
            before = "" if target is None else _inner(target) + "."
            return f"{before}{function}({', '.join(map(spelled, args))})"


def _inner(node: Node, chain: str = "") -> str:
    """Write a node as a part of another: one with an operator in brackets, unless it only goes on with a chain."""
    text = spelled(node)
    operators = (*INFIX, "!_", "-_", "_?_:_")
    loose = isinstance(node, Call) and node.function in operators and node.function != chain
    negative = isinstance(node, Constant) and text.startswith("-")
    return f"({text})" if loose or negative else text


def _constant(value: Any, sort: Sort) -> str:
    if sort == "string":
        from json import dumps

        return dumps(value, ensure_ascii=False)
    if sort == "bytes":
        return repr(value)
    if sort in ("bool", "null"):
        return "null" if value is None else str(value).lower()
    return f"{value!r}u" if sort == "uint" else repr(value)
