"""Several findings that one change would mend, told as one."""

from collections.abc import Iterable

from alvara.app.locating import Locator
from alvara.diagnostics.finding import SEVERITIES, Cause, Diagnostic, Finding, Related, sort_key
from alvara.diagnostics.site import NOWHERE
from alvara.rules import rule_named


def gathered(diagnostics: Iterable[Diagnostic], locator: Locator) -> list[Diagnostic]:
    """Tell findings of one rule with one cause as a single one; where it is the only one, it stays where it is."""
    kept: list[Diagnostic] = []
    diagnostics = _without_copies_out_of_place(list(diagnostics))
    alike: dict[tuple[str, Cause], dict[tuple[str, int, int], Diagnostic]] = {}
    for diagnostic in diagnostics:
        if diagnostic.cause is None:
            kept.append(diagnostic)
        else:
            places = alike.setdefault((diagnostic.rule, diagnostic.cause), {})
            place = (diagnostic.file, diagnostic.line, diagnostic.column)
            if place not in places or diagnostic.subject < places[place].subject:
                places[place] = diagnostic
    for (_, cause), places in alike.items():
        found = sorted(places.values(), key=sort_key)
        kept.append(found[0] if len(found) == 1 else _as_one(found, cause, locator))
    return kept


def _without_copies_out_of_place(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Leave out that a definition is in the wrong file where it is a copy of one: then it should be in none."""
    copies = {_definition(d) for d in diagnostics if d.rule == "duplicate-id"}
    if not copies:
        return diagnostics
    return [d for d in diagnostics if d.rule != "path-differs-from-id" or _definition(d) not in copies]


def _definition(diagnostic: Diagnostic) -> tuple[str, str]:
    """Name the definition one of whose keys a finding is about."""
    return diagnostic.file, diagnostic.pointer.rpartition("/")[0]


def _as_one(found: list[Diagnostic], cause: Cause, locator: Locator) -> Diagnostic:
    """Tell of the cause, at its place; one that is in no file is told where the first of its consequences is."""
    first = found[0]
    gravest = min((d.severity for d in found), key=SEVERITIES.index)
    message = f"{cause.message}, and {len(found)} {cause.consequence}"
    related = tuple(Related(d.file, d.line, d.column, d.message) for d in found)
    if cause.at == NOWHERE or not locator.knows(cause.at.path):
        return first._replace(message=message, severity=gravest, related=(*first.related, *related[1:]))
    finding = Finding(cause.at, message, first.help)
    told = locator.diagnose(rule_named(first.rule), finding, gravest, cause.subject)
    return told._replace(related=related)
