"""synonyms-differ-only-in-accents."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.fold import folded_words, without_accents
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.model.words import lists_of_words
from alvara.workspace.setting import Setting


@rule("synonyms-differ-only-in-accents", on=(Capability, Resource), where=("synonyms",), severity="warning")
def synonyms_differ_only_in_accents(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """Two synonyms in one list are the same but for accents.

    ## Why is this bad?
    People leave accents out when they type, so search does without them, and finds both by either spelling. A second
    spelling only for that is not needed; two words that differ in meaning, as `avó` and `avô` do, will be mixed up.

    ## How to fix
    Keep the spelling with the right accents. Where two words are meant, keep one here and waive this finding for the
    other, or put a word beside it that tells them apart.
    """
    for pointer, words in lists_of_words(definition.written.get("synonyms", []), (*definition.pointer, "synonyms")):
        if "".join(words).isascii():
            continue
        folded = folded_words(words)
        bare = tuple([without_accents(word) for word in folded])
        if bare == folded or len(set(bare)) == len(bare):
            continue
        firsts: dict[str, int] = {}
        seen: set[str] = set()
        for position, (word, accented) in enumerate(zip(bare, folded, strict=True)):
            first, is_new = firsts.setdefault(word, position), accented not in seen
            seen.add(accented)
            if first != position and is_new:
                yield Finding(
                    Site(definition.path, (*pointer, position)),
                    f"`{words[position]}` differs from `{words[first]}` only in accents",
                    related=((Site(definition.path, (*pointer, first)), "the other spelling"),),
                )
