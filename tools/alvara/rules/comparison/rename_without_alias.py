"""rename-without-alias."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison, is_excused
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.workspace import View


@rule("rename-without-alias", on=Comparison, waivable=False)
def rename_without_alias(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something has a new ID, and does not answer to the old one.

    ## Why is this bad?
    Whoever knows it by its old ID finds nothing any more: documents, screens, policies, conversations that are going
    on. An alias costs one line and keeps all of them working; a record of the rename lets tools correct them.

    ## How to fix
    Take the new ID back and let `alvara rename OLD NEW` do it, which keeps the old ID as an alias, records the rename
    and corrects every reference. Where the two have nothing to do with each other, bring the old one back: its end has
    to be announced.
    """
    for before, after in comparison.guesses:
        if is_excused(before, view):
            continue  # the new ID is not the one that its file stands for, which is told there
        named = after.facts.kind != "policy"
        lacks = "does not answer to its old name" if named else "nothing records that it has another name now"
        way = f"write `aliases: [{before.facts.id}]`, or " if named else ""
        there = (Site(before.facts.path, (*before.facts.pointer, "id"), revision="base"), "what it was called")
        yield Finding(
            Site(after.facts.path, (*after.facts.pointer, "id")),
            f"`{after.facts.id}` is what `{before.facts.id}` was, and {lacks}",
            f"{way}take the new ID back and run: alvara rename {before.facts.id} {after.facts.id}",
            related=(there,),
            subject=before.facts.id,
        )
