"""unsafe-pattern."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.model.capability import Capability
from alvara.model.resource import Resource
from alvara.patterns.plainness import is_plain
from alvara.subschemas.instances import compiles
from alvara.workspace.authored import reaches
from alvara.workspace.setting import Setting

if TYPE_CHECKING:
    from alvara.patterns.safety import Objection


@rule("unsafe-pattern", on=(Capability, Resource), waivable=False)
def unsafe_pattern(definition: Capability | Resource, setting: Setting) -> Iterator[Finding]:
    """A `pattern` is not valid, or can keep a validator busy for ever.

    ## Why is this bad?
    Most engines try one way after another. Where a pattern can read the same text in many ways, as in `(a+)+$` or
    `(.*,)*`, thirty well-chosen characters take longer than anybody waits, and whoever sends them stops the service.
    Patterns are judged by what their automaton can do and are never run for it (Weideman and others, *Analyzing
    matching time behavior of backtracking regular expression matchers by using ambiguity of NFA*, 2016): refused is
    work that can double with each character, or grow faster than the square of the length; the cube is let pass where
    fixed characters keep the repetitions apart. Look-around and back references need such an engine and are refused
    too: the patterns that JSON Schema recommends do without (2020-12, core, section 6.4).

    ## How to fix
    Write it in ECMA-262, and so that each text can be read in one way only. Take the inner repetition away (`(a+)+` is
    `a+`), let the alternatives differ in their first character, put a fixed character between two repetitions, and
    limit the length with `maxLength`.
    """
    for reach in reaches(definition, setting):
        for schema in reach.noted.get("pattern", ()):
            pattern = schema.value["pattern"]
            if isinstance(pattern, str) and (found := setting.always(_objection, pattern)):
                yield Finding(schema.site("pattern")._replace(within=(found.start, found.end)), found.words)
        for schema in reach.noted.get("patternProperties", ()):
            held = schema.value["patternProperties"]
            for pattern in held if isinstance(held, dict) else ():
                if found := setting.always(_objection, pattern):
                    yield Finding(schema.site("patternProperties", pattern, part="key"), found.words)


def _objection(pattern: str, setting: Setting) -> "Objection | None":
    if is_plain(pattern):
        return None
    from alvara.patterns.safety import Objection, objection  # most schemas have no pattern to take apart

    found = objection(pattern)
    if found is None and not compiles(pattern):
        return Objection("this is not a pattern that can be compiled", 0, len(pattern))
    return found
