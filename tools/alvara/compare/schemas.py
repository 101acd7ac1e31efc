"""What changed in a JSON Schema of a definition: for those who send values, and for those who get them."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from alvara.compare.change import NO_WITNESS, Change
from alvara.compare.definition import Definition
from alvara.compare.sides import Sides, look, reaches, same
from alvara.identity.digests import canonical
from alvara.subschemas.keywords import ANNOTATIONS
from alvara.subschemas.references import Subschema, embedded

if TYPE_CHECKING:
    from alvara.containment.answers import Answer
    from alvara.containment.question import Compared


def compare_schemas(sides: Sides, key: str, *, produced: bool) -> Iterator[Change]:
    """Compare what stands under a key; a schema that is not there promises nothing and lets everything in.

    What is sent must still be accepted, what is produced must be no more than was promised.
    """
    old, new = _schema(sides.before, key), _schema(sides.after, key)
    if same(old, new) and not refers(new):
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
    elif _words_of(before) != _words_of(after):
        yield sides.change((key,), "text", "patch", f"`{key}` is explained in other words")


def refers(schema: Any) -> bool:
    """Whether a schema may depend on what stands elsewhere, so that it can change without a letter of it changing."""
    if isinstance(schema, dict):
        return "$ref" in schema or "$dynamicRef" in schema or any(map(refers, schema.values()))
    return isinstance(schema, list) and any(map(refers, schema))


def _breaking(sides: Sides, key: str, answer: "Answer", produced: bool) -> Iterator[Change]:
    for difference in answer.differences:
        site = difference.first if produced else difference.second
        words = difference.newly if produced else difference.no_longer
        change = sides.change((key,), "breaking", "major", f"in `{key}`, {words}")
        if reaches(_written(sides.after), (key,)):
            change = change._replace(path=site.path, pointer=site.pointer)
        yield change._replace(witness=difference.value if difference.certain else NO_WITNESS)


def _schema(side: Definition, key: str) -> Any:
    return look(_written(side), (key,))


def _written(side: Definition) -> Any:
    return {} if side.model is None else side.model.written


def _compared(side: Definition, key: str, value: Any) -> "Compared":
    from alvara.containment.question import Compared

    facts = side.facts
    return Compared(embedded(facts.path, (*facts.pointer, key), True if value is None else value), side.references)


def _words_of(compared: "Compared") -> Counter[bytes]:
    """Count what is said in a schema and all it refers to, wherever it stands: moving it about changes nothing."""
    from alvara.subschemas.reach import reach

    reached = reach(compared.schema, compared.references).reached
    return Counter(said for schema in reached for said in _said(schema))


def _said(schema: Subschema) -> Iterator[bytes]:
    if isinstance(schema.value, dict):
        for key in sorted(schema.value.keys() & ANNOTATIONS):
            yield canonical([key, schema.value[key]])
