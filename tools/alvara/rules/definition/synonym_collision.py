"""synonym-collision."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.fold import folded_words
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.model.words import lists_of_words
from alvara.workspace.setting import Setting


@rule("synonym-collision", on=(Capability, Resource), where=("synonyms",))
def synonym_collision(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A synonym is written twice in one list.

    ## Why is this bad?
    Texts are compared without regard to case and to how Unicode stores their letters (NFKC and full case folding, the
    same in every language), so the second one adds nothing: often another word was meant.

    ## How to fix
    Delete one of the two, or write the word that was meant. The same word may stand under several languages.
    """
    for pointer, words in lists_of_words(definition.written.get("synonyms", []), (*definition.pointer, "synonyms")):
        folded = folded_words(words)
        if len(set(folded)) == len(words):
            continue
        firsts: dict[str, int] = {}
        for position, word in enumerate(folded):
            first = firsts.setdefault(word, position)
            if first != position:
                same = "" if words[first] == words[position] else f", as `{words[first]}`"
                yield Finding(
                    Site(definition.path, (*pointer, position)),
                    f"`{words[position]}` stands in this list already{same}",
                    related=((Site(definition.path, (*pointer, first)), "first written here"),),
                )
