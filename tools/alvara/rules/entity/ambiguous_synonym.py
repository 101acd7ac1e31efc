"""ambiguous-synonym."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.fold import fold
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_MOST_NAMED = 5


@rule("ambiguous-synonym", on=Entity, kinds=("capability", "resource"), severity="info")
def ambiguous_synonym(entity: Entity, view: View) -> Iterator[Finding]:
    """A synonym is shared by several entities of one kind.

    ## Why is this bad?
    When somebody says the word, the agent cannot know which of them is meant and has to ask. Sometimes that is right,
    and sometimes one of them got the word by mistake.

    ## How to fix
    Nothing has to be done where people do use the word for all of them. Otherwise take it away from the others, or
    write there how people tell them apart. Words are compared without regard to case and to how Unicode stores them.
    """
    told = set()
    for word, pointer in entity.synonyms:
        sharing = view.saying(entity.kind, word)
        if len(sharing) == 1:
            continue
        others = {e.id: e for e in sharing if e.id != entity.id}
        folded = fold(word)
        if others and folded not in told and sharing[0] is entity:
            told.add(folded)
            ids = [f"`{id}`" for id in others]
            more = f" and {len(ids) - _MOST_NAMED} more" if len(ids) > _MOST_NAMED else ""
            related = [
                (Site(other.path, place), "it is a synonym here too")
                for other in others.values()
                for text, place in other.synonyms
                if fold(text) == folded
            ]
            yield Finding(
                Site(entity.path, pointer),
                f"`{word}` also stands for {', '.join(ids[:_MOST_NAMED])}{more}",
                related=tuple(related[:_MOST_NAMED]),
            )
