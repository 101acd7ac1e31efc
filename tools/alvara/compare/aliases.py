"""Other names that a definition got or lost."""

from collections.abc import Iterator

from alvara.compare.change import Bump, Change
from alvara.compare.sides import Sides


def compare_aliases(sides: Sides, added: Bump) -> Iterator[Change]:
    """List the aliases that came and went; those that a rename made of an ID, or an ID of, are told with it.

    `added` is the bump that one more asks for. One less is legal in no version, and a rule of its own says so.
    """
    was, now = (list(side.get("aliases", ())) for side in (sides.old, sides.new))
    for alias in sorted({*now} - {*was, sides.before.facts.id}):
        keys, words = ("aliases", now.index(alias)), f"the alias `{alias}` is new"
        yield sides.change(keys, "additive", added, words, after=alias)
    for alias in sorted({*was} - {*now, sides.after.facts.id}):
        keys, words = ("aliases", was.index(alias)), f"the alias `{alias}` is gone"
        yield sides.change(keys, "breaking", "none", words, before=alias, gone=True)
