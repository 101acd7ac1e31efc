"""The rules on the whole registry, applied to the files whose answers may have changed."""

from collections.abc import Callable, Hashable
from typing import Any

from alvara.app.locating import Locator
from alvara.diagnostics.finding import Diagnostic
from alvara.diagnostics.rule import Rule
from alvara.documents.document import Document
from alvara.model.filekind import GOVERNING, RECORDS, REHEARSING
from alvara.rules import condition_rules, governing_rules, rehearsing_rules, rules_on
from alvara.workspace.attachment import may_be_closed
from alvara.workspace.bindings import count_bindings
from alvara.workspace.contribution import Contribution
from alvara.workspace.entity import Entity
from alvara.workspace.snapshot import KINDS
from alvara.workspace.verdict import Verdict
from alvara.workspace.workspace import Answers, Key, View, keys_of, mark_key, text_key, unread_key

_SPECIAL = {**dict.fromkeys(GOVERNING, governing_rules), **dict.fromkeys(REHEARSING, rehearsing_rules)}
"""The kinds that have rules of their own, which are imported where there is one of the kind."""


class Judge:
    """Applies the rules on entities. Every place that a finding names becomes something the verdict depends on."""

    def __init__(self, workspace: Answers, today: str, document: Callable[[str], Document | None]) -> None:
        """Take the workspace, the day, and the function that reads a document when there is something to show."""
        self._workspace, self._today = workspace, today
        self._document = document
        self._locator = Locator(document)
        self._lasting: dict[Hashable, Any] = {}
        rules = rules_on(Entity)
        self._rules: dict[str, tuple[Rule, ...]] = {
            kind: tuple(rule for rule in rules if kind in rule.kinds or (not rule.kinds and kind in KINDS))
            for kind in (*KINDS, *RECORDS)
        }
        """By kind; records are judged only by the rules that ask for them."""
        self._special: dict[str, tuple[Rule, ...]] = {}
        self._conditioned: dict[str, tuple[Rule, ...]] = {}

    def verdict(self, contribution: Contribution) -> Verdict:
        """Judge everything that one file defines."""
        view = View(self._workspace, self._today, self._document, self._lasting)
        diagnostics: list[Diagnostic] = []
        bindings = 0
        for entity in contribution.entities:
            if entity.broken:
                continue
            for rule in self._applying(entity, view):
                for finding in rule.check(entity, view):
                    severity = rule.on_drafts if entity.status == "draft" else rule.severity
                    diagnostics.append(self._locator.diagnose(rule, finding, severity, entity.id))
                    view.asked.update(text_key(site.path) for site, _ in ((finding.at, ""), *finding.related))
            bindings += count_bindings(entity, view)
        return Verdict(frozenset(view.asked), tuple(diagnostics), bindings)

    def _applying(self, entity: Entity, view: View) -> tuple[Rule, ...]:
        """Give the rules on an entity. Where nobody governs, tests or asks in CEL, those are not even imported."""
        kind = entity.kind
        if kind in _SPECIAL and kind not in self._special:
            apply = tuple(rule for rule in _SPECIAL[kind]() if kind in rule.kinds)
            self._special[kind] = (*self._rules[kind], *apply)
        rules = self._special.get(kind) or self._rules.get(kind, ())
        if not entity.conditions and not (kind == "capability" and may_be_closed(entity, view)):
            return rules
        if kind not in self._conditioned:
            self._conditioned[kind] = (*rules, *(rule for rule in condition_rules() if kind in rule.kinds))
        return self._conditioned[kind]


def touched(before: Contribution | None, after: Contribution | None) -> set[Key]:
    """List the keys whose answers differ between two states of a file."""
    old = set(before.entities) if before else set()
    new = set(after.entities) if after else set()
    keys = {key for entity in old ^ new for key in keys_of(entity)}
    keys.update(mark_key(mark) for entity in old ^ new for mark in entity.synonyms)
    path = (before or after).path  # type: ignore[union-attr]
    keys.add(text_key(path))
    if (before is not None and not before.readable) or (after is not None and not after.readable):
        keys.add(unread_key(path))
    return keys
