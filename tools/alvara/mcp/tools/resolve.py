"""What is meant by what somebody says."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import FOCUS, LOCALE, PAGE, SELECTION, TAB, screen, text
from alvara.mcp.tool import Tool
from alvara.mcp.window import Window
from alvara.report.resolution_json import document

_TEXT = text("What the user says, in their own words.", longest=2000)


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    locale = arguments.get("locale", window.locale)
    return document(
        window.registry.resolve(arguments["text"], locale=locale, **screen(arguments), **window.asking)
    )  # fmt: skip


RESOLVE = Tool(
    "resolve", "Find out what is meant",
    "Tells which thing a sentence of the user is about, whether it is a question or a command, and which capabilities "
    "fit. An ambiguous sentence is answered as ambiguous, with what to ask the user. Whether something may be done is "
    "decided elsewhere, whatever the sentence says. Changes nothing.",
    {"text": _TEXT, "locale": LOCALE, "page": PAGE, "tab": TAB, "focus": FOCUS, "selection": SELECTION}, ("text",),
    "resolution-1", _answer,
)  # fmt: skip
