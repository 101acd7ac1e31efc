"""Values tried on schemas by the library's own validator: what it says is what a counterexample rests on."""

from typing import Any

from alvara.containment.budget import Budget
from alvara.containment.demands import Demand
from alvara.containment.opaque import refusing_texts
from alvara.containment.shapes import Shape
from alvara.subschemas.inlining import inline
from alvara.subschemas.instances import MOST_WORK, work
from alvara.subschemas.references import Subschema


class Judge:
    """Tries values. Each schema is compiled once."""

    def __init__(self, budget: Budget) -> None:
        """Take the steps that it may spend."""
        self._budget = budget
        self._ready: dict[Shape | Demand, list[tuple[Any, Any]]] = {}
        self._matches: dict[tuple[str, str], bool | None] = {}
        self._patterns: dict[str, Any] = {}

    def holds(self, judged: Shape | Demand, value: Any) -> bool | None:
        """Whether a value satisfies a schema or a demand; None where that cannot be told."""
        return self._verdict_on(judged, value, certain=True)

    def accepts(self, judged: Shape | Demand, value: Any) -> bool | None:
        """Whether a value is valid under a schema or a demand, whatever the texts in it hold."""
        return self._verdict_on(judged, value, certain=False)

    def _verdict_on(self, judged: Shape | Demand, value: Any, certain: bool) -> bool | None:
        if isinstance(judged, Shape) and judged.says_nothing:
            return True
        found = self._ready.get(judged)
        if found is None:
            found = self._ready[judged] = self._compiled(judged)
        verdicts = {self._verdict(schema, validator, value) for schema, validator in found[: 3 if certain else 2]}
        return verdicts.pop() if len(verdicts) == 1 else None

    def _verdict(self, schema: Any, validator: Any, value: Any) -> bool | None:
        steps = 0 if validator is None else work(schema, value)
        self._budget.spend(1 + min(steps, MOST_WORK) // 100)
        if validator is None or steps > MOST_WORK:
            return None
        try:
            return bool(validator.is_valid(value))
        except (ValueError, OverflowError, RecursionError):
            return None

    def matches(self, pattern: str, text: str) -> bool | None:
        """Whether a pattern matches somewhere in a text; None where the engine does not take it."""
        key = pattern, text
        if key not in self._matches:
            if pattern not in self._patterns:
                self._patterns[pattern] = _validator({"pattern": pattern})
            validator = self._patterns[pattern]
            self._matches[key] = None if validator is None else validator.is_valid(text)
        return self._matches[key]

    def _compiled(self, judged: Shape | Demand) -> list[tuple[Any, Any]]:
        """Compile a schema, and twice more where something in it is not known to the validator."""
        self._budget.spend(5)
        if isinstance(judged, Demand):
            owner = judged.owner.schema
            # The step that no document has keeps a reference to the whole schema from meaning this part of it.
            alone = Subschema(owner.root, (*owner.pointer, "\0"), judged.alone)
            copied = inline(alone, judged.owner.side.references)
        else:
            pointer = judged.schema.pointer if judged.is_whole else (*judged.schema.pointer, "\0")
            copied = inline(Subschema(judged.schema.root, pointer, judged.schema.value), judged.side.references)
        unknown, opaque = refusing_texts(copied, False), refusing_texts(copied, True)
        ready = [(copied, _validator(copied))]
        if opaque is not copied:
            ready += [(unknown, _validator(unknown)), (opaque, _validator(opaque))]
        return ready


def _validator(schema: dict[str, Any] | bool) -> Any:
    from jsonschema_rs import Draft202012Validator, RegexOptions

    try:
        return Draft202012Validator(schema, offline=True, validate_formats=True, pattern_options=RegexOptions())
    except (ValueError, RecursionError):
        return None
