"""mixed-script."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.page import Page
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.texts.hidden import without_hidden
from alvara.texts.lookalikes import Disguise, disguises
from alvara.workspace.setting import Setting
from alvara.workspace.visible_texts import remarkable


@rule("mixed-script", on=(Capability, Resource, Policy, Page), waivable=False)
def mixed_script(definition: Capability | Resource | Policy | Page, setting: Setting) -> Iterator[Finding]:
    """A word has letters of another alphabet that look like those of its own.

    ## Why is this bad?
    A Cyrillic `а` and a Latin `a` look the same and are not. Such a word is not found by search, slips past every list
    of words, and can make one thing pass for another before the people who approve it.

    ## How to fix
    Type the word anew on one keyboard. Symbols such as `µm`, `kΩ` and `m²` are fine.
    """
    for passage in setting.once(remarkable, definition):
        for disguise in disguises(passage.text)[:1]:
            word = without_hidden(passage.text[disguise.start : disguise.end])
            yield Finding(passage.site(disguise.start, disguise.end), _message(word, disguise))


def _message(word: str, disguise: Disguise) -> str:
    letter = f"`{disguise.letter}` (U+{ord(disguise.letter):04X}, {disguise.alphabet})"
    if disguise.mixed:
        return f"`{word}` has the letter {letter} among Latin ones"
    return f"`{word}` looks like a Latin word and is written in other letters, first {letter}"
