"""What changed in a JSON Schema of a definition: for those who send values, and for those who get them."""

from collections.abc import Iterator
from json import loads
from typing import TYPE_CHECKING, Any

from alvara.compare.change import NO_WITNESS, Change
from alvara.compare.definition import Definition
from alvara.compare.sides import Sides, look, reaches, same, spelled
from alvara.diagnostics.site import Site
from alvara.subschemas.keywords import ANNOTATIONS
from alvara.subschemas.origins import origin_of
from alvara.subschemas.references import Subschema, embedded
from alvara.subschemas.whole import Unresolved

if TYPE_CHECKING:
    from alvara.containment.answers import Answer
    from alvara.containment.question import Compared


def compare_schemas(sides: Sides, key: str, *, produced: bool) -> Iterator[Change]:
    """Compare what stands under a key; a schema that is not there promises nothing and lets everything in.

    What is sent must still be accepted, what is produced must be no more than was promised.
    """
    old, new = _schema(sides.before, key), _schema(sides.after, key)
    if same(old, new) and (sides.settled or not refers(new)):
        return
    from alvara.containment.question import contains  # most changes are to other things than schemas

    before, after = _compared(sides.before, key, old), _compared(sides.after, key, new)
    breaking = contains(after, before) if produced else contains(before, after)
    if breaking.verdict != "proved":
        yield from _breaking(sides, key, breaking, produced)
        return
    relaxed = contains(before, after) if produced else contains(after, before)
    if relaxed.verdict != "proved":
        words = f"`{key}` {'promises' if produced else 'accepts'} more than before"
        witness = relaxed.witness if relaxed.verdict == "refuted" else NO_WITNESS
        yield sides.change((key,), "additive", "minor", words, before=old, after=new, witness=witness)
    else:
        yield from compare_explanations(sides, key)


def compare_explanations(sides: Sides, key: str) -> Iterator[Change]:
    """Compare what a schema says to its readers, a model among them, wherever in it that is said."""
    old, new = (_words_of(_compared(side, key, _schema(side, key))) for side in (sides.before, sides.after))
    if old != new:
        was, now = (_explanations(words) for words in (old - new, new - old))
        yield sides.change((key,), "text", "patch", f"`{key}` is explained in other words", before=was, after=now)


def _explanations(said: frozenset[str]) -> list[Any]:
    """Give what is said in an order of its own: a text under its key."""
    return [{key: value} for key, value in (loads(item)[0] for item in sorted(said))]


def _at(side: Definition, site: Site) -> Any:
    """Give what stands at a place in a definition, or in a file that it refers to."""
    facts = side.facts
    steps = len(facts.pointer)
    if site.path == facts.path and site.pointer[:steps] == facts.pointer:
        return look(_said(side), site.pointer[steps:])
    document = side.references.documents.get(site.path)
    return None if document is None else look(document.value, site.pointer)


def refers(schema: Any) -> bool:
    """Whether a schema may depend on what stands elsewhere, so that it can change without a letter of it changing."""
    if isinstance(schema, dict):
        return "$ref" in schema or "$dynamicRef" in schema or any(map(refers, schema.values()))
    return isinstance(schema, list) and any(map(refers, schema))


def _breaking(sides: Sides, key: str, answer: "Answer", produced: bool) -> Iterator[Change]:
    for difference in answer.differences:
        site = difference.first if produced else difference.second
        words = difference.newly if produced else difference.no_longer
        earlier, later = (difference.second, difference.first) if produced else (difference.first, difference.second)
        was, now = _at(sides.before, earlier), _at(sides.after, later)
        change = sides.change((key,), "breaking", "major", f"in `{key}`, {words}", before=was, after=now)
        if reaches(sides.after.model and sides.after.model.written, (key,)):
            at = _authored(sides.after, key, site)
            change = change._replace(path=at.path, pointer=at.pointer)
        yield change._replace(witness=difference.value if difference.certain else NO_WITNESS)


def _authored(side: Definition, key: str, site: Site) -> Site:
    """Give the place at which somebody wrote what stands at a place in a schema."""
    if side.form != "whole" or side.model is None or site.path != side.facts.path:
        return site
    place = (*side.facts.pointer, key)
    written = embedded(side.facts.path, place, side.model.written[key])
    try:
        return origin_of(written, site.pointer[len(place) :], side.references)
    except Unresolved:  # then nothing was written out
        return site


def _schema(side: Definition, key: str) -> Any:
    return look(_said(side), (key,))


def _said(side: Definition) -> Any:
    return {} if side.model is None else side.model.definition


def _compared(side: Definition, key: str, value: Any) -> "Compared":
    from alvara.containment.question import Compared

    facts = side.facts
    return Compared(embedded(facts.path, (*facts.pointer, key), True if value is None else value), side.references)


_STRUCTURE = frozenset({"$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$defs", "definitions"})
"""Annotations that say where a schema is to be found, and nothing of what it means."""


def _words_of(compared: "Compared") -> frozenset[str]:
    """Gather what is said in a schema and all it refers to, wherever it stands: moving it about changes nothing."""
    from alvara.subschemas.reach import reach

    reached = reach(compared.schema, compared.references).reached
    return frozenset(said for schema in reached for said in _words(schema))


def _words(schema: Subschema) -> Iterator[str]:
    if isinstance(schema.value, dict):
        for key in sorted(schema.value.keys() & ANNOTATIONS - _STRUCTURE):
            yield spelled([key, schema.value[key]])
