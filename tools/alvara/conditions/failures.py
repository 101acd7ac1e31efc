"""Why an expression could not be evaluated: a stable code, and one line that repeats nothing of the data.

What the library says may hold a whole record. It ends in traces and logs, so only its kind is kept, the types that met,
and names that the author wrote in the expression.
"""

import re
from functools import lru_cache

from alvara.conditions.functions import WORDS
from alvara.conditions.tokens import tokens
from alvara.conditions.truth import ERROR, Result

CODES = frozenset(
    {
        "bad_duration", "bad_number", "bad_timestamp", "bad_timezone", "division_by_zero",
        "duplicate_key", "evaluation_error", "index_out_of_range", "missing_key", "not_a_boolean", "not_compiled",
        "not_given", "overflow", "too_deep", "too_many_steps", "wrong_type",
    }
)  # fmt: skip
"""Every code that a `Result` may have. `evaluation_error` is what the library has no known words for."""

_STATUS = re.compile(r"^[A-Z_]+: ")
_KEY = re.compile(r'^Key not found in map : "(.*)"', re.DOTALL)
_ROOT = re.compile(r'^No value with name "(\w+)" found')
_OVERLOAD = re.compile(
    r"^No matching overloads found : (?:\((?P<target>\w+)\)\.)?(?P<name>[^\s(]+)(?:\((?P<args>.*)\))?"
)

_KNOWN: tuple[tuple[str, str, str], ...] = (
    ("Key not found", "missing_key", "a key that is read is missing"),
    ("Applying SELECT", "wrong_type", "a field is read of what is no map"),
    ("Index error: index=", "index_out_of_range", "a list has no item at the index that is read"),
    ("Index error: expected integer", "wrong_type", "a list is read at what is no whole number"),
    ("Invalid map key type", "wrong_type", "a key is no text, no whole number and neither true nor false"),
    ("Invalid container type", "wrong_type", "a position is read of what is no list or map"),
    ("divide by zero", "division_by_zero", "a whole number is divided by zero"),
    ("modulus by zero", "division_by_zero", "a whole number is divided by zero"),
    ("Iteration budget", "too_many_steps", "it takes more than 10,000 steps"),
    ("duplicate key in map", "duplicate_key", "a map that is written out has one key twice"),
    ("String to Timestamp", "bad_timestamp", "a text is no timestamp such as `2026-05-01T09:00:00Z`"),
    ("Invalid timestamp", "bad_timestamp", "a text is no timestamp such as `2026-05-01T09:00:00Z`"),
    ("Invalid timezone", "bad_timezone", "a text is no time zone such as `America/Sao_Paulo` or `-03:00`"),
    ("String to Duration", "bad_duration", "a text is no duration such as `36h` or `90m`"),
    ("cannot convert string to", "bad_number", "a text is no number of the kind that it is converted to"),
    ("Type conversion error", "wrong_type", "a value is converted to what it is not"),
)
"""How the library begins to say it; first match wins."""

_OVERFLOWS = ("overflow", "out of int64 range", "out of uint64 range", "out of range", "above maximum", "below minimum")

_TYPES = {
    "string": "string", "int64": "integer", "int": "integer", "uint64": "uint", "uint": "uint", "double": "double",
    "bool": "boolean", "null_type": "null", "null": "null", "list": "array", "map": "object", "bytes": "bytes",
    "timestamp": "timestamp", "duration": "duration", "type": "type", "google.protobuf.Timestamp": "timestamp",
    "google.protobuf.Duration": "duration",
}  # fmt: skip

_SILENT = {
    "<jump_condition>": "what stands before `?` is neither true nor false",
    "<iter_range>": "a loop goes over what is no list or map",
    "_&&_": "a side of `&&`, or what a loop asks of an item, is neither true nor false",
    "_||_": "a side of `||`, or what a loop asks of an item, is neither true nor false",
    "!_": "what stands after `!` is neither true nor false",
    "@in": "what stands after `in` is no list or map",
    "@not_strictly_false": "what a loop asks of an item is neither true nor false",
}
"""What is said where the library does not tell which types met."""


def failure(text: str, source: str) -> Result:
    """Take what the library said about an evaluation of `source`."""
    said = _STATUS.sub("", text)
    if key := _KEY.match(said):
        return _missing(key[1], source)
    if root := _ROOT.match(said):
        return Result(ERROR, "not_given", f"`{root[1]}` is not given here")
    if overload := _OVERLOAD.match(said):
        return Result(ERROR, "wrong_type", _mismatch(overload["name"], overload["target"], overload["args"]))
    for start, code, message in _KNOWN:
        if said.startswith(start):
            return Result(ERROR, code, message)
    if any(word in said for word in _OVERFLOWS):
        return Result(ERROR, "overflow", "a result is larger than its type can hold")
    return Result(ERROR, "evaluation_error", "it cannot be evaluated")


def worded(type: str) -> str:
    """Name a type of the library as the static check names it: `a whole number`."""
    name = _TYPES.get(type.partition("(")[0].partition("<")[0].strip())
    return WORDS[name] if name else "anything" if type == "dyn" else "another type"


def spelled_operator(name: str) -> str:
    """Give an operator as it is written: `_<_` is `<`."""
    if name in ("_[_]", "_?_:_"):
        return "[ ]" if name == "_[_]" else "? :"
    return name.strip("_@") or name


def _missing(key: str, source: str) -> Result:
    """Name the key only where the author wrote it; one that came out of the data is nobody's business."""
    name = f"`{key}`" if key in _written(source) else "a key that is read"
    return Result(ERROR, "missing_key", f"{name} is missing")


@lru_cache(maxsize=1024)
def _written(source: str) -> frozenset[str]:
    return frozenset([word.text.strip("`\"'") for word in tokens(source) if word.kind in ("name", "string")])


def _mismatch(name: str, target: str | None, args: str | None) -> str:
    if args is None:
        return _SILENT.get(name, f"`{spelled_operator(name)}` is given what it does not take")
    given = [worded(each) for each in ([target] if target else []) + [arg for arg in args.split(", ") if arg]]
    return f"`{spelled_operator(name)}` does not take {' and '.join(given)}"
