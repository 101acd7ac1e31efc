"""What other languages call the things of this one."""

MEANT = {
    "len": "size", "length": "size", "count": "size", "includes": "contains", "any": "exists", "some": "exists",
    "every": "all", "date": "timestamp", "datetime": "timestamp", "parseint": "int", "number": "double",
    "str": "string", "tostring": "string", "defined": "has", "getday": "getDate", "getyear": "getFullYear",
    "user": "principal", "subject": "principal", "actor": "principal", "record": "resource", "object": "resource",
    "this": "resource", "self": "resource", "args": "input", "params": "input", "arguments": "input", "env": "context",
    "result": "output", "response": "output", "none": "null", "nil": "null", "undefined": "null", "true": "true",
    "false": "false", "today": "now",
}  # fmt: skip
"""Names of values and functions, by the folded name that they have elsewhere."""

LENGTHS = frozenset({"length", "size", "count", "len"})
"""Fields that elsewhere tell how long a text or a list is."""

PARTS = {
    "year": "getFullYear", "fullyear": "getFullYear", "month": "getMonth", "day": "getDate", "dayofmonth": "getDate",
    "weekday": "getDayOfWeek", "dayofweek": "getDayOfWeek", "hour": "getHours", "hours": "getHours",
    "minute": "getMinutes", "minutes": "getMinutes", "second": "getSeconds", "seconds": "getSeconds",
}  # fmt: skip
"""Fields that a moment has elsewhere, and what reads them here."""

CASES = frozenset({
    "tolowercase", "lower", "lowerascii", "tolower", "lowercase", "touppercase", "upper", "upperascii", "toupper",
    "uppercase", "equalsignorecase", "casefold",
})  # fmt: skip
"""Functions that elsewhere make the case of letters the same."""

THERE = frozenset({"exists", "defined", "isdefined", "isset", "ispresent", "present", "hasfield", "isnotnull"})
"""Functions that elsewhere ask whether something is there."""

EMPTY = frozenset({"empty", "isempty", "isblank"})
"""Functions that elsewhere ask whether something is empty."""
