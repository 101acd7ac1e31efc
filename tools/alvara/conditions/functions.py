"""The functions of the documented language: what each takes and gives, in the words for types that inference has.

Beside JSON Schema's types there are `double`, `uint`, `bytes`, `timestamp`, `duration` and `type`. `number` is what a
schema calls so: a value that may come as `3` or as `3.5`, and is an integer or a double when it is there.
"""

from typing import NamedTuple

NUMBERS = frozenset({"integer", "number", "double", "uint"})
ORDERED = frozenset({"boolean", "number", "string", "bytes", "timestamp", "duration"})
"""What `<` and the like take, whole numbers and others being one."""


class Function(NamedTuple):
    """What a function takes: `subject` before the dot or as its first argument, and `extra` behind that.

    Of `extra` only the first `needed` have to be there. `member` and `alone` tell which of the two ways it is written.
    """

    subject: frozenset[str]
    gives: str
    extra: tuple[str, ...] = ()
    needed: int = 0
    member: bool = True
    alone: bool = False


_TEXT = frozenset({"string"})
_MOMENT = frozenset({"timestamp"})
_EITHER = frozenset({"timestamp", "duration"})


def _conversion(gives: str, *takes: str) -> Function:
    return Function(frozenset(takes), gives, member=False, alone=True)


FUNCTIONS = {
    "size": Function(frozenset({"string", "bytes", "array", "object"}), "integer", alone=True),
    "contains": Function(_TEXT, "boolean", ("string",), 1),
    "startsWith": Function(_TEXT, "boolean", ("string",), 1),
    "endsWith": Function(_TEXT, "boolean", ("string",), 1),
    "matches": Function(_TEXT, "boolean", ("string",), 1, alone=True),
    "timestamp": _conversion("timestamp", "string", "integer", "timestamp"),
    "duration": _conversion("duration", "string", "integer", "duration"),
    "int": _conversion("integer", "integer", "number", "double", "uint", "string", "timestamp", "duration"),
    "uint": _conversion("uint", "integer", "number", "double", "uint", "string"),
    "double": _conversion("double", "integer", "number", "double", "uint", "string"),
    "bool": _conversion("boolean", "boolean", "string"),
    "string": _conversion(
        "string", "boolean", "integer", "number", "double", "uint", "string", "bytes", "timestamp", "duration"
    ),
    "bytes": _conversion("bytes", "bytes", "string"),
    **dict.fromkeys(
        ("getFullYear", "getMonth", "getDayOfMonth", "getDate", "getDayOfYear", "getDayOfWeek"),
        Function(_MOMENT, "integer", ("string",)),
    ),
    **dict.fromkeys(
        ("getHours", "getMinutes", "getSeconds", "getMilliseconds"), Function(_EITHER, "integer", ("string",))
    ),
}

WORDS = {
    "integer": "a whole number", "number": "a number", "double": "a number", "uint": "an unsigned number",
    "string": "a text", "bytes": "bytes", "boolean": "true or false", "null": "null", "array": "a list",
    "object": "a map", "timestamp": "a moment", "duration": "a duration", "type": "a type",
}  # fmt: skip
"""How types are called in messages."""


def words_for(types: tuple[str, ...]) -> str:
    """Call some types by name: `a text or null`."""
    names = list(dict.fromkeys(WORDS[type] for type in types))
    return " or ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} or {names[-1]}"


SUMS: dict[str, dict[tuple[str, str], str]] = {
    "_+_": {
        **{(type, type): type for type in ("integer", "double", "uint", "string", "bytes", "duration", "array")},
        ("timestamp", "duration"): "timestamp", ("duration", "timestamp"): "timestamp",
    },
    "_-_": {
        **{(type, type): type for type in ("integer", "double", "uint", "duration")},
        ("timestamp", "duration"): "timestamp", ("timestamp", "timestamp"): "duration",
    },
    "_*_": {(type, type): type for type in ("integer", "double", "uint")},
    "_/_": {(type, type): type for type in ("integer", "double", "uint")},
    "_%_": {(type, type): type for type in ("integer", "uint")},
}  # fmt: skip
"""What the operators of arithmetic give, by the types on both sides."""
