"""A tool that reads: what it takes, what it gives, and the check of both."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from alvara.diagnostics.wording import listed
from alvara.documents.shape import Validator
from alvara.identity.suggestions import did_you_mean
from alvara.mcp.window import Window
from alvara.registry.places import UnknownName

Answer = Callable[[Window, Mapping[str, Any]], dict[str, Any]]


class BadArguments(ValueError):
    """What a call brought is not what the tool takes; the text says which argument, and what is expected."""


class Tool(NamedTuple):
    """One tool. `takes` are its arguments by name, each a JSON Schema, `needs` those that have to be given.

    `gives` is the name of the published schema of its answers, such as `get-1`.
    """

    name: str
    title: str
    description: str
    takes: Mapping[str, Mapping[str, Any]]
    needs: tuple[str, ...]
    gives: str
    answer: Answer

    @property
    def arguments_schema(self) -> dict[str, Any]:
        """The schema of its arguments: an object with no other keys."""
        return {
            "type": "object", "properties": dict(self.takes), "required": list(self.needs),
            "additionalProperties": False,
        }  # fmt: skip


class Checked(NamedTuple):
    """A tool with its schemas compiled."""

    tool: Tool
    arguments: Validator
    result: Validator

    def call(self, window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Answer a call. Raises `BadArguments`; and `AssertionError` where the answer is not as it says, a bug."""
        if not self.arguments.accepts(arguments):
            raise BadArguments(_objection(self, arguments))
        try:
            answer = self.tool.answer(window, arguments)
        except UnknownName as error:
            raise BadArguments(str(error)) from error
        assert self.result.accepts(answer), f"{self.tool.name} answers as its schema says"
        return answer


def _objection(checked: Checked, arguments: Mapping[str, Any]) -> str:
    """Say what is wrong with arguments, and what is expected, without repeating what was given."""
    takes, needs = checked.tool.takes, checked.tool.needs
    for name in arguments:
        if name not in takes:
            tip = did_you_mean(name, takes) if len(name) < _LONGEST_NAME else ""
            return f"it takes no argument of that name; {tip or 'it takes ' + listed([f'`{key}`' for key in takes])}"
    for name in needs:
        if name not in arguments:
            return f"`{name}` is missing: {takes[name]['description']}"
    error = checked.arguments.errors(arguments)[0]
    name = str(next(iter(error.instance_path), ""))
    return f"`{name}` is not what it takes there: {_expected(takes[name])}"


_LONGEST_NAME = 100


def _expected(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return f"one of {listed([f'`{value}`' for value in schema['enum']])}"
    words = {"string": "a text", "integer": "a whole number", "array": "a list of texts", "boolean": "true or false"}
    limits = [f"{word} {schema[key]:,}{unit}" for key, word, unit in _LIMITS if key in schema]
    return f"{words[schema['type']]}{' of ' + listed(limits) if limits else ''}. {schema['description']}"


_LIMITS = (
    ("minimum", "at least", ""), ("maximum", "at most", ""), ("minLength", "at least", " character"),
    ("maxLength", "at most", " characters"), ("maxItems", "at most", " items"),
)  # fmt: skip
