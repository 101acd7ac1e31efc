"""translation-without-original."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Site
from alvara.workspace.entity import Entity
from alvara.workspace.originals import original_of
from alvara.workspace.workspace import View


@rule("translation-without-original", on=Entity, kinds=("page",), severity="warning")
def translation_without_original(entity: Entity, view: View) -> Iterator[Finding]:
    """A page stands where translations stand, and there is no page that it translates.

    ## Why is this bad?
    A translation is found by the path of its original. After the original has been moved or renamed, the translation is
    still read by people who happen upon it and by nobody who asks for the page.

    ## How to fix
    Move the translation to the path of its original, or write the original.
    """
    if entity.locale and entity.locale != view.config.locales[0] and original_of(entity, view) is None:
        yield Finding(
            Site(entity.path, span=START), f"there is no page `{entity.id}` that this could be a translation of"
        )
