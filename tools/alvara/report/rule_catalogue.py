"""All rules at a glance: as a page, as a table for a terminal, as JSON."""

from collections.abc import Iterable, Mapping, Sequence

from alvara.diagnostics.rule import Rule
from alvara.report.document_json import render as render_document
from alvara.report.table import render as render_table


def render_markdown(groups: Mapping[str, Sequence[Rule]]) -> str:
    """Write the catalogue as a page, one table for each group of rules."""
    lines = ["# Rules", "", "What `alvara check` looks for. `alvara explain RULE` shows the same pages."]
    for title, rules in groups.items():
        lines += ["", f"## {title}", "", "| rule | severity | what it finds |", "|---|---|---|"]
        lines += [f"| [{rule.name}]({rule.name}.md) | {_severity(rule)} | {_cell(rule.summary)} |" for rule in rules]
    return "\n".join(lines) + "\n"


def render_text(rules: Iterable[Rule]) -> str:
    """Write the catalogue for a terminal."""
    rows = [
        (r.name, r.severity, "" if r.on_drafts == r.severity else r.on_drafts, "yes" if r.fixable else "", r.summary)
        for r in rules
    ]
    return render_table(("RULE", "SEVERITY", "DRAFTS", "FIX", "WHAT IT FINDS"), rows)


def render_json(rules: Iterable[Rule]) -> str:
    """Write the catalogue for programs: `alvara.rules/1`, described by `schemas/output/rules-1.schema.json`."""
    listed = [
        {
            "name": rule.name,
            "severity": rule.severity,
            "onDrafts": rule.on_drafts,
            "waivable": rule.waivable,
            "fixable": rule.fixable,
            "since": rule.since,
            "summary": rule.summary,
        }
        for rule in rules
    ]
    return render_document({"format": "alvara.rules/1", "rules": listed})


def _severity(rule: Rule) -> str:
    drafts = "" if rule.on_drafts == rule.severity else f", {rule.on_drafts} on drafts"
    return f"{rule.severity}{drafts}{'; `--fix` mends it' if rule.fixable else ''}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
