"""The stretches of public text that may name an endpoint, a service or a source file, wherever that is defined."""

from collections.abc import Iterator

from alvara.diagnostics.site import Pointer
from alvara.model.page import Page
from alvara.model.resource import Resource
from alvara.texts.machinery import may_name, spellings
from alvara.workspace.setting import Setting
from alvara.workspace.visible_texts import Definition, passages, written_out

Spelled = tuple[str, str, Pointer, str, int, int]
"""A stretch of text that may name machinery: what it says, its file and pointer, the part, where it begins and ends.

In the `body` of a page the pointer is the line, and the numbers are columns.
"""


def spelled_out(definition: Definition, setting: Setting) -> tuple[Spelled, ...]:
    """List what the public texts of a definition may be naming; what it is worth is known when all is read."""
    if isinstance(definition, Resource) and definition.type == "api":
        return ()
    found: list[Spelled] = []
    if may_name(written_out(definition, setting)):
        found += _in_passages(definition, setting)
    if isinstance(definition, Page) and may_name(definition.body):
        found += _in_body(definition)
    return tuple(found)


def _in_passages(definition: Definition, setting: Setting) -> Iterator[Spelled]:
    depth = len(definition.pointer)
    for passage in passages(definition, setting):
        shipped = passage.pointer[-1] == "pattern" or passage.pointer[depth] == "navigation"
        if passage.is_code and not shipped:
            continue
        for start, end, _ in spellings(passage.text):
            yield passage.text[start:end], passage.path, passage.pointer, passage.part, start, end


def _in_body(page: Page) -> Iterator[Spelled]:
    seen = set()
    for row, line in enumerate(page.body.split("\n"), page.body_first_line):
        for start, end, _ in spellings(line):
            shown = line[start:end]
            if shown not in seen:
                seen.add(shown)
                yield shown, page.path, (row,), "body", start + 1, end + 1
