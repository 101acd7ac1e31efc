"""ambiguous-synonym."""

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.identity.fold import fold
from alvara.model.words import placed_words
from alvara.workspace.entity import Entity
from alvara.workspace.names import comes_first
from alvara.workspace.synonyms import scopes_of
from alvara.workspace.workspace import View, in_order

_IS_PART = frozenset({"CONTAINS", "BELONGS_TO"})

Word = tuple[str, Pointer]
"""A synonym as it is written, and where."""


@rule("ambiguous-synonym", on=Entity, kinds=("capability", "resource"), severity="warning")
def ambiguous_synonym(entity: Entity, view: View) -> Iterator[Finding]:
    """Nothing tells apart two things that go by the same synonym.

    ## Why is this bad?
    An agent that hears the word cannot know which of the two is meant, and has to ask back.

    Two resources are told apart by what they are a part of: their `parentId`, else what the ID says before its last
    dot. The page, the tab or the thing that somebody works on then settles which one is meant, so that many parents may
    have a part called `nome`. Two capabilities are told apart by the resources that they act on. Words are compared
    without regard to case and to how Unicode stores their letters, whatever language they stand under. Nothing is said
    of a thing and its own part, of APIs, which nobody asks for by a word, nor of what is deprecated.

    ## How to fix
    Keep the word for the one that people mean by it, and give the other a word that tells them apart, such as `prazo da
    inspeção`. Where both are meant, and asking back is right, waive the finding.
    """
    shared = view.sharing(entity)
    return _findings(entity, shared, view) if shared else iter(())


def _findings(entity: Entity, shared_marks: list[Sequence[Entity]], view: View) -> Iterator[Finding]:
    owners = [first for bearers in shared_marks if (first := _first_owner(entity, bearers)) is not None]
    if not owners:
        return
    mine = _words(entity, view)
    told: set[str] = set()
    for owner in in_order(set(owners)):
        theirs = _words(owner, view)
        shared = [word for word in mine if word in theirs and word not in told]
        if shared:
            told.update(shared)
            yield _finding(entity, owner, [(mine[word], theirs[word]) for word in shared])


def _first_owner(entity: Entity, bearers: Sequence[Entity]) -> Entity | None:
    """Find the first thing that has a word and that a thing further down cannot be told from."""
    for other in bearers:
        if not comes_first(other, entity):
            return None
        if not _are_told_apart(entity, other):
            return other
    return None


def _finding(entity: Entity, other: Entity, shared: list[tuple[Word, Word]]) -> Finding:
    (word, place), (as_written, other_place) = shared[0]
    differently = "" if normalize("NFC", as_written) == normalize("NFC", word) else f", as `{as_written}`"
    more = "" if len(shared) == 1 else f" (and so {_counted(len(shared) - 1)})"
    return Finding(
        Site(entity.path, place),
        f"`{word}` is a synonym of the {other.kind} `{other.id}` too{differently}{more}",
        related=((Site(other.path, other_place), "the other synonym"),),
    )


def _counted(more: int) -> str:
    return "is one more" if more == 1 else f"are {more} more"


def _words(entity: Entity, view: View) -> dict[str, Word]:
    """Give the synonyms of a thing by how they compare; of those that compare equal, the first."""
    found: dict[str, Word] = {}
    for word, place in placed_words(view.written(entity, "synonyms"), (*entity.pointer, "synonyms")):
        found.setdefault(fold(word), (word, place))
    return found


def _are_told_apart(entity: Entity, other: Entity) -> bool:
    """Whether it is plain which of two things is meant, or another rule speaks of them."""
    if other.id == entity.id or set(_scopes(entity)).isdisjoint(_scopes(other)):
        return True
    return any(
        reference.relation in _IS_PART and reference.target == second.id
        for first, second in ((entity, other), (other, entity))
        for reference in first.references
    )


def _scopes(entity: Entity) -> list[str]:
    return scopes_of(entity.kind, entity.id, entity.references)
