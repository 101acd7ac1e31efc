"""ledger-forked."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View, predecessor_key, sequence_key


@rule("ledger-forked", on=Entity, kinds=("release",), waivable=False)
def ledger_forked(entity: Entity, view: View) -> Iterator[Finding]:
    """The releases are not one row: two come after the same one, or one comes after none that is known.

    ## Why is this bad?
    What is published is what all releases come to, one after the other. Where two branches have each made the next one,
    neither knows of what the other has released: an ID that one removed is still there in the other, and a version
    means two things. Git merges the two files without a word, since they have different names.

    ## How to fix
    Keep the release that has a tag. Delete the file of the other, which nobody has got yet, and make it again behind
    the first with `alvara release prepare VERSION`.
    """
    sequence, previous, *_ = entity.released
    namesakes, twins = view.definitions("release", entity.id), view.look(sequence_key(sequence))
    siblings = view.look(predecessor_key(previous))
    if namesakes[0].path != entity.path:
        yield _finding(entity, "version", f"two releases are called `{entity.id}`", namesakes[0])
    elif twins[0].path != entity.path:
        words = f"`{entity.id}` and `{twins[0].id}` are both the release with number {sequence}"
        yield _finding(entity, "sequence", words, twins[0])
    elif siblings[0].path != entity.path:
        after = f"come after `{previous}`" if previous is not None else "are the first release"
        yield _finding(entity, "previous", f"`{entity.id}` and `{siblings[0].id}` both {after}", siblings[0])
    else:
        yield from _astray(entity, view)


def _astray(entity: Entity, view: View) -> Iterator[Finding]:
    """Tell of a release that does not come right behind the one that it names."""
    sequence, previous, *_ = entity.released
    place = Site(entity.path, ("previous",))
    tip = f"delete it and make it again: alvara release prepare {entity.id}; or bring back what is missing"
    if previous is None:
        if sequence != 1:
            yield Finding(place, f"`{entity.id}` has number {sequence}, and names no release before it", tip)
        return
    before = view.definitions("release", previous)
    if not before:
        if not view.unread(f"ledger/releases/{sequence - 1}-{previous}.yaml"):
            yield Finding(place, f"`{entity.id}` comes after `{previous}`, of which there is no record", tip)
    elif before[0].released[0] != sequence - 1:
        number = before[0].released[0]
        words = f"`{entity.id}` has number {sequence} and comes after `{previous}`, which has number {number}"
        yield Finding(place, words, tip, related=((Site(before[0].path, ("sequence",)), "its number"),))


def _finding(entity: Entity, key: str, words: str, other: Entity) -> Finding:
    there = (Site(other.path, (key,)), "the other record")
    again = " or ".join(f"alvara release prepare {id}" for id in dict.fromkeys((entity.id, other.id)))
    tip = f"delete the one without a tag and make it again: {again}"
    return Finding(Site(entity.path, (key,)), words, tip, related=(there,))
