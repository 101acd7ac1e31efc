"""hidden-characters."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site, Span
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.texts.hidden import Run, called, first_mark, hidden_runs, spelled
from alvara.workspace.setting import Setting
from alvara.workspace.visible_texts import remarkable


@rule("hidden-characters", on=(Capability, Resource, Policy, Page), waivable=False)
def hidden_characters(definition: Capability | Resource | Policy | Page, setting: Setting) -> Iterator[Finding]:
    """A text that a model reads has characters that people do not see.

    ## Why is this bad?
    A model reads every character, a reviewer only those that are drawn. Tag characters spell whole sentences that no
    editor shows, direction marks show a sentence in another order than it is read in, and zero-width characters make
    two words look alike that are not the same. Whatever they are meant for, nobody who approves the text has seen it.

    ## How to fix
    Delete the characters, or write the text anew. What belongs to an emoji may stay.
    """
    for passage in setting.once(remarkable, definition):
        if runs := hidden_runs(passage.text):
            yield Finding(passage.site(runs[0].start, runs[-1].end), _message("text", runs))
    if isinstance(definition, Page) and (runs := hidden_runs(definition.body)):
        yield Finding(Site(definition.path, span=_span(definition, runs[0])), _message("page", runs))


def _message(what: str, runs: list[Run]) -> str:
    """Say what is hidden: the message where there is one, else the first character, and how many there are."""
    characters = "".join(run.characters for run in runs)
    number = f"{len(characters)} characters" if len(characters) > 1 else "a character"
    if message := spelled(characters):
        return f"the {what} has {number} that people do not see; they spell `{message}`"
    said = f"the {what} has {number} that people do not see: {'first ' if len(characters) > 1 else ''}"
    if mark := first_mark(characters):
        return f"{said}{called(mark)}, which changes the order in which it is read"
    return f"{said}{called(characters[0])}"


def _span(page: Page, run: Run) -> Span:
    before = page.body[: run.start]
    line, column = page.body_first_line + before.count("\n"), run.start - before.rfind("\n")
    return Span(line, column, line, column + run.end - run.start)
