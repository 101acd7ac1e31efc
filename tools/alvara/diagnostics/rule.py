"""A rule: a named, documented, pure function from a subject and what surrounds it to findings."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from alvara.diagnostics.finding import Finding, Severity

Check = Callable[[Any, Any], Iterator[Finding]]


class Rule(NamedTuple):
    """`kinds` narrows a rule on entities to some kinds; `on_drafts` is its severity for what is still a draft.

    `where` names keys: a definition that has none of them gives the rule nothing to judge, and is not shown to it. A
    rule that guards trust or security is not `waivable`. What a `fixable` one finds may have exactly one right answer,
    which `check --fix` knows (`app/fixing.py`).
    """

    name: str
    subjects: tuple[type, ...]
    kinds: tuple[str, ...]
    where: frozenset[str]
    since: str
    severity: Severity
    on_drafts: Severity
    waivable: bool
    check: Check
    fixable: bool = False

    @property
    def doc(self) -> str:
        """The page's text: what the rule says, why, and how to fix it."""
        from inspect import cleandoc

        return cleandoc(self.check.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.doc.partition("\n")[0]

    @property
    def cure(self) -> str:
        """The first sentence under "How to fix": the way out when a finding brings none of its own."""
        paragraph = self.doc.partition("## How to fix\n")[2].strip().partition("\n\n")[0].replace("\n", " ")
        head, stop, _ = paragraph.partition(". ")
        return head + "." if stop else head


def rule(
    name: str,
    *,
    on: type | tuple[type, ...],
    kinds: tuple[str, ...] = (),
    where: tuple[str, ...] = (),
    since: str = "0.1",
    severity: Severity = "error",
    on_drafts: Severity | None = None,
    waivable: bool = True,
    fixable: bool = False,
) -> Callable[[Check], Rule]:
    """Turn a check function into a `Rule` value. Registers nothing."""
    subjects = on if isinstance(on, tuple) else (on,)

    def make(check: Check) -> Rule:
        return Rule(
            name, subjects, kinds, frozenset(where), since, severity, on_drafts or severity, waivable, check, fixable
        )  # fmt: skip

    return make
